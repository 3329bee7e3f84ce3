"""Makes domain objects for tests with as few words as possible."""

from __future__ import annotations

import itertools

from desktop_app.core.domain.conversation import Conversation, Message, Role


class Ids:
    """Predictable ids: id-1, id-2, ..."""

    def __init__(self, prefix: str = "id") -> None:
        self._prefix = prefix
        self._numbers = itertools.count(1)

    def __call__(self) -> str:
        return f"{self._prefix}-{next(self._numbers)}"


class FixedClock:
    """A clock that moves only when told to."""

    def __init__(self, at: float = 1_800_000_000.0) -> None:
        self.at = at

    def now(self) -> float:
        return self.at

    def monotonic(self) -> float:
        return self.at


def conversation(id: str = "c", **changes) -> Conversation:  # noqa: A002
    return Conversation(id=id, title="", created_at=0.0, updated_at=0.0, **changes)


def pairs(
    count: int, *, start: int = 1, conversation_id: str = "c", parent: str | None = None
) -> list[Message]:
    """``count`` pairs in a chain: user "Q1 … fact-1", assistant "A1", and so on."""
    messages: list[Message] = []
    for number in range(start, start + count):
        for role, text in ((Role.USER, f"Q{number} about fact-{number}"), (Role.ASSISTANT, f"A{number}")):
            message = Message(
                id=f"{role.value[0]}{number}",
                conversation_id=conversation_id,
                parent_id=parent,
                role=role,
                text=text,
                created_at=float(number),
            )
            messages.append(message)
            parent = message.id
    return messages
