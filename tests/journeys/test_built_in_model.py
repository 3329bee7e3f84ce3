"""The real window against the real built-in model."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.core.background import check_background
from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.events import SummaryCancelled, SummaryDelta
from desktop_app.core.domain.settings import LOCAL_PROFILE_ID
from desktop_app.core.domain.summary import Reason, SummaryEngineKind
from tests.builders import change_summary

pytestmark = [pytest.mark.local_model, pytest.mark.limit(240), pytest.mark.timeout(280)]

PATIENCE = 100.0
"""Seconds for one reply; a few are enough on an idle machine."""


async def test_two_turns_a_stop_and_a_restart(program):
    async with program() as person:
        first = await person.say("Hello! What is a river?", PATIENCE)
        second = await person.say("Name one river.", PATIENCE)
        await person.type_and_send("Write a very long story about a river.")
        await person.until(lambda: bool(person.partial_text()), PATIENCE)
        person.widget("stopButton").click()
        await person.finished(PATIENCE)
        stopped = (await person.messages())[-1]

    async with program() as person:
        messages = await person.messages()

    assert first.state is second.state is MessageState.COMPLETE
    assert first.text.strip()
    assert first.usage is not None
    assert second.usage.cached_tokens  # the second request reused the first one's prefix
    assert stopped.state is MessageState.INTERRUPTED
    assert stopped.text.strip()
    assert [m.id for m in messages][1::2] == [first.id, second.id, stopped.id]


async def test_summaries_with_the_built_in_model(program):
    async with program() as person:
        await change_summary(
            person.app.preferences,
            LOCAL_PROFILE_ID,
            message_count=3,
            minimum_turns=1,
            recent_n=2,
            review_before_apply="never",
        )
        limit = {
            "parameters": person.app.preferences.profile(None).parameters.model_copy(
                update={"max_tokens": 40}
            )
        }
        await person.app.preferences.update_profile(LOCAL_PROFILE_ID, lambda p: p.model_copy(update=limit))
        for text in (
            "My boat is called Albatros 7.",
            "It leaves on 2027-05-02 at 06:40.",
            "Its port is Bergen.",
        ):
            await person.say(text, PATIENCE)
        cid, summaries = person.conversation_id, person.app.summaries
        while not await person.app.store.summaries(cid):
            await person.until(lambda: True)
        automatic = (await person.app.store.summaries(cid))[0]
        await person.say("The captain is Ms Lind.", PATIENCE)
        await person.say("She likes tea.", PATIENCE)
        manual = await summaries.run(cid, Reason.MANUAL)
        await person.say("And her dog is Bo.", PATIENCE)
        await person.say("He is brown.", PATIENCE)

        await change_summary(person.app.preferences, LOCAL_PROFILE_ID, engine="model", enabled=False)
        events = []
        stop = person.app.listen(events.append)
        run = asyncio.ensure_future(summaries.run(cid, Reason.MANUAL))
        await person.until(lambda: any(isinstance(e, SummaryDelta) for e in events), PATIENCE)
        summaries.cancel(cid)
        cancelled = await run
        stop()
        before = len(await person.app.store.summaries(cid))
        await summaries.undo(manual)

    async with program() as person:
        standings = await person.app.summaries.standings(cid)
        stored = await person.app.store.summaries(cid)

    assert automatic.reason is Reason.AUTO
    assert automatic.engine is SummaryEngineKind.EXTRACT
    assert "Albatros 7" in automatic.model_text
    assert manual is not None
    assert cancelled is None
    assert any(isinstance(e, SummaryCancelled) for e in events)
    assert len(stored) == before
    assert [s.summary.id for s in standings if s.in_force] == [automatic.id]


async def test_title_and_background_with_the_built_in_model(program):
    async with program() as person:
        await person.say("My boat Albatros 7 leaves Bergen on Monday.", PATIENCE)
        cid = person.conversation_id
        await person.until(lambda: not person.window.windowTitle().startswith("New conversation"), PATIENCE)
        title = (await person.app.library.conversation(cid)).title
        background = await person.app._parts.backgrounds.write(cid)
        kept = (await person.app.library.conversation(cid)).background

    assert 0 < len(title) <= 50
    assert 0 < len(background) < 300
    assert kept == background
    assert check_background(background) is None
