"""Which conversations have a reply in progress, so that nothing summarises half a turn."""

from __future__ import annotations

import asyncio

from desktop_app.core.domain.events import BusyChanged
from desktop_app.core.domain.ports import Publish


class Turns:
    """Marks conversations busy while a reply streams and lets others wait for the turn to end.

    Args:
        publish: Told ``BusyChanged`` at each change.
    """

    def __init__(self, publish: Publish) -> None:
        self._publish = publish
        self._idle: dict[str, asyncio.Event] = {}
        self._to_stop: set[str] = set()
        self._urgent: set[str] = set()

    def busy(self, conversation_id: str) -> bool:
        """Whether a turn is in progress; true from the moment the user's message is taken."""
        return conversation_id in self._idle

    def begin(self, conversation_id: str) -> bool:
        """Mark the conversation busy; False when it already is."""
        if conversation_id in self._idle:
            return False
        self._idle[conversation_id] = asyncio.Event()
        self._publish(BusyChanged(conversation_id, busy=True))
        return True

    def ask_to_stop(self, conversation_id: str) -> None:
        """The user wants the turn to end whose reply has not begun yet; nothing when there is none."""
        if conversation_id in self._idle:
            self._to_stop.add(conversation_id)

    def stop_asked(self, conversation_id: str) -> bool:
        """Whether the reply that begins now was stopped before."""
        return conversation_id in self._to_stop

    def end(self, conversation_id: str) -> None:
        """The turn is committed; waiters go on."""
        self._to_stop.discard(conversation_id)
        self._urgent.discard(conversation_id)
        event = self._idle.pop(conversation_id, None)
        if event is not None:
            event.set()
            self._publish(BusyChanged(conversation_id, busy=False))

    def let_through(self, conversation_id: str) -> None:
        """The turn itself needs what waits for its end: the two would wait for each other."""
        self._urgent.add(conversation_id)
        waited_for = self._idle.get(conversation_id)
        if waited_for is not None:
            self._idle[conversation_id] = asyncio.Event()
            waited_for.set()

    def hold(self, conversation_id: str) -> None:
        """Take ``let_through`` back: who comes now waits."""
        self._urgent.discard(conversation_id)

    async def wait_idle(self, conversation_id: str) -> bool:
        """Return once no turn is in progress: True; or when let through before that: False."""
        while (event := self._idle.get(conversation_id)) is not None:
            if conversation_id in self._urgent:
                return False
            await event.wait()
        return True
