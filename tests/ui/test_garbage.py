"""Cycles with Qt objects die on the thread of the widgets, whoever allocates."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.garbage import GarbageCollection


@pytest.fixture
def automatic():
    """Python's own collection switched on, as in a process that just began."""
    before = gc.isenabled()
    gc.enable()
    yield
    if not before:
        gc.disable()


async def test_a_cycle_is_collected_here_and_not_by_a_busy_thread(qapp, automatic, until):
    parent = QObject()
    collection = GarbageCollection(parent, interval_ms=5)
    ended = []
    timer = QTimer()
    timer.itself = timer
    timer.start(1000)
    weakref.finalize(timer, lambda: ended.append(threading.current_thread()))
    del timer

    busy = threading.Thread(target=lambda: [[[]] for _ in range(300_000)])
    busy.start()
    busy.join()
    assert ended == []
    kept = []
    await until(lambda: kept.extend([[]] for _ in range(1000)) or ended)

    assert ended == [threading.main_thread()]
    collection.stop()
    parent.deleteLater()


def test_python_gets_its_own_collection_back(qapp, automatic):
    parent = QObject()
    collection = GarbageCollection(parent)
    assert not gc.isenabled()
    collection.stop()
    assert gc.isenabled()
