"""Exports for people."""

from __future__ import annotations

import dataclasses
from datetime import timedelta, timezone

import pytest

from desktop_app.core.domain.conversation import Attachment, Message, MessageState, Role
from desktop_app.core.domain.summary import Summary
from desktop_app.core.exchange.transcript import file_name, to_markdown, to_plain_text
from tests.builders import conversation, pairs

HEAD = dataclasses.replace(conversation(system_prompt="Be\nkind."), title="A <b>title</b>\nin two lines")
PATH = [
    Message("1", "c", None, Role.USER, "Use `Vec<T>`\n\n# not a heading of ours", 0.0,
            attachments=(Attachment("d", "a\nb.png", "image/png", 5),)),
    Message("2", "c", "1", Role.ASSISTANT, "Yes & no", 60.0, model="m-1", reasoning="thinking\nhard",
            state=MessageState.INTERRUPTED, error="Connection lost"),
    Message("3", "c", "2", Role.ASSISTANT, "Me too", 120.0, speaker="Ann"),
]  # fmt: skip


def test_markdown_holds_the_source_of_every_message():
    text = to_markdown(HEAD, PATH, summaries=[Summary("s", "c", "2", "So\nfar", 1.0, "h")])
    assert text == (
        "# A <b>title</b> in two lines\n\n"
        "> **System prompt**\n>\n> Be\n> kind.\n\n"
        "## You · 1970-01-01 00:00\n\n"
        "Use `Vec<T>`\n\n# not a heading of ours\n\n"
        "[Attachment: a b.png, 5 bytes]\n\n"
        "## Assistant (m-1) · 1970-01-01 00:01\n\n"
        "Yes & no\n\n"
        "[Interrupted: Connection lost]\n\n"
        "> **Summary of everything above**\n>\n> So\n> far\n\n"
        "## Ann · 1970-01-01 00:02\n\n"
        "Me too\n"
    )


def test_reasoning_only_if_asked_for():
    assert "thinking" not in to_markdown(HEAD, PATH)
    assert "> thinking\n> hard" in to_markdown(HEAD, PATH, reasoning=True)


def test_plain_text_in_local_time():
    text = to_plain_text(conversation(), pairs(1), zone=timezone(timedelta(hours=8)))
    assert text == (
        "Conversation\n\nYou (1970-01-01 08:00):\nQ1 about fact-1\n\nAssistant (1970-01-01 08:00):\nA1\n"
    )


def test_an_impossible_time_is_no_reason_to_fail():
    (message, _) = pairs(1)
    assert "unknown time" in to_plain_text(conversation(), [dataclasses.replace(message, created_at=1e300)])


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("会议纪要", "会议纪要.md"),
        ('a/b\\c:d*e?"f"<g>|h', "a b c d e f g h.md"),
        ("../../etc/passwd", "etc passwd.md"),
        ("", "conversation.md"),
        (" . ", "conversation.md"),
        ("con", "conversation con.md"),
        ("LPT1.txt", "conversation LPT1.txt.md"),
        ("\u202egpj.exe", "gpj.exe.md"),
        ("x" * 500, "x" * 80 + ".md"),
        ("a\ud800b", "ab.md"),
    ],
)  # fmt: skip
def test_file_names_are_safe_everywhere(title, expected):
    assert file_name(title, ".md") == expected
