"""One side of the settings lab: a summary as it is written, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app.coordinator.settings_lab import TrialListener
from desktop_app.ui.error_words import error_words
from desktop_app.ui.settings.fields import heading_label, set_kind
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.coordinator.answers import Answer
    from desktop_app.coordinator.settings_lab import TrialResult
    from desktop_app.core.domain.request import ModelLoading, RetryScheduled


class LabPane(QWidget):
    """Streams one summary; ``result`` is None until it is complete."""

    def __init__(self, name: str, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.result: TrialResult | None = None
        heading = heading_label(title, self)
        self.state = plain_label("", self, kind="muted")
        self.state.setObjectName(f"{name}State")
        self.text = QPlainTextEdit(self)
        self.text.setObjectName(f"{name}Text")
        self.text.setAccessibleName(title)
        self.text.setReadOnly(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 0, 8, 0)
        column.setSpacing(5)
        column.addWidget(heading)
        column.addWidget(self.state)
        column.addWidget(self.text, 1)

    def begin(self) -> None:
        """Empty the pane for a new run."""
        self.result = None
        self.text.clear()
        self.text.setExtraSelections([])
        self._say(self.tr("Waiting for the model…"))

    def listener(self) -> TrialListener:
        """Shows a run as it goes on."""
        return TrialListener(on_text=self._on_text, on_reset=self.text.clear, on_wait=self._on_wait)

    def finish(self, answer: Answer[TrialResult]) -> None:
        """Show the whole text and its cost, or why there is none."""
        if answer.value is None:
            self._say(error_words(str(answer.error)), "error")
            return
        self.result = answer.value
        self.text.setPlainText(answer.value.text)
        usage = answer.value.usage
        text = (
            self.tr("{seconds} s · about {tokens} tokens long · {input} tokens read, {output} written")
            if usage
            else self.tr("{seconds} s · about {tokens} tokens long · the server reported no usage")
        )
        text = text.replace("{seconds}", f"{answer.value.seconds:.1f}")
        text = text.replace("{tokens}", f"{answer.value.tokens:,}")
        if usage:
            text = text.replace("{input}", f"{usage.prompt_tokens:,}")
            text = text.replace("{output}", f"{usage.completion_tokens:,}")
        self._say(text)

    def cancelled(self) -> None:
        """Show that the user stopped the run."""
        self._say(self.tr("Cancelled."))

    def _on_text(self, text: str) -> None:
        self._say(self.tr("Writing…"))
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)

    def _on_wait(self, cause: RetryScheduled | ModelLoading) -> None:
        name = getattr(cause, "reason", "") or getattr(cause, "name", "")
        self._say(self.tr("Waiting: {cause}").replace("{cause}", error_words(name)))

    def _say(self, text: str, kind: str = "muted") -> None:
        set_kind(self.state, kind)
        self.state.setText(text)
