"""Messages as data for the summary model: numbered, roles named, encoded data and excess taken out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.summary.prompts.wording import PromptWording

MESSAGE_LIMIT = 12_000
"""Characters of one message that reach the summary model; longer ones lose their middle."""

SMALLEST_CUT = 200
"""Characters below which a message is never cut."""

_HEAD_SHARE = 0.6
_SPREAD_SAMPLE = 4000
_LEAST_SPREAD = 24
_DATA_URL = re.compile(
    r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w.=-]+)*;base64,[A-Za-z0-9+/=_-]*"
    r"(?:\r?\n[A-Za-z0-9+/_-]{60,}={0,2})*(?:\r?\n[A-Za-z0-9+/_-]+={1,2})?",
    re.IGNORECASE,
)
_BASE64 = re.compile(
    r"(?:[A-Za-z0-9+/_-]{60,}={0,2}\s*\n){2,}[A-Za-z0-9+/_-]*={0,2}|[A-Za-z0-9+/_-]{256,}={0,2}"
)


@dataclass(frozen=True, slots=True)
class DialogueStyle:
    """How messages are written down.

    Attributes:
        words: Language of role names and marks.
        group: ``name: text`` on one line each instead of numbered JSON.
        redact: Applied to each text before anything else; None leaves texts as they are.
    """

    words: PromptWording
    group: bool = False
    redact: Callable[[str], str] | None = None


def turns(messages: Iterable[Message], *, group: bool = False) -> list[tuple[Message, ...]]:
    """Sendable messages in units that are never split: a question and what answers it.

    In a group conversation each message is a unit.
    """
    units: list[list[Message]] = []
    for message in messages:
        if not message.is_sendable:
            continue
        opens = message.role is Role.USER and bool(units) and units[-1][-1].role is not Role.USER
        if not units or opens or group:
            units.append([])
        units[-1].append(message)
    return [tuple(unit) for unit in units]


def lines(messages: Sequence[Message], style: DialogueStyle, *, first: int, limit: int) -> list[str]:
    """One line per message, so that no text can pass for a mark or for another message.

    Args:
        messages: Sendable messages.
        style: Language and form.
        first: Number of the first message in the conversation, from 1.
        limit: Characters a message may keep.
    """
    return [_line(number, message, style, limit) for number, message in enumerate(messages, start=first)]


def block(written: Iterable[str], words: PromptWording) -> str:
    """The user message that carries the dialogue in the separate layout."""
    inner = "\n".join(written)
    return f"{words.dialogue_lead}\n<dialogue>\n{inner}\n</dialogue>\n{words.dialogue_end}"


def plain_text(message: Message, style: DialogueStyle, limit: int) -> str:
    """What a message says: encoded data replaced, attachments named, the middle cut when too long."""
    words = style.words
    text = style.redact(message.text) if style.redact else message.text
    pieces = [cut_middle(without_data(text.strip(), words), limit, words)] if text.strip() else []
    for attachment in message.attachments:
        template = words.image if attachment.is_image else words.file
        name = style.redact(attachment.name) if style.redact else attachment.name
        pieces.append(_filled(template, type=attachment.media_type, name=" ".join(name.split())))
    if message.state is MessageState.INTERRUPTED:
        pieces.append(words.interrupted)
    return "\n".join(pieces)


def without_data(text: str, words: PromptWording) -> str:
    """A text with data URLs and pasted base64 replaced by a mark that tells type and length."""
    if len(text) < SMALLEST_CUT and "base64," not in text:
        return text

    def url(match: re.Match[str]) -> str:
        kind = match[1] or "text/plain"
        return _filled(words.data_removed, count=str(len(match[0])), type=kind) + _trailing_space(match[0])

    def blob(match: re.Match[str]) -> str:
        if not _looks_encoded(match[0]):
            return match[0]
        mark = _filled(words.data_removed, count=str(len(match[0])), type="base64")
        return mark + _trailing_space(match[0])

    return _BASE64.sub(blob, _DATA_URL.sub(url, text))


def cut_middle(text: str, limit: int, words: PromptWording) -> str:
    """A text of about ``limit`` characters at most; head and tail stay, a mark tells what is missing."""
    limit = max(limit, SMALLEST_CUT)
    if len(text) <= limit:
        return text
    head = int(limit * _HEAD_SHARE)
    tail = limit - head
    return text[:head] + _filled(words.cut_mark, count=str(len(text) - limit)) + text[-tail:]


def speaker(message: Message, words: PromptWording) -> str:
    """Name of who speaks, on one line."""
    name = " ".join(message.speaker.split())
    return name or (words.user if message.role is Role.USER else words.assistant)


def _line(number: int, message: Message, style: DialogueStyle, limit: int) -> str:
    text = plain_text(message, style, limit)
    if style.group:
        written = f"{speaker(message, style.words)}: {json.dumps(text, ensure_ascii=False)[1:-1]}"
    else:
        row = {"n": number, "role": speaker(message, style.words), "text": text}
        written = json.dumps(row, ensure_ascii=False)
    # A valid JSON escape for "/": the closing tag of the data block cannot be forged.
    return written.replace("</", "<\\/").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _looks_encoded(text: str) -> bool:
    """Whether a run without spaces has the even spread of characters that only encodings have."""
    return len(set(text[:_SPREAD_SAMPLE])) >= _LEAST_SPREAD and any(c.isdigit() for c in text)


def _trailing_space(text: str) -> str:
    return text[len(text.rstrip()) :]


def _filled(template: str, **values: str) -> str:
    for key, value in values.items():
        template = template.replace("{" + key + "}", value)
    return template
