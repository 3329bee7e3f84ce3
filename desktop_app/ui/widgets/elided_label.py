"""A label of one line that ends in an ellipsis where its text does not fit."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOption


class ElidedLabel(QLabel):
    """Shows as much of a plain text as fits; all of it stays in ``text()`` for screen readers."""

    def minimumSizeHint(self) -> QSize:
        """It may become narrower than its text."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The text in the label's own colour and font."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        line = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.style().drawItemText(
            painter,
            self.rect(),
            int(self.alignment()) | Qt.TextFlag.TextSingleLine,
            self.palette(),
            self.isEnabled(),
            line,
            self.foregroundRole(),
        )
