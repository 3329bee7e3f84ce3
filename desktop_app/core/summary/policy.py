"""When a summary run starts by itself, and of which kind; pure functions over numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.core.domain.summary import Reason, SummaryMode

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import SummarySettings

LOW_GAIN = 0.05
"""A run that shortened the request by less than this share stops automatic runs (opencode's rule)."""

DEFAULT_RESERVE = 4096
"""Tokens kept free for the reply when the profile names no limit; at most a quarter of the window."""

REWRITE_BUDGET = 24_000
"""Most tokens of raw history that an automatic rewrite reads.

A rewrite reads everything again at the fresh price, so its cost grows with the square of the
conversation: in the 400-turn cost model unbounded rewrites cost three times all else. Longer
histories are rewritten on demand only.
"""


class Trigger(StrEnum):
    """What made an automatic run start."""

    TOKENS = "tokens"
    COUNT = "count"
    AGE = "age"


class Hold(StrEnum):
    """Why no automatic run starts."""

    OFF = "off"
    STREAMING = "streaming"
    FAILED = "failed"
    LOW_GAIN = "low_gain"
    FIRST_TURN = "first_turn"
    NOTHING_NEW = "nothing_new"
    NOTHING_TO_FOLD = "nothing_to_fold"
    TOO_FEW_TURNS = "too_few_turns"
    NOT_DUE = "not_due"


@dataclass(frozen=True, slots=True)
class Situation:
    """The numbers a decision rests on.

    Attributes:
        request_tokens: Estimated tokens of the next request as it stands, reply not included.
        window: Tokens the model's window holds; None when unknown.
        reserved_output: Tokens of the window kept for the reply, see ``reserved_output``.
        turns: Complete turns (user and reply) of the whole path.
        new_turns: Complete turns since the last run.
        new_messages: Sendable messages since the last run.
        user_messages: Messages of the user since the last run.
        foldable: Messages a run would fold now (``len(span.folded)``).
        minutes: Minutes since the last run, or since the first message before any run.
        streaming: Whether a reply is being written.
        last_gain: Share by which the last automatic run shortened the request; None without one.
        user_acted: Whether the user compressed, undid, edited or changed settings since that run.
        failed_for_good: Whether the last run failed for a cause that waiting does not cure and the
            settings have not changed since.
    """

    request_tokens: int
    window: int | None
    reserved_output: int
    turns: int
    new_turns: int
    new_messages: int
    user_messages: int
    foldable: int
    minutes: float | None = None
    streaming: bool = False
    last_gain: float | None = None
    user_acted: bool = False
    failed_for_good: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether an automatic run starts, why or why not, and what is left until the next one.

    Attributes:
        trigger: What fired; None when nothing does.
        hold: Why nothing fires; None when something does.
        token_limit: Tokens of a request at which a run starts; None without a token trigger or window.
        tokens_left: Tokens until then, >= 0; None likewise.
        messages_left: Messages of the user until the count trigger, >= 0; None when it is off.
        minutes_left: Minutes until the age trigger, >= 0; None when it is off or nothing was said.
        used_share: Share of (window - reserved output) in use, 0 and up; None for an unknown window.
    """

    trigger: Trigger | None
    hold: Hold | None
    token_limit: int | None = None
    tokens_left: int | None = None
    messages_left: int | None = None
    minutes_left: float | None = None
    used_share: float | None = None

    @property
    def fires(self) -> bool:
        """Whether a run starts now."""
        return self.trigger is not None


def decide(situation: Situation, settings: SummarySettings) -> Decision:
    """Whether an automatic run starts now.

    The first rule that applies wins: master switch, streaming reply, permanent failure, low gain,
    first turn, nothing new, nothing to fold, minimum turns; then tokens, count and age.
    """
    usable = usable_window(situation.window, situation.reserved_output)
    limit = int(settings.token_share * usable) if usable and settings.token_trigger else None
    tokens_left = None if limit is None else max(0, limit - situation.request_tokens)
    messages_left = (
        max(0, settings.message_count - situation.user_messages) if settings.count_trigger else None
    )
    minutes_left = (
        max(0.0, settings.age_minutes - situation.minutes)
        if settings.age_trigger and situation.minutes is not None
        else None
    )
    due = [
        trigger
        for trigger, left in (
            (Trigger.TOKENS, tokens_left),
            (Trigger.COUNT, messages_left),
            (Trigger.AGE, minutes_left),
        )
        if left is not None and left <= 0
    ]
    hold = _hold(situation, settings) or (None if due else Hold.NOT_DUE)
    return Decision(
        trigger=due[0] if due and hold is None else None,
        hold=hold,
        token_limit=limit,
        tokens_left=tokens_left,
        messages_left=messages_left,
        minutes_left=minutes_left,
        used_share=situation.request_tokens / usable if usable else None,
    )


def _hold(situation: Situation, settings: SummarySettings) -> Hold | None:
    low_gain = situation.last_gain is not None and situation.last_gain < LOW_GAIN
    rules = (
        (not settings.enabled, Hold.OFF),
        (situation.streaming, Hold.STREAMING),
        (situation.failed_for_good, Hold.FAILED),
        (low_gain and not situation.user_acted, Hold.LOW_GAIN),
        (situation.turns <= 1, Hold.FIRST_TURN),
        (situation.new_messages <= 0, Hold.NOTHING_NEW),
        (situation.foldable <= 0, Hold.NOTHING_TO_FOLD),
        (situation.new_turns < settings.minimum_turns, Hold.TOO_FEW_TURNS),
    )
    return next((hold for applies, hold in rules if applies), None)


def reserved_output(window: int | None, limit: int | None) -> int:
    """Tokens of the window kept for the reply.

    Args:
        window: Tokens; None when unknown.
        limit: The profile's reply limit; None when it has none.
    """
    if window is None:
        return limit or DEFAULT_RESERVE
    if limit is None:
        return min(DEFAULT_RESERVE, window // 4)
    return min(limit, window // 2)


def usable_window(window: int | None, reserved: int) -> int | None:
    """Tokens a request may take; None for an unknown window.

    A reserve that would leave less than a quarter of the window is cut back to three quarters.
    """
    return None if window is None else max(window - reserved, window // 4, 1)


def gain(tokens_before: int, tokens_after: int) -> float:
    """Share by which a run shortened the request; 0 when nothing was known before."""
    return (tokens_before - tokens_after) / tokens_before if tokens_before > 0 else 0.0


def choose_mode(
    reason: Reason,
    *,
    has_previous: bool,
    runs_since_rewrite: int,
    rewrite_every: int,
    raw_tokens: int,
    rewrite_budget: int = REWRITE_BUDGET,
) -> SummaryMode:
    """Whether a run updates the summary in force or reads all raw messages again.

    Args:
        reason: ``REWRITE`` always reads all.
        has_previous: Whether a summary is in force; a first run reads raw messages anyway and
            counts as an update.
        runs_since_rewrite: Runs behind the summary in force, see ``span.runs_since_rewrite``.
        rewrite_every: Every N-th run is a rewrite; 0 means never.
        raw_tokens: Estimated tokens of all messages the run would cover.
        rewrite_budget: An automatic rewrite of more tokens than this is left to the user
            (``SummarySettings.rewrite_limit``).
    """
    if reason is Reason.REWRITE:
        return SummaryMode.REWRITE
    due = has_previous and rewrite_every > 0 and runs_since_rewrite + 1 >= rewrite_every
    if due and (reason is Reason.MANUAL or raw_tokens <= rewrite_budget) and reason is not Reason.OVERFLOW:
        return SummaryMode.REWRITE
    return SummaryMode.UPDATE
