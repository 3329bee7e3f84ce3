"""Edits that wait until the typing pauses."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

DEBOUNCE_MS = 700
"""Pause after the last keystroke before an edit is handed on; short enough to feel like "at once"."""


class DebouncedEdit(QObject):
    """Holds edits back until nothing was typed for a while, then hands on the real changes.

    A pending value carries the key it was made for (for example profile and field), fixed when the
    user typed, so that it can't land on whatever is selected when the timer fires.

    Args:
        parent: Owner.
        interval: Milliseconds of quiet; 0 hands on at the next turn of the event loop.
        timer: Makes the timer; a test brings one that it moves by hand.
    """

    settled = Signal(object, object)
    """``(key, value)``: an edit differs from what is stored and should be stored now."""

    pending_changed = Signal(bool)
    """Whether edits wait."""

    def __init__(
        self,
        parent: QObject,
        *,
        interval: int = DEBOUNCE_MS,
        timer: Callable[[QObject], QTimer] = QTimer,
    ) -> None:
        super().__init__(parent)
        self._stored: dict[Hashable, Any] = {}
        self._pending: dict[Hashable, Any] = {}
        self._interval = interval
        self._timer = timer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.flush)

    @property
    def pending(self) -> dict[Hashable, Any]:
        """Edits that wait, by key, oldest first."""
        return dict(self._pending)

    def set_stored(self, key: Hashable, value: Any) -> None:
        """Tell what is stored for a key; an edit back to this value is no change."""
        self._stored[key] = value
        if key in self._pending and self._pending[key] == value:
            self._forget(key)

    def edit(self, key: Hashable, value: Any) -> None:
        """Take an edit and start the wait anew."""
        if key in self._stored and self._stored[key] == value:
            self._forget(key)
            return
        had_none = not self._pending
        self._pending[key] = value
        self._timer.start(self._interval)
        if had_none:
            self.pending_changed.emit(True)

    def flush(self) -> None:
        """Hand on everything that waits, now: on focus loss, page or profile change, close, quit."""
        self._timer.stop()
        while self._pending:
            key = next(iter(self._pending))
            value = self._pending.pop(key)
            self._stored[key] = value
            self.settled.emit(key, value)
            if not self._pending:
                self.pending_changed.emit(False)

    def discard(self, key: Hashable | None = None) -> None:
        """Forget the edit of one key, or all that wait."""
        for name in [key] if key is not None else list(self._pending):
            self._forget(name)

    def _forget(self, key: Hashable) -> None:
        if self._pending.pop(key, self) is self:
            return
        if not self._pending:
            self._timer.stop()
            self.pending_changed.emit(False)
