"""Server-sent events from bytes, tolerant of what real servers send, with bounded memory.

Follows the event-stream format of the HTML standard (https://html.spec.whatwg.org/multipage/
server-sent-events.html), with three kindnesses: events separated by a single line end are told
apart when the first is a whole JSON object, a last event without its blank line still counts, and
lines that belong to no field are kept, so that a web page or a bare JSON error can be recognised.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MAX_EVENT_BYTES = 8 * 1024 * 1024
"""Most bytes of one line or one event; a token needs a few hundred, an image some millions."""
MAX_STRAY_BYTES = 64 * 1024
"""Most bytes kept of lines that are no field."""

MAX_START_BYTES = 512
"""Bytes that tell a web page."""

_LINE_END = re.compile(rb"\r\n|\n|\r")
_MANY_BLANK_LINES = 100
_BLANK_LINES = re.compile(rb"\n{3,}")
_BOM = b"\xef\xbb\xbf"


class EventTooLarge(Exception):
    """A line or an event is larger than ``MAX_EVENT_BYTES``."""


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event: its type ("" if none) and its data lines joined by line ends."""

    kind: str
    data: str


class SseDecoder:
    """Turns blocks of bytes, cut anywhere, into events.

    Attributes:
        stray: Beginning of the lines that are no field.
    """

    def __init__(self) -> None:
        self.stray = bytearray()
        self._parts: list[bytes] = []  # of the line that has not ended yet
        self._part_bytes = 0
        self._skip_line_feed = False
        self._first = True
        self._kind = ""
        self._data: list[str] = []
        self._data_bytes = 0

    def feed(self, block: bytes) -> Iterator[ServerEvent]:
        """Yield the events that this block completes.

        Raises:
            EventTooLarge: A line or event passes the bound.
        """
        if self._skip_line_feed and block:
            self._skip_line_feed = False
            if block.startswith(b"\n"):
                block = block[1:]
        if block.endswith(b"\r"):
            self._skip_line_feed = True
        if block.count(b"\n\n\n") > _MANY_BLANK_LINES:
            block = _BLANK_LINES.sub(b"\n\n", block)
        lines = _LINE_END.split(block)
        rest = lines.pop()
        for line in lines:
            if self._parts:
                self._parts.append(line)
                whole = b"".join(self._parts)
                self._parts.clear()
                self._part_bytes = 0
                yield from self._take_line(whole)
            elif line or self._data or self._kind:
                yield from self._take_line(line)
        self._keep_rest(rest)

    def unfinished(self) -> bytes:
        """The beginning of the line that has not ended yet."""
        return self._parts[0][:MAX_START_BYTES] if self._parts else b""

    def finish(self) -> Iterator[ServerEvent]:
        """Yield what stands unfinished at the end of the stream."""
        if self._parts:
            line = b"".join(self._parts)
            self._parts.clear()
            yield from self._take_line(line)
        yield from self._dispatch()

    def _keep_rest(self, rest: bytes) -> None:
        if rest:
            self._parts.append(rest)
            self._part_bytes += len(rest)
            if self._part_bytes > MAX_EVENT_BYTES:
                raise EventTooLarge

    def _take_line(self, line: bytes) -> Iterator[ServerEvent]:
        if self._first:
            self._first = False
            line = line.removeprefix(_BOM)
        if not line:
            yield from self._dispatch()
            return
        if line.startswith(b":"):
            return
        name, _, value = line.partition(b":")
        text = value.removeprefix(b" ")
        if name == b"data":
            yield from self._take_data(text)
        elif name == b"event":
            self._kind = text.decode("utf-8", "replace").strip()
        elif name not in (b"id", b"retry") and len(self.stray) < MAX_STRAY_BYTES:
            self.stray += line[: MAX_STRAY_BYTES - len(self.stray)] + b"\n"

    def _take_data(self, value: bytes) -> Iterator[ServerEvent]:
        if self._data and _looks_whole("\n".join(self._data)):
            yield from self._dispatch()
        self._data_bytes += len(value)
        if self._data_bytes > MAX_EVENT_BYTES:
            raise EventTooLarge
        # A line is decoded as a whole, so a character cut by the network is never damaged.
        self._data.append(value.decode("utf-8", "replace"))

    def _dispatch(self) -> Iterator[ServerEvent]:
        if self._data:
            yield ServerEvent(self._kind, "\n".join(self._data))
        self._kind = ""
        self._data = []
        self._data_bytes = 0


def _looks_whole(data: str) -> bool:
    """Whether data lines so far are an event of their own that lacks its blank line."""
    text = data.strip()
    return text.startswith("[DONE]") or (text.startswith("{") and text.endswith("}") and _balanced(text))


def _balanced(text: str) -> bool:
    """Whether the braces outside of strings are closed, so that a pretty-printed object stays whole."""
    outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    return outside.count("{") == outside.count("}")
