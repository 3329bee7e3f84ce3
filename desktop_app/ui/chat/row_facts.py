"""What is known of the messages of one conversation, put together row by row."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.core.domain.conversation import Message, MessageState
from desktop_app.core.domain.errors import Action
from desktop_app.core.domain.request import ModelLoading, RetryScheduled
from desktop_app.ui.chat.message_store import MessageStore
from desktop_app.ui.chat.row import Row, SummaryCardData, SummaryRun

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap


class RowFacts:
    """Messages, their siblings, waits, errors and summaries; Qt-free.

    Args:
        clock: Seconds on a clock that never goes backwards.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.messages = MessageStore()
        self.busy = False
        self.run: SummaryRun | None = None
        self._run_since = 0.0
        self.cost_of: Callable[[Message], str] = lambda _message: ""
        self.avatars: dict[str, QPixmap] = {}
        self.cards: dict[str, tuple[SummaryCardData, ...]] = {}
        self._branches: dict[str, tuple[int, int]] = {}
        self._waiting: dict[str, tuple[RetryScheduled | ModelLoading, float]] = {}
        self._thinking_since: dict[str, float] = {}
        self._streamed: dict[str, list[str]] = {}

    def clear(self) -> None:
        """Another conversation is shown."""
        self.messages.clear()
        self.busy = False
        self.run = None
        for mapping in (
            self.cards,
            self._branches,
            self._waiting,
            self._thinking_since,
            self._streamed,
        ):
            mapping.clear()

    def row(self, message_id: str, *, dimmed: bool, newest: bool, oldest: bool = False) -> Row:
        """Everything about one message at hand."""
        message = self.messages.get(message_id)
        assert message is not None  # noqa: S101 - rows are made of messages at hand only
        waiting, since = self._waiting.get(message_id, (None, 0.0))
        started = self._thinking_since.get(message_id)
        now = self._clock()
        stored = next((one for one in Action if one.value == message.error_action), Action.NONE)
        return Row(
            message=message,
            branch=self._branches.get(message_id, (1, 1)),
            waiting=waiting,
            waited=now - since if waiting is not None else 0.0,
            dimmed=dimmed,
            busy=self.busy,
            newest=newest,
            oldest=oldest,
            thinking_seconds=now - started if started is not None else None,
            action=stored,
            cards=self.cards.get(message_id, ()),
            run=self._run_at(message_id, now),
            avatar=self.avatars.get(message.persona_id or ""),
            cost=self.cost_of(message) if message.usage is not None else "",
        )

    # messages
    def put(self, message: Message) -> None:
        """Add or replace a message; what was streamed for it and not shown yet is in it already."""
        self._streamed.pop(message.id, None)
        if message.state is not MessageState.STREAMING:
            self._waiting.pop(message.id, None)
            self._thinking_since.pop(message.id, None)
        self.messages.put(message)

    def stream(self, message_id: str, text: str, reasoning: str) -> bool:
        """Keep streamed text for the next ``take_streamed``; False when the message is not at hand."""
        if message_id not in self.messages:
            return False
        self._waiting.pop(message_id, None)
        if reasoning and message_id not in self._thinking_since:
            self._thinking_since[message_id] = self._clock()
        parts = self._streamed.setdefault(message_id, ["", ""])
        parts[0] += text
        parts[1] += reasoning
        return True

    def take_streamed(self) -> list[str]:
        """Add what was streamed to the messages; returns their ids."""
        streamed, self._streamed = self._streamed, {}
        changed = []
        for message_id, (text, reasoning) in streamed.items():
            if self.messages.extend(message_id, text, reasoning):
                changed.append(message_id)
                if text:
                    self._stop_thinking(message_id)
        return changed

    def reset_stream(self, message_id: str) -> bool:
        """Void a message's text: another attempt follows. False when it is not at hand."""
        self._streamed.pop(message_id, None)
        self._thinking_since.pop(message_id, None)
        message = self.messages.get(message_id)
        if message is not None:
            self.messages.put(replace(message, text="", reasoning="", reasoning_seconds=None))
        return message is not None

    def _stop_thinking(self, message_id: str) -> None:
        started = self._thinking_since.pop(message_id, None)
        message = self.messages.get(message_id)
        if started is not None and message is not None and message.reasoning_seconds is None:
            self.messages.put(replace(message, reasoning_seconds=self._clock() - started))

    # about messages
    def set_branch(self, message_id: str, index: int, count: int) -> bool:
        """Place among the siblings, from 1; False when that was known."""
        if self._branches.get(message_id, (1, 1)) == (index, count):
            return False
        self._branches[message_id] = (index, count)
        return True

    def set_waiting(self, message_id: str, cause: RetryScheduled | ModelLoading | None) -> None:
        """What a reply waits for; None for nothing."""
        if cause is None:
            self._waiting.pop(message_id, None)
        else:
            self._waiting[message_id] = (cause, self._clock())

    def ticking(self) -> set[str]:
        """Messages that show a running time, on the card of a summary too."""
        waits = self.run is not None and self.run.waiting is not None
        run = {self.run.boundary_id} if waits and self.run is not None else set()
        return run | set(self._waiting) | set(self._thinking_since)

    # summaries
    def set_cards(self, cards: Iterable[SummaryCardData]) -> None:
        """Replace all cards, oldest first."""
        self.cards = {}
        for card in cards:
            boundary = card.summary.boundary_id
            self.cards[boundary] = (*self.cards.get(boundary, ()), card)

    def set_run(self, run: SummaryRun | None) -> SummaryRun | None:
        """The summary being written; returns the one before."""
        former, self.run = self.run, run
        self._run_since = self._clock()
        return former

    def _run_at(self, message_id: str, now: float) -> SummaryRun | None:
        run = self.run
        if run is None or run.boundary_id != message_id:
            return None
        return run if run.waiting is None else replace(run, waited=now - self._run_since)

    def stream_summary(self, text: str, *, reset: bool) -> None:
        """Add to the running summary's text, or begin it anew."""
        if self.run is not None:
            before = "" if reset else self.run.text
            self.run = replace(self.run, text=before + text, waiting=None)

    def boundary(self, row_of: Callable[[str], int | None]) -> int:
        """Row of the newest boundary in force on the path, -1 for none."""
        rows: Sequence[int | None] = [
            row_of(boundary) for boundary, cards in self.cards.items() if any(c.in_force for c in cards)
        ]
        return max((row for row in rows if row is not None), default=-1)
