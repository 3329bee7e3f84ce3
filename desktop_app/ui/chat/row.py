"""Everything one row of the transcript shows, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.errors import Action, ThroughlineError
from desktop_app.core.domain.request import ModelLoading, RetryScheduled
from desktop_app.core.domain.summary import Summary

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

_COMPARED_END = 30_000
"""Characters of each end of a very long text that are compared."""


@dataclass(frozen=True, slots=True)
class SummaryCardData:
    """A summary as its card shows it.

    Attributes:
        summary: The record; its boundary is where the card stands.
        in_force: Whether it is the one that is sent; older ones get a thin card.
        stale: Whether messages it covers were edited or deleted since.
        versions: How many versions of it there are, this one included.
    """

    summary: Summary
    in_force: bool = True
    stale: bool = False
    versions: int = 1


@dataclass(frozen=True, slots=True)
class SummaryRun:
    """A summary being written, or one that failed.

    Attributes:
        boundary_id: Last message it will cover; where its card stands.
        covered_count: Number of messages it will cover.
        text: What was streamed so far.
        waiting: What it waits for.
        waited: Seconds since ``waiting`` was told.
        error: Why it failed; the card then offers *Retry*.
        offers_extract: Whether a summary without a model is a way out.
    """

    boundary_id: str
    covered_count: int = 0
    text: str = ""
    waiting: RetryScheduled | ModelLoading | None = None
    waited: float = 0.0
    error: ThroughlineError | None = None
    offers_extract: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One message and what stands with it.

    Attributes:
        branch: (place, number) among its siblings, from 1.
        waiting: What the reply waits for.
        waited: Seconds since ``waiting`` was told.
        dimmed: It lies under the summary in force.
        busy: A reply streams in this conversation, so the tree must not change now.
        newest: It is the last row; its actions are always shown.
        oldest: It is the first row.
        thinking_seconds: How long the model has been reasoning, while it does.
        action: What the user can do about the error of a failed or interrupted reply.
        cards: Summaries whose boundary it is, oldest first.
        run: A summary being written whose boundary it is.
        avatar: Picture of the persona that speaks; None for none.
        cost: What the reply cost, ready to show; "" when unknown.
    """

    message: Message
    branch: tuple[int, int] = (1, 1)
    waiting: RetryScheduled | ModelLoading | None = None
    waited: float = 0.0
    dimmed: bool = False
    busy: bool = False
    newest: bool = False
    oldest: bool = False
    thinking_seconds: float | None = None
    action: Action = Action.NONE
    cards: tuple[SummaryCardData, ...] = field(default=())
    run: SummaryRun | None = None
    avatar: QPixmap | None = None
    cost: str = ""

    def only_grew_from(self, old: Row) -> bool:
        """Whether the reply just got more text since ``old``, and nothing else happened."""
        before, now = old.message.text, self.message.text
        if not before or len(now) <= len(before) or self.message.role is Role.USER:
            return False
        grown = replace(old, message=replace(old.message, text=now))
        return grown == self and _begins_with(now, before)


def _begins_with(text: str, start: str) -> bool:
    """Whether ``text`` begins with ``start``; very long ones are compared at both ends only.

    A stream does nothing but grow, and comparing megabytes at every repaint would hold up the window.
    """
    if len(start) <= 2 * _COMPARED_END:
        return text.startswith(start)
    end = len(start) - _COMPARED_END
    return text.startswith(start[:_COMPARED_END]) and text[end : len(start)] == start[end:]
