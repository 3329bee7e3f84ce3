"""Where rows stand when only some of their heights are known."""

from __future__ import annotations


class RowHeights:
    """Heights of many rows: measured where a row was laid out, one common estimate elsewhere.

    Two Fenwick trees (sum of measured heights, number of measured rows) make every question and
    every correction O(log n), so 10,000 rows cost no more than 100.
    """

    def __init__(self, count: int = 0, estimate: int = 120) -> None:
        self.estimate = estimate
        self._heights: list[int | None] = [None] * count
        self._sums = [0] * (count + 1)
        self._known = [0] * (count + 1)

    def __len__(self) -> int:
        return len(self._heights)

    def append(self) -> None:
        """Add an unmeasured row at the end."""
        self._heights.append(None)
        node = len(self._heights)
        low = node & -node
        before_sum, before_known = self._prefix(node - 1)
        skip_sum, skip_known = self._prefix(node - low)
        self._sums.append(before_sum - skip_sum)
        self._known.append(before_known - skip_known)

    def set(self, row: int, height: int) -> None:
        """Note the measured height of a row in pixels."""
        old = self._heights[row]
        if old == height:
            return
        self._heights[row] = height
        grown, more = height - (old or 0), int(old is None)
        node = row + 1
        while node < len(self._sums):
            self._sums[node] += grown
            self._known[node] += more
            node += node & -node

    def height(self, row: int) -> int:
        """Measured height, or the estimate."""
        height = self._heights[row]
        return self.estimate if height is None else height

    def is_measured(self, row: int) -> bool:
        """Whether the row's height is known."""
        return self._heights[row] is not None

    def top(self, row: int) -> int:
        """Distance of a row's top from the first row's top."""
        total, known = self._prefix(row)
        return total + (row - known) * self.estimate

    @property
    def total(self) -> int:
        """Height of all rows together."""
        return self.top(len(self._heights))

    def find(self, y: int) -> tuple[int, int]:
        """The row at ``y`` and the offset of ``y`` in it; the last row for anything below."""
        if not self._heights:
            return 0, 0
        row, rest, step = 0, max(0, y), 1 << (len(self._heights).bit_length() - 1)
        while step:
            node = row + step
            if node <= len(self._heights):
                span = self._sums[node] + (step - self._known[node]) * self.estimate
                if span <= rest:
                    row, rest = node, rest - span
            step >>= 1
        if row >= len(self._heights):
            last = len(self._heights) - 1
            return last, rest + self.height(last)
        return row, rest

    def forget(self) -> None:
        """Make every row unmeasured (the width changed); the mean of what was known is the estimate."""
        self.learn()
        count = len(self._heights)
        self._heights = [None] * count
        self._sums = [0] * (count + 1)
        self._known = [0] * (count + 1)

    def learn(self) -> None:
        """Take the mean measured height as the estimate."""
        total, known = self._prefix(len(self._heights))
        if known:
            self.estimate = max(40, total // known)

    def _prefix(self, rows: int) -> tuple[int, int]:
        total = known = 0
        while rows:
            total += self._sums[rows]
            known += self._known[rows]
            rows -= rows & -rows
        return total, known
