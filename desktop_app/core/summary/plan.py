"""What one summary run is given and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from desktop_app.core.domain.conversation import Message, Usage
from desktop_app.core.domain.request import ChatMessage, ModelLoading, RetryScheduled
from desktop_app.core.domain.summary import ConversationSummaryConfig, SummaryMode

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings


class Layout(StrEnum):
    """Form of the summary request.

    IN_PLACE: the chat request cut at the end of the span, then the prompt as a user message; the
    provider's cache serves the first part. SEPARATE: the prompt as system message and the numbered
    dialogue as data.
    """

    IN_PLACE = "in_place"
    SEPARATE = "separate"


@dataclass(frozen=True, slots=True)
class RunPlan:
    """Everything one run needs; read once at its start.

    Attributes:
        profile: Of the model that writes the summary.
        messages: What is read: the new span of an update, all covered messages of a rewrite.
        previous: Text of the summary to update, dialogue review excluded; unused by a rewrite.
        chat: For the in-place layout: ``build_request(path[:end], ..., closing=False).messages``.
        first_number: Number of the first of ``messages`` in the conversation, from 1.
        input_limit: Tokens a request may have, see ``input_limit``; None for an unknown window.
        max_output_tokens: Output limit of the first attempt.
        timeout: Seconds for the whole run.
        group: Whether several personas speak.
        redact: Applied to texts before they leave; forces the separate layout.
    """

    profile: ProfileSettings
    messages: tuple[Message, ...]
    use_english: bool
    config: ConversationSummaryConfig = field(default_factory=ConversationSummaryConfig)
    mode: SummaryMode = SummaryMode.UPDATE
    layout: Layout = Layout.SEPARATE
    previous: str = ""
    chat: tuple[ChatMessage, ...] = ()
    first_number: int = 1
    input_limit: int | None = None
    max_output_tokens: int = 2048
    timeout: float | None = None
    group: bool = False
    redact: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True)
class RunResult:
    """An accepted summary.

    Attributes:
        text: The summary, dialogue review excluded.
        covered: Messages of the plan that really were included; the boundary is the last of them.
        usage: Sum over all requests of the run; None when nothing was reported.
        model: Name the server reported, else the profile's.
        layout: The one used in the end.
        requests: Requests made, retries of the review included.
        dropped: Parameters the server refused, to be remembered for the profile.
    """

    text: str
    covered: tuple[Message, ...]
    usage: Usage | None
    model: str
    layout: Layout
    requests: int
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listener:
    """Told about a run while it goes on; called on the loop's thread.

    Attributes:
        on_text: A piece of the answer.
        on_reset: All text so far is void: another attempt or the next piece follows.
        on_wait: The run waits for a retry or for a model that loads.
    """

    on_text: Callable[[str], None] = lambda _text: None
    on_reset: Callable[[], None] = lambda: None
    on_wait: Callable[[RetryScheduled | ModelLoading], None] = lambda _cause: None


def choose_layout(
    setting: Literal["auto", "in_place", "separate"],
    *,
    same_profile: bool,
    group: bool = False,
    redacted: bool = False,
    raw_differs: bool = False,
) -> Layout:
    """The layout of a run.

    Args:
        setting: The user's; ``in_place`` and ``auto`` both need the conditions below.
        same_profile: Whether the summary is written by the chat's own profile.
        group: Whether several personas speak.
        redacted: Whether texts are changed before they leave.
        raw_differs: For a rewrite while a summary is in force: the chat request does not hold the
            raw messages then.
    """
    fits = same_profile and not (group or redacted or raw_differs)
    return Layout.IN_PLACE if fits and setting != "separate" else Layout.SEPARATE


def input_limit(window: int | None, max_output_tokens: int) -> int | None:
    """Tokens a summary request may have; None for an unknown window."""
    return None if window is None else window - min(max_output_tokens, window // 2)
