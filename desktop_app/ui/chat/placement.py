"""Which rows are in view and where, told from one fixed point outwards."""

from __future__ import annotations

from collections.abc import Callable

Measure = Callable[[int], int]
"""Height of a row in pixels; may make the row's widget."""


def place_from_end(count: int, height: int, measure: Measure) -> dict[int, int]:
    """Tops of the rows in a view whose lower edge is the end of the last row.

    Rows that all fit begin at the top of the view instead.
    """
    tops: dict[int, int] = {}
    first = _up(tops, count - 1, height, measure)
    if tops[first] > 0:
        _shift(tops, -tops[first])
    return tops


def place_from_row(count: int, height: int, measure: Measure, *, row: int, offset: int) -> dict[int, int]:
    """Tops of the rows in view when ``row`` begins ``offset`` pixels above the view's top.

    Neither end of the conversation is ever drawn into the view further than it must be.
    """
    tops: dict[int, int] = {}
    bottom = _down(tops, row, -offset, count, height, measure)
    if max(tops) == count - 1 and bottom < height:
        _shift(tops, height - bottom)
    first = _up(tops, row - 1, tops[row], measure)
    if first == 0 and tops[0] > 0:
        _shift(tops, -tops[0])
        lowest = max(tops)
        _down(tops, lowest, tops[lowest], count, height, measure)
    return tops


def _down(tops: dict[int, int], row: int, y: int, count: int, height: int, measure: Measure) -> int:
    while row < count and (y < height or not tops):
        tops[row] = y
        y += measure(row)
        row += 1
    return y


def _up(tops: dict[int, int], row: int, y: int, measure: Measure) -> int:
    while row >= 0 and (y > 0 or not tops):
        y -= measure(row)
        tops[row] = y
        row -= 1
    return row + 1


def _shift(tops: dict[int, int], by: int) -> None:
    for row in tops:
        tops[row] += by
