"""Invariants of paths, branches, deletion and forks over random trees."""

from __future__ import annotations

import asyncio
import dataclasses
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, Ids, conversation, pairs

EXAMPLES = settings.default.max_examples // 4  # each makes a store of its own

# A tree: for each message the number of its parent (or none), and whether it is deleted.
trees = st.lists(st.tuples(st.integers(0, 30), st.booleans()), min_size=1, max_size=25).map(
    lambda nodes: [(parent % (i + 1) - 1, gone) for i, (parent, gone) in enumerate(nodes)]
)


def built(nodes):
    return [
        Message(
            id=f"m{i}",
            conversation_id="c",
            parent_id=None if parent < 0 else f"m{parent}",
            role=Role.USER,
            text=f"t{i}",
            created_at=0.0,
            deleted=gone,
        )
        for i, (parent, gone) in enumerate(nodes)
    ]


def with_store(messages, work):
    async def run():
        with tempfile.TemporaryDirectory() as folder:
            store = SqliteStore(AppPaths(Path(folder)), clock=FixedClock())
            await store.open()
            try:
                await store.add_tree(conversation(), messages)
                await work(store)
            finally:
                await store.close()

    asyncio.run(run())


def ancestors(messages, message):
    by_id = {m.id: m for m in messages}
    chain = []
    while message is not None:
        chain.append(message)
        message = by_id.get(message.parent_id)
    return chain[::-1]


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(trees)
def test_paths_siblings_and_leaves_agree_with_the_tree(nodes):
    messages = built(nodes)

    async def check(store):
        for message in messages:
            chain = ancestors(messages, message)
            assert await store.path_ids("c", message.id) == [m.id for m in chain if not m.deleted]
            same_parent = [m.id for m in messages if m.parent_id == message.parent_id and not m.deleted]
            assert await store.siblings(message.id) == same_parent
            leaf = await store.leaf_below(message.id)
            (end,) = (m for m in messages if m.id == leaf)
            assert message in ancestors(messages, end)
            below = [m for m in messages if end in ancestors(messages, m) and m is not end]
            assert all(m.deleted for m in below)
            assert leaf == message.id or not end.deleted

    with_store(messages, check)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(trees, st.data())
def test_a_fork_says_what_its_source_says(nodes, data):
    messages = built(nodes)
    at = data.draw(st.sampled_from(messages))

    async def check(store):
        source = await store.path("c", at.id)
        if not source:
            return
        new = await store.fork("c", at.id, new_conversation=conversation("n"), new_id=Ids("n"))
        copy = await store.path("n")
        assert [m.text for m in copy] == [m.text for m in source]
        assert not {m.id for m in copy} & {m.id for m in messages}
        assert new.active_leaf_id == copy[-1].id
        assert [m.parent_id for m in copy] == [None, *(m.id for m in copy[:-1])]
        assert await store.path("c", at.id) == source

    with_store(messages, check)


async def test_what_follows_a_deleted_message_stays(opened):
    async with opened() as store:
        await store.add_tree(conversation(active_leaf_id="a3"), pairs(3))
        await store.save_message(dataclasses.replace(await store.message("a1"), deleted=True))
        assert await store.path_ids("c") == ["u1", "u2", "a2", "u3", "a3"]
        assert await store.leaf_below("u1") == "a3"

        await store.save_message(dataclasses.replace(await store.message("a1"), deleted=False))
        assert len(await store.path_ids("c")) == 6


async def test_unknown_leaves_and_conversations_have_no_path(opened):
    async with opened() as store:
        await store.add_tree(conversation(), pairs(1))
        assert await store.path_ids("c", "unknown") == []
        assert await store.path_ids("unknown") == []
        assert await store.path_ids("unknown", "u1") == []
