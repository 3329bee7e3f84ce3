"""The longest gap of the event loop while text streams from real sockets into the real window.

A gap counts by the CPU time the loop's thread spent in it, so that a busy machine disturbs no one.
``THROUGHLINE_BENCH_MB`` sets another amount than 50 MB.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.domain.settings import ProfileSettings, SummarySettings, TitleSettings
from desktop_app.core.domain.summary import Reason
from tests.faults.loop_watch import LoopWatch
from tests.journeys.conftest import paths, program, provider  # noqa: F401 - fixtures

MEGABYTES = float(os.environ.get("THROUGHLINE_BENCH_MB", "50"))
LONGEST_GAP = 0.100
CONVERSATIONS = 20
CHUNK = 500


@pytest.fixture
def flood():
    """``flood(bytes)``: base URL of a server process that streams so much, as fast as it can."""
    servers = []

    def start(size):
        command = [sys.executable, "-m", "tests.faults.flood_server", str(int(size)), str(CHUNK)]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).resolve().parents[2]
        )
        servers.append(server)
        return f"http://127.0.0.1:{int(server.stdout.readline())}/v1"

    yield start
    for server in servers:
        server.kill()
        server.communicate()


async def use(app, base_url):
    """A profile of the server, which answers everything with the same flood."""
    summary = SummarySettings(enabled=False, review_before_apply="never")
    profile = ProfileSettings(id="far", base_url=base_url, model="m", window=1_000_000, summary=summary)
    await app.preferences.update(
        lambda s: s.changed(
            profiles=(profile,), default_profile_id="far", titles=TitleSettings(enabled=False)
        )
    )


async def show_a_message(app):
    """Load once what the first message needs: 70 ms, spent before anything streams."""
    head = await app.library.create(profile_id="far")
    await app.store.add_message(Message("m", head.id, None, Role.USER, "Hello", 1.0))
    await app.show_conversation(head.id)
    await asyncio.sleep(1)


def report(name, watch, size, seconds):
    gap = watch.longest.cpu * 1000
    print(
        f"\n{name}: {size / 1e6:.0f} MB in {seconds:.0f} s, longest gap {gap:.0f} ms CPU, "
        f"{watch.longest_wall * 1000:.0f} ms by the clock, {len(watch.gaps)} beats"
    )


@pytest.mark.timeout(1800)
@pytest.mark.limit(1800)
async def test_gaps_while_one_reply_streams(program, flood):  # noqa: F811 - the fixture
    async with program() as person:
        app = person.app
        await use(app, flood(MEGABYTES * 1e6))
        await show_a_message(app)
        head = await app.library.create(profile_id="far")
        await app.show_conversation(head.id)
        began = time.monotonic()
        async with LoopWatch() as watch:
            await app.chat.send(head.id, "Go")
            await person.until(lambda: not app.chat.busy(head.id), 1700)
        last = (await app.store.path(head.id))[-1]

    report("one reply", watch, len(last.text), time.monotonic() - began)
    assert last.state is MessageState.COMPLETE
    assert watch.longest.cpu <= LONGEST_GAP


@pytest.mark.timeout(1800)
@pytest.mark.limit(1800)
async def test_gaps_while_twenty_conversations_stream_and_one_is_summarised(program, flood):  # noqa: F811
    async with program() as person:
        app = person.app
        size = MEGABYTES * 1e6 / 5 / CONVERSATIONS
        await use(app, flood(size))
        heads = [await app.library.create(profile_id="far") for _ in range(CONVERSATIONS)]
        old = await app.library.create(profile_id="far")
        for _ in range(6):
            await app.chat.send(old.id, "Go")
            await person.until(lambda: not app.chat.busy(old.id), 600)
        await show_a_message(app)
        began = time.monotonic()
        async with LoopWatch() as watch:
            for head in heads:
                await app.chat.send(head.id, "Go")
            app._parts.do(app.summaries.run(old.id, Reason.MANUAL), "summarise")
            for head in heads:
                await app.show_conversation(head.id)
                await asyncio.sleep(0.05)
            await person.until(lambda: not any(app.chat.busy(head.id) for head in heads), 1700)
        lengths = [len((await app.store.path(head.id))[-1].text) for head in heads]

    report(f"{CONVERSATIONS} at once", watch, sum(lengths), time.monotonic() - began)
    assert min(lengths) >= size - CHUNK
    assert watch.longest.cpu <= LONGEST_GAP
