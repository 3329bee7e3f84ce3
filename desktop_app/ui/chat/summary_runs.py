"""The summaries being written, in every conversation, for whoever comes back to one; Qt-free."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.domain.errors import ProviderError, SummaryRefused, ThroughlineError
from desktop_app.core.domain.events import (
    Event,
    SummaryCancelled,
    SummaryDelta,
    SummaryFailed,
    SummaryFinished,
    SummaryStarted,
    SummaryWaiting,
)
from desktop_app.ui.chat.row import SummaryRun


class SummaryRuns:
    """Follows the events of all runs; a failed one stays until it is dismissed or begun again."""

    def __init__(self) -> None:
        self._runs: dict[str, SummaryRun] = {}

    def of(self, conversation_id: str | None) -> SummaryRun | None:
        """The run of a conversation, going on or failed."""
        return self._runs.get(conversation_id or "")

    def forget(self, conversation_id: str | None) -> None:
        """The user has seen it."""
        self._runs.pop(conversation_id or "", None)

    def take(self, event: Event) -> None:
        """Follow an event; others than those of runs change nothing."""
        match event:
            case SummaryStarted(conversation_id, _, boundary_id, count):
                self._runs[conversation_id] = SummaryRun(boundary_id, count)
            case SummaryDelta(conversation_id, text, reset):
                run = self._runs.get(conversation_id)
                if run is not None:
                    before = "" if reset else run.text
                    self._runs[conversation_id] = replace(run, text=before + text, waiting=None)
            case SummaryWaiting(conversation_id, cause):
                run = self._runs.get(conversation_id)
                if run is not None:
                    self._runs[conversation_id] = replace(run, text="", waiting=cause)
            case SummaryFailed(conversation_id, _, error):
                self._fail(conversation_id, error)
            case SummaryFinished(conversation_id, _) | SummaryCancelled(conversation_id):
                self.forget(conversation_id)

    def _fail(self, conversation_id: str, error: ThroughlineError) -> None:
        run = self._runs.get(conversation_id)
        if run is None:
            return
        no_text = isinstance(error, ProviderError) or (
            isinstance(error, SummaryRefused) and bool(error.fault)
        )
        self._runs[conversation_id] = SummaryRun(run.boundary_id, error=error, offers_extract=no_text)
