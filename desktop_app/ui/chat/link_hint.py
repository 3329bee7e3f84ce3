"""Where the link under the pointer leads, in the lower corner of the transcript."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLabel, QWidget

_MARGIN = 6


class LinkHint(QLabel):
    """Shown while the pointer rests on a link; never in the way of the pointer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("linkHint")
        self.setProperty("kind", "hint")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._area = QRect()
        self.hide()

    def show_target(self, target: str) -> None:
        """The real address, or "" when the pointer left the link."""
        width = max(80, self._area.width() - 4 * _MARGIN)
        self.setText(self.fontMetrics().elidedText(target, Qt.TextElideMode.ElideMiddle, width - 20))
        self.setVisible(bool(target))
        self.place_in(self._area)

    def place_in(self, area: QRect) -> None:
        """Stand in the lower left corner of an area of the parent."""
        self._area = QRect(area)
        self.adjustSize()
        self.move(area.left() + _MARGIN, area.bottom() - self.height() - _MARGIN)
        self.raise_()
