"""The conversations as a collection: facts, titles, search, the bin."""

from __future__ import annotations

from desktop_app.coordinator.library import PURGE_AFTER, Library
from desktop_app.core.domain.conversation import TitleSource
from desktop_app.core.domain.events import ConversationChanged, FactsChanged
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, Ids
from tests.unit.coordinator.room import open_room


async def test_a_fact_is_kept_word_for_word_once_and_in_order(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation()
        first = await room.library.add_fact(" The  sky is green. ", conversation_id=cid)
        again = await room.library.add_fact("The  sky is green.", conversation_id=cid)
        blank = await room.library.add_fact(" \n ", conversation_id=cid)
        everywhere = await room.library.add_fact("The  sky is green.", conversation_id=None)
        second = await room.library.add_fact("Two", conversation_id=cid, enabled=False)

        assert await room.library.facts(cid) == [first, second]
        assert await room.library.facts(None) == [everywhere]

    assert (first.text, again, blank) == ("The  sky is green.", first, None)
    assert (first.position, second.position, second.enabled) == (0, 1, False)
    assert [event.conversation_id for event in room.of(FactsChanged)] == [cid, None, cid]


async def test_a_removed_fact_comes_back_as_it_was(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation()
        fact = await room.library.add_fact("One", conversation_id=cid)
        await room.library.delete_fact(fact)
        gone = await room.library.facts(cid)
        await room.library.save_fact(fact)

        assert (gone, await room.library.facts(cid)) == ([], [fact])


async def test_a_title_of_the_users_own_is_marked_as_such(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation()
        await room.library.rename(cid, "  My \n talk ")
        await room.library.rename(cid, " \t ")
        head = await room.library.conversation(cid)

    assert (head.title, head.title_source) == ("My talk", TitleSource.USER)
    assert len(room.of(ConversationChanged)) == 1


async def test_finding_counts_every_place_whatever_the_case(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(2)

        assert await room.library.find(cid, "NOTED") == [(f"{cid}-a1", 8), (f"{cid}-a2", 8)]
        assert await room.library.find(cid, "") == []
        assert await room.library.find(cid, "nowhere") == []


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
