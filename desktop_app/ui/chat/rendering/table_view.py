"""A table with borders that scrolls sideways where its columns need more room than the message has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextTable,
    QTextTableFormat,
)

from desktop_app.ui.chat.rendering.blocks import Style, text_of
from desktop_app.ui.chat.rendering.direction import is_right_to_left
from desktop_app.ui.chat.rendering.view import RichView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.ui.chat.rendering.blocks import Run, TableBlock
    from desktop_app.ui.chat.rendering.look import Look

_ALIGNS = {"center": Qt.AlignmentFlag.AlignHCenter, "right": Qt.AlignmentFlag.AlignRight}
_COLUMN_EMS = 7.0


class TableView(RichView):
    """One table; rows that arrive later are added below the ones shown."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(look, parent)
        self._block: TableBlock | None = None
        self._natural = 0.0
        self.setObjectName("table_block")
        self.setAccessibleName(self.tr("Table"))

    def set_block(self, block: TableBlock) -> None:
        """Show a table; rows that stayed the same are not touched."""
        old, self._block = self._block, block
        if old == block:
            return
        table, same = self._table(), 0
        if old is not None and (old.rows[0] != block.rows[0] or old.aligns != block.aligns):
            old = None
        if table is None or old is None:
            self.waits = False
            self.document().clear()
        with self.editing() as cursor:
            if table is None or old is None:
                table = cursor.insertTable(len(block.rows), len(block.aligns), self._format())
            else:
                _resize(table, len(old.rows), len(block.rows))
                same = _same_rows(old, block)
            for row in range(same, len(block.rows)):
                for column, runs in enumerate(block.rows[row]):
                    self._fill(table, row, column, runs)
        self._natural = 0.0

    def set_look(self, look: Look) -> None:
        """Show it in another theme or font."""
        self.look = look
        self.document().setDefaultFont(look.font)
        block, self._block = self._block, None
        if block:
            self.set_block(block)

    def _table(self) -> QTextTable | None:
        frames = self.document().rootFrame().childFrames()
        return frames[0] if frames and isinstance(frames[0], QTextTable) else None

    def _format(self) -> QTextTableFormat:
        made = QTextTableFormat()
        made.setBorder(1)
        made.setBorderCollapse(True)
        made.setBorderBrush(QBrush(QColor(self.look.theme.border)))
        made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        made.setCellPadding(round(self.look.em * 0.35))
        made.setCellSpacing(0)
        made.setHeaderRowCount(1)
        return made

    def _fill(self, table: QTextTable, row: int, column: int, runs: tuple[Run, ...]) -> None:
        cell = table.cellAt(row, column)
        shade = cell.format().toTableCellFormat()
        shade.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        if row == 0:
            shade.setBackground(self.look.tint())
        cell.setFormat(shade)
        cursor = cell.firstCursorPosition()
        cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        paragraph = QTextBlockFormat()
        turned = is_right_to_left(text_of(runs))
        paragraph.setLayoutDirection(
            Qt.LayoutDirection.RightToLeft if turned else Qt.LayoutDirection.LeftToRight
        )
        align = self._block.aligns[column] if self._block else ""
        if align in _ALIGNS:
            paragraph.setAlignment(_ALIGNS[align] | Qt.AlignmentFlag.AlignAbsolute)
        cursor.setBlockFormat(paragraph)
        for run in runs:
            style = run.style | Style.BOLD if row == 0 else run.style
            made: QTextCharFormat = self.look.char(style, link=bool(run.href))
            if run.style & Style.MATH:
                self.waits |= not self.insert_formula(cursor, run.text, made)
            else:
                cursor.insertText(run.text, self.link_format(made, run.href) if run.href else made)

    def show_pictures(self) -> None:
        """Show pictures of formulas that have become ready."""
        if self.waits:
            self.waits = False
            self.set_look(self.look)

    # -- size -------------------------------------------------------------------------------------

    def height_for(self, width: int) -> int:
        """Height at a width; columns are not pressed below a readable width, the table scrolls instead."""
        if not self._natural:
            self.lay_out(-1)
            self._natural = self.document().size().width()
        columns = len(self._block.aligns) if self._block else 1
        least = min(self._natural, columns * _COLUMN_EMS * self.look.em)
        laid = round(max(width, least))
        if self.lineWrapMode() != RichView.LineWrapMode.FixedPixelWidth:
            self.setLineWrapMode(RichView.LineWrapMode.FixedPixelWidth)
        if self.lineWrapColumnOrWidth() != laid:
            self.setLineWrapColumnOrWidth(laid)
        self.lay_out(laid)
        size = self.document().size()
        scrolls = size.width() > width + 1
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(policy)
        return round(size.height()) + (self.horizontalScrollBar().sizeHint().height() if scrolls else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let Qt set the scroll range."""
        super(RichView, self).resizeEvent(event)

    def text_between(self, start: int, end: int) -> str:
        """Plain text of a selection: cells of a row split by tabs."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        first, rows, left, columns = _selected_cells(cursor)
        block = self._block
        if block is None or first < 0:
            whole = cursor.selectionStart() == 0 and cursor.atEnd()
            if block and whole:
                first, rows, left, columns = 0, len(block.rows), 0, len(block.aligns)
            else:
                return super().text_between(start, end)
        picked = block.rows[first : first + rows]
        return "\n".join("\t".join(text_of(cell) for cell in row[left : left + columns]) for row in picked)


def _resize(table: QTextTable, old: int, new: int) -> None:
    if new < old:
        table.removeRows(new, old - new)
    elif new > old:
        table.appendRows(new - old)


def _selected_cells(cursor: QTextCursor) -> tuple[int, int, int, int]:
    """First row, rows, first column, columns; all -1 where no cells are selected."""
    cells: tuple[int, int, int, int] = cursor.selectedTableCells()  # type: ignore[assignment]  # no type in the stub
    return cells


def _same_rows(old: TableBlock, new: TableBlock) -> int:
    count = 0
    for one, other in zip(old.rows, new.rows, strict=False):
        if one != other:
            break
        count += 1
    return count
