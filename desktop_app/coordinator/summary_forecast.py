"""When the next automatic summary will start, for the settings dialog and the gauge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.summary.policy import Decision, Hold, Situation, decide, reserved_output, usable_window

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is left until an automatic run; None where that trigger is off or unknown.

    Attributes:
        hold: Value of ``policy.Hold``: why none starts whatever is left; "" when one will.
        has_conversation: False when it tells of an empty conversation.
    """

    tokens_left: int | None
    messages_left: int | None
    minutes_left: float | None
    hold: str = ""
    has_conversation: bool = True


_PASSING = (
    Hold.NOT_DUE,
    Hold.FIRST_TURN,
    Hold.NOTHING_NEW,
    Hold.NOTHING_TO_FOLD,
    Hold.TOO_FEW_TURNS,
    Hold.STREAMING,
)


def forecast_from(decision: Decision, *, has_conversation: bool = True) -> Forecast:
    """The forecast that a decision of the policy amounts to."""
    hold = "" if decision.hold is None or decision.hold in _PASSING else decision.hold.value
    return Forecast(
        decision.tokens_left, decision.messages_left, decision.minutes_left, hold, has_conversation
    )


def forecast_under(situation: Situation, profile: ProfileSettings) -> Forecast:
    """The forecast for a conversation as it stands, under settings that may not be saved yet."""
    return forecast_from(decide(situation, profile.summary))


def reserve_of(profile: ProfileSettings) -> int:
    """Tokens of a profile's window that are kept for the reply."""
    return reserved_output(profile.window, profile.parameters.max_tokens or profile.output_limit)


def forecast_for_new_conversation(profile: ProfileSettings) -> Forecast:
    """The forecast for a conversation that has not begun."""
    situation = Situation(0, profile.window, reserve_of(profile), 0, 0, 0, 0, 0, minutes=0.0)
    return forecast_from(decide(situation, profile.summary), has_conversation=False)


def share_in_tokens(profile: ProfileSettings, share: float) -> int | None:
    """Tokens of a request at which the token trigger fires; None for an unknown window."""
    usable = usable_window(profile.window, reserve_of(profile))
    return None if usable is None else int(share * usable)
