"""Whether a row only got more text."""

from __future__ import annotations

import dataclasses

import pytest

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.ui.chat.row import Row

LONG = "0123456789" * 10_000


def row(text, **changes):
    message = Message("m", "c", None, Role.ASSISTANT, text, 1.0, state=MessageState.STREAMING)
    return Row(dataclasses.replace(message, **changes))


@pytest.mark.parametrize("before", ["a", "some text", LONG])
def test_more_text_at_the_end_is_growth(before):
    assert row(before + " and more").only_grew_from(row(before))


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("", "first words"),
        ("abc", "abc"),
        ("abc", "ab"),
        ("abc", "xbcd"),
        (LONG, "x" + LONG),
        (LONG, LONG[:-1] + "x and more"),
    ],
)
def test_any_other_text_is_not(before, now):
    assert not row(now).only_grew_from(row(before))


def test_nor_is_growth_beside_another_change():
    assert not row("abcd", model="m2").only_grew_from(row("abc"))
    assert not dataclasses.replace(row("abcd"), busy=True).only_grew_from(row("abc"))
    assert not row("abcd", role=Role.USER).only_grew_from(row("abc", role=Role.USER))
