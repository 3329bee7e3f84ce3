"""A person's way with summaries, on the real window with a scripted provider."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget

from desktop_app.core.domain.errors import ConnectionFailed
from desktop_app.core.domain.request import TextDelta
from desktop_app.core.domain.summary import SummaryEngineKind, SummaryState
from desktop_app.core.provider.scripted import ScriptedProvider, reply
from desktop_app.ui.chat.request_viewer import RequestViewer
from desktop_app.ui.chat.savings_dialog import SavingsDialog
from desktop_app.ui.chat.summary_card import SummaryCard
from tests.builders import change_summary
from tests.unit.coordinator.room import GOOD_SUMMARY, profile

SETTINGS_ID = "p"


def _provider():
    def script(request):
        if request.purpose == "summary":
            return reply(GOOD_SUMMARY, prompt_tokens=700)
        if request.purpose == "title":
            return reply("A title")
        number = len(request.messages)
        return reply(
            f"Answer number {number}. " + "Some more words to make it long enough. " * 4, prompt_tokens=300
        )

    return ScriptedProvider(default=script)


async def _use_profile(person, **changes):
    made = profile(SETTINGS_ID, **changes)
    await person.app.preferences.update(
        lambda s: s.with_profile(made).model_copy(update={"default_profile_id": SETTINGS_ID})
    )


async def _talk(person, turns):
    for number in range(turns):
        await person.say(f"Question {number} about fact-{number}, with enough words to be worth folding.")


async def test_compress_review_accept_undo_and_restart(program):
    provider = _provider()
    async with program(provider) as person:
        await _use_profile(person, summary={})
        await change_summary(person.app.preferences, SETTINGS_ID, review_before_apply="manual")
        await _talk(person, 6)
        await person.until(lambda: person.widget("compressButton").isEnabled())
        person.widget("compressButton").click()
        await person.until(lambda: person.window.findChild(QWidget, "summaryReview") is not None)
        review = person.widget("summaryReview")
        text = review.findChild(QPlainTextEdit, "reviewText")
        text.setPlainText(text.toPlainText() + "\nBy hand: fact-0 matters.")
        review.findChild(QWidget, "reviewAccept").click()
        cid = person.conversation_id

        async def in_force():
            standings = await person.app.summaries.standings(cid)
            return [s.summary for s in standings if s.in_force]

        while not await in_force():
            await person.until(lambda: True)
        summary = (await in_force())[0]
        await person.say("Next question")
        sent = provider.requests_for("chat")[-1].messages[0].text

    async with program(provider) as person:
        await person.app.preferences.load()
        standing = (await person.app.summaries.standings(cid))[0]
        await person.app.summaries.undo(standing.summary)
        after = await person.app.summaries.standings(cid)

    assert "By hand: fact-0 matters." in summary.text
    assert "By hand: fact-0 matters." in sent
    assert standing.in_force
    assert not any(s.in_force and s.summary.id == summary.id for s in after)


async def test_an_automatic_summary_comes_by_itself_and_shows_in_its_place(program):
    provider = _provider()
    async with program(provider) as person:
        await _use_profile(person, summary={"message_count": 5, "minimum_turns": 1})
        await _talk(person, 5)
        cid = person.conversation_id
        while not await person.app.store.summaries(cid):
            await person.until(lambda: True)
        await person.until(lambda: not person.app.summaries.running(cid))
        stored = await person.app.store.summaries(cid)
        count = len(provider.requests_for("summary"))
        await person.say("one more")

    assert [s.state for s in stored] == [SummaryState.ACTIVE]
    assert count == 1
    assert len(provider.requests_for("summary")) == 1


async def test_the_viewer_shows_exactly_what_is_sent_next(program):
    provider = _provider()
    async with program(provider) as person:
        await _use_profile(person, summary={})
        await _talk(person, 2)
        person.window.viewer_requested.emit()
        await person.until(lambda: person.window.findChild(RequestViewer, "requestViewer") is not None)
        viewer = person.window.findChild(RequestViewer, "requestViewer")
        await person.until(lambda: len(viewer.sent_texts()) >= 4)
        without = viewer.sent_texts()
        person.write("And now?")
        await person.until(lambda: viewer.sent_texts() != without)
        shown = viewer.sent_texts()
        await person.say("And now?")
        sent = [m.text for m in provider.requests_for("chat")[-1].messages]

    assert shown == sent
    assert without == sent[:-1]


async def test_the_savings_window_tells_what_summaries_cost(program):
    provider = _provider()
    async with program(provider) as person:
        await _use_profile(person, summary={"message_count": 5, "minimum_turns": 1})
        await _talk(person, 5)
        cid = person.conversation_id
        while not await person.app.store.summaries(cid):
            await person.until(lambda: True)
        await person.say("Next")
        person.window.ledger_requested.emit()
        await person.until(lambda: person.window.findChild(SavingsDialog, "savingsDialog") is not None)
        dialog = person.window.findChild(SavingsDialog, "savingsDialog")
        words = dialog.findChild(QWidget, "savingsWords")
        await person.until(lambda: "702" in words.text())

    assert "702" in words.text()


@pytest.mark.parametrize("failure", ["no summary at all", ConnectionFailed("No network.")])
async def test_a_summary_without_a_model_is_offered_when_the_model_fails(program, failure):
    provider = _provider()
    async with program(provider) as person:
        await _use_profile(person, summary={})
        await _talk(person, 6)
        cid = person.conversation_id
        script = [failure] if isinstance(failure, ConnectionFailed) else failure
        provider.play(script, script, purpose="summary")
        await person.until(lambda: person.widget("compressButton").isEnabled())
        person.widget("compressButton").click()
        await person.until(lambda: person.window.findChild(QPushButton, "summaryExtractButton") is not None)
        asked = len(provider.requests)
        person.widget("summaryExtractButton", QPushButton).click()
        while not await person.app.store.summaries(cid):
            await person.until(lambda: True)
        made = (await person.app.store.summaries(cid))[-1]

    assert made.engine is SummaryEngineKind.EXTRACT
    assert made.model == ""
    assert len(provider.requests) == asked


async def test_a_retry_after_an_automatic_failure_keeps_the_newest_messages(program):
    provider = _provider()
    async with program(provider) as person:
        await _use_profile(person, summary={"message_count": 5, "minimum_turns": 1})
        provider.play("no summary", "no summary", purpose="summary")
        await _talk(person, 5)
        await person.until(lambda: person.window.findChild(QPushButton, "summaryRetryButton") is not None)
        cid = person.conversation_id
        person.widget("summaryRetryButton", QPushButton).click()
        while not await person.app.store.summaries(cid):
            await person.until(lambda: True)
        outlook = await person.app.summaries.outlook(cid)

    assert len(outlook.span.kept) == 4


async def test_who_comes_back_to_a_conversation_finds_its_summary_being_written(program):
    gate = asyncio.Event()
    provider = _provider()
    async with program(provider) as person:
        await _use_profile(person, summary={})
        await _talk(person, 6)
        cid = person.conversation_id
        half = [TextDelta("[Core Task Status]\nHalf"), gate.wait, *reply(GOOD_SUMMARY)]
        provider.play(half, purpose="summary")
        await person.until(lambda: person.widget("compressButton").isEnabled())
        person.widget("compressButton").click()
        await person.until(lambda: _card(person) is not None)
        other = await person.app.library.create()
        await person.app.show_conversation(other.id)
        assert _card(person) is None
        await person.app.show_conversation(cid)
        await person.until(lambda: _card(person) is not None)
        gate.set()
        await person.until(lambda: _card(person) is None)
        await person.until(lambda: not person.app.summaries.running(cid))

        assert len(await person.app.store.summaries(cid)) == 1


def _card(person):
    """The button on the card of the summary that is being written."""
    buttons = person.window.findChildren(QPushButton, "summaryCancelButton")
    return next((button for button in buttons if button.isVisible()), None)


@contextlib.asynccontextmanager
async def _review_of(program):
    """A person before the review of a manual run."""
    async with program(_provider()) as person:
        await _use_profile(person, summary={})
        await change_summary(person.app.preferences, SETTINGS_ID, review_before_apply="manual")
        await _talk(person, 6)
        await person.until(lambda: person.widget("compressButton").isEnabled())
        person.widget("compressButton").click()
        await person.until(lambda: person.window.findChild(QWidget, "summaryReview") is not None)
        yield person, person.widget("summaryReview")


def _press(person, name):
    person.widget(name).click()


async def _state(person):
    return [s.state for s in await person.app.store.summaries(person.conversation_id)]


async def _settled(person):
    await person.until(lambda: not len(person.app._parts.tasks))


def _cards(person):
    return {c.accessibleName() for c in person.window.findChildren(SummaryCard) if c.isVisible()}


async def test_a_review_closed_without_a_decision_says_where_the_summary_waits(program):
    async with _review_of(program) as (person, review):
        hint = [label.text() for label in review.findChildren(QLabel)]
        review.findChild(QPlainTextEdit, "reviewText").setPlainText("half done")
        review.close()
        await _settled(person)
        state = await _state(person)
        told = person.window.notices.texts()
        await person.until(lambda: "Summary to review" in _cards(person))
        _press(person, "summaryReviewButton")
        await person.until(lambda: person.window.findChild(QWidget, "summaryReview") not in (None, review))
        again = person.widget("summaryReview").findChild(QPlainTextEdit, "reviewText").toPlainText()

    assert any("Closing the window decides nothing" in words for words in hint)
    assert state == [SummaryState.PENDING]
    assert any("Nothing was decided" in words for words in told)
    assert again == "half done"


async def _taken_back(person):
    """What a decision left in the store, and what its undo did."""
    await person.until(lambda: person.window.findChild(QWidget, "noticeButton") is not None)
    await _settled(person)
    decided = await _state(person)
    await person.until(lambda: "Summary to review" not in _cards(person))
    _press(person, "noticeButton")
    await person.until(lambda: "Summary to review" in _cards(person))
    await _settled(person)
    return decided, await _state(person)


@pytest.mark.parametrize("edited", [False, True])
async def test_accepting_can_be_taken_back(program, edited):
    async with _review_of(program) as (person, review):
        if edited:
            review.findChild(QPlainTextEdit, "reviewText").appendPlainText("By hand.")
        review.findChild(QWidget, "reviewAccept").click()
        taken, back = await _taken_back(person)

    assert SummaryState.ACTIVE in taken
    assert back == [SummaryState.PENDING, SummaryState.UNDONE][: len(back)]


async def test_discarding_can_be_taken_back(program):
    async with _review_of(program) as (person, review):
        review.findChild(QWidget, "reviewDiscard").click()
        gone, back = await _taken_back(person)

    assert gone == []
    assert back == [SummaryState.PENDING]


async def test_a_summary_switched_off_stays_in_reach(program):
    async with _review_of(program) as (person, review):
        review.findChild(QWidget, "reviewAccept").click()
        await person.until(lambda: person.window.findChild(QWidget, "summaryUndoButton") is not None)
        _press(person, "summaryUndoButton")
        await person.until(lambda: "Summary, switched off" in _cards(person))
        _press(person, "summaryRestoreButton")
        await person.until(lambda: "Summary, switched off" not in _cards(person))
        await _settled(person)
        state = await _state(person)

    assert state == [SummaryState.ACTIVE]
