"""A machine that misbehaves under the running window: a held store, a clock that goes backwards."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3

import pytest

from desktop_app.coordinator import replies
from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.errors import DiskFull
from desktop_app.core.domain.request import TextDelta
from desktop_app.core.provider.scripted import ScriptedProvider
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock


@contextlib.contextmanager
def held(paths):
    """The store, held by another program."""
    other = sqlite3.connect(paths.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@pytest.mark.expects_log
async def test_a_store_held_by_another_program_costs_no_word(program, provider, paths):
    provider.play("Hello.")
    provider.play("A title", purpose="title")
    async with program(provider) as person:
        await person.until(lambda: not len(person.app._parts.tasks))
        with held(paths):
            person.write("precious words")
            person.widget("sendButton").click()
            await person.until(person.window.notices.texts, 20)
            kept = person.written()
            sent = len(provider.requests)
        reply = await person.say(kept)

        assert kept == "precious words"
        assert sent == 0
        assert reply.text == "Hello."
        assert [m.text for m in await person.messages()] == ["precious words", "Hello."]


async def test_a_clock_that_goes_backwards_changes_no_order(program, provider):
    clock = FixedClock(1_800_000_000.0)
    words = [f"Question {n}" for n in range(4)]
    provider.play(*["Answer."] * 4)
    provider.play("A title", purpose="title")
    async with program(provider, clock=clock) as person:
        for word in words:
            await person.say(word)
            clock.at -= 86_400.0 * 400
        conversation_id = person.conversation_id
    async with program(provider, clock=clock) as person:
        await person.app.show_conversation(conversation_id)
        messages = await person.messages()
        heads = await person.app.library.conversations()

        assert [m.text for m in messages] == [text for word in words for text in (word, "Answer.")]
        assert conversation_id in {head.id for head in heads}


async def test_the_window_answers_while_the_store_is_held(program, provider, paths):
    provider.play("Hello.")
    provider.play("A title", purpose="title")
    async with program(provider) as person:
        await person.until(lambda: not len(person.app._parts.tasks))
        with held(paths):
            person.write("words")
            person.widget("sendButton").click()
            beats = 0
            for _ in range(20):
                await asyncio.sleep(0.01)
                beats += 1
            person.app.open_settings("appearance")
        await person.until(lambda: not person.app.chat.busy(person.conversation_id), 20)

        assert beats == 20
        assert person.widget("settingsDialog").isVisible()
        assert [m.text for m in await person.messages()] == ["words", "Hello."]


@pytest.mark.expects_log
@pytest.mark.parametrize("how", ["removed", "replaced", "folder moved"])
async def test_a_store_taken_away_is_told_and_costs_no_word(program, provider, paths, how):
    provider.play("Hello.", "More.")
    provider.play("A title", purpose="title")
    async with program(provider) as person:
        await person.say("First")
        await person.until(lambda: not len(person.app._parts.tasks))
        if how == "folder moved":
            paths.data_dir.rename(paths.data_dir.with_name("moved"))
        elif how == "removed":
            paths.database.unlink()
        else:
            copy = paths.database.with_name("copy")
            copy.write_bytes(paths.database.read_bytes())
            copy.replace(paths.database)
        person.write("precious words")
        person.widget("sendButton").click()
        await person.until(person.window.notices.texts)
        told = " ".join(person.window.notices.texts())
        kept = person.written()

    assert "Nothing more can be saved" in told
    assert kept == "precious words"


@pytest.mark.expects_log
@pytest.mark.parametrize("room", ["later", "at the end"])
async def test_a_reply_that_ends_on_a_full_disk_is_stored_once_there_is_room(
    program, paths, monkeypatch, room
):
    full = asyncio.Event()
    save = SqliteStore.save_message

    async def save_if_there_is_room(store, message):
        if full.is_set():
            raise DiskFull("No space is left.")
        await save(store, message)

    monkeypatch.setattr(SqliteStore, "save_message", save_if_there_is_room)
    monkeypatch.setattr(replies, "SAVE_AGAIN", 0.05 if room == "later" else 60.0)
    provider = ScriptedProvider()
    provider.play([TextDelta("precious "), lambda: asyncio.sleep(0), TextDelta("words")])
    provider.play("A title", purpose="title")
    async with program(provider) as person:
        full.set()
        await person.type_and_send("Go")
        await person.finished()
        await person.until(person.window.notices.texts)
        conversation_id = person.conversation_id
        lost = (await person.messages())[-1]
        full.clear()
        if room == "later":
            while not (await person.messages())[-1].text:
                await asyncio.sleep(0.01)
    async with program(provider) as person:
        await person.app.show_conversation(conversation_id)
        stored = (await person.messages())[-1]

    assert lost.text == ""
    assert (stored.text, stored.state) == ("precious words", MessageState.COMPLETE)
