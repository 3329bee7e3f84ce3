"""Joins gauge, compress button, summary cards, review, viewer and facts to the coordinators."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.coordinator.summary_forecast import Forecast, forecast_under
from desktop_app.coordinator.summary_outlook import Outlook, SummaryStanding
from desktop_app.core.domain.errors import ConsentNeeded, NothingToSummarize, SummaryStale, ThroughlineError
from desktop_app.core.domain.events import (
    Event,
    FactsChanged,
    MessageChanged,
    NoticeRaised,
    PathChanged,
    SettingsChanged,
    SummaryCancelled,
    SummaryDelta,
    SummaryFailed,
    SummaryFinished,
    SummaryStarted,
    SummaryStateChanged,
    SummaryWaiting,
)
from desktop_app.core.domain.request import ChatRequest
from desktop_app.core.domain.summary import Reason, Summary, SummaryState
from desktop_app.ui.chat.composer import Composer, CompressState
from desktop_app.ui.chat.conversation_presenter import ConversationPresenter
from desktop_app.ui.chat.facts_presenter import FactsPresenter
from desktop_app.ui.chat.row import SummaryCardData
from desktop_app.ui.chat.summary_runs import SummaryRuns
from desktop_app.ui.chat.summary_words import outlook_words, sent_request
from desktop_app.ui.chat.transcript import Transcript
from desktop_app.ui.error_words import error_words
from desktop_app.ui.widgets.context_gauge import ContextUse
from desktop_app.ui.widgets.renewal import Renewal

if TYPE_CHECKING:
    from desktop_app.core.domain.conversation import Message
    from desktop_app.core.domain.settings import ProfileSettings
    from desktop_app.ui.chat.request_viewer import RequestViewer
    from desktop_app.ui.chat.review_presenter import ReviewPresenter
    from desktop_app.ui.chat.savings_dialog import SavingsDialog

_REFRESH_MS = 50
"""Several events in a row make one refresh of gauge and cards."""


class SummaryPresenter(QObject):
    """Everything about summaries in the conversation that is shown.

    Signals:
        undo_offered: ``(text, coroutine function)``.
        told: A passing word.
    """

    undo_offered = Signal(str, object)
    told = Signal(str)

    def __init__(
        self,
        parts: Coordinators,
        shown: ConversationPresenter,
        transcript: Transcript,
        composer: Composer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._shown = shown
        self._transcript = transcript
        self._composer = composer
        self._viewer: RequestViewer | None = None
        self._review: ReviewPresenter | None = None
        self._savings: SavingsDialog | None = None
        transcript.set_cost_formatter(self._cost_words)
        self._runs = SummaryRuns()
        self._outlook: Outlook | None = None
        self._warned: set[str] = set()
        self._begun = False
        self._last_run: tuple[Reason, str | None] = (Reason.MANUAL, None)
        self._facts = FactsPresenter(parts, shown, transcript, self)
        self._facts.undo_offered.connect(self.undo_offered)
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh.timeout.connect(self._on_refresh_timeout)
        self._connect()
        parts.announcer.listen(self._on_event)

    def _connect(self) -> None:
        view, box = self._transcript, self._composer
        box.compress_requested.connect(self.compress)
        box.compress_cancel_requested.connect(self._on_cancel_requested)
        view.summary_cancel_requested.connect(self._on_cancel_requested)
        view.summary_retry_requested.connect(self._on_retry_requested)
        view.summary_extract_requested.connect(self._on_extract_requested)
        view.summary_dismissed.connect(self._clear_run)
        view.summarise_requested.connect(lambda message_id: self._start(Reason.MANUAL, message_id))
        view.summary_rewrite_requested.connect(lambda _id: self._start(Reason.REWRITE))
        view.summary_undo_requested.connect(lambda i: self._do(self._undo(i), "undo the summary"))
        view.summary_restore_requested.connect(lambda i: self._do(self._restore(i), "restore a summary"))
        for signal in (view.summary_review_requested, view.summary_edit_requested):
            signal.connect(lambda i: self._do(self._open_review(i), "open the summary"))
        view.summary_versions_requested.connect(lambda i: self._do(self._open_versions(i), "versions"))
        self._shown.shown.connect(self._on_shown)
        box.draft_changed.connect(self._on_draft_changed)

    def _on_shown(self) -> None:
        """Show the run of this conversation; where one of another was to end is void."""
        self._last_run = (Reason.MANUAL, None)
        self._show_run()
        self.refresh()

    def _on_draft_changed(self) -> None:
        if self._viewer is not None and self._viewer.isVisible():
            self.refresh()

    def _show_run(self) -> None:
        self._transcript.set_summary_run(self._runs.of(self._shown.conversation_id))

    def _clear_run(self) -> None:
        self._runs.forget(self._shown.conversation_id)
        self._show_run()

    # state
    def begin(self) -> None:
        """The settings are read: from now on gauge and cards follow what happens."""
        self._begun = True
        self.refresh()

    def refresh(self) -> None:
        """Bring gauge, button and cards up to date soon."""
        if self._begun:
            self._refresh.start()

    def _on_refresh_timeout(self) -> None:
        self._do(self._show_state(), "show the context")

    async def _show_state(self) -> None:
        conversation_id = self._shown.conversation_id
        if conversation_id is None:
            return
        running = self._parts.summaries.running(conversation_id)
        standings = await self._parts.summaries.standings(conversation_id)
        try:
            outlook = await self._parts.summaries.outlook(conversation_id)
        except ThroughlineError as error:
            self._composer.gauge.set_use(ContextUse(note=error_words(str(error))))
            self._composer.set_compress_state(CompressState.UNAVAILABLE)
            return
        if self._shown.conversation_id != conversation_id:
            return
        self._transcript.set_summaries(_cards(standings))
        self._outlook = outlook
        self._show_outlook(outlook, running=running)
        await self._fill_viewer(conversation_id)
        self._warn_of_stale(conversation_id, standings)

    def _warn_of_stale(self, conversation_id: str, standings: list[SummaryStanding]) -> None:
        """Say it once for each summary: what was deleted or edited may still be sent in it."""
        for standing in standings:
            if standing.in_force and standing.stale is not None and standing.summary.id not in self._warned:
                self._warned.add(standing.summary.id)
                error = SummaryStale(
                    self.tr(
                        "Messages under it were edited or deleted. Until it is rewritten or switched off, "
                        "what it says of them is still sent."
                    )
                )
                key = f"stale {standing.summary.id}"
                self._parts.announcer.publish(NoticeRaised(error, key, conversation_id))

    def _show_outlook(self, outlook: Outlook, *, running: bool) -> None:
        decision, built = outlook.decision, outlook.assembled.built
        limit = round(built.tokens / decision.used_share) if decision.used_share else None
        self._composer.gauge.set_use(
            ContextUse(
                used=built.tokens,
                window=limit,
                trigger=decision.token_limit,
                estimated=not built.reported,
                note=outlook_words(decision),
            )
        )
        state = CompressState.READY if outlook.can_run else CompressState.NOTHING_NEW
        self._composer.set_compress_state(CompressState.RUNNING if running else state)

    async def _fill_viewer(self, conversation_id: str) -> None:
        """The request as it would be if what stands in the composer were sent now."""
        if self._viewer is None or not self._viewer.isVisible():
            return
        draft = self._composer.draft()
        assembled = await self._parts.requests.assemble(conversation_id, draft=draft)
        request = ChatRequest(profile=assembled.profile, messages=assembled.messages)
        self._viewer.show_request(sent_request(assembled, self._parts.provider.body(request)))

    def forecast(self, profile: ProfileSettings) -> Forecast | None:
        """When the next automatic summary of the conversation shown would start under a profile."""
        if self._outlook is None:
            return None
        return forecast_under(self._outlook.situation, profile)

    # runs
    def compress(self) -> None:
        """The compress button."""
        self._start(Reason.MANUAL)

    def rewrite(self) -> None:
        """Read the whole history again and write a fresh summary."""
        self._start(Reason.REWRITE)

    def _start(self, reason: Reason, up_to: str | None = None, *, extract: bool = False) -> None:
        conversation_id = self._shown.conversation_id
        if conversation_id is not None:
            self._last_run = (reason, up_to)
            self._composer.set_compress_state(CompressState.RUNNING)
            self._do(self._run(conversation_id, reason, up_to, extract=extract), "summarise")

    async def _run(self, conversation_id: str, reason: Reason, up_to: str | None, *, extract: bool) -> None:
        await self._parts.summaries.run(conversation_id, reason, up_to=up_to, extract=extract)
        self.refresh()

    def _on_cancel_requested(self) -> None:
        if self._shown.conversation_id is not None:
            self._parts.summaries.cancel(self._shown.conversation_id)

    def _on_retry_requested(self) -> None:
        self._clear_run()
        self._start(*self._last_run)

    def _on_extract_requested(self) -> None:
        self._clear_run()
        self._start(*self._last_run, extract=True)

    async def allow_writer(self) -> None:
        """The user agreed that the summary's provider sees the conversation."""
        if self._shown.conversation_id is not None:
            self._clear_run()
            await self._parts.summaries.allow_writer(self._shown.conversation_id)

    # cards
    async def _summary(self, summary_id: str) -> Summary | None:
        conversation_id = self._shown.conversation_id
        if conversation_id is None:
            return None
        return await self._parts.summaries.summary(conversation_id, summary_id)

    async def _undo(self, summary_id: str) -> None:
        summary = await self._summary(summary_id)
        if summary is not None:
            await self._parts.summaries.undo(summary)
            self.undo_offered.emit(
                self.tr("Summary switched off; the messages are sent again."),
                lambda: self._parts.summaries.restore(summary),
            )

    async def _restore(self, summary_id: str) -> None:
        summary = await self._summary(summary_id)
        if summary is not None:
            await self._parts.summaries.restore(summary)

    async def _open_review(self, summary_id: str) -> None:
        summary = await self._summary(summary_id)
        if summary is not None:
            await self._reviews().open(summary)

    async def _open_versions(self, summary_id: str) -> None:
        summary = await self._summary(summary_id)
        if summary is not None:
            await self._reviews().open_versions(summary)

    def _reviews(self) -> ReviewPresenter:
        if self._review is None:
            from desktop_app.ui.chat.review_presenter import ReviewPresenter

            self._review = ReviewPresenter(self._parts, self._transcript, self)
            self._review.undo_offered.connect(self.undo_offered)
            self._review.told.connect(self.told)
        return self._review

    def _cost_words(self, reply: Message) -> str:
        cost = self._parts.savings.cost_of(reply)
        return f"{cost.amount:.6f} {cost.currency}" if cost is not None else ""

    # windows
    def open_viewer(self) -> None:
        """*What is sent*, kept up to date while it is open."""
        if self._viewer is None:
            from desktop_app.ui.chat.request_viewer import RequestViewer

            self._viewer = viewer = RequestViewer(self._transcript.window())
            Renewal(viewer, self._forget_viewer, lambda: self._renew_viewer(viewer))
        self._viewer.show()
        self._viewer.raise_()
        self.refresh()

    def open_savings(self) -> None:
        """What summaries cost and saved."""
        if self._savings is None:
            from desktop_app.ui.chat.savings_dialog import SavingsDialog

            self._savings = savings = SavingsDialog(self._transcript.window())
            Renewal(savings, self._forget_savings, lambda: self._renew_savings(savings))
            self._savings.scope_changed.connect(lambda _all: self._do(self._fill_savings(), "savings"))
        self._savings.show()
        self._savings.raise_()
        self._do(self._fill_savings(), "savings")

    def _forget_viewer(self) -> None:
        self._viewer = None

    def _forget_savings(self) -> None:
        self._savings = None

    def _renew_viewer(self, former: RequestViewer) -> None:
        self.open_viewer()
        if self._viewer is not None:
            self._viewer.take_place_of(former)

    def _renew_savings(self, former: SavingsDialog) -> None:
        self.open_savings()
        if self._savings is not None:
            self._savings.take_place_of(former)

    async def _fill_savings(self) -> None:
        if self._savings is not None:
            scope = None if self._savings.counts_all else self._shown.conversation_id
            ledger = await self._parts.savings.of(scope)
            if self._savings is not None:  # a change of language renews it meanwhile
                self._savings.show_ledger(ledger)

    def open_facts(self) -> None:
        """The pinned facts."""
        self._facts.open()

    # events
    def _on_event(self, event: Event) -> None:
        mine = self._shown.conversation_id
        self._runs.take(event)
        match event:
            case SummaryStarted(conversation_id) if conversation_id == mine:
                self._composer.set_compress_state(CompressState.RUNNING)
                self._show_run()
            case SummaryDelta(conversation_id, text, reset) if conversation_id == mine:
                self._transcript.stream_summary(text, reset=reset)
            case SummaryWaiting(conversation_id) if conversation_id == mine:
                self._show_run()
            case SummaryFinished(conversation_id, summary) if conversation_id == mine:
                self._on_finished(summary)
            case SummaryFailed(conversation_id, reason, error) if conversation_id == mine:
                self._on_failed(reason, error)
            case SummaryCancelled(conversation_id) if conversation_id == mine:
                self._show_run()
                self.refresh()
            case SummaryStateChanged() | PathChanged() if event.conversation_id == mine:
                self.refresh()
            case MessageChanged(message) if message.conversation_id == mine:
                self.refresh()
            case FactsChanged() | SettingsChanged():
                self.refresh()

    def _on_finished(self, summary: Summary) -> None:
        self._show_run()
        if summary.state is SummaryState.PENDING:
            self._do(self._reviews().open(summary), "open the summary")
        self.refresh()

    def _on_failed(self, reason: Reason, error: ThroughlineError) -> None:
        if reason in (Reason.AUTO, Reason.OVERFLOW):
            self._last_run = (Reason.MANUAL, None)
        if isinstance(error, NothingToSummarize):
            self._clear_run()
            if reason is not Reason.AUTO:
                self.told.emit(error_words(str(error)))
        elif isinstance(error, ConsentNeeded):
            self._clear_run()
            if reason is not Reason.AUTO:
                owner = self._shown.conversation_id
                self._parts.announcer.publish(NoticeRaised(error, "consent", owner))
        elif self._runs.of(self._shown.conversation_id) is not None:
            self._show_run()
        else:
            self.told.emit(error_words(str(error)))
        self.refresh()

    def _do(self, work: Coroutine[Any, Any, object], name: str) -> None:
        self._parts.do(work, name, conversation_id=self._shown.conversation_id)


def _cards(standings: list[SummaryStanding]) -> list[SummaryCardData]:
    """What gets a card; with nothing else to show also the newest that is off, or no way led back to it."""
    shown = [s for s in standings if s.in_force or s.summary.state is not SummaryState.UNDONE]
    return [
        SummaryCardData(s.summary, s.in_force, s.stale is not None, s.versions)
        for s in shown or standings[-1:]
    ]
