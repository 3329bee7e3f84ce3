"""What happened, told by the coordinator to whoever shows it; every event is a frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.domain.conversation import Conversation, Message
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.request import ModelLoading, RetryScheduled
from desktop_app.core.domain.summary import Reason, Summary

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import Settings


@dataclass(frozen=True, slots=True)
class ConversationAdded:
    """A conversation was created, restored, imported or forked."""

    conversation: Conversation


@dataclass(frozen=True, slots=True)
class ConversationChanged:
    """Title, pin, profile or another head field changed."""

    conversation: Conversation


@dataclass(frozen=True, slots=True)
class ConversationRemoved:
    """A conversation was deleted; the deletion can still be undone."""

    conversation_id: str


@dataclass(frozen=True, slots=True)
class MessageAdded:
    """A message was stored at the end of the shown path."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageChanged:
    """A stored message changed: finished, interrupted, failed, pinned, deleted, revised."""

    message: Message


@dataclass(frozen=True, slots=True)
class PathChanged:
    """The shown path of a conversation is another one now: branch switched, message deleted."""

    conversation_id: str


@dataclass(frozen=True, slots=True)
class ReplyDelta:
    """Text and reasoning that arrived since the last event for this message."""

    conversation_id: str
    message_id: str
    text: str = ""
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class ReplyReset:
    """An attempt failed and another follows: the text shown for this message is void."""

    conversation_id: str
    message_id: str


@dataclass(frozen=True, slots=True)
class ReplyWaiting:
    """The reply waits: for a retry (with a countdown) or for a model that loads."""

    conversation_id: str
    message_id: str
    cause: RetryScheduled | ModelLoading


@dataclass(frozen=True, slots=True)
class BusyChanged:
    """Whether a reply streams in this conversation."""

    conversation_id: str
    busy: bool


@dataclass(frozen=True, slots=True)
class SummaryStarted:
    """A run began; ``boundary_id`` is the last message it covers."""

    conversation_id: str
    reason: Reason
    boundary_id: str
    covered_count: int


@dataclass(frozen=True, slots=True)
class SummaryDelta:
    """Text of the summary as it arrives; ``reset`` voids what was shown before."""

    conversation_id: str
    text: str
    reset: bool = False


@dataclass(frozen=True, slots=True)
class SummaryWaiting:
    """A run waits for a retry or for a model that loads."""

    conversation_id: str
    cause: RetryScheduled | ModelLoading


@dataclass(frozen=True, slots=True)
class SummaryFinished:
    """A run ended well; a PENDING summary waits for the user's review."""

    conversation_id: str
    summary: Summary


@dataclass(frozen=True, slots=True)
class SummaryFailed:
    """A run ended without a summary; nothing changed."""

    conversation_id: str
    reason: Reason
    error: ThroughlineError


@dataclass(frozen=True, slots=True)
class SummaryCancelled:
    """The user, a quit or an edit under the run ended it; nothing changed."""

    conversation_id: str


@dataclass(frozen=True, slots=True)
class SummaryStateChanged:
    """A summary was applied, undone, restored, edited or became stale."""

    conversation_id: str


@dataclass(frozen=True, slots=True)
class FactsChanged:
    """Facts of a conversation, or the global ones (None), changed."""

    conversation_id: str | None


@dataclass(frozen=True, slots=True)
class CastChanged:
    """A persona, world book or prompt preset was added, changed or removed."""


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """New settings are in force; ``origin`` names who wrote them, so that it need not reload."""

    settings: Settings
    origin: str = ""


@dataclass(frozen=True, slots=True)
class NoticeRaised:
    """Something the user should know that belongs to no single message.

    Attributes:
        key: Equal keys replace each other, so a repeated fault is one notice.
    """

    error: ThroughlineError
    key: str = ""
    conversation_id: str | None = None


Event = (
    ConversationAdded
    | ConversationChanged
    | ConversationRemoved
    | MessageAdded
    | MessageChanged
    | PathChanged
    | ReplyDelta
    | ReplyReset
    | ReplyWaiting
    | BusyChanged
    | SummaryStarted
    | SummaryDelta
    | SummaryWaiting
    | SummaryFinished
    | SummaryFailed
    | SummaryCancelled
    | SummaryStateChanged
    | FactsChanged
    | CastChanged
    | SettingsChanged
    | NoticeRaised
)
