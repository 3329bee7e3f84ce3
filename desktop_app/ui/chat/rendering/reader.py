"""Reads a growing Markdown source into blocks; what is settled is never parsed again.

The source is cut into *units*: a top-level block, or one item of a top-level list. A unit is settled once
the next one has begun with complete lines, since no later line can reach back over that border. Only the
rest, the *tail*, is parsed again when text arrives, and never more than a window of it. All cuts depend on
the text alone and not on how it arrives, so a streamed message ends up equal to one read at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.ui.chat.rendering.blocks import (
    LINE_BREAK,
    Block,
    CodeBlock,
    Place,
    Run,
    TableBlock,
    TextBlock,
)
from desktop_app.ui.chat.rendering.grammar import MAX_NESTING, grammar, open_formula

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

WINDOW_CHARS = 20_000
WINDOW_LINES = 400
MOST_BRACKETS = 300
"""Opening ones in a window; the parser looks for the end of a link from each, over all that follows."""
LONG_LINE = 4_000
"""A longer line is cut into pieces of half this size, each its own paragraph to the layout."""

_PLAIN = re.compile(r"(?!\s*$)[^\\`*_\[\]<>&#|~$!\t\x00]*")
_NOT_PROSE = re.compile(r"^(?: {4}|\s*(?:[-+=]|\d{1,9}[.)]))|://", re.MULTILINE)
# What a text document of Qt takes for structure of its own, and halves of characters.
_UNSHOWABLE = re.compile("[\x00\ufdd0\ufdd1\ufffc\ud800-\udfff]")
# Also those that only Python takes for white space: the parser would see a paragraph of nothing.
_LINE_ENDS = re.compile("[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
_FENCE = re.compile(r"( {0,3})(?:(`{3,})([^`\n]*)|(~{3,})([^\n]*))\n")
_DEFINITION = re.compile(r"^ {0,3}\[([^\[\]^\n][^\[\]\n]*)\]:[ \t]*<?([^\s<>]+)>?[^\n]*$", re.MULTILINE)
_BEGUN_TABLE = re.compile(r"(?:^|\n)( {0,3}\|[^\n]*\|[ \t]*|(?: {0,3}\|[^\n]+)(?=\n))(?:\n[-:| \t]*)?\Z")
_SENTENCE_END = re.compile("[.!?](?= )|[。！？]")
_TABLE_HEAD = re.compile(r" {0,3}\S[^\n]*\n[ ]{0,3}[|:-][-:| \t]*\n")


@dataclass(frozen=True, slots=True)
class _Unit:
    """Settled source and its blocks; ``plain`` is how it must be read again when a definition arrives."""

    source: str
    blocks: tuple[Block, ...]
    rest_of_line: Place | None = None


class Reader:
    """Blocks of a source that grows at its end.

    ``blocks()`` may be called at any time; ``settled`` tells how many of them will not change, except
    when ``feed`` reports a lower index because a link definition arrived late.
    """

    def __init__(self) -> None:
        self._units: list[_Unit] = []
        self._settled: list[Block] = []
        self._tail = ""
        self._rest_of_line: Place | None = None
        self._fence_line = 0
        """Where the line of an open fence's code starts that may still become the closing one."""
        self._fence_seen = 0
        self._references: dict[str, dict[str, str]] = {}
        self._scanned = ""
        self._return = ""
        self._parsed: tuple[str, list[tuple[int, tuple[Block, ...]]]] | None = None

    @property
    def settled(self) -> int:
        """Number of blocks that are settled."""
        return len(self._settled)

    def feed(self, text: str) -> int:
        """Take more source in.

        Returns:
            Index of the first block that may have changed.
        """
        changed = len(self._settled)
        text = self._return + text
        self._return = "\r" if text.endswith("\r") else ""
        text = text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n")
        text = _LINE_ENDS.sub("\n", _UNSHOWABLE.sub("\ufffd", text))
        changed = min(changed, self._define(text))
        self._tail += text
        while self._settle():
            pass
        return changed

    def blocks(self, *, final: bool = True) -> list[Block]:
        """All blocks: the settled ones and those of the tail as it stands.

        Args:
            final: False while more is expected; what may become a closing fence or a table is then shown so.
        """
        return [*self._settled, *self._live(final=final)]

    # -- settling ---------------------------------------------------------------------------------

    def _settle(self) -> bool:
        """Settle the next units, if any can be; True if the tail became shorter."""
        blank = len(self._tail) - len(self._tail.lstrip("\n"))
        if blank and self._rest_of_line is None:
            self._tail = self._tail[blank:]
        if not self._tail:
            return False
        if self._rest_of_line is not None:
            return self._settle_rest_of_line()
        if fence := _FENCE.match(self._tail):
            return self._settle_fence(fence)
        end = self._tail.find("\n")
        if (end if end >= 0 else len(self._tail)) > LONG_LINE:
            return self._settle_long_line()
        return self._settle_window()

    def _settle_window(self) -> bool:
        window, more = self._window()
        units = self._units_of(window)
        lines = window.count("\n")
        limit = lines if more else lines - 1
        opened = open_formula(window)
        if opened and opened < limit and window.split("\n", opened)[opened - 1].strip(" >"):
            opened -= 1  # should the formula turn out to be none, it belongs to the paragraph before it
        starts = [start for start, _ in units[1:] if start < limit and (more or start <= opened)]
        if starts:
            count = starts.index(starts[-1]) + 1
            self._commit_lines(window, units[:count], starts[-1])
            return True
        if more and not self._may_go_on(window, units):
            self._cut(window, units)
            return True
        return False

    def _window(self) -> tuple[str, bool]:
        """The part of the tail that is parsed now, in whole lines if more follows."""
        position = brackets = 0
        for _ in range(WINDOW_LINES):
            end = self._tail.find("\n", position)
            stop = end if end >= 0 else len(self._tail)
            brackets += self._tail.count("[", position, stop)
            too_much = stop - position > LONG_LINE or stop > WINDOW_CHARS or brackets > MOST_BRACKETS
            if position and too_much:
                return self._tail[:position], True
            if end < 0:
                return self._tail, False
            position = end + 1
        return self._tail[:position], position < len(self._tail)

    def _commit_lines(self, window: str, units: list[tuple[int, tuple[Block, ...]]], stop: int) -> None:
        """Settle units that end where line ``stop`` of the window begins."""
        offsets = [0, *(match.end() for match in re.finditer("\n", window))]
        borders = [start for start, _ in units[1:]] + [stop]
        begin = 0
        for (_, blocks), border in zip(units, borders, strict=True):
            self._add(_Unit(window[begin : offsets[border]], blocks))
            begin = offsets[border]
        self._tail = self._tail[begin:]

    def _cut(self, window: str, units: list[tuple[int, tuple[Block, ...]]]) -> None:
        """Settle a part of a unit that is larger than the window."""
        blocks = units[0][1] if units else ()
        head = self._head_to_repeat(window) if blocks and isinstance(blocks[-1], TableBlock) else ""
        self._add(_Unit(window, blocks))
        self._tail = head + self._tail[len(window) :]

    def _may_go_on(self, window: str, units: list[tuple[int, tuple[Block, ...]]]) -> bool:
        """True while it is open whether the line after a window full of table is a row of it."""
        if not units or not units[0][1] or not isinstance(units[0][1][-1], TableBlock):
            return False
        return self._tail.find("\n", len(window)) < 0 and len(self._tail) - len(window) <= LONG_LINE

    def _head_to_repeat(self, window: str) -> str:
        """The head of a table whose next line is a row, for its columns and for the reader; else nothing."""
        head = _TABLE_HEAD.match(window)
        line = self._tail[len(window) :].partition("\n")[0]
        if head is None or len(line) > LONG_LINE:  # a long line is cut and is no row
            return ""
        tokens = grammar().parse(head[0] + line)
        return head[0] if sum(token.type == "tr_open" for token in tokens) > 1 else ""

    def _settle_fence(self, fence: re.Match[str]) -> bool:
        mark = fence[2] or fence[4]
        begin = max(fence.end(), self._fence_line)
        found = None
        if self._tail.find("\n", max(begin, self._fence_seen)) >= 0:
            closing = re.compile(rf"^ {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*\n", re.MULTILINE)
            found = closing.search(self._tail, begin)
        if found is None:
            self._fence_line = max(fence.end(), self._tail.rfind("\n") + 1)
            self._fence_seen = len(self._tail)
            return False
        block = _code(self._tail, fence, found.start())
        self._add(_Unit(self._tail[: found.end()], (block,)))
        self._tail = self._tail[found.end() :]
        self._fence_line = self._fence_seen = 0
        return True

    def _settle_long_line(self) -> bool:
        cut = _piece_end(self._tail)
        blocks = self._parse(self._tail[:cut])
        self._add(_Unit(self._tail[:cut], blocks))
        self._tail = self._tail[cut:]
        levels = blocks[-1].place.levels if blocks else ""
        self._rest_of_line = Place(levels)
        return True

    def _settle_rest_of_line(self) -> bool:
        place = self._rest_of_line
        end = self._tail.find("\n")
        length = end if end >= 0 else len(self._tail)
        if length > LONG_LINE:
            cut = _piece_end(self._tail)
        elif end >= 0:
            cut = end + 1
            self._rest_of_line = None
        else:
            return False
        source = self._tail[:cut]
        self._add(_Unit(source, self._rest_blocks(source, place or Place()), place))
        self._tail = self._tail[cut:]
        return True

    def _add(self, unit: _Unit) -> None:
        self._units.append(unit)
        self._settled.extend(unit.blocks)

    # -- parsing ----------------------------------------------------------------------------------

    def _live(self, *, final: bool) -> tuple[Block, ...]:
        if not self._tail:
            return ()
        if self._rest_of_line is not None:
            return self._rest_blocks(self._tail, self._rest_of_line)
        if fence := _FENCE.match(self._tail):
            return (self._open_code(fence, final=final),)
        return self._parse(self._tail if final else _with_begun_table(self._tail))

    def _open_code(self, fence: re.Match[str], *, final: bool) -> CodeBlock:
        mark = fence[2] or fence[4]
        last = self._tail.rfind("\n") + 1
        words = self._tail[last:].strip()
        closed = len(words) >= len(mark) and not words.strip(mark[0])
        held = not final and words and not words.strip(mark[0])
        end = last if last >= fence.end() and (closed or held) else len(self._tail)
        return _code(self._tail, fence, end)

    def _parse(self, source: str) -> tuple[Block, ...]:
        return tuple(block for _, blocks in self._units_of(source) for block in blocks)

    def _units_of(self, source: str) -> list[tuple[int, tuple[Block, ...]]]:
        """The units of a piece of source with the line each starts at; the last answer is kept."""
        if self._parsed is None or self._parsed[0] != source:
            self._parsed = (source, self._read_units(source))
        return self._parsed[1]

    def _read_units(self, source: str) -> list[tuple[int, tuple[Block, ...]]]:
        if _PLAIN.fullmatch(source) and not _NOT_PROSE.search(source):
            return list(_prose(source))
        if source.count("[") > 2 * MOST_BRACKETS:
            return [(0, _literal(source))]
        from desktop_app.ui.chat.rendering.flatten import flatten

        tokens = grammar().parse(source, {"references": self._references})
        if any(token.level >= MAX_NESTING - 2 for token in tokens):
            return [(0, _literal(source))]
        lines = source.split("\n")
        return [
            (start, flatten(part, lines, self._references, levels)) for start, part, levels in _split(tokens)
        ]

    def _rest_blocks(self, source: str, place: Place) -> tuple[Block, ...]:
        from desktop_app.ui.chat.rendering.flatten import runs_of

        text = source.removesuffix("\n")
        special = (not _PLAIN.fullmatch(text) or "://" in text) and text.count("[") <= 2 * MOST_BRACKETS
        runs = runs_of(text, self._references) if special else (Run(text),) if text else ()
        return (TextBlock(runs, replace(place, marker=""), joined=True),) if runs else ()

    # -- link definitions -------------------------------------------------------------------------

    def _define(self, text: str) -> int:
        """Note link definitions in newly complete lines; read again the settled units that use them."""
        self._scanned += text
        end = self._scanned.rfind("\n") + 1
        complete, self._scanned = self._scanned[:end], self._scanned[end:]
        if len(self._scanned) > LONG_LINE:
            self._scanned = self._scanned[:1]
        labels = set()
        if "]:" in complete:
            from markdown_it.common.utils import normalizeReference

            for match in _DEFINITION.finditer(complete):
                label = normalizeReference(match[1])
                if label not in self._references and len(match[0]) <= LONG_LINE:
                    self._references[label] = {"title": "", "href": match[2]}
                    labels.add(label)
        if not labels:
            return len(self._settled)
        self._parsed = None
        return self._reread(labels)

    def _reread(self, labels: set[str]) -> int:
        from markdown_it.common.utils import normalizeReference

        changed = len(self._settled)
        index = 0
        for number, unit in enumerate(self._units):
            used = {normalizeReference(name) for name in re.findall(r"\[([^\[\]]+)\]", unit.source)}
            if used & labels and not isinstance(unit.blocks[0] if unit.blocks else None, CodeBlock):
                place = unit.rest_of_line
                blocks = self._rest_blocks(unit.source, place) if place else self._parse(unit.source)
                self._units[number] = replace(unit, blocks=blocks)
                changed = min(changed, index)
            index += len(unit.blocks)
        if changed < len(self._settled):
            self._settled = [block for unit in self._units for block in unit.blocks]
        return changed


