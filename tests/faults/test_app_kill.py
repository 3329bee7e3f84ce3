"""The whole program is killed at a random moment; what it acknowledged is there.

``THROUGHLINE_KILLS=200`` makes a long run of it.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path

import pytest

from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.settings import SettingsFile
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock

KILLS = int(os.environ.get("THROUGHLINE_KILLS", "10"))
VICTIM = Path(__file__).with_name("app_victim.py")
BEHIND = 2.0
"""Seconds a reply on disk may be behind: saves come once a second, and this machine is busy."""


def run_and_kill(folder, seconds):
    """(what the victim told, when it was killed)."""
    with subprocess.Popen(
        [sys.executable, str(VICTIM), str(folder)], stdout=subprocess.PIPE, text=True
    ) as victim:
        first = json.loads(victim.stdout.readline())
        assert first[1] == "open"
        killed = []
        timer = threading.Timer(seconds, lambda: (killed.append(time.monotonic()), victim.kill()))
        timer.start()
        told = [json.loads(line) for line in victim.stdout if line.endswith("\n")]
        timer.join()
    return told, killed[0]


def acknowledged(told, until):
    """The last thing told of each kind; of replies, how long they were some time ago."""
    found = defaultdict(dict)
    for at, kind, *words in told:
        if kind == "text":
            if at < until - BEHIND:
                found["text"][words[0]] = words[1]
        elif kind == "setting":
            found["setting"]["last"] = words[0]
        elif kind in ("draft", "message", "summary"):
            found[kind].setdefault(words[0], []).append(words[1])
        else:
            found[kind][words[0]] = True
    return found


async def check(paths, found):
    store = SqliteStore(paths, clock=FixedClock())
    assert await store.open() == ()
    assert set(found["import"]) <= {c.id for c in await store.conversations()}
    for head, ids in found["message"].items():
        path = await store.path(head)
        assert set(ids) <= {m.id for m in path}
        assert len(path) >= 16
        assert MessageState.STREAMING not in {m.state for m in path}
    for head in found["reply"]:
        assert (await store.path(head))[17].state is MessageState.COMPLETE
    for message_id, length in found["text"].items():
        assert len((await store.message(message_id)).text) >= length
    for head, ids in found["summary"].items():
        stored = {s.id: s.text for s in await store.summaries(head)}
        assert set(ids) <= stored.keys()
        assert all(text.strip() for text in stored.values())
    for head, drafts in found["draft"].items():
        assert int((await store.draft(head)).text) >= drafts[-1]
    await store.close()


@pytest.mark.slow
@pytest.mark.timeout(60 + 15 * KILLS)
@pytest.mark.limit(60 + 15 * KILLS)
async def test_a_killed_program_keeps_its_word(tmp_path):
    paths = AppPaths(tmp_path / "data")
    chance = random.Random(8)
    kinds = set()
    for _ in range(KILLS):
        told, killed = run_and_kill(tmp_path, chance.uniform(0.1, 3.0))
        found = acknowledged(told, killed)
        kinds |= found.keys()
        await check(paths, found)
        settings, notices = SettingsFile(paths, clock=FixedClock()).load()
        assert notices == ()
        if "setting" in found:
            assert int(settings.privacy.allowed_pairs[0]) >= found["setting"]["last"]

    assert {"import", "message", "draft", "setting", "text"} <= kinds
    connection = sqlite3.connect(paths.database)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
