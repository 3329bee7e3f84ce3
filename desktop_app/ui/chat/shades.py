"""Quieter versions of a theme, for text that should step back."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QColor

from desktop_app.ui.resources import Theme

_DIM = 0.45


def dimmed(theme: Theme) -> Theme:
    """A theme whose text lies between text and muted text; still well readable (contrast > 4.5)."""
    text, muted = QColor(theme.text), QColor(theme.muted)
    pairs = ((text.red(), muted.red()), (text.green(), muted.green()), (text.blue(), muted.blue()))
    mixed = QColor(*(round(a * (1 - _DIM) + b * _DIM) for a, b in pairs))
    return replace(theme, text=mixed.name())


def quiet(theme: Theme) -> Theme:
    """A theme in which the text itself is muted."""
    return replace(theme, text=theme.muted)
