"""A time that tests move by hand, and timers that go by it."""

from __future__ import annotations

from PySide6.QtCore import QTimer


class FakeTime:
    """Milliseconds since the test began; ``timer`` is handed to code that wants a QTimer."""

    def __init__(self):
        self.now = 0
        self._timers = []

    def timer(self, parent):
        timer = _FakeTimer(parent, self)
        self._timers.append(timer)
        return timer

    def advance(self, milliseconds):
        """Move the time on; timers fire in the order of their due times."""
        end = self.now + milliseconds
        while True:
            due = [t for t in self._timers if t.due is not None and t.due <= end]
            if not due:
                break
            timer = min(due, key=lambda t: t.due)
            self.now, timer.due = timer.due, None
            timer.timeout.emit()
        self.now = end


class _FakeTimer(QTimer):
    def __init__(self, parent, time):
        super().__init__(parent)
        self._time = time
        self.due = None

    def start(self, milliseconds=None):
        self.due = self._time.now + (self.interval() if milliseconds is None else milliseconds)

    def stop(self):
        self.due = None

    def isActive(self):  # noqa: N802
        return self.due is not None
