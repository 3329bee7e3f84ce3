"""When an automatic run starts, and what is left until then."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.domain.settings import SummarySettings
from desktop_app.core.domain.summary import Reason, SummaryMode
from desktop_app.core.summary.policy import (
    Hold,
    Situation,
    Trigger,
    choose_mode,
    decide,
    gain,
    reserved_output,
    usable_window,
)

CALM = Situation(
    request_tokens=1000,
    window=10_000,
    reserved_output=2000,
    turns=8,
    new_turns=8,
    new_messages=16,
    user_messages=8,
    foldable=12,
    minutes=10.0,
)
DEFAULT = SummarySettings()


def test_below_every_threshold_it_tells_what_is_left():
    decision = decide(CALM, DEFAULT)

    assert not decision.fires
    assert decision.hold is Hold.NOT_DUE
    assert (decision.token_limit, decision.tokens_left, decision.messages_left) == (5600, 4600, 8)
    assert decision.minutes_left is None
    assert decision.used_share == pytest.approx(0.125)


@pytest.mark.parametrize(("tokens", "fires"), [(5599, False), (5600, True), (9000, True)])
def test_the_share_counts_from_the_window_less_the_reply(tokens, fires):
    decision = decide(replace(CALM, request_tokens=tokens), DEFAULT)

    assert decision.fires is fires
    assert decision.trigger is (Trigger.TOKENS if fires else None)


@pytest.mark.parametrize(("count", "fires"), [(15, False), (16, True)])
def test_messages_of_the_user_fire(count, fires):
    decision = decide(replace(CALM, user_messages=count), DEFAULT)

    assert decision.trigger is (Trigger.COUNT if fires else None)


def test_an_unknown_window_leaves_only_the_count():
    decision = decide(replace(CALM, window=None, request_tokens=10**9), DEFAULT)

    assert not decision.fires
    assert decision.token_limit is decision.tokens_left is decision.used_share is None
    assert decide(replace(CALM, window=None, user_messages=16), DEFAULT).trigger is Trigger.COUNT


def test_age_fires_only_with_new_messages():
    settings = SummarySettings(age_trigger=True, age_minutes=60)
    late = replace(CALM, minutes=61.0)

    assert decide(late, settings).trigger is Trigger.AGE
    assert decide(replace(late, new_messages=0), settings).hold is Hold.NOTHING_NEW
    assert decide(CALM, settings).minutes_left == 50.0


@pytest.mark.parametrize(
    ("changes", "hold"),
    [
        ({"streaming": True}, Hold.STREAMING),
        ({"failed_for_good": True}, Hold.FAILED),
        ({"last_gain": 0.049}, Hold.LOW_GAIN),
        ({"turns": 1}, Hold.FIRST_TURN),
        ({"new_messages": 0}, Hold.NOTHING_NEW),
        ({"foldable": 0}, Hold.NOTHING_TO_FOLD),
        ({"new_turns": 1}, Hold.TOO_FEW_TURNS),
    ],
)
def test_what_holds_a_due_run_back(changes, hold):
    due = replace(CALM, request_tokens=9000, user_messages=99)

    decision = decide(replace(due, **changes), DEFAULT)

    assert not decision.fires
    assert decision.hold is hold


def test_off_means_off():
    due = replace(CALM, request_tokens=9000, user_messages=99)

    assert decide(due, SummarySettings(enabled=False)).hold is Hold.OFF
    both_off = SummarySettings(token_trigger=False, count_trigger=False)
    assert decide(due, both_off).hold is Hold.NOT_DUE


def test_after_a_low_gain_the_user_starts_it_again():
    due = replace(CALM, request_tokens=9000, last_gain=0.01)

    assert decide(due, DEFAULT).hold is Hold.LOW_GAIN
    assert decide(replace(due, user_acted=True), DEFAULT).fires
    assert decide(replace(due, last_gain=0.05), DEFAULT).fires


def test_a_huge_image_in_the_first_turn_starts_nothing():
    first = replace(CALM, turns=1, new_turns=1, request_tokens=10**6)

    assert decide(first, SummarySettings(minimum_turns=0)).hold is Hold.FIRST_TURN


@given(st.integers(0, 10**6), st.integers(0, 300), st.integers(0, 20), st.booleans())
def test_a_decision_either_fires_or_says_why_not(tokens, users, turns, streaming):
    situation = replace(
        CALM, request_tokens=tokens, user_messages=users, new_turns=turns, streaming=streaming
    )

    decision = decide(situation, DEFAULT)

    assert (decision.trigger is None) != (decision.hold is None)
    assert decision.tokens_left >= 0
    assert decision.messages_left >= 0


def test_reserve_and_window():
    assert reserved_output(None, None) == 4096
    assert reserved_output(None, 512) == 512
    assert reserved_output(8192, None) == 2048
    assert reserved_output(128_000, None) == 4096
    assert reserved_output(8192, 100_000) == 4096
    assert usable_window(None, 100) is None
    assert usable_window(1000, 5000) == 250
    assert usable_window(1000, 200) == 800
    assert gain(0, 10) == 0
    assert gain(100, 40) == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("reason", "runs", "every", "raw", "mode"),
    [
        (Reason.AUTO, 3, 5, 100, SummaryMode.UPDATE),
        (Reason.AUTO, 4, 5, 100, SummaryMode.REWRITE),
        (Reason.AUTO, 9, 5, 100, SummaryMode.REWRITE),
        (Reason.AUTO, 4, 0, 100, SummaryMode.UPDATE),
        (Reason.AUTO, 4, 5, 24_001, SummaryMode.UPDATE),
        (Reason.MANUAL, 4, 5, 24_001, SummaryMode.REWRITE),
        (Reason.OVERFLOW, 4, 5, 100, SummaryMode.UPDATE),
        (Reason.REWRITE, 0, 0, 10**6, SummaryMode.REWRITE),
    ],
)
def test_every_nth_run_is_a_rewrite_that_the_user_can_afford(reason, runs, every, raw, mode):
    chosen = choose_mode(
        reason, has_previous=True, runs_since_rewrite=runs, rewrite_every=every, raw_tokens=raw
    )

    assert chosen is mode


def test_a_first_run_is_an_update():
    mode = choose_mode(Reason.AUTO, has_previous=False, runs_since_rewrite=0, rewrite_every=1, raw_tokens=1)

    assert mode is SummaryMode.UPDATE
