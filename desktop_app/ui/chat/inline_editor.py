"""Edits a message of the user's in its place; the result is sent as a new version."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.chat.composer_edit import ComposerEdit


class InlineEditor(QFrame):
    """A text field with *Send* and *Cancel*.

    Signals:
        submitted: The new text; never blank.
        cancelled: Escape or the button.
        height_changed: The text grew or shrank by lines.
    """

    submitted = Signal(str)
    cancelled = Signal()
    height_changed = Signal()

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("inlineEditor")
        self.setProperty("kind", "composer")
        self.edit = ComposerEdit(self)
        self.edit.setObjectName("inlineEdit")
        self.edit.setAccessibleName(self.tr("Edit your message"))
        self.edit.setPlainText(text)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        cancel = self._button("inlineCancelButton", self.tr("Cancel"))
        self._send = self._button("inlineSendButton", self.tr("Send as new version"))
        self._send.setProperty("kind", "primary")
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self._send)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 8, 8)
        column.addWidget(self.edit)
        column.addLayout(buttons)
        cancel.clicked.connect(self.cancelled)
        self._send.clicked.connect(self._on_submit)
        self.edit.submitted.connect(self._on_submit)
        self.edit.textChanged.connect(self._on_edited)

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setObjectName(name)
        button.setAccessibleName(words)
        return button

    def _on_submit(self) -> None:
        self.edit.commit_preedit()
        text = self.edit.toPlainText()
        if text.strip():
            self.submitted.emit(text)

    def _on_edited(self) -> None:
        self._send.setEnabled(not self.edit.document().isEmpty())
        self.height_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape cancels."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)
