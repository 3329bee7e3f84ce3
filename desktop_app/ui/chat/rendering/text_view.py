"""A run of paragraphs in one view; when text arrives only the end of it is touched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QTextCharFormat, QTextCursor

from desktop_app.ui.chat.rendering.blocks import RuleBlock, Run, Style, TextBlock
from desktop_app.ui.chat.rendering.quote_bars import paint_bars, shared_levels
from desktop_app.ui.chat.rendering.view import BREAK, RichView, units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from desktop_app.ui.chat.rendering.look import Look

_LONG_WORD = re.compile(r"[!-~\u00a1-\u1fff]{120,}")
_WORD_PIECE = 80


class TextView(RichView):
    """Paragraphs, headings, list items and rules: each one paragraph of the document, by its number."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(look, parent)
        self._blocks: list[TextBlock | RuleBlock] = []
        self._marked: list[int] = []
        self._waiting_from = 0

    def set_blocks(
        self, blocks: Sequence[TextBlock | RuleBlock], *, anew: bool = False, anew_from: int | None = None
    ) -> None:
        """Show these blocks, touching only what differs from what is shown.

        Args:
            blocks: What to show.
            anew: True to make all of it again, for a new theme.
            anew_from: Number of the block from which all is made again.
        """
        same = 0
        anew = anew or anew_from is not None
        if anew_from is not None:
            same = anew_from
        elif not anew:
            limit = min(len(blocks), len(self._blocks))
            while same < limit and (blocks[same] is self._blocks[same] or blocks[same] == self._blocks[same]):
                same += 1
        if same == len(blocks) == len(self._blocks):
            self._blocks = list(blocks)
            return
        if self.waits and same <= self._waiting_from:
            self.waits = False
        kept = 0 if anew else self._kept(blocks, same)
        with self.editing() as cursor:
            self._remove_from(cursor, same, kept)
            for number in range(same, len(blocks)):
                self._append(cursor, blocks, number, kept if number == same else 0)
        self._blocks = list(blocks)
        self._marked = [
            number
            for number, block in enumerate(blocks)
            if "q" in block.place.levels or isinstance(block, RuleBlock)
        ]

    def set_look(self, look: Look, blocks: Sequence[TextBlock | RuleBlock]) -> None:
        """Show it in another theme or font."""
        self.look = look
        self.document().setDefaultFont(look.font)
        self.set_blocks(blocks, anew=True)

    def show_pictures(self) -> None:
        """Show pictures of formulas that have become ready."""
        if self.waits:
            self.set_blocks(self._blocks, anew_from=self._waiting_from)

    def _kept(self, blocks: Sequence[TextBlock | RuleBlock], number: int) -> int:
        """Characters at the start of a paragraph that stay as they are, so that a selection stays too."""
        if number >= len(self._blocks) or number >= len(blocks):
            return 0
        old, new = self._blocks[number], blocks[number]
        if not isinstance(old, TextBlock) or not isinstance(new, TextBlock):
            return 0
        if (old.place, old.heading, old.joined, old.note) != (new.place, new.heading, new.joined, new.note):
            return 0
        kept = len(new.place.marker) + 1 if new.place.marker else 0
        for one, other in zip(old.runs, new.runs, strict=False):
            if (one.style, one.href) != (other.style, other.href) or one.style & Style.MATH:
                break
            if one.text != other.text:
                return kept + _common(_broken(one.text), _broken(other.text))
            kept += len(_broken(one.text))
        return kept

    def _remove_from(self, cursor: QTextCursor, number: int, kept: int) -> None:
        block = self.document().findBlockByNumber(number)
        if not block.isValid() or number >= len(self._blocks):
            cursor.movePosition(QTextCursor.MoveOperation.End)
            return
        start = block.position() + units(block.text()[:kept]) if kept else max(0, block.position() - 1)
        cursor.setPosition(start)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if number and not kept:
            # Qt gives a paragraph that was empty the format of the text removed behind it.
            before = self._blocks[number - 1]
            earlier = self._blocks[number - 2] if number > 1 else None
            cursor.setBlockFormat(self.look.paragraph(before, self.look.gap(earlier, before)))

    def _append(
        self, cursor: QTextCursor, blocks: Sequence[TextBlock | RuleBlock], number: int, kept: int
    ) -> None:
        """Add a paragraph, or the rest of one whose first ``kept`` characters are there."""
        block = blocks[number]
        before = blocks[number - 1] if number else None
        paragraph = self.look.paragraph(block, self.look.gap(before, block))
        note = isinstance(block, TextBlock) and block.note
        heading = block.heading if isinstance(block, TextBlock) else 0
        plain = self.look.char(heading=heading, note=note)
        if number and not kept:
            cursor.insertBlock(paragraph, plain)
        else:
            cursor.setBlockFormat(paragraph)
            cursor.setBlockCharFormat(plain)
        skip = kept
        marker = f"{block.place.marker} " if block.place.marker else ""
        if skip < len(marker):
            cursor.insertText(marker, self.look.marker_char(marker))
        skip = max(0, skip - len(marker))
        for run in block.runs if isinstance(block, TextBlock) else ():
            if run.style & Style.MATH:
                if not self.insert_formula(cursor, run.text, self._format(run, heading, note=note)):
                    self._wait_from(number)
                continue
            text = _broken(run.text)
            if skip < len(text):
                cursor.insertText(text[skip:], self._format(run, heading, note=note))
            skip = max(0, skip - len(text))

    def _wait_from(self, number: int) -> None:
        if not self.waits:
            self.waits = True
            self._waiting_from = number

    def _format(self, run: Run, heading: int, *, note: bool) -> QTextCharFormat:
        made = self.look.char(run.style, link=bool(run.href), heading=heading, note=note)
        return self.link_format(made, run.href) if run.href else made

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw quote bars and rules under the text."""
        if self._marked:
            painter = QPainter(self.viewport())
            for number in self._marked:
                self._paint_marks(painter, number)
            painter.end()
        super().paintEvent(event)

    def _paint_marks(self, painter: QPainter, number: int) -> None:
        block = self._blocks[number]
        following = self._blocks[number + 1] if number + 1 < len(self._blocks) else None
        line = self.document().findBlockByNumber(number)
        layout = self.document().documentLayout()
        rect = layout.blockBoundingRect(line)
        width = self.viewport().width()
        if isinstance(block, RuleBlock):
            left = self.look.indent(block.place)
            colour = QColor(self.look.theme.border)
            painter.fillRect(QRectF(left, rect.center().y(), width - left, 1), colour)
        turned = line.textDirection() == Qt.LayoutDirection.RightToLeft
        right = width if turned else 0
        bottom: float = self.viewport().height()
        if following:
            # Up to the gap: a block's rectangle leaves out the space that its line height adds.
            bottom = layout.blockBoundingRect(line.next()).top() - self.look.gap(block, following)
        paint_bars(painter, self.look, block.place.levels, rect.top(), bottom - rect.top(), right)
        shared = shared_levels(block, following)
        if shared and following:
            paint_bars(painter, self.look, shared, bottom, self.look.gap(block, following), right)


def _common(one: str, other: str) -> int:
    """Length of the common start of two texts."""
    limit = min(len(one), len(other))
    if one[:limit] == other[:limit]:
        return limit
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _broken(text: str) -> str:
    """A text whose very long words may break: their layout would take seconds otherwise."""
    if len(text) < 120:  # noqa: PLR2004
        return text
    return _LONG_WORD.sub(
        lambda word: BREAK.join(word[0][i : i + _WORD_PIECE] for i in range(0, len(word[0]), _WORD_PIECE)),
        text,
    )
