"""Carries events from the coordinator to whoever listens."""

from __future__ import annotations

import logging
from collections.abc import Callable

from desktop_app.core.domain.events import Event

_log = logging.getLogger(__name__)


class Announcer:
    """Calls every listener, in order, for each event; one listener's fault stops no other.

    Args:
        on_failure: Told what a listener raised.
    """

    def __init__(self, on_failure: Callable[[Exception], None] = lambda _error: None) -> None:
        self._on_failure = on_failure
        self._listeners: list[Callable[[Event], None]] = []

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Add a listener; the returned function removes it."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def publish(self, event: Event) -> None:
        """Tell all listeners; called on the loop's thread."""
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception as error:  # noqa: BLE001 - whatever a listener raises, the others still hear
                _log.error("A listener failed on %s: %s", type(event).__name__, type(error).__name__)
                self._on_failure(error)
