"""Time stamps whose order is the order of events."""

from __future__ import annotations

from desktop_app.core.domain.ports import Clock

STEP = 1e-6
"""Seconds; what a double still tells apart in this century."""


class RisingClock:
    """A clock whose ``now`` never repeats a time and never goes back.

    What came after the last summary is told by its time. Two events in one tick, or a machine whose
    clock is set back while the program runs, must not hide a message.

    Args:
        clock: The time as the machine tells it.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0.0

    def now(self) -> float:
        """Seconds since the epoch, later than at every call before."""
        self._last = max(self._clock.now(), self._last + STEP)
        return self._last

    def monotonic(self) -> float:
        """As the machine tells it."""
        return self._clock.monotonic()
