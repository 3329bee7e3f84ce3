"""The path of one conversation, read and acted upon."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.domain.errors import Action
from desktop_app.core.domain.request import ModelLoading, RetryScheduled
from desktop_app.ui.chat.background_card import BackgroundCard
from desktop_app.ui.chat.canvas import MessageCanvas
from desktop_app.ui.chat.find_bar import FindBar
from desktop_app.ui.chat.find_state import FindState
from desktop_app.ui.chat.message_actions import MessageAction
from desktop_app.ui.chat.message_store import MessageStore
from desktop_app.ui.chat.message_view import MessageView
from desktop_app.ui.chat.row import Row, SummaryCardData, SummaryRun
from desktop_app.ui.resources import icon, theme_of

__all__ = ["SummaryCardData", "SummaryRun", "Transcript"]

_REPAINT_MS = 40
_TICK_MS = 500
_FLASH_MS = 1200
_SPARE_VIEWS = 6
_REMEMBERED = 200


class Transcript(QWidget):
    """Shows messages near the reader; asks for them by id and is given them.

    How to feed it: ``show_path`` with all ids, answer ``messages_requested`` with ``provide``
    (in any pieces, in any order), then ``append``, ``update_message``, ``stream`` as things happen.
    Streamed text for a message that was not provided yet is dropped: what ``provide`` brings for a
    streaming message must hold its text so far. Methods that name a message not on the path do
    nothing, so late events of another conversation are harmless.

    Signals (ids are message ids unless said otherwise):
        messages_requested: List of ids to ``provide``.
        blob_requested: Digest of an attachment to ``provide_blob``.
        edit_submitted: ``(id, text)``: send the text as a new version of that message.
        regenerate_requested, retry_requested, continue_requested: For a reply.
        branch_requested: ``(id, step)``: show the sibling before (-1) or after (+1).
        delete_requested, summarise_requested, fork_requested: From the actions.
        quoted: Text to quote in the composer.
        fact_pinned: ``(id, text)``: keep this text as a fact.
        copied: Text was put on the clipboard; carries the id.
        error_action_requested: ``(id, errors.Action)`` other than retry and continue.
        summary_edit_requested, summary_versions_requested, summary_undo_requested,
        summary_restore_requested, summary_review_requested, summary_rewrite_requested: Summary id.
        summary_cancel_requested, summary_retry_requested, summary_dismissed: For the run's card.
        background_dismissed, background_refresh_requested: The "where were we" card.
        find_requested: Text to search the whole path for: answer with ``set_find_results``.
        link_activated: URL to open; opening it is for whoever owns the window.
        link_refused: ``(address, reason)`` of a link that must not be opened.
        link_hovered: Plain text for the status line: the real target; "" when the pointer leaves.
        code_save_requested: ``(code, suggested file name)``.
    """

    messages_requested = Signal(list)
    blob_requested = Signal(str)
    edit_submitted = Signal(str, str)
    regenerate_requested = Signal(str)
    retry_requested = Signal(str)
    continue_requested = Signal(str)
    branch_requested = Signal(str, int)
    delete_requested = Signal(str)
    summarise_requested = Signal(str)
    fork_requested = Signal(str)
    quoted = Signal(str)
    fact_pinned = Signal(str, str)
    copied = Signal(str)
    error_action_requested = Signal(str, object)
    summary_edit_requested = Signal(str)
    summary_versions_requested = Signal(str)
    summary_undo_requested = Signal(str)
    summary_restore_requested = Signal(str)
    summary_review_requested = Signal(str)
    summary_rewrite_requested = Signal(str)
    summary_cancel_requested = Signal()
    summary_retry_requested = Signal()
    summary_dismissed = Signal()
    background_dismissed = Signal()
    background_refresh_requested = Signal()
    find_requested = Signal(str)
    link_activated = Signal(str)
    link_refused = Signal(str, str)
    link_hovered = Signal(str)
    code_save_requested = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("transcript")
        self.setAccessibleName(self.tr("Conversation"))
        self._conversation_id: str | None = None
        self._store = MessageStore()
        self._branches: dict[str, tuple[int, int]] = {}
        self._waiting: dict[str, tuple[RetryScheduled | ModelLoading, float]] = {}
        self._thinking_since: dict[str, float] = {}
        self._actions: dict[str, Action] = {}
        self._cards: dict[str, tuple[SummaryCardData, ...]] = {}
        self._run: SummaryRun | None = None
        self._boundary_row = -1
        self._busy = False
        self._pending: dict[str, list[str]] = {}
        self._unseen = 0
        self._places: dict[str, tuple[str, int] | None] = {}
        self._spare: list[MessageView] = []
        self._find = FindState()
        self._cost_of: Callable[[Message], str] = lambda _message: ""
        self._theme = theme_of(QGuiApplication.instance())
        self._repaint = QTimer(self, singleShot=True, interval=_REPAINT_MS)
        self._repaint.timeout.connect(self._paint_stream)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._on_tick)
        self._build()

    def _build(self) -> None:
        self.canvas = MessageCanvas(self, self)
        self.find_bar = FindBar(self)
        self.background = BackgroundCard(self)
        self.empty_label = QLabel(self.canvas.viewport())
        self.empty_label.setObjectName("transcriptEmpty")
        self.empty_label.setTextFormat(Qt.TextFormat.PlainText)
        self.empty_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty_label.setProperty("kind", "muted")
        self.empty_label.setText(self.tr("Nothing here yet. Write the first message below."))
        self.jump_button = QPushButton(self)
        self.jump_button.setObjectName("jumpToNewestButton")
        self.jump_button.setProperty("kind", "floating")
        self.jump_button.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.find_bar)
        column.addWidget(self.background)
        column.addWidget(self.canvas, 1)
        self.setFocusProxy(self.canvas)
        self.canvas.rows_wanted.connect(self.messages_requested)
        self.canvas.follow_changed.connect(self._on_canvas_follow_changed)
        self.canvas.moved.connect(self._on_canvas_moved)
        self.jump_button.clicked.connect(self.jump_to_newest)
        self.find_bar.text_changed.connect(self._on_find_text)
        self.find_bar.step_requested.connect(self._on_find_step)
        self.find_bar.closed.connect(self.close_find)
        self.background.dismissed.connect(self.background_dismissed)
        self.background.dismissed.connect(self.background.hide)
        self.background.refresh_requested.connect(self.background_refresh_requested)
        for keys, slot in (
            ("Alt+Up", lambda: self._step_focus(-1)),
            ("Alt+Down", lambda: self._step_focus(1)),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        self._update_jump_button()

    # the path
    def show_path(self, conversation_id: str | None, ids: Sequence[str]) -> None:
        """Show a path; the place of the reader is kept per conversation.

        Called again for the conversation that is shown (branch switched, message deleted), the reader
        stays where they are as far as those messages are still there.
        """
        same = conversation_id == self._conversation_id
        place = self._remember()
        if not same:
            self._forget_conversation()
            self._conversation_id = conversation_id
            place = self._places.get(conversation_id or "")
        self._unseen = 0
        self._paint_stream()
        if same and place is not None and place[0] not in set(ids):
            place = self._nearest_kept(place, set(ids))
        self.canvas.set_rows(ids, place=place)
        self._mark_boundary()
        self._refresh()
        self.empty_label.setVisible(not ids)
        self._update_jump_button()

    def conversation_id(self) -> str | None:
        """Whose path is shown."""
        return self._conversation_id

    def provide(self, messages: Sequence[Message]) -> None:
        """Give messages that were asked for; ones not on the path are ignored."""
        mine = [m for m in messages if self.canvas.row_of(m.id) is not None]
        for message in mine:
            self._pending.pop(message.id, None)
            self._store.put(message)
        self.canvas.data_arrived([m.id for m in messages])
        for message in mine:
            self._refresh_one(message.id)
        self._highlight()

    def append(self, message: Message) -> None:
        """Add a message at the end of the path; the user's own brings the view to the end."""
        if message.conversation_id != self._conversation_id or self.canvas.row_of(message.id) is not None:
            return
        previous = self.canvas.ids()[-1] if self.canvas.ids() else None
        self._store.put(message)
        self.canvas.append_row(message.id)
        self.empty_label.hide()
        if previous is not None:
            self._refresh_one(previous)
        if message.role is Role.USER:
            self.canvas.scroll_to_end()
        elif not self.canvas.follows_end:
            self._unseen += 1
            self._update_jump_button()

    def update_message(self, message: Message) -> None:
        """A message changed: finished, failed, pinned, revised."""
        if self.canvas.row_of(message.id) is None:
            return
        self._pending.pop(message.id, None)
        if message.state is not MessageState.STREAMING:
            self._waiting.pop(message.id, None)
            self._thinking_since.pop(message.id, None)
        self._store.put(message)
        self._refresh_one(message.id)

    def set_branches(self, message_id: str, index: int, count: int) -> None:
        """Place of a message among its siblings, from 1, and their number."""
        if self._branches.get(message_id, (1, 1)) != (index, count):
            self._branches[message_id] = (index, count)
            self._refresh_one(message_id)

    # streaming
    def stream(self, message_id: str, text: str = "", reasoning: str = "") -> None:
        """Add streamed text; shown with the next repaint, at most 25 times a second."""
        if message_id not in self._store:
            return
        self._waiting.pop(message_id, None)
        if reasoning and message_id not in self._thinking_since:
            self._thinking_since[message_id] = time.monotonic()
        parts = self._pending.setdefault(message_id, ["", ""])
        parts[0] += text
        parts[1] += reasoning
        if not self._repaint.isActive():
            self._repaint.start()

    def reset_stream(self, message_id: str) -> None:
        """Void what was streamed for a message: another attempt follows."""
        self._pending.pop(message_id, None)
        self._thinking_since.pop(message_id, None)
        message = self._store.get(message_id)
        if message is not None:
            self.update_message(replace(message, text="", reasoning=""))

    def set_waiting(self, message_id: str, cause: RetryScheduled | ModelLoading | None) -> None:
        """Say beside a reply what it waits for; None takes it back, text that arrives does too."""
        if cause is None:
            self._waiting.pop(message_id, None)
        else:
            self._waiting[message_id] = (cause, time.monotonic())
            self._tick.start()
        self._refresh_one(message_id)

    def set_busy(self, busy: bool) -> None:
        """Whether a reply streams here; editing, regenerating and deleting wait meanwhile."""
        if busy != self._busy:
            self._busy = busy
            self._refresh()
        if busy:
            self._tick.start()

    def set_error_action(self, message_id: str, action: Action) -> None:
        """What the user can do about a reply's error, in place of ``Message.error_action``."""
        self._actions[message_id] = action
        self._refresh_one(message_id)

    def set_cost_formatter(self, cost_of: Callable[[Message], str]) -> None:
        """How to write a reply's cost for *Details*; "" when unknown."""
        self._cost_of = cost_of

    # summaries
    def set_summaries(self, cards: Sequence[SummaryCardData]) -> None:
        """All summaries whose boundary is on the path, oldest first; replaces the former ones."""
        grouped: dict[str, tuple[SummaryCardData, ...]] = {}
        for card in cards:
            boundary = card.summary.boundary_id
            grouped[boundary] = (*grouped.get(boundary, ()), card)
        self._cards = grouped
        self._mark_boundary()
        self._refresh()

    def set_summary_run(self, run: SummaryRun | None) -> None:
        """Show that a summary is being written, or why it failed; None takes the card away."""
        old, self._run = self._run, run
        for one in (old, run):
            if one is not None:
                self._refresh_one(one.boundary_id)

    def stream_summary(self, text: str, *, reset: bool = False) -> None:
        """Add text to the running summary's card; ``reset`` voids what was there."""
        if self._run is not None:
            before = "" if reset else self._run.text
            self._run = replace(self._run, text=before + text, waiting=None)
            if not self._repaint.isActive():
                self._repaint.start()

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
        selected = next((v.selected_text() for v in self._views() if v.selected_text()), "")
        self.find_bar.open_with(selected if "\n" not in selected else "")

    def close_find(self) -> None:
        """Hide the find bar and the highlights."""
        self.find_bar.hide()
        self._find.clear()
        self.find_bar.forget()
        self._highlight()
        self.canvas.setFocus()

    def set_find_results(self, text: str, results: Sequence[tuple[str, int]]) -> None:
        """Hits as (message id, count) for all messages of the path that have any.

        An answer to an older search than the one in the field is ignored.
        """
        if text != self.find_bar.text():
            return
        rows = self.canvas.row_of
        known = sorted(
            ((i, n) for i, n in results if rows(i) is not None and n > 0), key=lambda r: rows(r[0])
        )
        first_seen = rows(self.visible_ids()[0]) if self.visible_ids() else 0
        start = sum(count for message_id, count in known if rows(message_id) < first_seen)
        self._find.text = text
        self._find.set_results(known, start if start < sum(n for _, n in known) else 0)
        self._go_to_hit()

    def _on_find_text(self, text: str) -> None:
        self._find.clear()
        self._find.text = text
        self.find_bar.show_place(0, 0)
        self._highlight()
        if text:
            self.find_requested.emit(text)

    def _on_find_step(self, step: int) -> None:
        self._find.step(step)
        self._go_to_hit()

    def _go_to_hit(self) -> None:
        self.find_bar.show_place(self._find.place, self._find.total)
        self._highlight()
        hit = self._find.current
        if hit is not None:
            self.canvas.jump_to(hit[0])
            self._flash(hit[0])

    def _highlight(self) -> None:
        for view in self._views():
            view.body.find(self._find.text)

    # rows (called by the canvas)
    def has_row(self, row_id: str) -> bool:
        """Whether a message is at hand."""
        return row_id in self._store

    def take_row(self, row_id: str, parent: QWidget) -> QWidget:
        """A widget for a message at hand."""
        view = self._spare.pop() if self._spare else self._new_view(parent)
        view.show_row(self._row(row_id), self._theme)
        if self._find.text:
            view.body.find(self._find.text)
        return view

    def give_back(self, row_id: str, widget: QWidget) -> None:
        """A widget whose message went out of reach."""
        del row_id
        widget.hide()
        if len(self._spare) < _SPARE_VIEWS:
            self._spare.append(widget)
        else:
            widget.deleteLater()

    def _new_view(self, parent: QWidget) -> MessageView:
        view = MessageView(parent)
        view.action_requested.connect(self._on_view_action)
        view.edit_submitted.connect(self.edit_submitted)
        view.card_action_requested.connect(self._on_view_card_action)
        view.height_changed.connect(self.canvas.relayout)
        view.blob_requested.connect(self.blob_requested)
        view.link_activated.connect(self.link_activated)
        view.link_refused.connect(self.link_refused)
        view.link_hovered.connect(self.link_hovered)
        view.code_save_requested.connect(self.code_save_requested)
        return view

    def _row(self, row_id: str) -> Row:
        message = self._store.get(row_id)
        waiting, since = self._waiting.get(row_id, (None, 0.0))
        now = time.monotonic()
        started = self._thinking_since.get(row_id)
        ids = self.canvas.ids()
        row = self.canvas.row_of(row_id)
        return Row(
            message=message,
            branch=self._branches.get(row_id, (1, 1)),
            waiting=waiting,
            waited=now - since if waiting is not None else 0.0,
            dimmed=row <= self._boundary_row,
            busy=self._busy,
            newest=row == len(ids) - 1,
            thinking_seconds=now - started if started is not None else None,
            action=self._error_action(message),
            cards=self._cards.get(row_id, ()),
            run=self._run if self._run is not None and self._run.boundary_id == row_id else None,
            cost=self._cost_of(message),
        )

    def _error_action(self, message: Message) -> Action:
        stored = next((one for one in Action if one.value == message.error_action), Action.NONE)
        return self._actions.get(message.id, stored)

    def _views(self) -> list[MessageView]:
        return list(self.canvas.widgets().values())

    def _refresh_one(self, row_id: str) -> None:
        view = self.canvas.widgets().get(row_id)
        if view is not None and row_id in self._store:
            view.show_row(self._row(row_id), self._theme)
            self.canvas.relayout(row_id)

    def _refresh(self) -> None:
        for row_id in list(self.canvas.widgets()):
            self._refresh_one(row_id)

    def _mark_boundary(self) -> None:
        """Row of the newest boundary in force; messages up to it are dimmed."""
        rows = [
            self.canvas.row_of(boundary)
            for boundary, cards in self._cards.items()
            if any(card.in_force for card in cards)
        ]
        self._boundary_row = max((row for row in rows if row is not None), default=-1)

    # inside
    def _forget_conversation(self) -> None:
        for mapping in (self._branches, self._waiting, self._thinking_since, self._actions, self._cards):
            mapping.clear()
        self._pending.clear()
        self._store.clear()
        self._run = None
        self._busy = False
        self._find.clear()
        self.find_bar.forget()
        self.background.hide()

    def _remember(self) -> tuple[str, int] | None:
        place = self.canvas.place()
        if self._conversation_id is not None:
            self._places.pop(self._conversation_id, None)
            self._places[self._conversation_id] = place
            while len(self._places) > _REMEMBERED:
                del self._places[next(iter(self._places))]
        return place

    def _nearest_kept(self, place: tuple[str, int], kept: set[str]) -> tuple[str, int] | None:
        ids = self.canvas.ids()
        for row in range(self.canvas.row_of(place[0]) or 0, -1, -1):
            if ids[row] in kept:
                return ids[row], 0
        return None

    def _paint_stream(self) -> None:
        """Show what was streamed since the last repaint."""
        self._repaint.stop()
        pending, self._pending = self._pending, {}
        for message_id, (text, reasoning) in pending.items():
            if self._store.extend(message_id, text, reasoning):
                if text:
                    self._stop_thinking(message_id)
                self._refresh_one(message_id)
        if self._run is not None:
            self._refresh_one(self._run.boundary_id)

    def _stop_thinking(self, message_id: str) -> None:
        started = self._thinking_since.pop(message_id, None)
        message = self._store.get(message_id)
        if started is not None and message.reasoning_seconds is None:
            self._store.put(replace(message, reasoning_seconds=time.monotonic() - started))

    def _on_tick(self) -> None:
        """Countdowns and the time of a running reasoning."""
        running = set(self._waiting) | set(self._thinking_since)
        for message_id in running:
            self._refresh_one(message_id)
        if not running and not self._busy:
            self._tick.stop()

    def _flash(self, message_id: str) -> None:
        view = self.canvas.widgets().get(message_id)
        if view is not None:
            view.set_flash(True)
            QTimer.singleShot(_FLASH_MS, view, lambda: view.set_flash(False))

    def _step_focus(self, step: int) -> None:
        """Move the keyboard from message to message."""
        ids = self.canvas.ids()
        if not ids:
            return
        widgets = self.canvas.widgets()
        focus = self.focusWidget()
        inside = [i for i, w in widgets.items() if w is focus or (focus and w.isAncestorOf(focus))]
        if inside:
            row = self.canvas.row_of(inside[0]) + step
        else:
            row = self.canvas.row_of(self.visible_ids()[-1 if step < 0 else 0])
        row = max(0, min(len(ids) - 1, row))
        if ids[row] not in self.visible_ids():
            self.canvas.jump_to(ids[row])
        if (view := self.canvas.widgets().get(ids[row])) is not None:
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # slots
    def _on_view_action(self, action: MessageAction | Action, message_id: str, selected: str) -> None:
        message = self._store.get(message_id)
        if message is None:
            return
        if isinstance(action, Action):
            self._on_error_action(action, message_id)
        elif action is MessageAction.COPY:
            self._copy(message_id, message.text)
        elif action is MessageAction.COPY_PLAIN:
            self._copy(message_id, selected or self._plain_text(message_id))
        elif action is MessageAction.QUOTE:
            self.quoted.emit(selected or message.text)
        elif action is MessageAction.PIN:
            self.fact_pinned.emit(message_id, (selected or message.text).strip())
        elif action in (MessageAction.PREVIOUS, MessageAction.NEXT):
            self.branch_requested.emit(message_id, -1 if action is MessageAction.PREVIOUS else 1)
        else:
            self._plain_signals()[action].emit(message_id)

    def _plain_signals(self) -> Mapping[MessageAction, Signal]:
        return {
            MessageAction.REGENERATE: self.regenerate_requested,
            MessageAction.DELETE: self.delete_requested,
            MessageAction.SUMMARISE: self.summarise_requested,
            MessageAction.FORK: self.fork_requested,
        }

    def _on_error_action(self, action: Action, message_id: str) -> None:
        if action is Action.RETRY:
            self.retry_requested.emit(message_id)
        elif action is Action.CONTINUE:
            self.continue_requested.emit(message_id)
        else:
            self.error_action_requested.emit(message_id, action)

    def _on_view_card_action(self, name: str, summary_id: str, _boundary_id: str) -> None:
        for_run = {
            "cancel": self.summary_cancel_requested,
            "retry": self.summary_retry_requested,
            "dismiss": self.summary_dismissed,
        }
        if name in for_run:
            if name == "dismiss":
                self.set_summary_run(None)
            for_run[name].emit()
            return
        {
            "edit": self.summary_edit_requested,
            "versions": self.summary_versions_requested,
            "undo": self.summary_undo_requested,
            "restore": self.summary_restore_requested,
            "review": self.summary_review_requested,
            "rewrite": self.summary_rewrite_requested,
        }[name].emit(summary_id)

    def _copy(self, message_id: str, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.copied.emit(message_id)

    def _plain_text(self, message_id: str) -> str:
        view = self.canvas.widgets().get(message_id)
        return view.body.plain_text() if view is not None else self._store.get(message_id).text

    def _on_canvas_follow_changed(self, follow: bool) -> None:
        if follow:
            self._unseen = 0
        self._update_jump_button()

    def _on_canvas_moved(self) -> None:
        self._store.trim(self.canvas.widgets())

    def _update_jump_button(self) -> None:
        away = not self.canvas.follows_end and bool(self.canvas.ids())
        words = self.tr("Jump to newest")
        if self._unseen:
            words = self.tr("Jump to newest ({count})").replace("{count}", str(self._unseen))
        self.jump_button.setText(words)
        self.jump_button.setAccessibleName(words)
        self.jump_button.setIcon(icon("down", self._theme.accent))
        self.jump_button.setVisible(away)
        self._place_floating()

    def _place_floating(self) -> None:
        hint = self.jump_button.sizeHint()
        area = self.canvas.geometry()
        x = area.center().x() - hint.width() // 2
        self.jump_button.setGeometry(x, area.bottom() - hint.height() - 12, hint.width(), hint.height())
        self.jump_button.raise_()
        self.empty_label.setGeometry(self.canvas.viewport().rect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The floating button stays at its place."""
        super().resizeEvent(event)
        self._place_floating()

    def changeEvent(self, event: QEvent) -> None:
        """Theme and font changes reach old messages too."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(
            self, "jump_button"
        ):
            QTimer.singleShot(0, self, self._apply_look)

    def _apply_look(self) -> None:
        self._theme = theme_of(QGuiApplication.instance())
        for view in self._spare:
            view.deleteLater()
        self._spare = []
        self.find_bar.tint()
        self.background.tint()
        self._update_jump_button()
        self._refresh()
        self.canvas.relayout_all()
