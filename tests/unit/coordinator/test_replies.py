"""Replies: how they end, and what of them is on disk."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from desktop_app.coordinator.reply_writer import ReplyWriter
from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.errors import Action, DiskFull, ServerFailed, StreamInterrupted, TimedOut
from desktop_app.core.domain.request import ReasoningDelta, ReplyFinished, RetryScheduled, TextDelta
from tests.builders import pairs
from tests.unit.coordinator.room import open_room


async def test_stop_counts_before_the_reply_has_begun(tmp_path):
    async with open_room(tmp_path) as room:
        room.provider.play([asyncio.Event().wait])
        conversation_id = await room.conversation()
        stopped = None

        def stop_at_once(event):
            nonlocal stopped
            if type(event).__name__ == "BusyChanged" and event.busy:
                stopped = asyncio.ensure_future(room.chat.stop(conversation_id))

        room.announcer.listen(stop_at_once)
        await room.chat.send(conversation_id, "Go")
        await asyncio.wait_for(stopped, 5)
        last = (await room.store.path(conversation_id))[-1]

        assert not room.chat.busy(conversation_id)
        assert last.state is MessageState.INTERRUPTED
        assert room.provider.requests == []


async def test_stop_right_after_send_ends_the_reply(tmp_path):
    async with open_room(tmp_path) as room:
        room.provider.play([asyncio.Event().wait], "Again.")
        conversation_id = await room.conversation()
        await room.chat.send(conversation_id, "Go")
        await asyncio.wait_for(room.chat.stop(conversation_id), 5)
        room.provider._scripts["chat"].clear()
        room.provider.play("Again.")

        assert (await room.say(conversation_id, "And now?")).text == "Again."


@pytest.mark.parametrize(
    ("steps", "state", "text", "action"),
    [
        ([TextDelta("Half"), TimedOut("Silence.")], MessageState.INTERRUPTED, "Half", Action.RETRY),
        ([TextDelta("Half"), ServerFailed("Broken.")], MessageState.INTERRUPTED, "Half", Action.RETRY),
        ([TextDelta("Half"), StreamInterrupted("Cut.")], MessageState.INTERRUPTED, "Half", Action.CONTINUE),
        ([ServerFailed("Broken.")], MessageState.FAILED, "", Action.RETRY),
        ([ReasoningDelta("Hm."), ServerFailed("Broken.")], MessageState.FAILED, "", Action.RETRY),
        ([ReasoningDelta("Hm."), ReplyFinished("stop")], MessageState.FAILED, "", Action.RETRY),
        ([TextDelta(" "), ReplyFinished("stop")], MessageState.FAILED, " ", Action.RETRY),
    ],
)
async def test_a_reply_that_did_not_end_well_says_so_and_keeps_its_text(tmp_path, steps, state, text, action):
    async with open_room(tmp_path) as room:
        room.provider.play(steps)
        reply = await room.say(await room.conversation(), "Go")

    assert (reply.state, reply.text, reply.error_action) == (state, text, action.value)
    assert reply.error


async def test_the_users_words_are_on_disk_before_the_request_leaves(tmp_path):
    async with open_room(tmp_path) as room:
        conversation_id = await room.conversation()
        stored = []

        async def look():
            stored.extend(message.text for message in await room.store.path(conversation_id))

        room.provider.play([look, TextDelta("Yes."), ReplyFinished("stop")])
        await room.say(conversation_id, "Are you there?")

    assert stored[0] == "Are you there?"


async def test_a_message_that_cannot_be_stored_is_not_sent(tmp_path, monkeypatch):
    async with open_room(tmp_path) as room:
        conversation_id = await room.conversation()
        monkeypatch.setattr(type(room.store), "add_message", refuse)

        with pytest.raises(DiskFull):
            await room.chat.send(conversation_id, "Go")

        assert room.provider.requests == []
        assert not room.chat.busy(conversation_id)


async def test_a_new_attempt_voids_what_the_last_one_brought(tmp_path):
    async with open_room(tmp_path) as room:
        again = RetryScheduled(0.0, 2, "Busy")
        room.provider.play([TextDelta("Wrong "), again, TextDelta("Right."), ReplyFinished("stop")])
        reply = await room.say(await room.conversation(), "Go")

    assert (reply.state, reply.text) == (MessageState.COMPLETE, "Right.")


class Shelf:
    """Keeps what a writer saves; the first ``failures`` saves fail."""

    def __init__(self, failures=0):
        self.saved = []
        self.saves = asyncio.Event()
        self._failures = failures

    async def save_message(self, message):
        self.saves.set()
        if self._failures:
            self._failures -= 1
            raise DiskFull("full")
        self.saved.append(message.text)


async def test_a_growing_reply_is_saved_now_and_then_and_whole_at_the_end():
    shelf = Shelf()
    writer = ReplyWriter(shelf, replace(pairs(1)[1], text=""), interval=0.0)

    writer.add(text="One, ")
    writer.add(text="two")
    await shelf.saves.wait()
    writer.add(text=", three")
    final = await writer.finish()

    assert shelf.saved[0] == "One, two"
    assert (final.text, shelf.saved[-1]) == ("One, two, three", "One, two, three")


async def test_a_save_that_fails_in_between_costs_nothing():
    shelf = Shelf(failures=1)
    writer = ReplyWriter(shelf, replace(pairs(1)[1], text="Begun: "), interval=0.0)

    writer.add(text="one")
    await shelf.saves.wait()

    assert (await writer.finish()).text == "Begun: one"
    assert shelf.saved[-1] == "Begun: one"


async def refuse(*_arguments, **_more):
    raise DiskFull("full")
