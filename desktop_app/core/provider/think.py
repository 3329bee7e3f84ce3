"""Reasoning that models write into their text between ``<think>`` tags, told apart from the answer.

Rules, the same wherever the network cuts the text:

* A block opens at the very start of the answer (blank space aside) or, in the middle, at the start
  of a line; never inside code.
* It ends at its closing tag. Blank space around a block is dropped.
* A closing tag without an opening one makes all text before it reasoning (``TextWasReasoning``):
  some chat templates put the opening tag into the prompt. Not inside code, only once, and only if
  the server sends no reasoning in a field of its own.
* A tag between backticks is text. Never more than a cut tag is held back.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from desktop_app.core.domain.request import ReasoningDelta, StreamItem, TextDelta, TextWasReasoning

_PAIRS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<seed:think>": "</seed:think>",
    "◁think▷": "◁/think▷",
}
_START_TAGS = (*_PAIRS, "</think>", "◁/think▷")
_TEXT_TAGS = ("<think>", "</think>", "◁think▷", "◁/think▷")
_LONGEST_TAG = max(len(tag) for tag in _PAIRS.values())
_TEXT_TAG = re.compile("|".join(map(re.escape, _TEXT_TAGS)), re.IGNORECASE | re.ASCII)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_MAX_BLANK = 4096
_LINE_HEAD = 80


class _Place(Enum):
    START = auto()
    REASONING = auto()
    TEXT = auto()


class ThinkSplitter:
    """Splits the text of one answer; feed it every piece, then finish."""

    def __init__(self) -> None:
        self._place = _Place.START
        self._buffer = ""
        self._drop_blank = False
        self._closing = re.compile("</think>")
        self._closing_tag = "</think>"
        self._last_reasoning = ""
        self._bare_close = True
        self._code = _CodeTracker()

    def reasoning_elsewhere(self) -> None:
        """The server sends reasoning in its own field, so a lone closing tag later is just text."""
        self._bare_close = False

    def feed(self, text: str) -> list[StreamItem]:
        """What the next piece of text brings."""
        self._buffer += text
        return self._drain(final=False)

    def finish(self) -> list[StreamItem]:
        """What was held back, at the end of the answer."""
        return self._drain(final=True)

    def _drain(self, *, final: bool) -> list[StreamItem]:
        items: list[StreamItem] = []
        goes_on = True
        while self._buffer and goes_on:
            if self._place is _Place.TEXT:
                goes_on = self._in_text(items, final)
            elif self._place is _Place.REASONING:
                goes_on = self._in_reasoning(items, final)
            else:
                goes_on = self._at_start(final)
        return items

    def _at_start(self, final: bool) -> bool:
        body = self._buffer.lstrip()
        if not body and not final and len(self._buffer) < _MAX_BLANK:
            return False
        for tag in _START_TAGS:
            head = body[: len(tag)].lower()
            if head == tag:
                self._buffer = body[len(tag) :]
                self._enter_block(tag) if tag in _PAIRS else self._leave_block()
                return True
            if head and not final and tag.startswith(head):
                return False
        if self._drop_blank:
            self._buffer = body
        self._place = _Place.TEXT
        return bool(self._buffer)

    def _in_reasoning(self, items: list[StreamItem], final: bool) -> bool:
        for match in self._closing.finditer(self._buffer):
            before = self._buffer[: match.start()][-1:] or self._last_reasoning
            after = self._buffer[match.end() : match.end() + 1]
            if before == "`" and not after and not final:
                self._say_reasoning(items, match.start())
                return False
            if before == "`" and after == "`":
                continue
            self._say_reasoning(items, match.start())
            self._buffer = self._buffer[len(self._closing_tag) :]
            self._leave_block()
            return True
        held = 0 if final else _cut_tag(self._buffer, (self._closing_tag,))
        self._say_reasoning(items, len(self._buffer) - held)
        return False

    def _in_text(self, items: list[StreamItem], final: bool) -> bool:
        may_hold_tag = "<" in self._buffer or "◁" in self._buffer  # much faster than the pattern
        match = _TEXT_TAG.search(self._buffer) if may_hold_tag else None
        if match is None:
            held = 0 if final else _cut_tag(self._buffer, _TEXT_TAGS)
            self._say_text(items, len(self._buffer) - held)
            return False
        self._say_text(items, match.start())
        tag = match.group().lower()
        size = len(tag)
        if tag in _PAIRS and self._code.at_line_start:
            self._buffer = self._buffer[size:]
            self._enter_block(tag)
        elif tag not in _PAIRS and self._bare_close and not self._code.inside:
            self._buffer = self._buffer[size:]
            items.append(TextWasReasoning())
            self._leave_block()
        else:
            self._say_text(items, size)
        return True

    def _enter_block(self, tag: str) -> None:
        self._place = _Place.REASONING
        self._bare_close = False
        self._closing_tag = _PAIRS[tag]
        self._closing = re.compile(re.escape(self._closing_tag), re.IGNORECASE | re.ASCII)
        self._last_reasoning = ""

    def _leave_block(self) -> None:
        self._place = _Place.START
        self._bare_close = False
        self._drop_blank = True
        self._code = _CodeTracker()

    def _say_reasoning(self, items: list[StreamItem], size: int) -> None:
        if size:
            items.append(ReasoningDelta(self._buffer[:size]))
            self._last_reasoning = self._buffer[size - 1]
            self._buffer = self._buffer[size:]

    def _say_text(self, items: list[StreamItem], size: int) -> None:
        if size:
            text = self._buffer[:size]
            self._code.follow(text)
            items.append(TextDelta(text))
            self._buffer = self._buffer[size:]


class _CodeTracker:
    """Knows whether the end of the text seen so far lies inside code."""

    def __init__(self) -> None:
        self._fence = ""
        self._line_head = ""  # enough of the current line to recognise a fence
        self._ticks = 0

    @property
    def inside(self) -> bool:
        """Inside a fenced block, its opening line, or an inline span on the current line."""
        return bool(self._fence) or self._ticks % 2 == 1 or bool(_FENCE.match(self._line_head))

    @property
    def at_line_start(self) -> bool:
        """Only blank space stands before this place on its line, outside fenced code."""
        return not self._fence and not self._line_head.strip()

    def follow(self, text: str) -> None:
        """Move on over a piece of text."""
        first, *others = text.split("\n")
        self._take(first)
        for line in others:
            self._end_line()
            self._take(line)

    def _take(self, part: str) -> None:
        self._line_head = (self._line_head + part)[:_LINE_HEAD]
        self._ticks += part.count("`")

    def _end_line(self) -> None:
        fence = _FENCE.match(self._line_head)
        if fence and not self._fence:
            self._fence = fence.group(1)
        elif fence and fence.group(1).startswith(self._fence) and not self._line_head[fence.end() :].strip():
            self._fence = ""
        self._line_head = ""
        self._ticks = 0


def _cut_tag(text: str, tags: tuple[str, ...]) -> int:
    """Length of the end of ``text`` that may be the beginning of a tag; tags begin with one of ``<◁``."""
    tail = text[-_LONGEST_TAG:]
    place = max(tail.rfind("<"), tail.rfind("◁"))
    if place < 0:
        return 0
    end = tail[place:].lower()
    return len(end) if any(tag.startswith(end) and len(tag) > len(end) for tag in tags) else 0
