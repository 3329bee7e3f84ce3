"""Where the user writes: text, attachments, presets, send, stop and compress."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.core.domain.conversation import MAX_IMAGE_BYTES, Attachment, Draft, is_blank
from desktop_app.ui.chat.attachment_chips import AttachmentRow, size_text
from desktop_app.ui.chat.column_width import column_width
from desktop_app.ui.chat.composer_bar import ComposerBar, CompressState
from desktop_app.ui.chat.composer_edit import ComposerEdit
from desktop_app.ui.chat.pasted_image import ImageEncoder
from desktop_app.ui.chat.preset_popup import PresetPopup, PromptPreset
from desktop_app.ui.widgets.debounced_edit import DEBOUNCE_MS, DebouncedEdit

__all__ = ["Composer", "CompressState", "PromptPreset"]

_MARGIN = 20
_NOTICE_MS = 8000
_COUNT_MS = 250


class Composer(QWidget):
    """The composer of one window; told which conversation it writes to by ``set_draft``.

    Signals:
        send_requested: ``Draft`` to send. The box is already empty; on failure give it back with
            ``restore``. Never emitted for a blank message, while busy, or during a composition.
        stop_requested: The stop button.
        draft_changed: ``(conversation_id, Draft)`` a while after the last edit; ``flush`` hurries it.
        count_requested: ``(conversation_id, text)``: answer with ``set_token_count``.
        images_pasted: List of ``(bytes, media type)``; store them, then ``add_attachment``.
        files_dropped: List of local paths, unread; the receiver reads and checks them.
        attach_requested: The paper-clip: open a file dialog.
        preset_chosen: Id of a preset that was put into the box.
        blob_requested: Digest whose bytes are wanted for a thumbnail: ``provide_blob``.
        compress_requested, compress_cancel_requested: The compress button, by its state.
    """

    send_requested = Signal(object)
    stop_requested = Signal()
    draft_changed = Signal(str, object)
    count_requested = Signal(str, str)
    images_pasted = Signal(list)
    files_dropped = Signal(list)
    attach_requested = Signal()
    preset_chosen = Signal(str)
    blob_requested = Signal(str)
    compress_requested = Signal()
    compress_cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None, *, delay: int = DEBOUNCE_MS) -> None:
        """Make an empty composer.

        Args:
            parent: Owner.
            delay: Milliseconds after the last edit until ``draft_changed``.
        """
        super().__init__(parent)
        self._conversation_id = ""
        self._attachments: tuple[Attachment, ...] = ()
        self._history: tuple[str, ...] = ()
        self._history_at = 0
        self._presets: tuple[PromptPreset, ...] = ()
        self._vision = True
        self._busy = False
        self._drafts = DebouncedEdit(self, interval=delay)
        self._drafts.settled.connect(self.draft_changed.emit)
        self._drafts.set_stored("", Draft(""))
        self._count_timer = QTimer(self, singleShot=True, interval=min(_COUNT_MS, delay))
        self._notice_timer = QTimer(self, singleShot=True, interval=_NOTICE_MS)
        self._encoder = ImageEncoder(self)
        self._build()
        self._connect()
        self._fit_width()
        self.retranslate()
        self._update_send()

    # building
    def _build(self) -> None:
        self.setAutoFillBackground(True)
        self.setBackgroundRole(self.palette().ColorRole.Base)
        self._frame = QFrame(self)
        self._frame.setObjectName("composerFrame")
        self._frame.setProperty("kind", "composer")
        self.edit = ComposerEdit(self._frame)
        self.chips = AttachmentRow(removable=True, parent=self._frame)
        self.bar = ComposerBar(self._frame)
        self.gauge = self.bar.gauge
        self.send_button, self.stop_button = self.bar.send_button, self.bar.stop_button
        self.compress_button = self.bar.compress_button
        self._notice = QLabel(self)
        self._notice.setObjectName("composerNotice")
        self._notice.setTextFormat(Qt.TextFormat.PlainText)
        self._notice.setProperty("kind", "warning")
        self._notice.setWordWrap(True)
        self._notice.hide()
        self.popup = PresetPopup(self)
        inside = QVBoxLayout(self._frame)
        inside.setContentsMargins(12, 8, 8, 8)
        inside.setSpacing(6)
        for widget in (self.chips, self.edit, self.bar):
            inside.addWidget(widget)
        middle = QVBoxLayout()
        middle.setSpacing(4)
        middle.addWidget(self._notice)
        middle.addWidget(self._frame)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 4, 16, 10)
        line.addStretch(1)
        line.addLayout(middle, 1000)
        line.addStretch(1)
        self.setFocusProxy(self.edit)
        buttons = (self.send_button, self.stop_button, self.bar.attach_button, self.compress_button)
        for first, second in pairwise((self.edit, *buttons)):
            QWidget.setTabOrder(first, second)

    def _connect(self) -> None:
        edit, bar = self.edit, self.bar
        edit.submitted.connect(self._on_submit)
        edit.textChanged.connect(self._on_edited)
        edit.preedit_changed.connect(self._update_send)
        edit.slash_typed.connect(self._on_edit_slash_typed)
        edit.slash_ended.connect(self._close_popup)
        edit.popup_key_pressed.connect(self._on_edit_popup_key)
        edit.images_pasted.connect(self._take_images)
        edit.image_object_pasted.connect(self._encoder.encode)
        edit.files_dropped.connect(self.files_dropped)
        edit.history_requested.connect(self._on_edit_history)
        self._encoder.done.connect(lambda data: self._take_images([(data, "image/png")]))
        self.chips.removed.connect(self.remove_attachment)
        self.chips.blob_requested.connect(self.blob_requested, Qt.ConnectionType.QueuedConnection)
        bar.send_button.clicked.connect(self._on_submit)
        bar.stop_button.clicked.connect(self.stop_requested)
        bar.attach_button.clicked.connect(self.attach_requested)
        bar.compress_requested.connect(self.compress_requested)
        bar.compress_cancel_requested.connect(self.compress_cancel_requested)
        self.popup.chosen.connect(self._on_popup_chosen)
        self._count_timer.timeout.connect(self._ask_for_count)
        self._notice_timer.timeout.connect(self._notice.hide)

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self.edit.retranslate()
        self.bar.retranslate()
        self.popup.setAccessibleName(self.tr("Prompt presets"))

    def _fit_width(self) -> None:
        for part in (self._frame, self._notice):
            part.setMaximumWidth(column_width(self.fontMetrics()) + 2 * _MARGIN)

    # data in
    def set_draft(self, draft: Draft | None, conversation_id: str = "") -> None:
        """Show what stood unsent in a conversation; pending edits of the former one go out first."""
        self.commit_and_flush()
        self._conversation_id = conversation_id
        draft = draft or Draft("")
        self._drafts.set_stored(conversation_id, draft)
        self._show(draft)
        self._drafts.discard(conversation_id)

    def restore(self, draft: Draft) -> None:
        """Give back a draft that could not be sent, unless something else was written meanwhile."""
        if not self.text() and not self._attachments:
            self._show(draft)

    def text(self) -> str:
        """The text as it stands, input under composition left out."""
        return self.edit.toPlainText()

    def draft(self) -> Draft:
        """Text and attachments as they stand."""
        return Draft(self.text(), self._attachments)

    def flush(self) -> None:
        """Emit ``draft_changed`` now if something changed since the last time."""
        self._drafts.flush()

    def commit_and_flush(self) -> None:
        """As ``flush``, but text under composition counts: for a switch of conversation and quit."""
        self.edit.commit_preedit()
        self.flush()

    def set_busy(self, busy: bool) -> None:
        """Show Stop instead of Send while a reply streams in this conversation."""
        had_focus = self.send_button.hasFocus() or self.stop_button.hasFocus()
        self._busy = busy
        self.bar.set_busy(busy)
        if had_focus:
            self.edit.setFocus()
        self._update_send()

    def set_send_key(self, key: str) -> None:
        """``enter`` or ``ctrl_enter``."""
        self.edit.set_send_key(key)

    def set_vision(self, accepts_images: bool) -> None:
        """Whether the model of the conversation takes images; otherwise a paste of one is refused."""
        self._vision = accepts_images

    def set_history(self, entries: Sequence[str]) -> None:
        """The user's former messages, oldest first, for Up in an empty box."""
        self._history = tuple(entries)
        self._history_at = len(self._history)

    def set_presets(self, presets: Sequence[PromptPreset]) -> None:
        """Prompts offered after a slash."""
        self._presets = tuple(presets)

    def set_token_count(self, tokens: int | None) -> None:
        """Estimated tokens of the text; None shows the characters only."""
        self.bar.set_count(self.edit.text_length(), tokens)

    def set_compress_state(self, state: CompressState) -> None:
        """What the compress button does and says."""
        self.bar.set_compress_state(state)

    def add_attachment(self, attachment: Attachment) -> None:
        """Show a stored attachment as a chip; the same content twice is one chip.

        An image is refused, and that is said, where the model takes none.
        """
        if attachment.media_type.startswith("image/") and self._refuses_images():
            return
        if all(a.digest != attachment.digest for a in self._attachments):
            self._set_attachments((*self._attachments, attachment))
            self._note_draft()

    def remove_attachment(self, digest: str) -> None:
        """Take a chip away."""
        self._set_attachments(tuple(a for a in self._attachments if a.digest != digest))
        self._note_draft()
        self.edit.setFocus()

    def provide_blob(self, digest: str, data: bytes) -> None:
        """Bytes of an image for its thumbnail."""
        self.chips.provide_blob(digest, data)

    def quote(self, text: str) -> None:
        """Put a text into the box as a Markdown quote and set the cursor below it."""
        quoted = "\n".join(f"> {line}".rstrip() for line in text.strip().split("\n"))
        before = self.text()
        gap = "" if not before else "\n" * max(0, 2 - (len(before) - len(before.rstrip("\n"))))
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self.insert(gap + quoted + "\n\n")

    def insert(self, text: str) -> None:
        """Insert at the cursor, as a paste would."""
        self.edit.insertPlainText(text)
        self.edit.ensureCursorVisible()
        self.edit.setFocus()

    def show_notice(self, text: str) -> None:
        """A sentence above the box for a few seconds: a file too large, an image refused."""
        self._notice.setText(text)
        self._notice.show()
        self._notice_timer.start()

    # inside
    def _show(self, draft: Draft) -> None:
        self.edit.browsing_history = False
        self._history_at = len(self._history)
        self.edit.setPlainText(draft.text)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self._set_attachments(draft.attachments)
        self._note_draft()

    def _set_attachments(self, attachments: tuple[Attachment, ...]) -> None:
        if attachments != self._attachments:
            self._attachments = attachments
            self.chips.show_attachments(attachments)
        self._update_send()

    def _note_draft(self) -> None:
        self._drafts.edit(self._conversation_id, self.draft())

    def _update_send(self) -> None:
        content = self.edit.text_length() > 0 or bool(self._attachments) or bool(self.edit.preedit_text())
        self.bar.set_sendable(content)

    def _on_submit(self) -> None:
        self.edit.commit_preedit()
        draft = self.draft()
        if self._busy or (is_blank(draft.text) and not draft.attachments):
            return
        if not is_blank(draft.text):
            self._history = (*self._history, draft.text)
        self._show(Draft(""))
        self.flush()
        self.send_requested.emit(draft)

    def _on_edited(self) -> None:
        if self.edit.browsing_history and self.edit.document().isModified():
            self.edit.browsing_history = False
        self._update_send()
        self._note_draft()
        self._count_timer.start()
        self.set_token_count(None)

    def _ask_for_count(self) -> None:
        self.count_requested.emit(self._conversation_id, self.text())

    def _take_images(self, images: list[tuple[bytes, str]]) -> None:
        if self._refuses_images():
            return
        fitting = [image for image in images if len(image[0]) <= MAX_IMAGE_BYTES]
        if len(fitting) < len(images):
            words = self.tr("An image is larger than {limit} and was left out.")
            self.show_notice(words.replace("{limit}", size_text(MAX_IMAGE_BYTES)))
        if fitting:
            self.images_pasted.emit(fitting)

    def _refuses_images(self) -> bool:
        if not self._vision:
            self.show_notice(self.tr("This model does not accept images."))
        return not self._vision

    def _on_edit_history(self, step: int) -> None:
        if not self._history:
            return
        self._history_at = max(0, min(len(self._history), self._history_at + step))
        self.edit.take_history(self._history, self._history_at)

    def _on_edit_slash_typed(self, word: str) -> None:
        self.edit.popup_open = self.popup.show_matching(self._presets, word, self._frame)

    def _on_edit_popup_key(self, key: int) -> None:
        self.popup.handle_key(key)
        self.edit.popup_open = not self.popup.isHidden()

    def _close_popup(self) -> None:
        if self.edit.popup_open:
            self.popup.hide()
            self.edit.popup_open = False

    def _on_popup_chosen(self, preset: PromptPreset) -> None:
        from desktop_app.core.personas.presets import variables

        self.edit.popup_open = False
        gaps = variables(preset.text)
        if not gaps:
            self._use_preset(preset, preset.text)
            return
        from desktop_app.ui.chat.preset_variables import PresetVariables

        dialog = PresetVariables(preset.title, preset.text, gaps, self.window())
        dialog.filled.connect(lambda text: self._use_preset(preset, text))
        dialog.open()

    def _use_preset(self, preset: PromptPreset, text: str) -> None:
        self.edit.selectAll()
        self.edit.insertPlainText(text)
        self.edit.setFocus()
        self.preset_chosen.emit(preset.id)

    def changeEvent(self, event: QEvent) -> None:
        """Icons follow the theme, words the language."""
        super().changeEvent(event)
        if not hasattr(self, "popup"):
            return
        if event.type() == QEvent.Type.PaletteChange:
            self.bar.tint()
        elif event.type() == QEvent.Type.FontChange:
            self._fit_width()
        elif event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
