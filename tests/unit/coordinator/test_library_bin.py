"""A deleted conversation can be brought back for thirty days."""

from __future__ import annotations

from desktop_app.coordinator.library import PURGE_AFTER, Library
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, Ids


async def test_the_bin_is_emptied_of_old_conversations_only(tmp_path):
    clock = FixedClock()
    store = SqliteStore(AppPaths(tmp_path), clock=clock)
    await store.open()
    library = Library(store, lambda _: None, clock, Ids())
    head = await library.create(title="precious")
    await library.delete(head.id)

    clock.at += PURGE_AFTER - 1
    assert await library.purge_old() == 0
    await library.restore(head.id)
    assert await store.conversation(head.id) is not None

    await library.delete(head.id)
    clock.at += PURGE_AFTER + 1
    assert await library.purge_old() == 1
    assert await store.conversation(head.id) is None
    await store.close()
