"""Each method of the store, on a real file."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3

import pytest

from desktop_app.core.domain.conversation import (
    Attachment,
    Draft,
    Fact,
    Message,
    MessageState,
    Role,
    TitleSource,
    Usage,
)
from desktop_app.core.domain.errors import StorageError
from desktop_app.core.domain.summary import (
    LedgerEntry,
    Reason,
    Summary,
    SummaryEngineKind,
    SummaryMode,
    SummaryState,
)
from desktop_app.core.storage.checkup import Checkup
from tests.builders import Ids, conversation, pairs


def summary(id="s1", boundary="a2", **changes):  # noqa: A002
    return Summary(
        id=id,
        conversation_id="c",
        boundary_id=boundary,
        text="text",
        created_at=5.0,
        span_hash="h",
        **changes,
    )


async def fill(store, messages, head=None):
    await store.save_conversation(head or conversation())
    for message in messages:
        await store.add_message(message)


async def test_every_field_of_a_conversation_comes_back(opened):
    head = conversation(
        title_source=TitleSource.USER,
        profile_id="p",
        active_leaf_id=None,
        system_prompt="Be kind.",
        persona_ids=("x", "y"),
        origin_id="o",
        pinned=True,
        background="Where we were",
    )
    async with opened() as store:
        await store.save_conversation(head)

    async with opened() as store:
        assert await store.conversation("c") == head
        assert await store.conversation("unknown") is None


async def test_every_field_of_a_message_comes_back(opened):
    message = Message(
        id="m",
        conversation_id="c",
        parent_id=None,
        role=Role.ASSISTANT,
        text="Text with \0 and 🔥",
        created_at=1.5,
        state=MessageState.FAILED,
        reasoning="why",
        reasoning_seconds=0.5,
        speaker="Ann",
        persona_id="x",
        model="m-1",
        profile_id="p",
        usage=Usage(10, 2, 7),
        first_token_seconds=0.1,
        duration_seconds=2.0,
        finish_reason="length",
        error="No",
        error_action="retry",
        attachments=(Attachment("d" * 64, "图.png", "image/png", 3),),
        pinned=True,
    )
    plain = Message("m", "c", None, Role.ASSISTANT, "", 1.5)
    same = {f.name for f in dataclasses.fields(plain) if getattr(plain, f.name) == getattr(message, f.name)}
    assert same == {"id", "conversation_id", "parent_id", "role", "created_at", "deleted"}
    async with opened() as store:
        await fill(store, [message])

    async with opened() as store:
        assert await store.message("m") == message
        assert await store.message("unknown") is None


async def test_list_has_pinned_first_then_newest_and_no_deleted(opened):
    async with opened() as store:
        for number, changes in enumerate([{}, {"pinned": True}, {}, {"deleted_at": 9.0}]):
            head = dataclasses.replace(conversation(f"c{number}"), updated_at=float(number), **changes)
            await store.save_conversation(head)

        assert [c.id for c in await store.conversations()] == ["c1", "c2", "c0"]


async def test_added_message_becomes_active_leaf_and_renews_the_conversation(opened):
    first, second = pairs(1)
    async with opened() as store:
        await fill(store, [first])
        await store.add_message(second, activate=False)

        head = await store.conversation("c")
        assert head.active_leaf_id == first.id
        assert head.updated_at == first.created_at


async def test_a_clock_that_went_back_does_not_make_a_conversation_older(opened):
    first, second = pairs(1)
    async with opened() as store:
        await fill(store, [dataclasses.replace(first, created_at=50.0), second])

        assert (await store.conversation("c")).updated_at == 50.0


async def test_an_id_is_never_taken_twice_and_parents_must_exist(opened):
    first, second = pairs(1)
    async with opened() as store:
        await fill(store, [first])

        with pytest.raises(StorageError):
            await store.add_message(first)
        with pytest.raises(StorageError):
            await store.add_message(dataclasses.replace(second, parent_id="nowhere"))
        with pytest.raises(StorageError):
            await store.add_message(dataclasses.replace(second, conversation_id="nowhere"))
        assert await store.path_ids("c") == [first.id]


async def test_saving_replaces_content_but_not_the_place(opened):
    first, second = pairs(1)
    async with opened() as store:
        await fill(store, [first, second])
        await store.save_message(
            dataclasses.replace(
                second, parent_id=None, text="new", state=MessageState.INTERRUPTED, usage=Usage(3, 4)
            )
        )

        expected = dataclasses.replace(second, text="new", state=MessageState.INTERRUPTED, usage=Usage(3, 4))
        assert await store.message(second.id) == expected
        with pytest.raises(StorageError):
            await store.save_message(dataclasses.replace(second, id="unknown"))


async def test_revising_keeps_the_former_texts(opened):
    async with opened() as store:
        await fill(store, pairs(1))
        await store.revise_message("u1", "second", 7.0)
        revised = await store.revise_message("u1", "third", 8.0)

        assert revised.text == "third"
        assert await store.message("u1") == revised
        assert await store.revisions("u1") == [(7.0, "Q1 about fact-1"), (8.0, "second")]
        with pytest.raises(StorageError):
            await store.revise_message("unknown", "x", 1.0)


async def test_messages_come_in_the_order_asked_for_unknown_ones_skipped(opened):
    async with opened() as store:
        await fill(store, pairs(600))

        wanted = [f"u{n}" for n in range(600, 0, -1)]
        found = await store.messages([*wanted, "unknown"])
        assert [m.id for m in found] == wanted
        assert await store.messages([]) == []


async def test_a_cut_character_is_stored_as_a_replacement(opened):
    (first, second) = pairs(1)
    async with opened() as store:
        await fill(store, [dataclasses.replace(first, text="a\ud83d"), second])
        await store.save_message(dataclasses.replace(second, text="\ud83d\ude00"))

        assert (await store.message(first.id)).text == "a\ufffd"
        assert (await store.message(second.id)).text == "😀"


async def test_numbers_of_a_hostile_server_are_cut_to_size(opened):
    first, _ = pairs(1)
    async with opened() as store:
        await fill(store, [dataclasses.replace(first, usage=Usage(10**30, 5))])
        assert (await store.message(first.id)).usage == Usage(2**63 - 1, 5)
        assert await store.search("\ud83d") == []


async def test_active_leaf_must_be_a_message_of_the_conversation(opened):
    async with opened() as store:
        await fill(store, pairs(2))
        await store.set_active_leaf("c", "a1")
        assert await store.path_ids("c") == ["u1", "a1"]
        assert [m.id for m in await store.path("c")] == ["u1", "a1"]

        with pytest.raises(StorageError):
            await store.set_active_leaf("c", "unknown")
        with pytest.raises(StorageError):
            await store.set_active_leaf("unknown", "a1")
        await store.set_active_leaf("c", None)
        assert await store.path_ids("c") == []


async def test_summaries_come_back_whole_and_change_state(opened):
    full = summary(
        previous_id="s0",
        model_text="m",
        settings_hash="x",
        use_english=True,
        engine=SummaryEngineKind.EXTRACT,
        mode=SummaryMode.REWRITE,
        reason=Reason.OVERFLOW,
        profile_id="p",
        model="m-1",
        usage=Usage(9, 8),
        covered_count=4,
        tokens_before=100,
        tokens_after=10,
        version_of="s0",
    )
    async with opened() as store:
        await fill(store, pairs(2))
        await store.add_summary(full)
        await store.add_summary(summary("s2", state=SummaryState.PENDING))
        await store.set_summary_state("s1", SummaryState.UNDONE)
        await store.delete_summary("s2")

        assert await store.summaries("c") == [dataclasses.replace(full, state=SummaryState.UNDONE)]
        assert await store.summaries("other") == []
        with pytest.raises(StorageError):
            await store.delete_summary("s1")
        with pytest.raises(StorageError):
            await store.set_summary_state("unknown", SummaryState.ACTIVE)
        with pytest.raises(StorageError):
            await store.add_summary(full)


async def test_drafts_are_kept_and_empty_ones_forgotten(opened):
    draft = Draft("half a thought", (Attachment("d", "n", "text/plain", 1),))
    async with opened() as store:
        await store.save_draft("c", draft)
        await store.save_draft("d", Draft("x"))
        await store.save_draft("d", Draft(""))

    async with opened() as store:
        assert await store.draft("c") == draft
        assert await store.draft("d") is None
        await store.save_draft("c", None)
        assert await store.draft("c") is None


async def test_facts_per_conversation_and_global_in_order(opened):
    one = Fact("f1", "one", 1.0, "c", position=1, source_message_id="u1")
    two = Fact("f2", "two", 2.0, "c", position=0, enabled=False)
    everywhere = Fact("f3", "three", 3.0)
    async with opened() as store:
        await store.save_conversation(conversation())
        for fact in (one, two, everywhere):
            await store.save_fact(fact)

        assert await store.facts("c") == [two, one]
        assert await store.facts(None) == [everywhere]
        await store.save_fact(dataclasses.replace(one, text="changed", position=-1))
        await store.delete_fact("f2")
        assert [f.text for f in await store.facts("c")] == ["changed"]
        with pytest.raises(StorageError):
            await store.save_fact(dataclasses.replace(one, id="f4", conversation_id="nowhere"))


async def test_documents_by_kind(opened):
    async with opened() as store:
        await store.save_document("persona", "1", {"id": "1", "name": "安", "x": [1, {"y": None}]})
        await store.save_document("preset", "1", {"id": "1"})
        await store.save_document("persona", "2", {"id": "2"})
        await store.save_document("persona", "1", {"id": "1", "name": "new"})
        await store.delete_document("persona", "2")

        assert await store.documents("persona") == [{"id": "1", "name": "new"}]
        assert await store.documents("preset") == [{"id": "1"}]


async def test_blobs_are_stored_once(opened, paths):
    async with opened() as store:
        first = await store.put_blob(b"\0data", "a.bin", "application/x")
        second = await store.put_blob(b"\0data", "b.bin", "application/x")

        assert first.digest == second.digest
        assert (first.size, second.name) == (5, "b.bin")
        assert await store.blob(first.digest) == b"\0data"
        assert await store.blob("unknown") is None
    with sqlite3.connect(paths.database) as connection:
        assert connection.execute("SELECT count(*) FROM blobs").fetchone() == (1,)
    connection.close()


async def test_purge_removes_all_of_it_but_shared_blobs(opened, paths):
    async with opened() as store:
        own = await store.put_blob(b"own", "a", "text/plain")
        shared = await store.put_blob(b"shared", "a", "text/plain")
        avatar = await store.put_blob(b"avatar", "a", "image/png")
        first, second = pairs(1)
        await fill(store, [dataclasses.replace(first, attachments=(own, shared, avatar)), second])
        other = dataclasses.replace(first, id="o1", conversation_id="o", attachments=(shared,))
        await fill(store, [other], conversation("o"))
        await store.save_document("persona", "p", {"id": "p", "avatar": avatar.digest})
        await store.revise_message("u1", "revised", 2.0)
        await store.add_summary(summary())
        await store.save_fact(Fact("f", "t", 1.0, "c"))
        await store.save_draft("c", Draft("d"))
        await store.add_ledger_entry(LedgerEntry("c", "chat", 1.0, None, "m", Usage(1, 1)))

        await store.change_conversation("c", deleted_at=1.0)

        assert await store.purge_deleted(2.0) == 1

        assert await store.conversation("c") is None
        assert await store.blob(own.digest) is None
        assert await store.blob(shared.digest) == b"shared"
        assert await store.blob(avatar.digest) == b"avatar"
        assert await store.ledger() == []
        assert await store.search("revised") == []
        assert [c.id for c in await store.conversations()] == ["o"]
    connection = sqlite3.connect(paths.database)
    for table in ("revisions", "summaries", "facts", "drafts", "message_terms"):
        where = "" if table != "message_terms" else " WHERE doc <> 3"
        assert connection.execute(f"SELECT count(*) FROM {table}{where}").fetchone() == (0,)  # noqa: S608
    connection.close()


async def test_the_users_words_wait_for_the_disk_and_a_growing_reply_does_not(opened):
    question, reply = pairs(1)
    async with opened() as store:

        async def synchronous():
            row = await store._read(lambda connection: connection.execute("PRAGMA synchronous").fetchone())
            return row[0]

        await store.save_conversation(conversation())
        await store.add_message(question)
        after_question = await synchronous()
        await store.add_message(dataclasses.replace(reply, state=MessageState.STREAMING, text=""))
        await store.save_message(dataclasses.replace(reply, state=MessageState.STREAMING))
        after_part = await synchronous()
        await store.save_message(reply)

        full, normal = 2, 1
        assert (after_question, after_part, await synchronous()) == (full, normal, full)


async def test_only_what_was_deleted_long_ago_is_purged(opened):
    async with opened() as store:
        for name, deleted_at in (("old", 10.0), ("new", 20.0), ("kept", None)):
            await store.save_conversation(conversation(name, deleted_at=deleted_at))

        assert await store.purge_deleted(15.0) == 1
        found = [await store.conversation(name) is not None for name in ("old", "new", "kept")]
        assert found == [False, True, True]
        assert await store.purge_deleted(15.0) == 0


async def test_ledger_of_one_and_of_all(opened):
    one = LedgerEntry("c", "chat", 1.0, "p", "m", Usage(5, 6, 4), saved_tokens=70, summary_id="s")
    two = LedgerEntry("d", "summary", 2.0, None, "m", Usage(1, 1))
    async with opened() as store:
        await store.add_ledger_entry(one)
        await store.add_ledger_entry(two)

        assert await store.ledger("c") == [one]
        assert await store.ledger() == [one, two]


async def test_calibration_has_a_neutral_default(opened):
    async with opened() as store:
        assert await store.calibration("m") == (1.0, 0)
        await store.save_calibration("m", 1.25, 3)
        await store.save_calibration("m", 1.5, 4)
        assert await store.calibration("m") == (1.5, 4)


async def test_a_tree_is_stored_whole_or_not_at_all(opened):
    messages = pairs(3)
    facts = [Fact("f", "t", 1.0, "c")]
    async with opened() as store:
        with pytest.raises(StorageError):
            await store.add_tree(conversation(), [*messages, messages[0]])
        assert await store.conversation("c") is None

        await store.add_tree(conversation(active_leaf_id="a3"), messages[::-1], [summary()], facts)
        assert [m.id for m in await store.path("c")] == [m.id for m in messages]
        assert await store.all_messages("c") == messages[::-1]
        assert await store.facts("c") == facts


async def test_fork_remaps_ids_summaries_and_facts(opened):
    async with opened() as store:
        await fill(store, pairs(4))
        await store.save_message(dataclasses.replace((await store.message("a1")), deleted=True))
        await store.add_summary(summary("s1", "u2"))
        await store.add_summary(summary("s2", "a2", previous_id="s1", version_of="s1"))
        await store.add_summary(summary("late", "a4", previous_id="s2"))
        await store.add_summary(summary("open", "u1", state=SummaryState.PENDING))
        await store.save_fact(Fact("f1", "kept", 1.0, "c", source_message_id="u1"))
        await store.save_fact(Fact("f2", "kept", 1.0, "c", source_message_id="a4"))

        new = await store.fork("c", "a3", new_conversation=conversation("n"), new_id=Ids("n"))

        path = await store.path("n")
        assert await store.conversation("n") == new
        assert new.origin_id == "c"
        assert [m.text for m in path] == [m.text for m in await store.path("c", "a3")]
        assert new.active_leaf_id == path[-1].id
        assert {m.conversation_id for m in path} == {"n"}
        first, second = await store.summaries("n")
        assert (first.boundary_id, second.boundary_id) == (path[1].id, path[2].id)
        assert (second.previous_id, second.version_of) == (first.id, first.id)
        assert {f.source_message_id for f in await store.facts("n")} == {path[0].id, None}
        assert len(await store.path("c")) == 7
        with pytest.raises(StorageError):
            await store.fork("c", "nowhere", new_conversation=conversation("x"), new_id=Ids("x"))


async def test_a_fork_keeps_a_summary_that_ended_at_a_deleted_message(opened):
    async with opened() as store:
        await fill(store, pairs(3))
        await store.add_summary(summary("s1", "a2"))
        await store.save_message(dataclasses.replace(await store.message("a2"), deleted=True))
        await store.save_message(dataclasses.replace(await store.message("u2"), deleted=True))

        await store.fork("c", "a3", new_conversation=conversation("n"), new_id=Ids("n"))

        path = await store.path("n")
        assert [m.text for m in path] == ["Q1 about fact-1", "A1", "Q3 about fact-3", "A3"]
        assert [s.boundary_id for s in await store.summaries("n")] == [path[1].id]


async def test_places_among_siblings_in_one_go(opened):
    first, *rest = pairs(600)
    twin = dataclasses.replace(rest[0], id="twin")
    other = dataclasses.replace(first, id="root2")
    async with opened() as store:
        await store.add_tree(conversation(), [first, *rest, twin, other])

        path = await store.path_ids("c", "a600")
        assert await store.branches(path) == {"u1": (1, 2), "a1": (1, 2)}
        assert await store.branches(["twin", "root2", "unknown"]) == {"twin": (2, 2), "root2": (2, 2)}
        await store.save_message(dataclasses.replace(twin, deleted=True))
        assert await store.branches(["a1", "twin"]) == {}
        assert await store.branches([]) == {}


async def test_fork_of_a_streaming_reply_is_interrupted(opened):
    first, second = pairs(1)
    async with opened() as store:
        await fill(store, [first, dataclasses.replace(second, state=MessageState.STREAMING)])
        await store.fork("c", second.id, new_conversation=conversation("n"), new_id=Ids("n"))

        assert [m.state for m in await store.path("n")] == [MessageState.COMPLETE, MessageState.INTERRUPTED]


async def test_streaming_replies_found_at_open_are_interrupted(opened):
    first, second = pairs(1)
    async with opened() as store:
        await fill(store, [first, dataclasses.replace(second, text="par", state=MessageState.STREAMING)])

    async with opened() as store:
        reply = await store.message(second.id)
        assert (reply.text, reply.state) == ("par", MessageState.INTERRUPTED)
        assert [h.message_id for h in await store.search("par")] == [second.id]


async def test_writes_keep_the_order_of_the_calls(opened):
    async with opened() as store:
        await fill(store, pairs(1))
        replies = [
            dataclasses.replace(await store.message("a1"), text=str(number), state=MessageState.STREAMING)
            for number in range(50)
        ]
        await asyncio.gather(*(store.save_message(reply) for reply in replies))

        assert (await store.message("a1")).text == "49"


async def test_a_cancelled_caller_loses_no_write(opened):
    async with opened() as store:
        await store.save_conversation(conversation())
        writing = [asyncio.ensure_future(store.add_message(message)) for message in pairs(20)]
        await asyncio.sleep(0)
        for task in writing:
            task.cancel()
        await asyncio.gather(*writing, return_exceptions=True)

        assert len(await store.path_ids("c")) == 40


@pytest.mark.expects_log
async def test_the_failure_of_a_cancelled_write_is_logged(opened, caplog, until):
    async with opened() as store:
        writing = asyncio.ensure_future(store.set_active_leaf("c", "nowhere"))
        await asyncio.sleep(0)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        await store.conversations()

    assert "does not exist" in caplog.text


async def test_open_twice_and_close_twice_do_nothing_more(opened):
    async with opened() as store:
        assert await store.open() == ()
        await store.close()
        await store.close()
        with pytest.raises(StorageError, match="not open"):
            await store.conversations()


async def test_a_check_of_a_sound_store_finds_nothing(opened):
    async with opened() as store:
        await fill(store, pairs(3))
        assert await store.check() == ()
        assert await store.check(again=True) == ()


async def test_a_large_file_is_checked_beside_work_not_at_open(opened, monkeypatch):
    async with opened() as store:
        await fill(store, pairs(1))
    monkeypatch.setattr("desktop_app.core.storage.database.CHECK_ALWAYS_BELOW", 0)
    async with opened() as store:
        checks = []
        monkeypatch.setattr(store._checkup, "run", lambda: checks.append(1) or ())
        await store.check()
        assert checks == [1]


def test_a_check_that_is_stopped_has_no_finding(paths, monkeypatch):
    checkup = Checkup(paths, paths.data_dir / "suspect")
    checkup.stop()
    interrupted = sqlite3.OperationalError("interrupted")
    interrupted.sqlite_errorcode = sqlite3.SQLITE_INTERRUPT
    paths.data_dir.mkdir()
    paths.database.touch()

    def stop_it(connection):
        assert checkup._connection is connection
        checkup.stop()
        raise interrupted

    monkeypatch.setattr("desktop_app.core.storage.checkup.damaged_pages", stop_it)
    assert checkup.run() == ()
    assert not (paths.data_dir / "suspect").exists()
