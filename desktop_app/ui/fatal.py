"""The last words of a program that cannot go on."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_app.coordinator.crash_reports import CrashReports
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.ui.error_words import error_words

BOX_MS = 15_000
"""The box goes by itself, so that a start without a person ends too."""


def report_fatal(error: Exception) -> None:
    """Say why the program cannot go on: on the terminal, and in a box when nobody reads that.

    Of an error that is not ours only the kind is told; the log holds where it came from.
    """
    if not isinstance(error, ThroughlineError):
        CrashReports().take(error, where="start")
        error = ThroughlineError(f"{type(error).__name__}: the log in the data folder says where.")
    if sys.stderr is not None:
        print(f"throughline: {error}", file=sys.stderr)  # noqa: T201 - the command line's own answer
        if sys.stderr.isatty():
            return
    if not (
        sys.platform in {"win32", "darwin"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return
    app = QApplication.instance() or QApplication(["throughline"])
    if not isinstance(app, QApplication) or app.platformName() in {"offscreen", "minimal"}:
        return
    box = QMessageBox(QMessageBox.Icon.Critical, "Throughline", "")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(error_words(str(error)))
    QTimer.singleShot(BOX_MS, box, box.reject)
    box.exec()  # no loop runs yet or any more, so there is none to stall
