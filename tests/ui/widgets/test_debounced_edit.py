"""Edits wait for a pause, keep their target and are handed on only when they changed something."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from desktop_app.ui.widgets.debounced_edit import DEBOUNCE_MS, DebouncedEdit
from tests.ui.fake_time import FakeTime


@pytest.fixture
def time():
    return FakeTime()


@pytest.fixture
def owner(qapp):
    return QObject()


@pytest.fixture
def settled():
    return []


@pytest.fixture
def edit(owner, time, settled):
    debounced = DebouncedEdit(owner, timer=time.timer)
    debounced.settled.connect(lambda key, value: settled.append((key, value)))
    debounced.set_stored("a", "old a")
    debounced.set_stored("b", "old b")
    return debounced


def test_edit_is_handed_on_after_the_pause_and_not_before(edit, time, settled):
    edit.edit("a", "new")
    time.advance(DEBOUNCE_MS - 1)
    before = list(settled)
    time.advance(1)

    assert (before, settled) == ([], [("a", "new")])


def test_each_keystroke_starts_the_wait_anew(edit, time, settled):
    for text in ("n", "ne", "new"):
        edit.edit("a", text)
        time.advance(600)

    time.advance(100)

    assert settled == [("a", "new")]


def test_pending_edit_keeps_the_key_it_was_made_for(edit, time, settled):
    edit.edit("a", "for a")
    time.advance(200)
    edit.edit("b", "for b")
    time.advance(2000)

    assert settled == [("a", "for a"), ("b", "for b")]


def test_edit_taken_back_is_no_change(edit, time, settled):
    edit.edit("a", "new")
    edit.edit("a", "old a")
    time.advance(2000)

    assert settled == []
    assert edit.pending == {}


def test_value_once_handed_on_is_the_stored_one(edit, settled):
    edit.edit("a", "new")
    edit.flush()
    edit.edit("a", "new")
    edit.flush()

    assert settled == [("a", "new")]


def test_flush_hands_on_at_once_and_the_timer_does_not_repeat_it(edit, time, settled):
    edit.edit("a", "new")
    edit.flush()
    time.advance(2000)

    assert settled == [("a", "new")]


def test_discard_forgets_one_or_all(edit, time, settled):
    edit.edit("a", "1")
    edit.edit("b", "2")
    edit.discard("a")
    one_left = edit.pending
    edit.discard()
    time.advance(2000)

    assert (one_left, settled) == ({"b": "2"}, [])


def test_same_value_stored_elsewhere_settles_the_edit(edit, time, settled):
    edit.edit("a", "same")
    edit.set_stored("a", "same")
    time.advance(2000)

    assert settled == []


def test_edit_during_a_flush_waits_for_its_own_pause_or_the_same_flush(edit, time, settled):
    edit.settled.connect(lambda key, _: edit.edit("b", "follows") if key == "a" else None)
    edit.edit("a", "first")
    edit.flush()
    time.advance(2000)

    assert settled == [("a", "first"), ("b", "follows")]


def test_pending_changed_tells_first_and_last(edit, time):
    told = []
    edit.pending_changed.connect(told.append)

    edit.edit("a", "1")
    edit.edit("a", "2")
    time.advance(2000)

    assert told == [True, False]


def test_zero_interval_fires_at_the_next_turn_of_the_loop(owner, qtbot):
    edit = DebouncedEdit(owner, interval=0)

    with qtbot.waitSignal(edit.settled, timeout=1000) as caught:
        edit.edit("a", 1)

    assert caught.args == ["a", 1]
