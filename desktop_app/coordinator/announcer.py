"""Carries events from the coordinator to whoever listens."""

from __future__ import annotations

import logging
from collections.abc import Callable

from desktop_app.core.domain.events import Event

_log = logging.getLogger(__name__)


class Announcer:
    """Calls every listener, in order, for each event; one listener's fault stops no other."""

    def __init__(self) -> None:
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
            except Exception:  # noqa: BLE001 - whatever a listener raises, the others still hear
                _log.exception("A listener failed on %s", type(event).__name__)
