"""What the store costs on a real file (`make bench`), in CPU seconds, so that a busy machine counts less.

Measured on a slow core: path of 10,000 messages 10-18 ms (limit 40), list of 1,000 conversations
6 ms, start with them 8 ms, save of a streaming reply of 1 MB 3 ms, search in 10,000 messages 1-5 ms.
"""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import time

import pytest

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, conversation, pairs

pytestmark = pytest.mark.benchmark(timer=time.process_time)
LONG_PATH = [message.id for message in pairs(5000)]
MEGABYTE = "lorem " * 170_000


@pytest.fixture
def timed(benchmark, tmp_path):
    """Fill a store with ``prepare``, then time ``work``; returns the median in CPU seconds."""

    def measure(prepare, work, rounds=15):
        with asyncio.Runner() as runner:
            store = SqliteStore(AppPaths(tmp_path), clock=FixedClock())
            runner.run(store.open())
            runner.run(prepare(store))
            benchmark.pedantic(lambda: runner.run(work(store)), rounds=rounds, warmup_rounds=1)
            runner.run(store.close())
        return benchmark.stats.stats.median if benchmark.stats else 0.0

    return measure


async def long_chat(store):
    await store.add_tree(conversation(active_leaf_id="a5000"), pairs(5000))


def test_path_of_ten_thousand_messages(timed):
    async def work(store):
        assert len(await store.path_ids("c")) == 10_000

    assert timed(long_chat, work) < 0.040


def test_places_among_siblings_of_ten_thousand_messages(timed):
    async def work(store):
        assert await store.branches(LONG_PATH) == {}

    assert timed(long_chat, work) < 0.200


def test_list_of_a_thousand_conversations(timed):
    async def prepare(store):
        for number in range(1000):
            head = conversation(f"c{number}", background="where we were " * 10)
            await store.save_conversation(dataclasses.replace(head, title=f"Title {number}"))

    async def work(store):
        assert len(await store.conversations()) == 1000

    assert timed(prepare, work) < 0.030


def test_save_of_a_streaming_megabyte(timed):
    reply = Message("r", "c", None, Role.ASSISTANT, "", 1.0, MessageState.STREAMING)
    numbers = itertools.count()

    async def prepare(store):
        await store.save_conversation(conversation())
        await store.add_message(reply)

    async def work(store):
        await store.save_message(dataclasses.replace(reply, text=f"{MEGABYTE}{next(numbers)}"))

    assert timed(prepare, work) < 0.050


def test_durable_message(timed):
    numbers = itertools.count()

    async def prepare(store):
        await store.save_conversation(conversation())

    async def work(store):
        await store.add_message(Message(f"m{next(numbers)}", "c", None, Role.USER, "A question.", 1.0))

    assert timed(prepare, work, rounds=50) < 0.050


@pytest.mark.parametrize("query", ["fact-4321", "fa", "Q", "about fact", "nowhere"])
def test_search_in_ten_thousand_messages(timed, query):
    async def work(store):
        await store.search(query)

    assert timed(long_chat, work) < 0.060


def test_start_with_a_thousand_conversations(timed, tmp_path):
    """Open, list and close again: what a start of the program pays."""

    async def prepare(store):
        for number in range(1000):
            await store.save_conversation(conversation(f"c{number}"))
        await store.close()

    async def work(store):
        assert await store.open() == ()
        assert len(await store.conversations()) == 1000
        await store.close()

    assert timed(prepare, work) < 0.060
