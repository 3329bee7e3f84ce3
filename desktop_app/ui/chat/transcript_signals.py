"""Everything the transcript tells."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from desktop_app.core.domain.errors import Action
from desktop_app.ui.chat.message_actions import MessageAction
from desktop_app.ui.widgets.drop_hint import DropHint
from desktop_app.ui.widgets.dropped import local_files


class TranscriptSignals(QWidget):
    """Base of the transcript that holds its signals.

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
        summary_cancel_requested, summary_retry_requested, summary_extract_requested,
        summary_dismissed: For the run's card.
        background_dismissed, background_refresh_requested: The "where were we" card.
        find_requested: Text to search the whole path for: answer with ``set_find_results``.
        link_activated: URL to open; opening it is for whoever owns the window.
        link_refused: ``(address, reason)`` of a link that must not be opened.
        link_hovered: Plain text for the status line: the real target; "" when the pointer leaves.
        code_save_requested: ``(code, suggested file name)``.
        files_dropped: Local paths dropped on the conversation, unread; meant for the composer.
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
    summary_extract_requested = Signal()
    summary_dismissed = Signal()
    background_dismissed = Signal()
    background_refresh_requested = Signal()
    find_requested = Signal(str)
    link_activated = Signal(str)
    link_refused = Signal(str, str)
    link_hovered = Signal(str)
    code_save_requested = Signal(str, str)
    files_dropped = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self._drop_hint = DropHint(self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped anywhere on the conversation."""
        if local_files(event.mimeData()):
            event.acceptProposedAction()
            self._drop_hint.show_attach(self)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The files went elsewhere."""
        self._drop_hint.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell what was dropped."""
        self._drop_hint.hide()
        if paths := local_files(event.mimeData()):
            event.acceptProposedAction()
            self.files_dropped.emit(paths)

    def tell_action(self, action: MessageAction | Action, message_id: str, text: str) -> None:
        """Emit the signal of an action; ``text`` is the selection or the whole source."""
        match action:
            case Action.RETRY:
                self.retry_requested.emit(message_id)
            case Action.CONTINUE:
                self.continue_requested.emit(message_id)
            case Action():
                self.error_action_requested.emit(message_id, action)
            case MessageAction.QUOTE:
                self.quoted.emit(text)
            case MessageAction.PIN:
                self.fact_pinned.emit(message_id, text.strip())
            case MessageAction.PREVIOUS | MessageAction.NEXT:
                self.branch_requested.emit(message_id, -1 if action is MessageAction.PREVIOUS else 1)
            case _:  # regenerate, delete, summarise, fork
                getattr(self, f"{action.value}_requested").emit(message_id)

    def tell_card_action(self, name: str, summary_id: str) -> None:
        """Emit the signal of a button on a summary's card."""
        match name:
            case "cancel":
                self.summary_cancel_requested.emit()
            case "retry":
                self.summary_retry_requested.emit()
            case "extract":
                self.summary_extract_requested.emit()
            case "dismiss":
                self.summary_dismissed.emit()
            case _:  # edit, versions, undo, restore, review, rewrite
                getattr(self, f"summary_{name}_requested").emit(summary_id)
