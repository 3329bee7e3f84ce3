"""Opens summaries for review, editing and comparison."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.coordinator.summary_insight import Insight
from desktop_app.core.domain.summary import Summary, SummaryState
from desktop_app.ui.chat.summary_review import LossLine, ReviewData, SourceLine, SummaryReview
from desktop_app.ui.chat.transcript import Transcript
from desktop_app.ui.chat.versions_dialog import VersionsDialog


class ReviewPresenter(QObject):
    """One review window for each summary under review.

    What was typed in a window that was closed without a decision stands there again at the next opening,
    as long as the program runs.

    Signals:
        undo_offered: ``(text, coroutine function)``.
        told: A passing word.
    """

    undo_offered = Signal(str, object)
    told = Signal(str)

    def __init__(self, parts: Coordinators, transcript: Transcript, parent: QObject) -> None:
        super().__init__(parent)
        self._parts = parts
        self._do = parts.do
        self._transcript = transcript
        self._dialogs: dict[str, SummaryReview] = {}
        self._drafts: dict[str, str] = {}

    async def open(self, summary: Summary) -> None:
        """Show a summary with what it replaces, may have lost, and comes from."""
        known = self._dialogs.get(summary.id)
        if known is not None:
            known.raise_()
            return
        insight = await self._parts.insights.of(summary, summary.model_text)
        dialog = SummaryReview(self._data(summary, insight), self._transcript.window())
        self._dialogs[summary.id] = dialog
        dialog.destroyed.connect(lambda: self._dialogs.pop(summary.id, None))
        dialog.accepted_text.connect(
            lambda _id, text: self._do(self._apply(summary, text), "use the summary")
        )
        dialog.discarded.connect(lambda _id: self._do(self._discard(summary), "discard the summary"))
        dialog.left.connect(lambda _id, text: self._do(self._leave(summary, text), "leave the review"))
        dialog.loss_added.connect(
            lambda _id, text, losses: self._do(self._add(dialog, summary, text, losses), "add what was lost")
        )
        dialog.losses_pinned.connect(
            lambda _id, text, losses: self._do(self._pin(dialog, summary, text, losses), "pin what was lost")
        )
        dialog.message_requested.connect(self._transcript.jump_to)
        if summary.id in self._drafts:
            dialog.set_text(self._drafts.pop(summary.id))
        dialog.open()

    async def _apply(self, summary: Summary, text: str) -> None:
        summaries = self._parts.summaries
        applied = await summaries.apply(summary, text)
        words = self.tr(
            "The summary is in use: the next request is about {after} tokens instead of {before}."
        )
        words = words.replace("{after}", f"{applied.tokens_after:,}")
        words = words.replace("{before}", f"{applied.tokens_before:,}")
        if summary.state is not SummaryState.PENDING:
            if applied.id == summary.id:
                return
            words = self.tr("Saved as a new version of the summary.")
        self.undo_offered.emit(words, lambda: summaries.reconsider(summary, applied))

    async def _discard(self, summary: Summary) -> None:
        summaries = self._parts.summaries
        await summaries.discard(summary)
        self.undo_offered.emit(
            self.tr("Summary discarded; nothing was changed."), lambda: summaries.reconsider(summary)
        )

    async def _leave(self, summary: Summary, text: str) -> None:
        """Keep what was typed, and say where the summary waits, if it still does."""
        edited = text.strip() != summary.model_text.strip()
        stored = await self._parts.summaries.summary(summary.conversation_id, summary.id)
        if stored is None or stored.state is not summary.state:
            return  # decided elsewhere meanwhile
        if edited:
            self._drafts[summary.id] = text
        if summary.state is SummaryState.PENDING:
            self.told.emit(self.tr("Nothing was decided: the summary waits in the conversation."))
        elif edited:
            self.told.emit(self.tr("Your edit was not saved; it is there when you open the summary again."))

    async def open_versions(self, summary: Summary) -> None:
        """Show all summaries of the conversation."""
        dialog = VersionsDialog(
            await self._parts.summaries.versions(summary), summary.id, self._transcript.window()
        )
        dialog.restore_requested.connect(
            lambda summary_id: self._do(self._restore(summary, summary_id), "restore a version")
        )
        dialog.open()

    async def _restore(self, summary: Summary, summary_id: str) -> None:
        wanted = await self._parts.summaries.summary(summary.conversation_id, summary_id)
        if wanted is not None:
            await self._parts.summaries.restore(wanted)

    async def _add(self, dialog: SummaryReview, summary: Summary, text: str, losses: list[str]) -> None:
        longer = await self._parts.insights.with_losses(summary, text, losses)
        dialog.set_text(longer)
        await self._check_again(dialog, summary, longer)

    async def _pin(
        self, dialog: SummaryReview, summary: Summary, text: str, losses: list[tuple[str, str]]
    ) -> None:
        for loss, message_id in losses:
            await self._parts.library.add_fact(
                loss, conversation_id=summary.conversation_id, source_message_id=message_id or None
            )
        await self._check_again(dialog, summary, text)

    async def _check_again(self, dialog: SummaryReview, summary: Summary, text: str) -> None:
        insight = await self._parts.insights.of(summary, text)
        if self._dialogs.get(summary.id) is dialog:  # it may be closed by now
            dialog.set_losses(_losses(insight))
            dialog.set_sources(_sources(insight))

    def _data(self, summary: Summary, insight: Insight) -> ReviewData:
        return ReviewData(
            summary_id=summary.id,
            old_text=insight.former_text,
            text=summary.model_text,
            covered=summary.covered_count,
            tokens_before=summary.tokens_before,
            tokens_after=summary.tokens_after,
            engine=summary.engine,
            model=summary.model,
            losses=_losses(insight),
            sources=_sources(insight),
            pending=summary.state is SummaryState.PENDING,
        )


def _losses(insight: Insight) -> tuple[LossLine, ...]:
    """A line for each statement; details of the same sentence share theirs."""
    lines: dict[str, LossLine] = {}
    for loss in insight.losses:
        text = loss.context or loss.text
        lines.setdefault(text, LossLine(text, loss.kind.value, loss.message_id or ""))
    return tuple(lines.values())


def _sources(insight: Insight) -> tuple[SourceLine, ...]:
    return tuple(SourceLine(source.text, source.message_ids) for source in insight.sources)
