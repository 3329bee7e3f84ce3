"""What may be a key and what may not, with the position of the fault."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.domain.errors import KeyRejected
from desktop_app.core.secrets.key_check import WINDOWS_BLOB_BYTES, cleaned_key


@pytest.mark.parametrize(
    "text", ["sk-abc", " sk-abc", "sk-abc\n", "\r\n\tsk-abc  \r\n", "\u3000sk-abc\u00a0"]
)
def test_blanks_and_line_breaks_around_a_key_are_taken_off(text):
    assert cleaned_key(text) == "sk-abc"


@pytest.mark.parametrize(
    ("text", "position", "kind"),
    [
        ("sk-\uff41bc", 4, "full-width"),
        ("sk-a\u200bbc", 5, "invisible"),
        ("\ufeffsk-abc", 1, "invisible"),
        ("sk-abc\u2060", 7, "invisible"),
        ("sk-a bc", 5, "a space"),
        ("sk-a\u3000bc", 5, "a space"),
        ("sk-a\nbc", 5, "a line break"),
        ("sk-a\tbc", 5, "a control character"),
        ("sk-a\x00bc", 5, "a control character"),
        ("sk-a\x7fbc", 5, "a control character"),
        ("  sk-\u043ebc", 6, "not an ASCII"),
        ("密钥", 1, "not an ASCII"),
    ],
)
def test_a_character_that_no_key_has_is_named_with_its_position(text, position, kind):
    with pytest.raises(KeyRejected) as caught:
        cleaned_key(text)

    assert f"Character {position} is" in caught.value.message
    assert kind in caught.value.message
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_nothing_is_no_key(text):
    with pytest.raises(KeyRejected, match="empty"):
        cleaned_key(text)


def test_windows_takes_1280_characters_and_not_one_more():
    assert cleaned_key("k" * 1280, max_bytes=WINDOWS_BLOB_BYTES)
    for length in (1281, 3000):
        with pytest.raises(KeyRejected, match=f"{length} characters.*at most 1280"):
            cleaned_key("k" * length, max_bytes=WINDOWS_BLOB_BYTES)
    assert cleaned_key("k" * 3000)


@given(st.text())
def test_what_is_accepted_is_plain_ascii_without_blanks(text):
    try:
        key = cleaned_key(text)
    except KeyRejected:
        return

    assert key == text.strip()
    assert key.isascii()
    assert key.isprintable()
    assert " " not in key
