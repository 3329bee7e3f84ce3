"""The text field of the composer: keys, pastes and lines of any length."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QFocusEvent,
    QGuiApplication,
    QImage,
    QInputMethodEvent,
    QKeyEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from desktop_app.ui.widgets.dropped import local_files

CHUNK = 1000
"""Characters after which a line is continued in another block: Qt lays out one block at a time, and
a block of 1,000,000 letters takes it half a minute."""
CONTINUATION = 7
"""User state of a block that continues the line of the block before it."""
_IMAGE_FORMATS = ("image/png", "image/jpeg", "image/webp", "image/gif")
_MAX_LINES = 12


def broken_up(text: str) -> list[tuple[str, bool]]:
    """Lines of a text as ``(piece, continues)``: pieces of at most ``CHUNK`` characters."""
    pieces: list[tuple[str, bool]] = []
    for line in text.split("\n"):
        pieces.append((line[:CHUNK], False))
        pieces.extend((line[at : at + CHUNK], True) for at in range(CHUNK, len(line), CHUNK))
    return pieces


class ComposerEdit(QPlainTextEdit):
    """A plain text field that grows with its text and never sends half-composed input.

    Signals:
        submitted: The send key was pressed outside an input-method composition.
        slash_typed: The text is ``/word`` and nothing else; carries the word.
        slash_ended: It is something else now.
        popup_key_pressed: Up, Down, Return, Tab or Escape while the preset popup is open.
        images_pasted: List of ``(bytes, media type)`` of pasted or dropped images.
        image_object_pasted: A pasted image that exists only as a ``QImage``.
        files_dropped: Local paths (list of str); nothing was read.
        history_requested: -1 for older, +1 for newer.
        preedit_changed: An input method began, changed or ended a composition.
    """

    submitted = Signal()
    slash_typed = Signal(str)
    slash_ended = Signal()
    popup_key_pressed = Signal(int)
    images_pasted = Signal(list)
    image_object_pasted = Signal(QImage)
    files_dropped = Signal(list)
    history_requested = Signal(int)
    preedit_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setProperty("kind", "composer")
        self.setAcceptDrops(True)
        self.popup_open = False
        self.browsing_history = False
        self._ctrl_sends = False
        self._has_pieces = False
        self.textChanged.connect(self._on_text_changed)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()
        self.retranslate()

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self.setAccessibleName(self.tr("Message"))
        self.setPlaceholderText(self.tr("Write a message"))

    def set_send_key(self, key: str) -> None:
        """``enter`` (Shift+Enter makes a line) or ``ctrl_enter`` (Enter makes a line)."""
        self._ctrl_sends = key == "ctrl_enter"

    # text of any line length
    def toPlainText(self) -> str:  # noqa: N802
        """The text as typed: lines that were broken up for the layout are whole again."""
        if not self._has_pieces:
            return super().toPlainText()
        parts: list[str] = []
        block = self.document().firstBlock()
        while block.isValid():
            if parts and block.userState() != CONTINUATION:
                parts.append("\n")
            parts.append(block.text())
            block = block.next()
        return "".join(parts).replace("\u2028", "\n").replace("\u00a0", " ")

    def setPlainText(self, text: str) -> None:  # noqa: N802
        """Replace the text; undo history starts anew."""
        if max(map(len, text.split("\n")), default=0) <= CHUNK:
            self._has_pieces = False
            super().setPlainText(text)
            return
        super().setPlainText("")
        self.insertPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def insertPlainText(self, text: str) -> None:  # noqa: N802
        """Insert at the cursor as one undoable step."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if max(map(len, text.split("\n"))) <= CHUNK:
            super().insertPlainText(text)
            return
        pieces = broken_up(text)
        self._has_pieces = True
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        first = cursor.blockNumber()
        cursor.insertText("\n".join(piece for piece, _ in pieces))
        block = self.document().findBlockByNumber(first)
        for _, continues in pieces:
            if continues:
                block.setUserState(CONTINUATION)
            block = block.next()
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802
        """The selected text, with broken-up lines whole again."""
        cursor = self.textCursor()
        data = QMimeData()
        data.setText(self._text_between(cursor.selectionStart(), cursor.selectionEnd()))
        return data

    def _text_between(self, start: int, end: int) -> str:
        parts: list[str] = []
        block: QTextBlock = self.document().findBlock(start)
        while block.isValid() and block.position() <= end:
            if parts and block.userState() != CONTINUATION:
                parts.append("\n")
            text = block.text()
            parts.append(text[max(0, start - block.position()) : max(0, end - block.position())])
            block = block.next()
        return "".join(parts)

    def text_length(self) -> int:
        """Number of characters, as the layout counts them: one more per broken-up piece."""
        return self.document().characterCount() - 1

    # input methods
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Compose as usual, and tell."""
        super().inputMethodEvent(event)
        self.preedit_changed.emit()

    def preedit_text(self) -> str:
        """What an input method is composing now, not yet part of the text."""
        layout = self.textCursor().block().layout()
        return layout.preeditAreaText() if layout is not None else ""

    def commit_preedit(self) -> None:
        """Make text under composition part of the text, as the user sees it there."""
        if not self.preedit_text():
            return
        method = QGuiApplication.inputMethod()
        if method is not None:
            method.commit()
        left = self.preedit_text()
        if left:  # the platform has no input method that could commit it
            event = QInputMethodEvent()
            event.setCommitString(left)
            QApplication.sendEvent(self, event)

    # keys
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send, browse the history, drive the popup; everything else types."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_return(event)
            return
        popup_keys = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Tab, Qt.Key.Key_Escape)
        if self.popup_open and key in popup_keys:
            self.popup_key_pressed.emit(key)
            return
        if not event.modifiers() and key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._browses():
            self.history_requested.emit(-1 if key == Qt.Key.Key_Up else 1)
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The list of prompts goes with the keyboard, unless the program itself is left."""
        super().focusOutEvent(event)
        left = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if event.reason() not in left:
            self.slash_ended.emit()

    def _browses(self) -> bool:
        return not self.preedit_text() and (self.browsing_history or self.document().isEmpty())

    def _on_return(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self.preedit_text():
            event.accept()  # this Return ends the composition; it must neither send nor break the line
            return
        if self.popup_open and not modifiers:
            self.popup_key_pressed.emit(Qt.Key.Key_Return)
            return
        control = modifiers == Qt.KeyboardModifier.ControlModifier
        if control or (not modifiers and not self._ctrl_sends):
            self.submitted.emit()
            return
        self.textCursor().insertBlock()
        self.ensureCursorVisible()

    # paste and drop
    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802
        """Text, images and local files."""
        return source.hasImage() or source.hasUrls() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802
        """Insert text, or hand out images and files."""
        if paths := local_files(source):
            self.files_dropped.emit(paths)
            return
        if not source.hasText() or (source.hasImage() and not source.text().strip()):
            self._take_image(source)
            return
        self.insertPlainText(_as_markdown(source) or source.text())
        self.ensureCursorVisible()

    def _take_image(self, source: QMimeData) -> None:
        for media_type in _IMAGE_FORMATS:
            if source.hasFormat(media_type):
                self.images_pasted.emit([(bytes(source.data(media_type).data()), media_type)])
                return
        image = source.imageData()
        if isinstance(image, QImage) and not image.isNull():
            self.image_object_pasted.emit(image)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept what a paste accepts."""
        if self.canInsertFromMimeData(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Accept what a paste accepts."""
        if event.mimeData().hasUrls() or event.mimeData().hasImage():
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    # size and presets
    def sizeHint(self) -> QSize:
        """As wide as it gets, as high as it was fitted."""
        return QSize(400, self.height())

    def changeEvent(self, event: QEvent) -> None:
        """Larger letters need a higher box."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        lines = int(self.document().size().height())
        spacing = self.fontMetrics().lineSpacing()
        shown = min(max(1, lines), _MAX_LINES)
        margins = 2 * int(self.document().documentMargin()) + 2 * self.frameWidth() + 10
        self.setFixedHeight(shown * spacing + margins)
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if lines > _MAX_LINES else policy.ScrollBarAlwaysOff
        )

    def _on_text_changed(self) -> None:
        first = self.document().firstBlock()
        word = first.text()
        alone = self.document().blockCount() == 1
        if alone and word.startswith("/") and not any(c.isspace() for c in word) and len(word) < 60:  # noqa: PLR2004
            self.slash_typed.emit(word[1:])
        else:
            self.slash_ended.emit()

    def take_history(self, entries: Sequence[str], at: int) -> None:
        """Show an entry of the history, or nothing past its newest end."""
        self.browsing_history = at < len(entries)
        self.setPlainText(entries[at] if self.browsing_history else "")
        self.browsing_history = at < len(entries)
        self.document().setModified(False)
        self.moveCursor(QTextCursor.MoveOperation.End)


def _as_markdown(source: QMimeData) -> str | None:
    """What was copied with its formats as Markdown; None when there are no formats worth keeping."""
    if not source.hasHtml():
        return None
    from desktop_app.ui.chat.rich_paste import markdown_of

    return markdown_of(source.html())
