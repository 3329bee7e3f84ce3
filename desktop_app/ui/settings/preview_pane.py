"""Shows the exact summary prompt, what differs from the default, and its size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from desktop_app.ui.resources import current_theme
from desktop_app.ui.settings.fields import heading_label
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.coordinator.prompt_preview import PromptPreview


class PreviewPane(QFrame):
    """A read-only view of the prompt; changed lines are marked by colour."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("promptPreview")
        self._preview: PromptPreview | None = None
        title = heading_label(self.tr("Prompt preview"), self)
        self.summary = plain_label("", self, kind="muted")
        self.summary.setObjectName("promptPreviewSummary")
        self.text = QPlainTextEdit(self)
        self.text.setObjectName("promptPreviewText")
        self.text.setAccessibleName(self.tr("The summary prompt as it is sent"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 14, 16, 14)
        layout.setSpacing(6)
        layout.addWidget(title)
        layout.addWidget(self.summary)
        layout.addWidget(self.text, 1)

    def show_preview(self, preview: PromptPreview) -> None:
        """Show a prompt; the scroll position stays."""
        self._preview = preview
        if self.text.toPlainText() != preview.text:
            place = self.text.verticalScrollBar().value()
            self.text.setPlainText(preview.text)
            self.text.verticalScrollBar().setValue(place)
        self.summary.setText(self._summary_text(preview))
        self._mark()

    def _summary_text(self, preview: PromptPreview) -> str:
        size = self.tr("About {count} tokens.").replace("{count}", f"{preview.tokens:,}")
        if not preview.changed and not preview.removed:
            return f"{size} " + self.tr("The default prompt.")
        text = self.tr("Lines that differ from the default: {changed} (marked); left out: {removed}.")
        return f"{size} " + text.replace("{changed}", str(preview.changed)).replace(
            "{removed}", str(preview.removed)
        )

    def _mark(self) -> None:
        if self._preview is not None:
            mark_lines(self.text, [line.changed for line in self._preview.lines])

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._mark()


def mark_lines(text: QPlainTextEdit, changed: Sequence[bool]) -> None:
    """Mark lines of an editor by the theme's highlight colour."""
    look = QTextCharFormat()
    look.setBackground(QColor(current_theme().highlight))
    look.setProperty(QTextFormat.Property.FullWidthSelection, True)
    marks = []
    block = text.document().begin()
    for is_changed in changed:
        if not block.isValid():  # Qt ends lines at fewer characters than we count
            break
        if is_changed:
            mark = QTextEdit.ExtraSelection()
            mark.format = look
            mark.cursor = QTextCursor(block)
            mark.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            marks.append(mark)
        block = block.next()
    text.setExtraSelections(marks)
