"""A conversation for people: Markdown and plain text of the path shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, tzinfo

from desktop_app.core.domain.conversation import Conversation, Message, MessageState, Role
from desktop_app.core.domain.summary import Summary

_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
_LONGEST_NAME = 80


def to_markdown(
    conversation: Conversation,
    path: Sequence[Message],
    *,
    summaries: Iterable[Summary] = (),
    reasoning: bool = False,
    zone: tzinfo | None = UTC,
) -> str:
    """The path as Markdown: the messages' own source under a heading each.

    Summaries are shown as quotes after the message each of them ends at; the models' ``reasoning`` is
    written only if asked for; times are in ``zone`` (None: this machine's).
    """
    by_boundary: dict[str, list[Summary]] = {}
    for summary in summaries:
        by_boundary.setdefault(summary.boundary_id, []).append(summary)
    parts = [f"# {_line(conversation.title) or 'Conversation'}"]
    if conversation.system_prompt:
        parts.append(_quoted("System prompt", conversation.system_prompt))
    for message in path:
        parts.append(f"## {_line(_author(message))} · {_time(message.created_at, zone)}")
        if reasoning and message.reasoning.strip():
            parts.append(_quoted("Reasoning", message.reasoning))
        parts.extend(_body(message))
        parts.extend(_quoted("Summary of everything above", s.text) for s in by_boundary.get(message.id, ()))
    return "\n\n".join(parts) + "\n"


def to_plain_text(conversation: Conversation, path: Sequence[Message], *, zone: tzinfo | None = UTC) -> str:
    """The path as plain text: author and time in a line, then the message as it is."""
    parts = [_line(conversation.title) or "Conversation"]
    for message in path:
        head = f"{_line(_author(message))} ({_time(message.created_at, zone)}):"
        parts.append("\n".join([head, *_body(message)]))
    return "\n\n".join(parts) + "\n"


def file_name(title: str, suffix: str) -> str:
    """A file name made of a title that every system accepts, with ``suffix`` (dot included)."""
    stem = _FORBIDDEN.sub(" ", title.encode("utf-8", "ignore").decode())
    stem = " ".join(stem.split())[:_LONGEST_NAME].strip(". ")
    if not stem or _RESERVED.match(stem):
        stem = f"conversation {stem}".strip()
    return stem + suffix


def _author(message: Message) -> str:
    if message.speaker:
        return message.speaker
    if message.role is Role.ASSISTANT and message.model:
        return f"Assistant ({message.model})"
    return {Role.USER: "You", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System"}[message.role]


def _body(message: Message) -> list[str]:
    parts = [message.text.strip("\n")] if message.text.strip() else []
    parts.extend(f"[Attachment: {_line(a.name)}, {a.size} bytes]" for a in message.attachments)
    if message.state in (MessageState.INTERRUPTED, MessageState.FAILED):
        reason = f": {_line(message.error)}" if message.error else ""
        parts.append(f"[{message.state.value.capitalize()}{reason}]")
    return parts


def _quoted(label: str, text: str) -> str:
    lines = [f"**{label}**", "", *text.strip("\n").splitlines()]
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _line(text: str) -> str:
    return " ".join(text.split())


def _time(at: float, zone: tzinfo | None) -> str:
    try:
        return datetime.fromtimestamp(at, zone).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "unknown time"
