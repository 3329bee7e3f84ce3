"""Recall is off by default and looks only at what a summary covers."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.coordinator.recalling import Recalling
from desktop_app.core.domain.summary import Reason
from tests.builders import pairs
from tests.unit.coordinator.room import GOOD_SUMMARY, open_room


def tokens(message):
    return len(message.text) // 4 + 4


def path():
    messages = pairs(10)
    messages[2] = replace(messages[2], text="The bucket is called zx-41.")
    return [*messages, replace(messages[0], id="new", text="What was the bucket called?")]


async def choose(messages, covered, recalling=None, window=None):
    recalling = recalling or Recalling()
    return await recalling.choose("c", messages, covered, window=window, tokens=tokens)


async def test_covered_messages_that_match_the_question_are_recalled():
    chosen = await choose(path(), 12)

    assert "u2" in [m.id for m in chosen]
    assert all(m in path()[:12] for m in chosen)


async def test_nothing_is_recalled_without_a_summary_or_a_question():
    assert await choose(path(), 0) == ()
    assert await choose(path()[:12], 12) == ()


async def test_recall_takes_at_most_a_tenth_of_the_window():
    chosen = await choose(path(), 12, window=400)

    assert 0 < sum(map(tokens, chosen)) <= 40


async def test_the_index_follows_edits():
    recalling, messages = Recalling(), path()
    await choose(messages, 12, recalling)
    messages[2] = replace(messages[2], text="Nothing here.")
    messages[4] = replace(messages[4], text="The bucket is now yy-7.")

    chosen = await choose(messages, 12, recalling, window=150)

    assert [m.id for m in chosen] == ["u3", "a3"]


async def test_recalled_messages_stand_with_the_new_question_once_switched_on(tmp_path):
    async with open_room(tmp_path) as room:
        cid = await room.conversation(8)
        room.provider.play(GOOD_SUMMARY, purpose="summary")
        await room.summaries.run(cid, Reason.MANUAL)
        room.provider.play("off", "on")
        await room.say(cid, "What was fact-2?")
        settings = room.preferences.settings
        privacy = settings.privacy.model_copy(update={"recall_enabled": True})
        await room.preferences.update(lambda s: s.model_copy(update={"privacy": privacy}))
        await room.say(cid, "And what was fact-3?")

    off, on = (request.messages for request in room.provider.requests_for("chat"))
    assert "fact-2" not in off[-1].text.replace("What was fact-2?", "")
    assert "remember fact-3" in on[-1].text
    assert on[-1].text.endswith("And what was fact-3?")
    assert on[: len(off) - 1] == off[:-1]
