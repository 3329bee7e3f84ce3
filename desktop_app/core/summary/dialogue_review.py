"""The dialogue review: one line per covered message, appended by code and not by the model."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.summary.dialogue import DialogueStyle, plain_text, speaker
from desktop_app.core.summary.sections import plain_title
from desktop_app.core.summary.template import heading_line, wording

USER_ENDS = (240, 96)
"""Characters kept from the start and the end of a user's message."""

ASSISTANT_ENDS = (280, 120)
"""Characters kept from the start and the end of a reply."""

_WHOLE = 1_000_000


def build(messages: Iterable[Message], use_english: bool, *, title: str = "", limit: int = 6000) -> str:
    """The review of all covered messages.

    Args:
        messages: Covered messages from the start of the path; unsendable ones are skipped.
        use_english: Language of the default title and of the role names.
        title: The user's title; blank means the default.
        limit: Characters of the whole review; the oldest lines give way to a mark.

    Returns:
        A heading and lines, or "" when there is no message.
    """
    words = wording(use_english)
    style = DialogueStyle(words)
    written = [_line(message, style) for message in messages if message.is_sendable]
    if not written:
        return ""
    head = heading_line(plain_title(title) or words.review_title, words)
    kept = _newest_that_fit(written, limit - len(head) - len(words.review_dropped) - 12)
    if len(kept) < len(written):
        kept.insert(0, words.review_dropped.replace("{count}", str(len(written) - len(kept))))
    return "\n".join([head, *kept])


def attach(summary: str, review: str) -> str:
    """The text that is stored and sent: the engine's summary, then the review."""
    return f"{summary.rstrip()}\n\n{review}" if review else summary


def _line(message: Message, style: DialogueStyle) -> str:
    ends = USER_ENDS if message.role is Role.USER else ASSISTANT_ENDS
    text = " ".join(plain_text(message, style, _WHOLE).split())
    return f"- {speaker(message, style.words)}: {_ends(text, *ends)}"


def _ends(text: str, head: int, tail: int) -> str:
    return text if len(text) <= head + tail else f"{text[:head]} … {text[-tail:]}"


def _newest_that_fit(written: list[str], room: int) -> list[str]:
    kept: list[str] = []
    for line in reversed(written):
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept[::-1]
