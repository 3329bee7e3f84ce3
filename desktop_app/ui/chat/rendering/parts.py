"""The parts of a column: which blocks share a view, which view shows them, how high they might be."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from desktop_app.ui.chat.rendering.blocks import (
    LINE_BREAK,
    Block,
    CodeBlock,
    MathBlock,
    RuleBlock,
    TableBlock,
    TextBlock,
    plain_text,
)
from desktop_app.ui.chat.rendering.code_view import CodeView
from desktop_app.ui.chat.rendering.math_view import MathView
from desktop_app.ui.chat.rendering.table_view import TableView
from desktop_app.ui.chat.rendering.text_view import TextView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from desktop_app.ui.chat.rendering.view import RichView

    View = TextView | CodeView | TableView | MathView

GROUP_BLOCKS = 80
GROUP_CHARS = 6_000
"""Text blocks share a view up to this many; so no single layout takes long."""


@dataclass(slots=True, eq=False)
class Part:
    """The blocks of one view.

    Attributes:
        blocks: What it shows.
        first: Number of the first of them in the message.
        view: The view, once it has been needed.
        laid: Width its height was measured for; negative if it was only estimated; 0 if unknown.
        height: Pixels, at that width.
        top: Distance from the column's top.
        coloured: True once its code has been given to the highlighter.
    """

    blocks: Sequence[Block]
    first: int
    view: View | None = None
    laid: int = 0
    height: int = 0
    top: int = 0
    coloured: bool = False

    def text(self) -> RichView | None:
        """The text view in it."""
        return self.view.text if isinstance(self.view, CodeView) else self.view

    def visible_text(self) -> str:
        """What its view shows, formulas as their source."""
        view = self.text()
        if view is None:
            return plain_text(list(self.blocks))
        text = view.text_between(0, view.document().characterCount() - 1)
        label = self.view.label() if isinstance(self.view, CodeView) else ""
        return f"{label}\n{text}" if label else text


def view_class(block: Block) -> type[View]:
    """The kind of view that shows a block."""
    match block:
        case CodeBlock():
            return CodeView
        case TableBlock():
            return TableView
        case MathBlock():
            return MathView
        case _:
            return TextView


def groups_of(blocks: Sequence[Block], first: int) -> Iterator[tuple[int, list[Block]]]:
    """Blocks from a number on, text blocks in groups that share a view; every other one by itself."""
    group: list[Block] = []
    start = first
    size = 0
    for number in range(first, len(blocks)):
        block = blocks[number]
        is_text = isinstance(block, TextBlock | RuleBlock)
        full = len(group) >= GROUP_BLOCKS or size > GROUP_CHARS
        if group and (not is_text or full):
            yield start, group
            group, size = [], 0
        if not is_text:
            yield number, [block]
            continue
        if not group:
            start = number
        group.append(block)
        size += sum(len(run.text) for run in block.runs) if isinstance(block, TextBlock) else 0
    if group:
        yield start, group


def fill(part: Part) -> None:
    """Bring a part's view up to date with its blocks."""
    if isinstance(part.view, TextView):
        part.view.set_blocks(part.blocks)  # type: ignore[arg-type]  # the view was made for their kind
    elif part.view is not None:
        part.view.set_block(part.blocks[0])  # type: ignore[arg-type]


def guess_lines(block: Block, ems: float) -> float:
    """A guess at a block's height in lines, at a width in line heights."""
    match block:
        case CodeBlock():
            return block.text.count("\n") + 3.5
        case TableBlock():
            return 1.9 * len(block.rows)
        case MathBlock():
            return 3
        case RuleBlock():
            return 1.5
        case TextBlock():
            text = "".join(run.text for run in block.runs)
            wide = 0.45 if text[:200].isascii() else 0.9
            return 0.5 + sum(ceil(max(1, len(line) * wide / ems)) for line in text.split(LINE_BREAK)) * 1.2
