"""Texts saved as files."""

from __future__ import annotations

import pytest

from desktop_app.coordinator.text_files import save_text
from desktop_app.core.domain.errors import ExchangeError


async def test_text_is_written_as_it_is(tmp_path):
    name = await save_text(str(tmp_path / "a.txt"), "eins\n二\r\n\ud800")

    assert name == "a.txt"
    assert (tmp_path / "a.txt").read_bytes() == "eins\n二\r\n?".encode()


async def test_unwritable_place_is_named_without_its_folder(tmp_path):
    with pytest.raises(ExchangeError) as told:
        await save_text(str(tmp_path / "no" / "a.txt"), "x")

    assert told.value.message.startswith("a.txt: ")
    assert str(tmp_path) not in told.value.message
