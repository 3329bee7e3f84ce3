"""A message's text without Markdown: stands in until the renderer is there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from desktop_app.ui.resources import Theme


class PlainBody(QTextBrowser):
    """Same methods and signals as the Markdown body."""

    height_changed = Signal()
    link_activated = Signal(str)
    link_refused = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        del theme
        self.setObjectName("messageBody")
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.setStyleSheet("background: transparent; border: none; padding: 0;")

    def set_markdown(self, text: str) -> None:
        """Replace the text."""
        self.setPlainText(text)

    def append_markdown(self, delta: str) -> None:
        """Add text at the end."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(delta)

    def finish(self) -> None:
        """Nothing waits here."""

    def apply_theme(self, theme: Theme) -> None:
        """Plain text takes the palette."""

    def find(self, text: str) -> int:
        """Number of hits."""
        return self.toPlainText().casefold().count(text.casefold()) if text else 0

    def plain_text(self) -> str:
        """The text."""
        return self.toPlainText()

    def selected_text(self) -> str:
        """The selection, "" if none."""
        return self.textCursor().selectedText().replace("\u2029", "\n").replace("\u2028", "\n")

    def heightForWidth(self, width: int) -> int:
        """Height of the text at a width."""
        self.document().setTextWidth(width)
        return int(self.document().size().height())
