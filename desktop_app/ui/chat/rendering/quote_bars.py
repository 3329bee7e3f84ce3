"""The bars beside quotes: one for each quote around a block, drawn on through the gaps inside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from desktop_app.ui.chat.rendering.blocks import Block
    from desktop_app.ui.chat.rendering.look import Look

_WIDTH = 3.0


def shared_levels(before: Block | None, block: Block | None) -> str:
    """The containers two neighbours share, if a quote is among them; else blank."""
    if before is None or block is None:
        return ""
    one, other = before.place.levels, block.place.levels
    length = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return one[:length] if "q" in one[:length] else ""


def paint_bars(
    painter: QPainter, look: Look, levels: str, top: float, height: float, right: float = 0
) -> None:
    """Draw the bars for some containers.

    Args:
        painter: Paints on the column or a view that starts at its left edge.
        look: Tells colours and distances.
        levels: The containers, from outside in.
        top: Where the bars start, in pixels.
        height: How long they are.
        right: Width of the ground for text from right to left, whose bars stand there; 0 for the left side.
    """
    x = 0.0
    for level in levels:
        if level == "q":
            left = right - x - _WIDTH if right else x
            painter.fillRect(QRectF(left, top, _WIDTH, height), QColor(look.theme.border))
        x += look.step(level)
