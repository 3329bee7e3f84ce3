"""A formula on a line of its own; a wide one scrolls sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlockFormat, QTextCursor

from desktop_app.ui.chat.rendering.blocks import Style, formula
from desktop_app.ui.chat.rendering.view import RichView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.ui.chat.rendering.blocks import MathBlock
    from desktop_app.ui.chat.rendering.look import Look


class MathView(RichView):
    """One display formula: its picture, or its source while there is none."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(look, parent)
        self._block: MathBlock | None = None
        self.setObjectName("math_block")
        self.setLineWrapMode(RichView.LineWrapMode.NoWrap)

    def set_block(self, block: MathBlock, *, anew: bool = False) -> None:
        """Show a formula."""
        if block == self._block and not anew:
            return
        self._block = block
        self.setAccessibleName(self.tr("Formula: {source}").format(source=formula(block.source)[0]))
        paragraph = QTextBlockFormat()
        paragraph.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        with self.editing() as cursor:
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.removeSelectedText()
            cursor.setBlockFormat(paragraph)
            self.waits = not self.insert_formula(cursor, block.source, self.look.char(Style.MATH))

    def show_pictures(self) -> None:
        """Show the picture, which may have become ready."""
        if self._block and self.waits:
            self.set_block(self._block, anew=True)

    def set_look(self, look: Look) -> None:
        """Show it in another theme or font."""
        self.look = look
        self.document().setDefaultFont(look.font)
        if self._block:
            self.set_block(self._block, anew=True)

    def height_for(self, width: int) -> int:
        """Height at a width, in pixels."""
        document = self.document()
        natural = document.idealWidth()
        self.lay_out(max(width, natural))
        scrolls = natural > width
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(policy)
        return round(document.size().height()) + (
            self.horizontalScrollBar().sizeHint().height() if scrolls else 0
        )
