"""Positions of rows from known and estimated heights."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.ui.chat.heights import RowHeights


@given(
    st.integers(0, 20),
    st.integers(0, 20),
    st.lists(st.tuples(st.integers(0, 39), st.integers(1, 500)), max_size=60),
)
def test_tops_total_and_find_agree_with_a_plain_list(first, more, changes):
    heights = RowHeights(first, estimate=100)
    plain = [100] * first
    for at, (row, height) in enumerate(changes):
        if at < more:
            heights.append()
            plain.append(100)
        if plain:
            heights.set(row % len(plain), height)
            plain[row % len(plain)] = height

    assert [heights.top(row) for row in range(len(plain) + 1)] == [
        sum(plain[:r]) for r in range(len(plain) + 1)
    ]
    assert heights.total == sum(plain)
    for y in range(0, sum(plain), 37):
        row, offset = heights.find(y)
        assert sum(plain[:row]) + offset == y
        assert 0 <= offset < plain[row]


def test_forgetting_takes_the_mean_of_known_heights_as_estimate():
    heights = RowHeights(10, estimate=100)
    heights.set(3, 200)
    heights.set(4, 400)

    heights.forget()

    assert heights.estimate == 300
    assert heights.total == 3000
    assert not heights.is_measured(3)
