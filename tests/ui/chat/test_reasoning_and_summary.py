"""Reasoning folded and timed; summaries in their place."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop_app.core.domain.conversation import MessageState, Role
from desktop_app.core.domain.errors import SummaryRefused
from desktop_app.core.domain.request import RetryScheduled
from desktop_app.core.domain.summary import Summary, SummaryEngineKind, SummaryState
from desktop_app.ui.chat.message_actions import MessageAction
from desktop_app.ui.chat.row import SummaryCardData, SummaryRun
from desktop_app.ui.chat.row_facts import RowFacts
from desktop_app.ui.chat.shades import dimmed, quiet
from desktop_app.ui.resources import DARK, LIGHT
from tests.ui.chat.conftest import message, talk


def summary(boundary="c-3", **changes):
    return replace(
        Summary(
            id="s",
            conversation_id="c",
            boundary_id=boundary,
            text="## Task\n\nWrite a test.",
            created_at=0.0,
            span_hash="",
            covered_count=4,
            tokens_before=12_300,
            tokens_after=1_800,
            model="m",
        ),
        **changes,
    )


def test_reasoning_is_folded_and_timed(transcript, feeder, view_of):
    feeder.show([message("a", reasoning="secret plan", reasoning_seconds=3.21)])

    toggle = view_of("a").findChild(QWidget, "reasoningToggle")

    assert toggle.accessibleName() == "Thought for 3.2 s"
    assert not toggle.isChecked()
    assert "secret plan" not in view_of("a").body.plain_text()


def test_unfolding_reasoning_makes_the_message_taller_and_keeps_its_top(
    qtbot, transcript, feeder, view_of, top_of
):
    reasoned = message("r", reasoning="long thought\n\n" * 10, reasoning_seconds=1.0)
    feeder.show([*talk(50), reasoned, *talk(20, conversation_id="d")])
    transcript.jump_to("c-48")
    before, height = top_of("r"), view_of("r").height()

    view_of("r").findChild(QWidget, "reasoningToggle").click()
    qtbot.waitUntil(lambda: view_of("r").height() > height)
    qtbot.wait(20)

    assert view_of("r").height() > height + 100
    assert top_of("r") == before


def test_time_of_reasoning_is_measured_while_it_streams():
    now = [100.0]
    facts = RowFacts(lambda: now[0])
    facts.put(message("a", text="", state=MessageState.STREAMING))
    facts.stream("a", "", "hm")
    now[0] = 102.5
    assert facts.row("a", dimmed=False, newest=True).thinking_seconds == 2.5
    facts.stream("a", "Answer", "")

    assert facts.take_streamed() == ["a"]

    row = facts.row("a", dimmed=False, newest=True)
    assert row.message.reasoning_seconds == 2.5
    assert (row.message.text, row.message.reasoning) == ("Answer", "hm")


def test_copies_of_the_answer_hold_no_reasoning(transcript, feeder, view_of):
    feeder.show([message("a", text="answer", reasoning="secret plan")])

    view_of("a").do(MessageAction.COPY)
    source = QGuiApplication.clipboard().text()
    view_of("a").do(MessageAction.COPY_PLAIN)

    assert source == "answer"
    assert QGuiApplication.clipboard().text().strip() == "answer"


def test_card_stands_at_its_boundary_with_figures(transcript, feeder, view_of):
    feeder.show(talk(8))

    transcript.set_summaries([SummaryCardData(summary(), stale=True, versions=2)])

    card = view_of("c-3").findChild(QWidget, "summaryCard")
    assert card.isVisible()
    assert "12.3k → 1.8k tokens" in card.accessibleDescription()
    assert "Out of date" in card.accessibleDescription()
    assert view_of("c-4").findChild(QWidget, "summaryCard") is None


def test_card_unfolds_its_text(qtbot, transcript, feeder, view_of):
    feeder.show(talk(8))
    transcript.set_summaries([SummaryCardData(summary())])
    card = view_of("c-3").findChild(QWidget, "summaryCard")
    height = card.height()

    card.findChild(QPushButton, "summaryViewButton").click()
    qtbot.waitUntil(lambda: card.height() > height)

    assert card.is_unfolded()


def test_card_actions_are_told(qtbot, transcript, feeder, view_of):
    feeder.show(talk(8))
    transcript.set_summaries([SummaryCardData(summary(), stale=True)])
    card = view_of("c-3").findChild(QWidget, "summaryCard")

    for name in ("edit", "versions", "undo", "rewrite"):
        with qtbot.waitSignal(getattr(transcript, f"summary_{name}_requested")) as told:
            card.findChild(QPushButton, f"summary{name.capitalize()}Button").click()
        assert told.args == ["s"]


def test_pending_and_undone_cards_offer_review_and_restore(qtbot, transcript, feeder, view_of):
    feeder.show(talk(8))
    for state, name in ((SummaryState.PENDING, "review"), (SummaryState.UNDONE, "restore")):
        transcript.set_summaries([SummaryCardData(summary(state=state), in_force=False)])
        card = view_of("c-3").findChild(QWidget, "summaryCard")
        with qtbot.waitSignal(getattr(transcript, f"summary_{name}_requested")):
            card.findChild(QPushButton, f"summary{name.capitalize()}Button").click()


def test_extract_never_passes_as_a_models_text(transcript, feeder, view_of):
    feeder.show(talk(8))
    transcript.set_summaries([SummaryCardData(summary(engine=SummaryEngineKind.EXTRACT))])

    assert "without a model" in view_of("c-3").findChild(QWidget, "summaryCard").accessibleDescription()


def test_undone_summary_leaves_no_card_and_no_dimming(transcript, feeder, view_of):
    feeder.show(talk(8))
    transcript.set_summaries([SummaryCardData(summary())])
    assert view_of("c-3").row().dimmed
    assert not view_of("c-4").row().dimmed

    transcript.set_summaries([])

    assert not view_of("c-3").row().dimmed
    assert not [c for c in view_of("c-3").findChildren(QWidget, "summaryCard") if c.isVisible()]


def test_dimmed_text_stays_readable():
    for theme in (LIGHT, DARK):
        assert contrast(dimmed(theme).text, theme.surface) >= 4.5
        assert contrast(quiet(theme).text, theme.surface) >= 4.5
        assert dimmed(theme).text != theme.text


def contrast(one, two):
    def light(colour):
        parts = [
            c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in QColor(colour).getRgbF()[:3]
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(one), light(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_running_summary_streams_into_its_card_and_can_be_cancelled(qtbot, transcript, feeder, view_of):
    feeder.show(talk(8))
    transcript.set_summary_run(SummaryRun("c-3", covered_count=4))
    card = view_of("c-3").findChild(QWidget, "summaryCard")

    transcript.stream_summary("First try")
    transcript.stream_summary("## Task", reset=True)
    transcript.stream_summary("\n\nWrite")
    qtbot.waitUntil(lambda: view_of("c-3").row().run.text == "## Task\n\nWrite")

    assert card.accessibleName() == "Summarising 4 messages…"
    assert card.findChild(QWidget, "summaryProgress").isVisible()
    with qtbot.waitSignal(transcript.summary_cancel_requested):
        card.findChild(QPushButton, "summaryCancelButton").click()
    transcript.set_summary_run(None)
    qtbot.wait(1)
    assert not [c for c in view_of("c-3").findChildren(QWidget, "summaryCard") if c.isVisible()]


def test_failed_summary_says_why_and_offers_retry(qtbot, transcript, feeder, view_of):
    feeder.show(talk(8))
    transcript.set_summary_run(SummaryRun("c-3", error=SummaryRefused("The answer was empty.")))

    card = view_of("c-3").findChild(QWidget, "summaryCard")
    assert "The answer was empty." in card.findChild(QWidget, "summaryMark").text()
    with qtbot.waitSignal(transcript.summary_retry_requested):
        card.findChild(QPushButton, "summaryRetryButton").click()
    with qtbot.waitSignal(transcript.summary_dismissed):
        card.findChild(QPushButton, "summaryDismissButton").click()


def test_a_summary_that_waits_counts_down(qtbot, transcript, feeder, view_of):
    now = [0.0]
    transcript._facts._clock = lambda: now[0]
    feeder.show(talk(8))
    transcript.set_summary_run(SummaryRun("c-3", waiting=RetryScheduled(12.0, 2, "Too many requests")))
    numbers = view_of("c-3").findChild(QLabel, "summaryNumbers")
    assert "in 12 s" in numbers.text()

    now[0] = 5.0
    qtbot.waitUntil(lambda: "in 7 s" in numbers.text())

    transcript.stream_summary("text")
    assert transcript._facts.ticking() == set()


def test_card_above_the_reader_does_not_move_the_text(qtbot, transcript, feeder, top_of):
    feeder.show(talk(100))
    transcript.jump_to("c-50")
    seen = transcript.visible_ids()[3]
    before = top_of(seen)

    transcript.set_summaries([SummaryCardData(summary("c-30"))])
    qtbot.wait(60)

    assert top_of(seen) == before


def test_background_card_shows_and_goes(qtbot, transcript, feeder):
    feeder.show(talk(3))
    transcript.set_background_card("You compared <b>two</b> plans.")
    label = transcript.findChild(QWidget, "backgroundText")
    assert transcript.background.isVisible()
    assert label.text() == "You compared <b>two</b> plans."

    with qtbot.waitSignal(transcript.background_dismissed):
        transcript.findChild(QWidget, "backgroundDismissButton").click()

    assert not transcript.background.isVisible()


def test_group_shows_speakers_as_plain_text(transcript, feeder, view_of):
    feeder.show([message("a", Role.ASSISTANT, "hello", speaker="<b>Li</b>")])

    label = view_of("a").findChild(QWidget, "messageSpeaker")

    assert label.isVisible()
    assert label.text() == "<b>Li</b>"
