"""The flat list of blocks that a message is shown as: plain data, no Qt, no markup left to interpret.

Markdown nests (a code block in a list in a quote); a column of views does not. So containers become a
*place* on each block: how deep it stands, and the marker before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag

LINE_BREAK = "\u2028"
"""A line break inside a paragraph (Qt's own separator; copies turn it into a newline)."""


class Style(IntFlag):
    """How a run of text looks."""

    NONE = 0
    BOLD = 1
    ITALIC = 2
    STRIKE = 4
    CODE = 8
    SUPERSCRIPT = 16
    MUTED = 32
    MATH = 64


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one style.

    Attributes:
        text: What is shown, or the formula with its delimiters for ``Style.MATH``.
        style: Its look.
        href: Target as written in the source; blank when this is no link.
    """

    text: str
    style: Style = Style.NONE
    href: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a block stands.

    Attributes:
        levels: Containers from outside in: ``q`` a quote, ``u`` a bulleted and ``o`` a numbered item.
        marker: Bullet, number or check box before the block; blank when it only continues an item.
    """

    levels: str = ""
    marker: str = ""

    @property
    def depth(self) -> int:
        """How many lists it stands in."""
        return len(self.levels) - self.levels.count("q")


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph or heading.

    Attributes:
        runs: Its text.
        place: Where it stands.
        heading: 1 to 6, or 0 for a paragraph.
        joined: True if it carries on the block before it, which was cut only for speed.
        note: True for a footnote or link definition, shown small.
    """

    runs: tuple[Run, ...]
    place: Place = Place()
    heading: int = 0
    joined: bool = False
    note: bool = False


@dataclass(frozen=True, slots=True)
class RuleBlock:
    """A horizontal rule."""

    place: Place = Place()


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A fenced or indented code block.

    Attributes:
        text: The code without the fence and without a final newline.
        info: The words after the fence; the first one names the language.
        place: Where it stands.
    """

    text: str
    info: str = ""
    place: Place = Place()

    @property
    def language(self) -> str:
        """First word of the fence's info string, in lower case."""
        return self.info.split(maxsplit=1)[0].strip("{.}").lower() if self.info.strip() else ""


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table; every row has as many cells as the head.

    Attributes:
        rows: Cells of all rows, the head first.
        aligns: ``left``, ``center``, ``right`` or blank for each column.
        place: Where it stands.
    """

    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    aligns: tuple[str, ...]
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class MathBlock:
    """A formula on a line of its own.

    Attributes:
        source: The formula with its delimiters.
        place: Where it stands.
    """

    source: str
    place: Place = Place()


Block = TextBlock | RuleBlock | CodeBlock | TableBlock | MathBlock


def formula(source: str) -> tuple[str, bool]:
    """Take the delimiters off a formula: the TeX inside, and whether it is a display."""
    display = source.startswith(("$$", "\\["))
    size = 2 if display or source.startswith("\\(") else 1
    return source[size : len(source) - size].strip(), display


def plain_text(blocks: list[Block] | tuple[Block, ...]) -> str:
    """What a reader sees, as plain text: one line per block line, cells split by tabs, formulas as source."""
    parts: list[str] = []
    for block in blocks:
        text = _plain(block)
        if isinstance(block, TextBlock) and block.joined and parts:
            parts[-1] += text
        else:
            parts.append(text)
    return "\n".join(parts)


def _plain(block: Block) -> str:
    indent = "  " * max(0, block.place.depth - 1)
    lead = f"{indent}{block.place.marker} " if block.place.marker else ""
    match block:
        case TextBlock():
            return lead + text_of(block.runs)
        case RuleBlock():
            return "---"
        case CodeBlock():
            return f"{block.info}\n{block.text}" if block.info else block.text
        case TableBlock():
            return "\n".join("\t".join(text_of(cell) for cell in row) for row in block.rows)
        case MathBlock():
            return block.source


def text_of(runs: tuple[Run, ...]) -> str:
    """The text of some runs, line breaks as newlines."""
    return "".join(run.text for run in runs).replace(LINE_BREAK, "\n")
