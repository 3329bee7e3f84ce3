"""List entries of two or more lines, high enough for all of them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

_MORE_ROOM = 6
"""Pixels: Chinese letters from another font are higher than Qt expects of the list's own font, and Qt
draws an ellipsis in place of a line that does not fit."""
_PADDING = 18
"""Pixels that the style sheet leaves free at the sides of an entry; Qt forgets them when it counts lines."""


class TwoLineItems(QStyledItemDelegate):
    """Counts the lines of an entry as they will be drawn."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The usual size in the room there is, and what the letters may need more."""
        narrower = QStyleOptionViewItem(option)
        narrower.rect = option.rect.adjusted(0, 0, -_PADDING, 0)
        return super().sizeHint(narrower, index) + QSize(0, _MORE_ROOM)
