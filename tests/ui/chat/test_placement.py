"""Rows lie without gap or overlap, and the fixed point stays fixed unless an end forbids it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QWidget

from desktop_app.ui.chat.canvas import MAX_WIDGETS, MessageCanvas
from desktop_app.ui.chat.placement import place_from_end, place_from_row

HEIGHTS = st.lists(st.integers(1, 300), min_size=1, max_size=40)


def check(tops, heights, height):
    rows = sorted(tops)
    assert rows == list(range(rows[0], rows[-1] + 1))
    for row in rows[:-1]:
        assert tops[row] + heights[row] == tops[row + 1]
    bottom = tops[rows[-1]] + heights[rows[-1]]
    if sum(heights) <= height:
        assert tops[0] == 0
    else:
        assert tops[rows[0]] <= 0
        assert bottom >= height


@given(HEIGHTS, st.integers(1, 800))
def test_placed_from_the_end(heights, height):
    tops = place_from_end(len(heights), height, heights.__getitem__)

    check(tops, heights, height)
    if sum(heights) > height:
        assert tops[len(heights) - 1] + heights[-1] == height


@given(HEIGHTS, st.integers(1, 800), st.integers(0, 39), st.integers(-400, 400))
def test_placed_from_a_row(heights, height, row, offset):
    row %= len(heights)
    tops = place_from_row(len(heights), height, heights.__getitem__, row=row, offset=offset)

    check(tops, heights, height)
    before, after = sum(heights[:row]), sum(heights[row:])
    if before >= -offset and after - offset >= height and before + offset >= 0:
        assert tops[row] == -offset


class Rows:
    """Rows of changing heights, some of them not at hand."""

    def __init__(self, heights):
        self.heights = heights
        self.known = set()
        self.taken = 0

    def has_row(self, row_id):
        return row_id in self.known

    def take_row(self, row_id, parent):
        self.taken += 1
        rows = self

        class Row(QWidget):
            def layout_to(self, width):
                return rows.heights[row_id]

            def is_in_use(self):
                return False

        return Row(parent)

    def give_back(self, row_id, widget):
        widget.hide()
        widget.deleteLater()


@pytest.mark.parametrize("seed", range(6))
def test_random_reading_never_moves_the_readers_row_by_itself(qtbot, seed):
    chance = random.Random(seed)
    rows = Rows({str(n): chance.randint(20, 400) for n in range(600)})
    canvas = MessageCanvas(rows)
    qtbot.addWidget(canvas)
    canvas.rows_wanted.connect(lambda ids: (rows.known.update(ids), canvas.data_arrived(ids)))
    canvas.resize(600, 500)
    canvas.show()
    qtbot.waitExposed(canvas)
    canvas.set_rows(list(rows.heights), place=None)
    bar = canvas.verticalScrollBar()
    for _ in range(60):
        match chance.randrange(4):
            case 0:
                bar.setValue(chance.randint(0, bar.maximum()))
            case 1:
                bar.setValue(bar.value() + chance.randint(-300, 300))
            case 2:
                canvas.jump_to(str(chance.randrange(600)))
            case 3:
                qtbot.wait(5)
        ids = canvas.visible_ids()
        tops = {i: canvas.widgets()[i].y() for i in ids}
        for above, below in pairwise(ids):
            assert tops[above] + rows.heights[above] == tops[below]
        anchor = ids[0]
        other = (
            next(i for i in canvas.widgets() if i not in ids) if len(canvas.widgets()) > len(ids) else None
        )
        if other is not None and not canvas.follows_end:
            rows.heights[other] += 150
            canvas.relayout(other)
            canvas.arrange()
            assert canvas.widgets()[anchor].y() == tops[anchor]

    assert len(canvas.widgets()) <= MAX_WIDGETS
    assert bar.maximum() == canvas._heights.total - canvas.viewport().height()
