"""The next request: the same for the viewer, the gauge and the wire."""

from __future__ import annotations

import pytest

from desktop_app.core.domain.conversation import Draft
from desktop_app.core.domain.errors import ProfileMissing, StorageError
from desktop_app.core.domain.summary import Reason
from tests.unit.coordinator.room import GOOD_SUMMARY, open_room


def texts(messages):
    return [(message.role, message.text) for message in messages]


async def test_saved_tokens_are_what_the_same_request_without_a_summary_would_cost(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(20)
        room.provider.play(GOOD_SUMMARY, purpose="summary")
        await room.summaries.run(cid, Reason.MANUAL)

        short = await room.requests.assemble(cid)
        whole = await room.requests.assemble(cid, without_summary=True)

    difference = whole.built.tokens - short.built.tokens
    assert difference > 0
    assert abs(short.saved_tokens - difference) <= 0.02 * whole.built.tokens
    assert (whole.saved_tokens, whole.summary) == (0, None)


async def test_what_is_about_to_be_said_stands_last_and_a_blank_draft_leaves_room_for_it(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(2)
        said = await room.requests.assemble(cid, draft=Draft("And then?"))
        blank = await room.requests.assemble(cid, draft=Draft(" \n "))
        room.provider.play("Then this.")
        await room.say(cid, "And then?")

    sent = texts(room.provider.requests[-1].messages)
    assert texts(said.messages) == sent
    assert texts(blank.messages) == sent[:-1]


async def test_a_cut_request_is_a_prefix_of_the_whole_one(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(5)
        whole = (await room.requests.assemble(cid)).messages

        for count in range(1, 10):
            cut = (await room.requests.assemble(cid, cut_after=count)).messages
            assert cut == whole[: len(cut)]
            assert len(cut) == count


async def test_what_is_gone_is_said(tmp_path):
    async with open_room(tmp_path) as room:
        lost = await room.library.create(profile_id="gone")

        with pytest.raises(ProfileMissing):
            await room.requests.assemble(lost.id)
        with pytest.raises(StorageError):
            await room.requests.assemble("nowhere")
