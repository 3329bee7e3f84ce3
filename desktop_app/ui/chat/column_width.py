"""How wide the column of text is."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics

_WIDTH = 760
_LETTER = 8
_LETTERS = 80


def column_width(metrics: QFontMetrics) -> int:
    """Widest column of text in pixels: 760, and more for larger letters.

    So a line keeps its number of characters when the user zooms.
    """
    return _WIDTH + max(0, (metrics.averageCharWidth() - _LETTER) * _LETTERS)