def _split(tokens: list[Token]) -> Iterator[tuple[int, list[Token], str]]:
    """Tokens of each unit, the line it starts at and its containers."""
    part: list[Token] = []
    levels = ""
    for token in tokens:
        if token.level == 0 and token.type in {"bullet_list_open", "ordered_list_open"}:
            levels = "u" if token.type == "bullet_list_open" else "o"
            continue
        if token.level == 0 and token.type in {"bullet_list_close", "ordered_list_close"}:
            continue
        part.append(token)
        in_list = part[0].type == "list_item_open" and part[0].level == 1
        if (
            token.level == (1 if in_list else 0)
            and token.nesting <= 0
            and not (in_list and token.nesting == 0)
        ):
            if token.type == "inline":
                continue
            yield (part[0].map or [0])[0], part, levels if in_list else ""
            part = []


def _prose(source: str) -> Iterator[tuple[int, tuple[Block, ...]]]:
    """Units of a source without any mark: paragraphs split by blank lines."""
    lines: list[str] = []
    start = 0
    for number, line in enumerate([*source.split("\n"), ""]):
        text = line.strip(" \t\n\r\f\v") if not line.strip() or line.isascii() else line.strip(" \t")
        if text:
            start = start if lines else number
            lines.append(text)
        elif lines:
            yield start, (TextBlock((Run(LINE_BREAK.join(lines)),)),)
            lines = []


