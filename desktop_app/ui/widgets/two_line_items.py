"""List entries of two lines, high enough for letters of a fallback font."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

_MORE_ROOM = 6
"""Pixels: Chinese letters from another font are higher than Qt expects of the list's own font, and Qt
draws an ellipsis in place of a line that does not fit."""


class TwoLineItems(QStyledItemDelegate):
    """Gives every entry a little more height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The usual size and the room that the second line may need."""
        return super().sizeHint(option, index) + QSize(0, _MORE_ROOM)
