"""A small line plot with a zero line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from desktop_app.ui.resources import current_theme

_MARGIN = 8


class LinePlot(QWidget):
    """One series over its index; above zero is gain, below it is cost. Data in, nothing out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: tuple[float, ...] = ()
        self._first = ""
        self._last = ""

    def show_values(self, values: Sequence[float], *, first: str = "", last: str = "") -> None:
        """Draw values; ``first`` and ``last`` label the ends of the axis."""
        self._values = tuple(values)
        self._first, self._last = first, last
        self.update()

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(420, 160)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Frame, zero line, series, labels."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self.fontMetrics().height()
        area = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN - line)
        painter.setPen(QPen(QColor(theme.border)))
        painter.setBrush(QColor(theme.surface))
        painter.drawRoundedRect(area, 6, 6)
        painter.setPen(QColor(theme.muted))
        foot = QRectF(area.left(), area.bottom(), area.width(), line + _MARGIN)
        painter.drawText(foot, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), self._first)
        painter.drawText(foot, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._last)
        if len(self._values) > 1:
            self._draw_series(painter, area.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN))
        painter.end()

    def _draw_series(self, painter: QPainter, area: QRectF) -> None:
        theme = current_theme()
        low, high = min(0.0, *self._values), max(0.0, *self._values)
        span = (high - low) or 1.0

        def place(number: int, value: float) -> QPointF:
            x = area.left() + area.width() * number / (len(self._values) - 1)
            return QPointF(x, area.bottom() - area.height() * (value - low) / span)

        painter.setPen(QPen(QColor(theme.muted), 1, Qt.PenStyle.DashLine))
        painter.drawLine(place(0, 0.0), place(len(self._values) - 1, 0.0))
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.drawPolyline(QPolygonF([place(n, v) for n, v in enumerate(self._values)]))
