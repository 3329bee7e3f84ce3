"""A rounded ground, drawn from parts: one large antialiased path costs a millisecond at every paint."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

RADIUS = 8


def paint_card(painter: QPainter, rect: QRect, ground: str, border: str) -> None:
    """Fill a rectangle with rounded corners and a border of one pixel, in colours as ``#rrggbb``."""
    x, y, width, height = rect.x(), rect.y(), rect.width(), rect.height()
    size = RADIUS
    if width < 2 * size or height < 2 * size:
        return
    fill, line = QColor(ground), QColor(border)
    painter.fillRect(x + size, y, width - 2 * size, height, fill)
    painter.fillRect(x, y + size, width, height - 2 * size, fill)
    for top in (y, y + height - 1):
        painter.fillRect(x + size, top, width - 2 * size, 1, line)
    for left in (x, x + width - 1):
        painter.fillRect(left, y + size, 1, height - 2 * size, line)
    ratio = painter.device().devicePixelRatioF()
    corners = _corners(ground, border, ratio)
    for right in (False, True):
        for below in (False, True):
            source = QRectF(right * size * ratio, below * size * ratio, size * ratio, size * ratio)
            target = QRectF(x + right * (width - size), y + below * (height - size), size, size)
            painter.drawPixmap(target, corners, source)


@lru_cache(maxsize=16)
def _corners(ground: str, border: str, ratio: float) -> QPixmap:
    """The four corners pushed together."""
    made = QPixmap(round(2 * RADIUS * ratio), round(2 * RADIUS * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(border))
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(QRectF(0.5, 0.5, 2 * RADIUS - 1, 2 * RADIUS - 1), RADIUS, RADIUS)
    painter.end()
    return made
