"""Messages the transcript has at hand: those near the reader, and any that stream."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from desktop_app.core.domain.conversation import Message, MessageState

_MAX_MESSAGES = 400
_MAX_CHARACTERS = 8_000_000


class MessageStore:
    """Keeps the messages used last, bounded in number and size; streaming ones always."""

    def __init__(self) -> None:
        self._messages: OrderedDict[str, Message] = OrderedDict()
        self._characters = 0

    def __contains__(self, message_id: str) -> bool:
        return message_id in self._messages

    def get(self, message_id: str) -> Message | None:
        """A message at hand; using it keeps it."""
        message = self._messages.get(message_id)
        if message is not None:
            self._messages.move_to_end(message_id)
        return message

    def put(self, message: Message) -> None:
        """Add or replace a message."""
        self._forget(message.id)
        self._messages[message.id] = message
        self._characters += len(message.text) + len(message.reasoning)

    def extend(self, message_id: str, text: str, reasoning: str) -> bool:
        """Add streamed text to a message at hand; False when it is not."""
        message = self._messages.get(message_id)
        if message is None:
            return False
        self.put(replace(message, text=message.text + text, reasoning=message.reasoning + reasoning))
        return True

    def streaming(self) -> list[Message]:
        """Messages at hand that are being written."""
        return [m for m in self._messages.values() if m.state is MessageState.STREAMING]

    def trim(self, needed: Iterable[str]) -> None:
        """Drop what was used longest ago, except ``needed`` and streaming ones."""
        if len(self._messages) <= _MAX_MESSAGES and self._characters <= _MAX_CHARACTERS:
            return
        kept = set(needed)
        for message_id in list(self._messages):
            if len(self._messages) <= _MAX_MESSAGES // 2 and self._characters <= _MAX_CHARACTERS // 2:
                return
            streaming = self._messages[message_id].state is MessageState.STREAMING
            if message_id not in kept and not streaming:
                self._forget(message_id)

    def clear(self) -> None:
        """Forget everything."""
        self._messages.clear()
        self._characters = 0

    def _forget(self, message_id: str) -> None:
        old = self._messages.pop(message_id, None)
        if old is not None:
            self._characters -= len(old.text) + len(old.reasoning)
