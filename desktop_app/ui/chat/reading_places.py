"""Where the reader was in each conversation."""

from __future__ import annotations

from collections.abc import Sequence

Place = tuple[str, int] | None
"""(message id, pixels of it above the view); None means the end."""

_MOST = 200


class ReadingPlaces:
    """Remembers the places of the conversations left last."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}

    def keep(self, conversation_id: str | None, place: Place) -> None:
        """Note where the reader leaves a conversation."""
        if conversation_id is None:
            return
        self._places.pop(conversation_id, None)
        self._places[conversation_id] = place
        while len(self._places) > _MOST:
            del self._places[next(iter(self._places))]

    def get(self, conversation_id: str | None) -> Place:
        """Where the reader was; the end when unknown."""
        return self._places.get(conversation_id or "")

    @staticmethod
    def nearest(place: Place, ids: Sequence[str], kept: set[str]) -> Place:
        """The same place on another path: the message itself, or the nearest one before it that is there."""
        if place is None or place[0] in kept:
            return place
        at = ids.index(place[0]) if place[0] in ids else 0
        return next(((ids[row], 0) for row in range(at, -1, -1) if ids[row] in kept), None)
