"""The path of one conversation, read and acted upon."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPalette, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.errors import Action
from desktop_app.core.domain.request import ModelLoading, RetryScheduled
from desktop_app.ui.chat.background_card import BackgroundCard
from desktop_app.ui.chat.canvas import MessageCanvas
from desktop_app.ui.chat.column_width import column_width
from desktop_app.ui.chat.empty_state import EmptyState
from desktop_app.ui.chat.find_bar import FindBar
from desktop_app.ui.chat.find_session import FindSession
from desktop_app.ui.chat.jump_button import JumpButton
from desktop_app.ui.chat.keyboard_steps import KeyboardSteps
from desktop_app.ui.chat.link_hint import LinkHint
from desktop_app.ui.chat.message_actions import MessageAction
from desktop_app.ui.chat.message_view import MessageView
from desktop_app.ui.chat.reading_places import Place, ReadingPlaces
from desktop_app.ui.chat.repaint import Repaint
from desktop_app.ui.chat.row import Row, SummaryCardData, SummaryRun
from desktop_app.ui.chat.row_facts import RowFacts
from desktop_app.ui.chat.row_views import RowViews
from desktop_app.ui.chat.transcript_signals import TranscriptSignals
from desktop_app.ui.desktop_application import running_application

__all__ = ["SummaryCardData", "SummaryRun", "Transcript"]

_TICK_MS = 500
_FLASH_MS = 1200
_BAR_MARGIN = 20


class Transcript(TranscriptSignals):
    """Shows messages near the reader; asks for them by id and is given them.

    How to feed it: ``show_path`` with all ids, answer ``messages_requested`` with ``provide``
    (in any pieces, in any order), then ``append``, ``update_message``, ``stream`` as things happen.
    Streamed text for a message that was not provided yet is dropped: what ``provide`` brings for a
    streaming message must hold its text so far. Methods that name a message not on the path do
    nothing, so late events of another conversation are harmless.

    Its signals are listed at ``TranscriptSignals``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("transcript")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._conversation_id: str | None = None
        self._facts = RowFacts()
        self._places = ReadingPlaces()
        self._boundary_row = -1
        self._views = RowViews(
            has=self._facts.messages.__contains__,
            row_of=self._row,
            prepare=self._prepare_view,
            shown=self._view_shown,
        )
        self._repaint = Repaint(self._paint_stream, self)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._on_tick)
        self._restyle = QTimer(self, singleShot=True, interval=0)
        self._restyle.timeout.connect(self._apply_look)
        self._build()
        self.retranslate()

    def _build(self) -> None:
        self.canvas = MessageCanvas(self._views, self)
        self.find_bar = FindBar(self)
        self.background = BackgroundCard(self)
        self.jump_button = JumpButton(self)
        self._hint = LinkHint(self)
        self.link_hovered.connect(self._hint.show_target)
        self._find = FindSession(self.find_bar, self.canvas, self)
        self.empty = EmptyState(self.canvas.viewport())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.find_bar, self.background):
            part.setMaximumWidth(column_width(self.fontMetrics()) + 2 * _BAR_MARGIN)
            line = QHBoxLayout()
            line.setContentsMargins(16, 8, 16, 0)
            line.addStretch(1)
            line.addWidget(part, 1000)
            line.addStretch(1)
            column.addLayout(line)
        column.addWidget(self.canvas, 1)
        self.setFocusProxy(self.canvas)
        self.canvas.rows_wanted.connect(self.messages_requested)
        self.canvas.follow_changed.connect(self.jump_button.set_at_end)
        self.canvas.moved.connect(lambda: self._facts.messages.trim(self.canvas.widgets()))
        self.jump_button.clicked.connect(self.jump_to_newest)
        running_application().focusChanged.connect(self._on_focus_changed)
        self._find.requested.connect(self.find_requested)
        self._find.hit_shown.connect(self._flash)
        self.background.dismissed.connect(self.background_dismissed)
        self.background.dismissed.connect(self.background.hide)
        self.background.refresh_requested.connect(self.background_refresh_requested)
        KeyboardSteps(self.canvas, self)

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self.setAccessibleName(self.tr("Conversation"))
        for part in (self.empty, self.canvas, self.find_bar, self.background, self.jump_button):
            part.retranslate()

    # the path
    def show_path(self, conversation_id: str | None, ids: Sequence[str]) -> None:
        """Show a path; the place of the reader is kept per conversation.

        Called again for the conversation that is shown (branch switched, message deleted), the reader
        stays where they are as far as those messages are still there.
        """
        self._repaint.now()
        if conversation_id == self._conversation_id:
            self._show_ids(ids)
            return
        self._places.keep(self._conversation_id, self.canvas.place())
        self._conversation_id = conversation_id
        self._facts.clear()
        self._find.clear()
        self.background.hide()
        self._set_rows(ids, self._places.get(conversation_id))

    def _show_ids(self, ids: Sequence[str]) -> None:
        """Another path of the same conversation; a reply that streams at its end stays on it."""
        live = [m.id for m in self._facts.messages.streaming() if ids and m.parent_id == ids[-1]]
        ids = [*ids, *live]
        place = ReadingPlaces.nearest(self.canvas.place(), self.canvas.ids(), set(ids))
        self._set_rows(ids, place)

    def _set_rows(self, ids: Sequence[str], place: Place) -> None:
        self.jump_button.set_unseen(0)
        self.canvas.set_rows(ids, place=place)
        self._mark_boundary()
        self._refresh()
        self.empty.setVisible(not ids)
        self.jump_button.set_at_end(self.canvas.follows_end or not ids)
        self._find.ask_again()

    def conversation_id(self) -> str | None:
        """Whose path is shown."""
        return self._conversation_id

    def provide(self, messages: Sequence[Message]) -> None:
        """Give messages that were asked for; ones not on the path are ignored."""
        mine = [m for m in messages if self.canvas.row_of(m.id) is not None]
        for message in mine:
            self._facts.put(message)
        known = [m.id for m in mine if m.id in self.canvas.widgets()]
        self.canvas.data_arrived([m.id for m in messages])
        for message_id in known:
            self._refresh_one(message_id)
        if self._find.text:
            for message in mine:
                self._find.show_hit(message.id)

    def append(self, message: Message) -> None:
        """Add a message at the end of the path; the user's own brings the view to the end.

        A message whose parent stands earlier on the path begins a branch there. One whose parent is not
        on the path waits for the ``show_path`` that brings its parent.
        """
        if message.conversation_id != self._conversation_id or self.canvas.row_of(message.id) is not None:
            return
        self._facts.put(message)
        ids = self.canvas.ids()
        if message.parent_id is not None and ids and message.parent_id != ids[-1]:
            parent = self.canvas.row_of(message.parent_id)
            if parent is not None:
                self._show_ids([*ids[: parent + 1], message.id])
            return
        self.canvas.append_row(message.id)
        self.empty.hide()
        if len(ids) > 1:
            self._refresh_one(ids[-2])
        if message.role is Role.USER:
            self.canvas.scroll_to_end()
        elif not self.canvas.follows_end:
            self.jump_button.set_unseen(self.jump_button.unseen() + 1)

    def update_message(self, message: Message) -> None:
        """A message changed: finished, failed, pinned, revised."""
        if self.canvas.row_of(message.id) is not None:
            self._facts.put(message)
            self._refresh_one(message.id)

    def set_branches(self, message_id: str, index: int, count: int) -> None:
        """Place of a message among its siblings, from 1, and their number."""
        if self._facts.set_branch(message_id, index, count):
            self._refresh_one(message_id)

    # streaming
    def stream(self, message_id: str, text: str = "", reasoning: str = "") -> None:
        """Add streamed text; shown with the next repaint, at most 25 times a second."""
        if self._facts.stream(message_id, text, reasoning):
            self._repaint.soon()
        if reasoning:
            self._tick.start()

    def reset_stream(self, message_id: str) -> None:
        """Void what was streamed for a message: another attempt follows."""
        if self._facts.reset_stream(message_id):
            self._refresh_one(message_id)

    def set_waiting(self, message_id: str, cause: RetryScheduled | ModelLoading | None) -> None:
        """Say beside a reply what it waits for; None takes it back, text that arrives does too."""
        self._facts.set_waiting(message_id, cause)
        self._tick.start()
        self._refresh_one(message_id)

    def set_busy(self, busy: bool) -> None:
        """Whether a reply streams here; editing, regenerating and deleting wait meanwhile."""
        if busy != self._facts.busy:
            self._facts.busy = busy
            self._refresh()

    def set_cost_formatter(self, cost_of: Callable[[Message], str]) -> None:
        """How to write a reply's cost for *Details*; "" when unknown."""
        self._facts.cost_of = cost_of

    def set_avatars(self, avatars: dict[str, QPixmap]) -> None:
        """Pictures of personas by their ids."""
        self._facts.avatars = avatars
        self._refresh()

    # summaries
    def set_summaries(self, cards: Sequence[SummaryCardData]) -> None:
        """All summaries whose boundary is on the path, oldest first; replaces the former ones."""
        self._facts.set_cards(cards)
        self._mark_boundary()
        self._refresh()

    def set_summary_run(self, run: SummaryRun | None) -> None:
        """Show that a summary is being written, or why it failed; None takes the card away."""
        old = self._facts.set_run(run)
        self._tick.start()
        for boundary in {one.boundary_id for one in (old, run) if one is not None}:
            self._refresh_one(boundary)

    def stream_summary(self, text: str, *, reset: bool = False) -> None:
        """Add text to the running summary's card; ``reset`` voids what was there."""
        self._facts.stream_summary(text, reset=reset)
        self._repaint.soon()

    def set_background_card(self, text: str, *, running: bool = False) -> None:
        """Show where we were; blank and not running hides the card."""
        self.background.show_background(text, running=running)

    # attachments
    def provide_blob(self, digest: str, data: bytes) -> None:
        """Bytes of an image, asked for by ``blob_requested``."""
        for view in self.canvas.widgets().values():
            view.provide_blob(digest, data)

    # place
    def jump_to(self, message_id: str) -> bool:
        """Bring a message into view and mark it for a moment; False when it is not on the path."""
        found = self.canvas.jump_to(message_id)
        if found:
            self._flash(message_id)
        return found

    def jump_to_newest(self) -> None:
        """Go to the end and follow it."""
        self.canvas.scroll_to_end()

    def is_at_end(self) -> bool:
        """Whether the reader is at the end, so that the view follows it."""
        return self.canvas.follows_end

    def visible_ids(self) -> list[str]:
        """Messages in view, top to bottom."""
        return self.canvas.visible_ids()

    # find
    def open_find(self) -> None:
        """Show the find bar; a selection becomes the search."""
        views = self.canvas.widgets().values()
        self._find.open(next((view.selected_text() for view in views if view.selected_text()), ""))

    def set_find_results(self, text: str, results: Sequence[tuple[str, int]]) -> None:
        """Hits as (message id, count) for all messages of the path that have any.

        An answer to an older search than the one in the field is ignored.
        """
        self._find.set_results(text, results)

    # rows
    def _prepare_view(self, view: MessageView) -> None:
        view.action_requested.connect(self._on_view_action)
        view.edit_submitted.connect(self.edit_submitted)
        view.card_action_requested.connect(self._on_view_card_action)
        view.height_changed.connect(self.canvas.relayout)
        view.matches_changed.connect(self._find.show_hit)
        # Queued: the answer may come at once, before the canvas knows the new view.
        view.blob_requested.connect(self.blob_requested, Qt.ConnectionType.QueuedConnection)
        for name in ("link_activated", "link_refused", "link_hovered", "code_save_requested"):
            getattr(view, name).connect(getattr(self, name))

    def _view_shown(self, view: MessageView) -> None:
        if self._find.text:
            self._find.mark(view)

    def _row(self, row_id: str) -> Row:
        row, last = self.canvas.row_of(row_id), len(self.canvas.ids()) - 1
        dimmed = row is not None and row <= self._boundary_row
        return self._facts.row(row_id, dimmed=dimmed, newest=row == last, oldest=row == 0)

    def _refresh_one(self, row_id: str) -> None:
        view = self.canvas.widgets().get(row_id)
        if view is not None and self._views.show(view, row_id):
            self.canvas.relayout(row_id)

    def _refresh(self) -> None:
        for row_id in list(self.canvas.widgets()):
            self._refresh_one(row_id)

    def _mark_boundary(self) -> None:
        self._boundary_row = self._facts.boundary(self.canvas.row_of)

    def _paint_stream(self) -> None:
        """Show what was streamed since the last repaint."""
        for message_id in self._facts.take_streamed():
            self._refresh_one(message_id)
        if self._facts.run is not None:
            self._refresh_one(self._facts.run.boundary_id)

    def _on_tick(self) -> None:
        """Countdowns and the time of a running reasoning."""
        for message_id in self._facts.ticking():
            self._refresh_one(message_id)
        if not self._facts.ticking():
            self._tick.stop()

    def _flash(self, message_id: str) -> None:
        if (view := self.canvas.widgets().get(message_id)) is not None:
            view.set_flash(True)
            QTimer.singleShot(_FLASH_MS, view, lambda: view.set_flash(False))

    # slots
    def _on_focus_changed(self) -> None:
        for view in self.canvas.widgets().values():
            view.settle()

    def _on_view_action(self, action: MessageAction | Action, message_id: str, selected: str) -> None:
        message = self._facts.messages.get(message_id)
        if message is None:
            return
        if action is MessageAction.COPY:
            self._copy(message_id, message.text)
        elif action is MessageAction.COPY_PLAIN:
            self._copy(message_id, selected or self.canvas.widgets()[message_id].body.plain_text())
        else:
            self.tell_action(action, message_id, selected or message.text)

    def _on_view_card_action(self, name: str, summary_id: str) -> None:
        if name == "dismiss":
            self.set_summary_run(None)
        self.tell_card_action(name, summary_id)

    def _copy(self, message_id: str, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.copied.emit(message_id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What floats stays at its place."""
        super().resizeEvent(event)
        for floating in (self.jump_button, self._hint):
            floating.place_in(self.canvas.geometry())

    def changeEvent(self, event: QEvent) -> None:
        """Theme, font, density and language reach old messages too."""
        super().changeEvent(event)
        if not hasattr(self, "_find"):
            return
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._restyle.start()
        elif event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self._restyle.start()

    def _apply_look(self) -> None:
        for part in (self.find_bar, self.background, self.jump_button):
            part.tint()
        self.canvas.drop_idle()
        self._views.restyle(self.canvas.widgets().values())
        self.canvas.relayout_all()
