"""The window as it is painted first: frame, look of the last session, list of conversations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from desktop_app.core.domain.paths import AppPaths
from desktop_app.ui.desktop_application import DesktopApplication
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.resources import apply_theme, install_translations
from desktop_app.ui.window_state import load_window_state

if TYPE_CHECKING:
    from desktop_app.core.domain.conversation import ListedConversation

PAINT_MS = 30
"""Milliseconds the event loop runs for the first paint."""


def make_window(paths: AppPaths, heads: Sequence[ListedConversation]) -> MainWindow:
    """The frame of the window in the last session's look, with the list of conversations."""
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else DesktopApplication(["throughline"])
    app.setQuitOnLastWindowClosed(False)
    state = load_window_state(paths.window_state)
    apply_theme(
        app,
        state.color_scheme,
        family=state.font_family,
        points=state.font_size,
        zoom=state.zoom,
        density=state.density,
    )
    window = MainWindow(state, install_translations(app, state.language))
    window.conversations.show_conversations(heads)
    return window


def let_it_paint() -> None:
    """Run the event loop until the new window is painted; all else is loaded after that."""
    pause = QEventLoop()
    QTimer.singleShot(PAINT_MS, pause.quit)
    pause.exec()