def _literal(source: str) -> tuple[Block, ...]:
    return (TextBlock((Run(source.strip("\n").replace("\n", LINE_BREAK)),)),)


def _code(source: str, fence: re.Match[str], end: int) -> CodeBlock:
    body = source[fence.end() : end].removesuffix("\n")
    if fence[1]:
        body = re.sub(rf"^ {{1,{len(fence[1])}}}", "", body, flags=re.MULTILINE)
    return CodeBlock(body, (fence[3] or fence[5] or "").strip())


def _with_begun_table(source: str) -> str:
    """A source that ends in the head of a table, with the line below it completed: it is to look like one."""
    begun = _BEGUN_TABLE.search(source)
    if begun is None or "|" in source[: max(0, begun.start(1) - 1)].rpartition("\n")[2]:
        return source  # no table in sight, or one that has its head already
    columns = len(re.findall(r"(?<!\\)\|", begun[1].strip().strip("|"))) + 1
    return f"{source[: begun.end(1)]}\n|{'---|' * columns}\n"


def _piece_end(text: str) -> int:
    """Where a piece of a long line ends: after a sentence, before a space, or anywhere."""
    half = LONG_LINE // 2
    ends = [match.end() for match in _SENTENCE_END.finditer(text, half - 800, half)]
    if ends:
        return ends[-1]
    space = text.rfind(" ", half - 400, half)
    return space if space >= 0 else half
