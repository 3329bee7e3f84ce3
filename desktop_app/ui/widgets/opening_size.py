"""The size a window opens with."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

_WIDEST, _HIGHEST = 0.96, 0.9
"""Shares of the screen; frame and title bar need the rest."""


def open_at(window: QWidget, width: int, height: int) -> None:
    """Give a window its size, or less where the screen is smaller: its buttons must be in reach."""
    room = window.screen().availableSize()
    window.resize(min(width, int(room.width() * _WIDEST)), min(height, int(room.height() * _HIGHEST)))
