"""The network goes away in the middle of work and comes back: seen through the real window."""

from __future__ import annotations

import socket

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.settings import SummarySettings
from desktop_app.core.provider import retry
from tests.faults.hostile_server import Hang, HostileServer
from tests.faults.relay import Relay
from tests.faults.reply_view import press, retry_until_answered, talk_over, words_beside
from tests.faults.wire import END, F, R, T, head
from tests.unit.coordinator.room import GOOD_SUMMARY

pytestmark = pytest.mark.limit(60)
GOOD = (head() + R + T("The whole answer.") + F("stop") + END,)
HALF = (head() + R + T("Half an answer"), Hang())


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)


@pytest.fixture
async def _unused():
    """Placeholder."""


async def test_a_reply_cut_in_the_middle_is_kept_and_retry_works_once_the_network_is_back(program):
    async with HostileServer() as server, Relay(server.port) as wire, program() as person:
        server.play(HALF, GOOD)
        await talk_over(person, wire.base_url)
        await person.type_and_send("A question")
        await person.until(lambda: person.partial_text() == "Half an answer", 20)
        await wire.cut()
        await person.finished()
        cut = (await person.messages())[-1]
        words = await words_beside(person)
        without = await retry_until_answered(person)
        await wire.mend()
        whole = await retry_until_answered(person)
        path = [m.text for m in await person.messages()]

    assert (cut.text, cut.state) == ("Half an answer", MessageState.INTERRUPTED)
    assert words
    assert without.state is MessageState.FAILED
    assert "127.0.0.1" in without.error
    assert (whole.text, whole.state) == ("The whole answer.", MessageState.COMPLETE)
    assert path == ["A question", "The whole answer."]


async def test_a_link_that_falls_silent_is_told_and_stop_works_meanwhile(program):
    async with HostileServer() as server, Relay(server.port) as wire, program() as person:
        server.play(HALF, HALF, GOOD)
        await talk_over(person, wire.base_url, idle_timeout=1)
        await person.type_and_send("First")
        await person.until(person.partial_text, 20)
        wire.fall_silent()
        person.widget("stopButton").click()
        await person.finished(3)
        stopped = (await person.messages())[-1]
        await wire.mend()
        await person.type_and_send("Second")
        await person.until(person.partial_text)
        wire.fall_silent()
        await person.finished()
        silent = (await person.messages())[-1]
        await wire.mend()
        whole = await retry_until_answered(person)

    assert (stopped.text, stopped.state) == ("Half an answer", MessageState.INTERRUPTED)
    assert (silent.text, silent.state) == ("Half an answer", MessageState.INTERRUPTED)
    assert "1 second" in silent.error
    assert whole.text == "The whole answer."


async def test_without_names_at_the_start_the_program_works_and_answers_once_they_are_back(
    program, monkeypatch
):
    real = socket.getaddrinfo
    away = [True]

    def look_up(host, *args, **more):
        if host not in ("far.example", b"far.example"):
            return real(host, *args, **more)
        if away[0]:
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        return real("127.0.0.1", *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    async with HostileServer() as server, program() as person:
        server.play(GOOD)
        await talk_over(person, f"http://far.example:{server.port}/v1")
        lost = await person.say("Is anybody there?")
        words = await words_beside(person)
        away[0] = False
        found = await retry_until_answered(person)
        path = [m.text for m in await person.messages()]

    assert lost.state is MessageState.FAILED
    assert "far.example" in words
    assert found.text == "The whole answer."
    assert path == ["Is anybody there?", "The whole answer."]


async def test_a_cut_while_a_summary_runs_keeps_everything_and_retry_makes_it(program):
    async with HostileServer() as server, Relay(server.port) as wire, program() as person:
        server.play(GOOD)
        settings = SummarySettings(enabled=False, review_before_apply="never", recent_n=2)
        await talk_over(person, wire.base_url, summary=settings)
        for number in range(5):
            await person.say(f"Question {number}: " + "words that fill the room. " * 20)
        before = [m.text for m in await person.messages()]
        cid = person.conversation_id
        server.play((head() + R + T(GOOD_SUMMARY[:40]), Hang()))
        await person.until(lambda: person.widget("compressButton").isEnabled())
        person.widget("compressButton").click()
        await person.until(lambda: "Summarising" in said_by_card(person) and len(server.received) > 5)
        await wire.cut()
        await person.until(lambda: not person.app.summaries.running(cid))
        stored = await person.app.store.summaries(cid)
        words = said_by_card(person)
        await wire.mend()
        server.play((head() + R + T(GOOD_SUMMARY) + F("stop") + END,))
        await press(person, "summaryRetryButton")
        while not (made := await person.app.store.summaries(cid)):
            await person.until(lambda: True)
        after = [m.text for m in await person.messages()]

    assert stored == []
    assert "The summary was not made" in words
    assert "connection" in words
    assert made[0].text.startswith(GOOD_SUMMARY)
    assert after == before


def said_by_card(person) -> str:
    return " ".join(
        label.text()
        for card in person.window.findChildren(QWidget, "summaryCard")
        for label in card.findChildren(QLabel)
        if label.isVisibleTo(card)
    )
