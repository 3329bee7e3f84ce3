"""A large editor for one text, with OK and Cancel."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.settings.fields import heading_label, push_button, set_kind
from desktop_app.ui.widgets.frame_title import frame_title
from desktop_app.ui.widgets.plain_rows import plain_label


class FullScreenEditor(QDialog):
    """Edits a copy of a text: OK hands it on, Cancel and Esc leave everything as it was.

    Args:
        title: Whose text it is.
        text: Present text; "" means that the default applies.
        default: Shown as placeholder.
        parent: The window it belongs to.
    """

    text_accepted = Signal(str)

    def __init__(self, title: str, text: str, default: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("sectionFullScreenEditor")
        self.setWindowTitle(frame_title(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setSizeGripEnabled(True)
        self._default = default
        heading = heading_label(title, self, scale=1.2)
        self.editor = QPlainTextEdit(self)
        self.editor.setObjectName("fullScreenText")
        self.editor.setAccessibleName(title)
        self.editor.setPlaceholderText(default)
        self.editor.setPlainText(text)
        self.editor.moveCursor(QTextCursor.MoveOperation.End)
        self.editor.textChanged.connect(self._show_count)
        self.count = plain_label("", self, kind="muted")
        self.count.setWordWrap(False)
        self.take_default = push_button(
            "fullScreenFromDefault",
            self.tr("Start from the default text"),
            self,
            self._on_take_default_clicked,
        )
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("OK"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(self.tr("Cancel"))
        set_kind(self.buttons.button(QDialogButtonBox.StandardButton.Ok), "primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.accept)
        bottom = QHBoxLayout()
        bottom.addWidget(self.take_default)
        bottom.addWidget(self.count)
        bottom.addStretch(1)
        bottom.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.addWidget(heading)
        layout.addWidget(self.editor, 1)
        layout.addLayout(bottom)
        self._show_count()
        room = self.screen().availableSize()
        self.resize(int(room.width() * 0.9), int(room.height() * 0.85))

    def accept(self) -> None:
        """Hand the text on and close."""
        self.text_accepted.emit(self.editor.toPlainText())
        super().accept()

    def _on_take_default_clicked(self) -> None:
        cursor = self.editor.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(self._default)
        self.editor.setFocus()

    def _show_count(self) -> None:
        typed = self.editor.toPlainText()
        self.take_default.setVisible(not typed.strip())
        used = typed.strip() or self._default
        text = self.tr("{count} characters") if typed.strip() else self.tr("{count} characters (default)")
        self.count.setText(text.replace("{count}", f"{len(used):,}"))
