"""Is an answer a background (short plain text), and if not, what of it can be kept?"""

from __future__ import annotations

import re
from enum import StrEnum

from desktop_app.core.domain.language import sentence_spans

MAX_SENTENCES = 3
"""Most sentences of a background."""

TOO_MANY_CHARACTERS = 300
"""A background has fewer characters than this."""

_TAG = re.compile(
    r"(?<![\w.>])</?[A-Za-z_][\w:.-]*(?:\s[^<>]*)?/?>|</[A-Za-z_][\w:.-]*\s*>|<!--|<!\[CDATA\[|<\?xml"
)
_REASONING = re.compile(r"<(think|thinking|reasoning)\b[^>]*>.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_LABEL = re.compile(
    r"^\s*(?:background|conversation background|背景|对话背景|背景信息)\s*[:：]\s*", re.IGNORECASE
)
_ELLIPSIS = "…"


class BackgroundFault(StrEnum):
    """Why an answer is not a background."""

    NOT_TEXT = "not_text"
    EMPTY = "empty"
    XML = "xml"
    TOO_LONG = "too_long"
    TOO_MANY_SENTENCES = "too_many_sentences"


_DESCRIPTIONS = {
    BackgroundFault.NOT_TEXT: ("it was not text.", "它不是文本。"),
    BackgroundFault.EMPTY: ("it was empty.", "内容为空。"),
    BackgroundFault.XML: ("it contained XML tags.", "其中含有 XML 标签。"),
    BackgroundFault.TOO_LONG: (
        f"it had {TOO_MANY_CHARACTERS} characters or more.",
        f"它达到或超过了 {TOO_MANY_CHARACTERS} 个字符。",
    ),
    BackgroundFault.TOO_MANY_SENTENCES: (
        f"it had more than {MAX_SENTENCES} sentences.",
        f"它超过了 {MAX_SENTENCES} 句话。",
    ),
}


def describe_fault(fault: BackgroundFault, *, use_english: bool) -> str:
    """The fault in words for the model, as a sentence."""
    english, chinese = _DESCRIPTIONS[fault]
    return english if use_english else chinese


def check_background(text: object) -> BackgroundFault | None:
    """What keeps an answer from being a background; None when nothing does.

    Args:
        text: The answer as it came; anything but a string is a fault of its own.
    """
    if not isinstance(text, str):
        return BackgroundFault.NOT_TEXT
    answer = text.strip()
    if not any(map(str.isalnum, answer)):
        return BackgroundFault.EMPTY
    if _TAG.search(answer):
        return BackgroundFault.XML
    if len(answer) >= TOO_MANY_CHARACTERS:
        return BackgroundFault.TOO_LONG
    if len(sentence_spans(answer)) > MAX_SENTENCES:
        return BackgroundFault.TOO_MANY_SENTENCES
    return None


def _cut_long_sentence(text: str, limit: int) -> str:
    """The head of one sentence that is too long, cut after a clause or word where there is one."""
    head = text[: limit - 1]
    for pattern in (r".*[,;:，；：、](?=.)", r".*(?=\s)"):
        match = re.match(pattern, head, re.DOTALL)
        if match and len(match.group().rstrip(",;:，；：、 ")) > limit // 2:
            head = match.group().rstrip(",;:，；：、 ")
            break
    return head + _ELLIPSIS


def _plain(text: str) -> str:
    text = _REASONING.sub(" ", text)
    while True:  # taking one tag out can join the halves of another
        stripped = _TAG.sub(" ", text)
        if stripped == text:
            return _LABEL.sub("", " ".join(text.split()))
        text = stripped


def cut_to_sentences(text: str, sentences: int = MAX_SENTENCES, characters: int = TOO_MANY_CHARACTERS) -> str:
    """What of an answer can stand as a background: its first whole sentences as plain text.

    Reasoning, tags and line breaks go. A first sentence that is too long alone is cut after a
    clause or word and ends in an ellipsis. "" when nothing is left.

    Args:
        text: The answer.
        sentences: Most sentences to keep.
        characters: The result has fewer characters than this.
    """
    plain = _plain(text)
    spans = sentence_spans(plain)
    kept = [end for _, end in spans[:sentences] if end < characters]
    if kept:
        return plain[: kept[-1]]
    return _cut_long_sentence(plain, characters - 1) if spans else ""
