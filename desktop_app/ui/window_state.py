"""What the window needs before its first paint: place, theme, language, font.

The settings file is read only after the first paint, because its models cost start-up time; this
small copy of the last session's look bridges the gap. It is a cache: losing it loses nothing.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WindowState:
    """Geometry in pixels (x, y, width, height; width 0 means "not known") and the last look."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    maximized: bool = False
    sidebar: int = 0
    color_scheme: str = "system"
    language: str = "system"
    font_family: str = ""
    font_size: int | None = None
    zoom: float = 1.0
    density: str = "comfortable"
    conversation_id: str | None = None


def load_window_state(path: Path) -> WindowState:
    """Read the state; anything unreadable or of the wrong type gives the default."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return WindowState()
    if not isinstance(data, dict):
        return WindowState()
    default = WindowState()
    known = {
        field.name: data[field.name]
        for field in fields(WindowState)
        if field.name in data and _same_kind(data[field.name], getattr(default, field.name), field.name)
    }
    return WindowState(**known)


def _same_kind(value: Any, default: Any, name: str) -> bool:
    if name == "font_size":
        return value is None or (type(value) is int and 6 <= value <= 40)  # noqa: PLR2004 - points
    if name == "conversation_id":
        return value is None or isinstance(value, str)
    if name == "zoom":
        return isinstance(value, int | float) and 0.5 <= value <= 3  # noqa: PLR2004 - as in the settings
    if type(value) is not type(default):
        return False
    return not isinstance(value, int) or abs(value) < 100_000  # noqa: PLR2004 - no screen is larger


def save_window_state(path: Path, state: WindowState) -> None:
    """Write the state; a failure is logged, since nothing of the user's is in it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".tmp")
        temporary.write_text(json.dumps(asdict(state)), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        _log.info("The window's place could not be kept: %s", error.strerror)


def visible_rect(state: WindowState) -> QRect | None:
    """The stored place moved and shrunk into a screen that exists; None when none is stored."""
    if state.width <= 0 or state.height <= 0:
        return None
    wanted = QRect(state.x, state.y, state.width, state.height)
    screen = QGuiApplication.screenAt(wanted.center()) or QGuiApplication.primaryScreen()
    if screen is None:
        return wanted
    area = screen.availableGeometry()
    wanted.setWidth(min(wanted.width(), area.width()))
    wanted.setHeight(min(wanted.height(), area.height()))
    if not area.contains(wanted):
        wanted.moveLeft(max(area.left(), min(wanted.left(), area.right() - wanted.width() + 1)))
        wanted.moveTop(max(area.top(), min(wanted.top(), area.bottom() - wanted.height() + 1)))
    return wanted
