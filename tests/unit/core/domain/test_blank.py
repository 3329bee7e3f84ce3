import pytest

from desktop_app.core.domain.conversation import is_blank


@pytest.mark.parametrize("text", ["", " ", "\n\t\r", "\u3000", "\u200b", "\ufeff \u2060\n", "\u00a0\u200d"])
def test_what_shows_nothing_is_blank(text):
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", "\u200bа", "  .", "👨\u200d👩", "汉", "\u200b" * 1000 + "x"])
def test_what_shows_anything_is_not(text):
    assert not is_blank(text)
