"""When streamed text is shown."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

REPAINT_MS = 40
_BUSY_SHARE = 3
"""Pauses between paints are at least this many times as long as a paint takes."""


class Repaint(QTimer):
    """Calls ``paint`` soon after text came: at most 25 times a second, and at most a quarter of the time."""

    def __init__(self, paint: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._paint = paint
        self.setSingleShot(True)
        self.setInterval(REPAINT_MS)
        self.timeout.connect(self.now)

    def soon(self) -> None:
        """Text came."""
        if not self.isActive():
            self.start()

    def now(self) -> None:
        """Paint at once what came."""
        self.stop()
        started = time.perf_counter()
        self._paint()
        milliseconds = round((time.perf_counter() - started) * 1000)
        self.setInterval(max(REPAINT_MS, _BUSY_SHARE * milliseconds))
