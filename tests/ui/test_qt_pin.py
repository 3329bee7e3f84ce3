"""The Qt in use must survive a long session: 6.12.0 loses references to None on Python below 3.12.

There each call that returns nothing drops one reference, and the process aborts after about 5,000.
"""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QLabel


def test_fifty_thousand_calls_that_return_nothing_leave_the_program_alive(qtbot):
    label = QLabel()
    qtbot.addWidget(label)

    for number in range(50_000):
        label.setText("even" if number % 2 else "odd")

    assert label.text() == "even"


@pytest.mark.parametrize("kind", ["void call", "timer", "signal"])
def test_no_reference_to_none_or_true_is_lost(qapp, kind):
    owner, timer = QObject(), QTimer()
    calls = {
        "void call": lambda: owner.killTimer(owner.startTimer(10_000)),
        "timer": lambda: timer.start(10_000),
        "signal": lambda: owner.objectNameChanged.emit("x"),
    }
    call = calls[kind]
    call()
    before = sys.getrefcount(None), sys.getrefcount(True)

    for _ in range(300):
        call()

    lost = before[0] - sys.getrefcount(None), before[1] - sys.getrefcount(True)
    timer.stop()
    assert max(lost) < 100
