"""Killed at a random moment, the store has everything it acknowledged."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock

KILLS = 10
VICTIM = Path(__file__).with_name("store_victim.py")


def run_and_kill(folder, run, seconds):
    """Acknowledgements of a victim that was killed some time after it had opened the store."""
    with subprocess.Popen(
        [sys.executable, str(VICTIM), str(folder), str(run)], stdout=subprocess.PIPE, text=True
    ) as victim:
        assert victim.stdout.readline() == "open\n"
        timer = threading.Timer(seconds, victim.kill)
        timer.start()
        lines = [line.split() for line in victim.stdout if line.endswith("\n")]
        timer.join()
    return lines


async def test_no_acknowledged_write_is_lost(tmp_path):
    paths = AppPaths(tmp_path / "data")
    chance = random.Random(20261130)
    for run in range(KILLS):
        told = run_and_kill(paths.data_dir, run, chance.uniform(0.01, 0.4))

        store = SqliteStore(paths, clock=FixedClock())
        assert await store.open() == ()
        path = {m.id: m for m in await store.path(f"c{run}")}
        summaries = {s.id: s for s in await store.summaries(f"c{run}")}
        await store.close()

        assert {line[1] for line in told if line[0] == "message"} <= path.keys()
        assert all(path[line[1]].state is MessageState.COMPLETE for line in told if line[0] == "reply")
        assert all(len(path[line[1]].text) >= int(line[2]) for line in told if line[0] == "part")
        assert {line[1] for line in told if line[0] == "summary"} <= summaries.keys()
        assert all(s.text == "summary " * 500 for s in summaries.values())
        assert MessageState.STREAMING not in {m.state for m in path.values()}

    connection = sqlite3.connect(paths.database)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
