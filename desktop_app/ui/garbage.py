"""Reference cycles are collected on the thread of the widgets, and only there."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 2000


class GarbageCollection(QObject):
    """Takes over from Python's automatic collection, which runs on whatever thread allocates.

    WORKAROUND: a collection on the store's or a worker's thread destroys Qt objects there, and the
    end of a timer on a foreign thread aborts the program (our own measurement, PySide6 6.11.3). To be
    dropped when PySide6 deletes objects on the thread they live on.
    """

    def __init__(self, parent: QObject, *, interval_ms: int = INTERVAL_MS) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_due)
        self._timer.start(interval_ms)

    def stop(self) -> None:
        """Give collecting back to Python as it was."""
        self._timer.stop()
        if self._was_enabled:
            gc.enable()

    def _on_due(self) -> None:
        """Collect the oldest generation that is due by Python's own thresholds."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return
