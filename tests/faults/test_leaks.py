"""Sending and stopping, over and over, in the real window with real sockets: nothing stays behind.

``THROUGHLINE_CYCLES=1000`` makes a long run of it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import sys
import threading

import psutil
import pytest
import shiboken6
from PySide6.QtCore import QTimer

from desktop_app.core.domain.settings import ProfileSettings, SummarySettings, TitleSettings
from tests.faults.hostile_server import Hang, HostileServer
from tests.faults.wire import END, F, T, head

CYCLES = int(os.environ.get("THROUGHLINE_CYCLES", "100"))


def counts(app) -> dict[str, int]:
    gc.collect()
    process = psutil.Process()
    timers = [o for o in gc.get_objects() if isinstance(o, QTimer) and shiboken6.isValid(o) and o.isActive()]
    return {
        "tasks": len(asyncio.all_tasks()),
        "kept tasks": len(app._parts.tasks),
        "running timers": len(timers),
        "threads": threading.active_count(),
        "files": process.num_fds() if sys.platform == "linux" else 0,
        "sockets": len(process.net_connections()),
        "busy conversations": len(app._parts.chat._replies._running),
    }


async def send_and_stop(person, conversation_id, moment, pause) -> None:
    """One cycle: stopped at once (0), soon (1), after the first words (2), or left to end by itself (3)."""
    chat = person.app.chat
    await chat.send(conversation_id, "Go")
    if moment == 1:
        await asyncio.sleep(pause)
    elif moment == 2:
        await person.until(lambda: (reply := chat.partial(conversation_id)) is None or reply.text != "")
    if moment < 3:
        await chat.stop(conversation_id)
    await person.until(lambda: not chat.busy(conversation_id), 20)


@pytest.mark.slow
@pytest.mark.limit(30 + CYCLES)
@pytest.mark.timeout(60 + CYCLES)
async def test_send_and_stop_leaves_nothing_behind(program):
    chance = random.Random(8)
    async with HostileServer() as server, program() as person:
        app = person.app
        profile = ProfileSettings(
            id="far", base_url=server.base_url, model="m", summary=SummarySettings(enabled=False)
        )
        await app.preferences.update(
            lambda s: s.changed(
                profiles=(profile,), default_profile_id="far", titles=TitleSettings(enabled=False)
            )
        )
        heads = [await app.library.create(profile_id="far") for _ in range(2)]
        await app.show_conversation(heads[0].id)

        async def cycles(number):
            for n in range(number):
                hangs = n % 3 > 0
                server.play((head() + T("Hel"), Hang()) if hangs else (head() + T("Hi") + F("stop") + END,))
                moment = chance.randrange(3 if hangs else 4)
                await send_and_stop(person, heads[n % 2].id, moment, chance.random() * 0.01)

        await cycles(10)
        await settle(person)
        before = counts(app)
        await cycles(CYCLES)
        await settle(person)
        after = counts(app)

        assert {name: (before[name], n) for name, n in after.items() if n > before[name]} == {}


async def settle(person) -> None:
    await person.until(lambda: not len(person.app._parts.tasks), 20)
    await asyncio.sleep(0.8)
