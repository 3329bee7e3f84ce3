"""What will happen with the files that are being dragged over the window."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLabel, QWidget

_MARGIN = 8


class DropHint(QLabel):
    """A framed word over a part of the window; it takes no events itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, alignment=Qt.AlignmentFlag.AlignCenter)
        self._window = parent
        self.setObjectName("dropHint")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", "drop")
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_attach(self, part: QWidget) -> None:
        """Say over a part of the window that files dropped there go into the message."""
        self.show_over(part, self.tr("Attach to the message; hand-off packs are imported"))

    def show_import(self, part: QWidget) -> None:
        """Say over a part of the window that files dropped there become conversations."""
        self.show_over(part, self.tr("Import conversations"))

    def show_over(self, part: QWidget, words: str) -> None:
        """Cover a part of the window."""
        place = QRect(part.mapTo(self._window, part.rect().topLeft()), part.size())
        self.setGeometry(place.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN))
        self.setText(words)
        self.raise_()
        self.show()
