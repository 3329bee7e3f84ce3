"""What a request is made of and what the viewer tells about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from desktop_app.core.context.tokens import calibrated
from desktop_app.core.domain.request import ChatMessage


class Left(StrEnum):
    """Why a message of the path is not sent word for word."""

    SUMMARISED = "summarised"
    FAILED = "failed"
    UNFINISHED = "unfinished"
    EMPTY = "empty"


class Part(StrEnum):
    """What a piece of a request is."""

    SYSTEM = "system"
    PERSONA = "persona"
    FACTS = "facts"
    SUMMARY = "summary"
    MESSAGES = "messages"
    NOTES = "notes"
    RECALLED = "recalled"
    FILLER = "filler"


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands before the conversation and never changes between two summaries.

    Attributes:
        system_prompt: The profile's or the conversation's.
        persona: Texts of the persona, in order.
        facts: Pinned facts, in order.
        summary: Text of the summary in force; "" without one.
        summary_place: ``system`` puts it in the system message, ``user`` in a leading user message.
        system_role: ``system``, ``developer``, or ``user`` for models that take no system message.
        use_english: Language of the labels; keep it the same between two summaries.
    """

    system_prompt: str = ""
    persona: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    summary: str = ""
    summary_place: Literal["system", "user"] = "system"
    system_role: Literal["system", "developer", "user"] = "system"
    use_english: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a request, for the viewer.

    Attributes:
        estimated: Uncalibrated tokens.
        source_ids: Stored messages it was made from.
        parts: What it consists of, with uncalibrated tokens each.
    """

    estimated: int
    source_ids: tuple[str, ...]
    parts: tuple[tuple[Part, int], ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Messages of the path that are not sent, and why; ``estimated`` are uncalibrated tokens."""

    reason: Left
    message_ids: tuple[str, ...]
    estimated: int


@dataclass(frozen=True, slots=True)
class BuiltRequest:
    """The next request exactly as it is sent, and what it weighs.

    Attributes:
        messages: What goes over the wire.
        entries: One for each message.
        left_out: What is not sent, with the reason.
        estimated: Uncalibrated tokens of all messages; pair it with reported usage in ``update_ratio``.
        tokens: Best known tokens: reported usage plus the estimate of what came after it, or the
            calibrated estimate when nothing was reported since the summary.
        reported: Whether ``tokens`` rests on reported usage; the gauge says "estimated" otherwise.
        cached_messages: Leading messages that are equal to those of the request sent before, which
            the provider's cache will probably serve.
        ratio: The calibration that was applied.
    """

    messages: tuple[ChatMessage, ...]
    entries: tuple[Entry, ...]
    left_out: tuple[LeftOut, ...]
    estimated: int
    tokens: int
    reported: bool
    cached_messages: int
    ratio: float

    def entry_tokens(self, place: int) -> int:
        """Calibrated tokens of one message."""
        return calibrated(self.entries[place].estimated, self.ratio)

    @property
    def cached_tokens(self) -> int:
        """Calibrated tokens of the part that the cache will probably serve."""
        return calibrated(sum(e.estimated for e in self.entries[: self.cached_messages]), self.ratio)
