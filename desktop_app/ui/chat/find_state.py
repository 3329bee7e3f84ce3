"""Where the reader stands among the hits of a search."""

from __future__ import annotations

from collections.abc import Sequence


class FindState:
    """Hits by message along the path, and the current one.

    A hit is (message id, number of the hit in that message, from 0).
    """

    def __init__(self) -> None:
        self.text = ""
        self._hits: list[tuple[str, int]] = []
        self._at = -1

    def clear(self) -> None:
        """No search."""
        self.text = ""
        self._hits, self._at = [], -1

    def set_results(self, results: Sequence[tuple[str, int]], start: int) -> None:
        """Take (message id, count) in the path's order; ``start`` is the first hit to stand on."""
        self._hits = [(message_id, n) for message_id, count in results for n in range(count)]
        self._at = min(start, len(self._hits) - 1)

    @property
    def total(self) -> int:
        """Number of hits."""
        return len(self._hits)

    @property
    def place(self) -> int:
        """The current hit, from 1; 0 when there is none."""
        return self._at + 1

    @property
    def current(self) -> tuple[str, int] | None:
        """The current hit."""
        return self._hits[self._at] if 0 <= self._at < len(self._hits) else None

    def step(self, by: int) -> tuple[str, int] | None:
        """Go to another hit, round the ends."""
        if not self._hits:
            return None
        self._at = (self._at + by) % len(self._hits)
        return self.current
