"""Source of a message that waits to be read."""

from __future__ import annotations

from collections import deque


class WaitingText:
    """Grows at its end and is taken from its start, both without copying what stays.

    A string would be copied whole by every step; with megabytes of it the window would stand still.
    """

    def __init__(self, text: str = "") -> None:
        self._pieces = deque([text] if text else [])
        self._taken = 0
        """Characters of the first piece that are gone."""

    def __bool__(self) -> bool:
        return bool(self._pieces)

    def add(self, text: str) -> None:
        """Put text at the end."""
        if text:
            self._pieces.append(text)

    def take(self, count: int) -> str:
        """Remove up to ``count`` characters (at least 1) from the start and return them."""
        found: list[str] = []
        while self._pieces and count > 0:
            first = self._pieces[0]
            piece = first[self._taken : self._taken + count]
            found.append(piece)
            count -= len(piece)
            self._taken += len(piece)
            if self._taken == len(first):
                self._pieces.popleft()
                self._taken = 0
        return "".join(found)
