"""The page about the settings says what the models say."""

from __future__ import annotations

from tests.settings_reference import FILE, reference


def test_page_is_up_to_date():
    assert FILE.read_text("utf-8") == reference(), "run: python -m tests.settings_reference"
