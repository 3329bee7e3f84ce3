"""The Qt application object, with what only the application object is told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

DESKTOP_FILE = "throughline"
"""Name of the menu entry without its suffix: desktops find icon and name of a window by it."""


class DesktopApplication(QApplication):
    """Keeps the files that macOS asks the program to open until somebody takes them.

    macOS passes no arguments for a double-clicked file: it sends an event, also to a program that runs.
    """

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.setDesktopFileName(DESKTOP_FILE)
        _tell_windows_who_this_is()
        self._waiting: list[str] = []
        self._open: Callable[[Sequence[str]], None] | None = None

    def give_files_to(self, take: Callable[[Sequence[str]], None]) -> None:
        """Hand over the files that came until now, and those to come, as absolute paths."""
        self._open = take
        if self._waiting:
            files, self._waiting = self._waiting, []
            take(files)

    def event(self, event: QEvent) -> bool:
        """Take the request to open a file; Qt does the rest."""
        if not isinstance(event, QFileOpenEvent):
            return super().event(event)
        files = [event.file()] if event.file() else []  # an address elsewhere is no file
        if self._open is None:
            self._waiting += files
        elif files:
            self._open(files)
        return True


def running_application() -> QApplication:
    """The Qt application of this process, which is there before any widget is."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)  # noqa: S101 - widgets are made after it
    return app


def _tell_windows_who_this_is() -> None:
    """Give the taskbar a group and an icon of our own instead of Python's."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID("Throughline")
