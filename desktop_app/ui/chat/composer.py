"""Where the user writes: text, attachments, presets, send, stop and compress."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from PySide6.QtCore import QBuffer, QIODevice, QObject, QRunnable, QSize, Qt, QThreadPool, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from desktop_app.core.domain.conversation import Attachment, Draft
from desktop_app.ui.chat.attachment_chips import AttachmentRow, size_text
from desktop_app.ui.chat.composer_edit import ComposerEdit
from desktop_app.ui.chat.preset_popup import PresetPopup, PromptPreset
from desktop_app.ui.resources import icon, theme_of
from desktop_app.ui.widgets.context_gauge import ContextGauge, short_count

MAX_IMAGE_BYTES = 20 * 1024 * 1024
"""Largest image taken from a paste or drop; providers refuse larger ones."""
_NOTICE_MS = 8000
_COUNT_MS = 250


class CompressState(StrEnum):
    """What the compress button can do now."""

    UNAVAILABLE = "unavailable"
    READY = "ready"
    NOTHING_NEW = "nothing_new"
    RUNNING = "running"


class _Encoded(QObject):
    """Carries the outcome of a picture encoded in the background back to the window's thread."""

    done = Signal(bytes)


class _EncodeImage(QRunnable):
    """Encodes a picture as PNG; half a second for a large screenshot, so not on the window's thread."""

    def __init__(self, image: QImage, outcome: _Encoded) -> None:
        super().__init__()
        self._image = image
        self._outcome = outcome

    def run(self) -> None:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._image.save(buffer, "PNG", 80)
        self._outcome.done.emit(bytes(buffer.data().data()))


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

    def __init__(self, parent: QWidget | None = None, *, delay: int = 700) -> None:
        """Make an empty composer.

        Args:
            parent: Owner.
            delay: Milliseconds after the last edit until ``draft_changed``.
        """
        super().__init__(parent)
        self._conversation_id = ""
        self._attachments: tuple[Attachment, ...] = ()
        self._saved = Draft("")
        self._history: tuple[str, ...] = ()
        self._history_at = 0
        self._presets: tuple[PromptPreset, ...] = ()
        self._vision = True
        self._busy = False
        self._enabled = True
        self._compress = CompressState.UNAVAILABLE
        self._draft_timer = QTimer(self, singleShot=True, interval=delay)
        self._count_timer = QTimer(self, singleShot=True, interval=min(_COUNT_MS, delay))
        self._notice_timer = QTimer(self, singleShot=True, interval=_NOTICE_MS)
        self._encoded = _Encoded(self)
        self._build()
        self._connect()
        self.set_busy(False)
        self.set_compress_state(CompressState.UNAVAILABLE)

    # building
    def _build(self) -> None:
        self.edit = ComposerEdit(self)
        self.chips = AttachmentRow(removable=True, parent=self)
        self.attach_button = self._button("attachButton", "attach", self.tr("Attach files"))
        self.compress_button = self._button("compressButton", "compress", self.tr("Compress"))
        self.compress_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.send_button = self._button("sendButton", "send", self.tr("Send"))
        self.stop_button = self._button("stopButton", "stop", self.tr("Stop"))
        for round_button in (self.send_button, self.stop_button):
            round_button.setProperty("kind", "round")
        self.gauge = ContextGauge(self)
        self.count_label = self._label("composerCount", "muted")
        self.notice_label = self._label("composerNotice", "warning")
        self.notice_label.setWordWrap(True)
        self.notice_label.hide()
        self.popup = PresetPopup(self)
        frame = QFrame(self)
        frame.setObjectName("composerFrame")
        frame.setProperty("kind", "composer")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(12, 8, 8, 8)
        inside.setSpacing(6)
        inside.addWidget(self.chips)
        inside.addWidget(self.edit)
        bar = QHBoxLayout()
        bar.setSpacing(4)
        bar.addWidget(self.attach_button)
        bar.addWidget(self.compress_button)
        bar.addSpacing(6)
        bar.addWidget(self.gauge)
        bar.addStretch(1)
        bar.addWidget(self.count_label)
        bar.addSpacing(6)
        bar.addWidget(self.send_button)
        bar.addWidget(self.stop_button)
        inside.addLayout(bar)
        self.frame = frame
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.notice_label)
        column.addWidget(frame)
        self.setFocusProxy(self.edit)
        order = (self.edit, self.send_button, self.stop_button, self.attach_button, self.compress_button)
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)
        self._tint()

    def _button(self, name: str, picture: str, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("picture", picture)
        button.setIconSize(QSize(18, 18))
        button.setAccessibleName(words)
        button.setToolTip(words)
        button.setText(words)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _label(self, name: str, kind: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("kind", kind)
        return label

    def _tint(self) -> None:
        theme = theme_of(QGuiApplication.instance())
        for button in (self.attach_button, self.compress_button):
            button.setIcon(icon(button.property("picture")))
        for button in (self.send_button, self.stop_button):
            button.setIcon(icon(button.property("picture"), theme.on_accent))

    def _connect(self) -> None:
        edit = self.edit
        edit.submitted.connect(self._on_submit)
        edit.textChanged.connect(self._on_edited)
        edit.slash_typed.connect(self._on_edit_slash_typed)
        edit.slash_ended.connect(self._close_popup)
        edit.popup_key_pressed.connect(self._on_edit_popup_key)
        edit.images_pasted.connect(self._take_images)
        edit.image_object_pasted.connect(self._on_edit_image_object)
        edit.files_dropped.connect(self.files_dropped)
        edit.history_requested.connect(self._on_edit_history)
        self._encoded.done.connect(lambda data: self._take_images([(data, "image/png")]))
        self.chips.removed.connect(self.remove_attachment)
        self.chips.blob_requested.connect(self.blob_requested)
        self.send_button.clicked.connect(self._on_submit)
        self.stop_button.clicked.connect(self.stop_requested)
        self.attach_button.clicked.connect(self.attach_requested)
        self.compress_button.clicked.connect(self._on_compress_clicked)
        self.popup.chosen.connect(self._on_popup_chosen)
        self._draft_timer.timeout.connect(self.flush)
        self._count_timer.timeout.connect(self._ask_for_count)
        self._notice_timer.timeout.connect(self.notice_label.hide)

    # data in
    def set_draft(self, draft: Draft | None, conversation_id: str = "") -> None:
        """Show what stood unsent in a conversation; pending edits of the former one go out first."""
        self.flush()
        self._conversation_id = conversation_id
        self._saved = draft or Draft("")
        self._show(self._saved)
        self._draft_timer.stop()

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
        self._draft_timer.stop()
        draft = self.draft()
        if draft != self._saved:
            self._saved = draft
            self.draft_changed.emit(self._conversation_id, draft)

    def commit_and_flush(self) -> None:
        """As ``flush``, but text under composition counts: for a switch of conversation and quit."""
        self.edit.commit_preedit()
        self.flush()

    def set_busy(self, busy: bool) -> None:
        """Show Stop instead of Send while a reply streams in this conversation."""
        had_focus = self.send_button.hasFocus() or self.stop_button.hasFocus()
        self._busy = busy
        self.send_button.setVisible(not busy)
        self.stop_button.setVisible(busy)
        if had_focus:
            self.edit.setFocus()
        self._update_send()

    def set_sending_enabled(self, enabled: bool, why: str = "") -> None:
        """Forbid sending, for example without a profile; ``why`` becomes the tooltip."""
        self._enabled = enabled
        self.send_button.setToolTip(why or self.tr("Send"))
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
        self._show_count(tokens)

    def set_compress_state(self, state: CompressState) -> None:
        """What the compress button does and says."""
        words = {
            CompressState.UNAVAILABLE: self.tr("Nothing to compress"),
            CompressState.READY: self.tr("Summarise older messages now"),
            CompressState.NOTHING_NEW: self.tr("Nothing new to compress since the last summary"),
            CompressState.RUNNING: self.tr("Cancel the summary"),
        }
        self._compress = state
        running = state is CompressState.RUNNING
        button = self.compress_button
        button.setEnabled(state is not CompressState.UNAVAILABLE)
        button.setText(self.tr("Cancel") if running else self.tr("Compress"))
        button.setProperty("picture", "close" if running else "compress")
        button.setAccessibleName(self.tr("Cancel compressing") if running else self.tr("Compress"))
        button.setAccessibleDescription(words[state])
        button.setToolTip(words[state])
        button.setIcon(icon(button.property("picture")))

    def add_attachment(self, attachment: Attachment) -> None:
        """Show a stored attachment as a chip; the same content twice is one chip."""
        if all(a.digest != attachment.digest for a in self._attachments):
            self._set_attachments((*self._attachments, attachment))

    def remove_attachment(self, digest: str) -> None:
        """Take a chip away."""
        self._set_attachments(tuple(a for a in self._attachments if a.digest != digest))
        self.edit.setFocus()

    def provide_blob(self, digest: str, data: bytes) -> None:
        """Bytes of an image for its thumbnail."""
        self.chips.provide_blob(digest, data)

    def quote(self, text: str) -> None:
        """Put a text into the box as a Markdown quote and set the cursor below it."""
        quoted = "\n".join(f"> {line}".rstrip() for line in text.strip().split("\n"))
        before = self.text().rstrip("\n")
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self.edit.insertPlainText(("\n\n" if before else "") + quoted + "\n\n")
        self.edit.ensureCursorVisible()
        self.edit.setFocus()

    def insert(self, text: str) -> None:
        """Insert at the cursor, as a paste would."""
        self.edit.insertPlainText(text)
        self.edit.setFocus()

    def show_notice(self, text: str) -> None:
        """A sentence above the box for a few seconds: a file too large, an image refused."""
        self.notice_label.setText(text)
        self.notice_label.show()
        self._notice_timer.start()

    # inside
    def _show(self, draft: Draft) -> None:
        self.edit.browsing_history = False
        self._history_at = len(self._history)
        self.edit.setPlainText(draft.text)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self._set_attachments(draft.attachments)

    def _set_attachments(self, attachments: tuple[Attachment, ...]) -> None:
        self._attachments = attachments
        self.chips.show_attachments(attachments)
        self._draft_timer.start()
        self._update_send()

    def _update_send(self) -> None:
        content = not self.edit.document().isEmpty() or bool(self._attachments)
        composing = bool(self.edit.preedit_text())
        self.send_button.setEnabled(self._enabled and (content or composing))

    def _on_submit(self) -> None:
        self.edit.commit_preedit()
        if self._busy or not self._enabled:
            return
        draft = self.draft()
        if not draft.text.strip() and not draft.attachments:
            return
        if draft.text.strip():
            self._history = (*self._history, draft.text)
        self._show(Draft(""))
        self._saved = draft  # so that the flush below tells that the draft is gone
        self.flush()
        self.send_requested.emit(draft)

    def _on_edited(self) -> None:
        if self.edit.browsing_history and self.edit.document().isModified():
            self.edit.browsing_history = False
        self._update_send()
        self._draft_timer.start()
        self._count_timer.start()
        self._show_count(None)

    def _ask_for_count(self) -> None:
        self.count_requested.emit(self._conversation_id, self.text())

    def _show_count(self, tokens: int | None) -> None:
        characters = self.edit.document().characterCount() - 1
        if characters <= 0:
            self.count_label.setText("")
            return
        words = self.tr("{count} characters").replace("{count}", f"{characters:,}")
        if tokens is not None:
            words += " · " + self.tr("≈ {count} tokens").replace("{count}", short_count(tokens))
        self.count_label.setText(words)

    def _take_images(self, images: list[tuple[bytes, str]]) -> None:
        if not self._vision:
            self.show_notice(self.tr("This model does not accept images."))
            return
        fitting = [image for image in images if len(image[0]) <= MAX_IMAGE_BYTES]
        if len(fitting) < len(images):
            words = self.tr("An image is larger than {limit} and was left out.")
            self.show_notice(words.replace("{limit}", size_text(MAX_IMAGE_BYTES)))
        if fitting:
            self.images_pasted.emit(fitting)

    def _on_edit_image_object(self, image: QImage) -> None:
        QThreadPool.globalInstance().start(_EncodeImage(image, self._encoded))

    def _on_edit_history(self, step: int) -> None:
        if not self._history:
            return
        self._history_at = max(0, min(len(self._history), self._history_at + step))
        self.edit.take_history(self._history, self._history_at)
        self.edit.document().setModified(False)

    def _on_edit_slash_typed(self, word: str) -> None:
        self.edit.popup_open = self.popup.show_matching(self._presets, word, self.frame)

    def _on_edit_popup_key(self, key: int) -> None:
        self.popup.handle_key(key)
        self.edit.popup_open = self.popup.isVisible()

    def _close_popup(self) -> None:
        if self.edit.popup_open:
            self.popup.hide()
            self.edit.popup_open = False

    def _on_popup_chosen(self, preset: PromptPreset) -> None:
        self.edit.popup_open = False
        self.edit.selectAll()
        self.edit.insertPlainText(preset.text)
        self.edit.setFocus()
        self.preset_chosen.emit(preset.id)

    def _on_compress_clicked(self) -> None:
        if self._compress is CompressState.RUNNING:
            self.compress_cancel_requested.emit()
        else:
            self.compress_requested.emit()

    def changeEvent(self, event: QObject) -> None:
        """Icons follow the theme."""
        super().changeEvent(event)
        if event.type() == event.Type.PaletteChange and hasattr(self, "frame"):
            self._tint()
