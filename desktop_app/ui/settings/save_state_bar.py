"""The foot of the settings dialog: whether what was typed is on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.ui.error_words import error_words
from desktop_app.ui.settings.fields import push_button, set_kind
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.coordinator.settings_writer import SaveState


class SaveStateBar(QFrame):
    """Shows "Saved", "Saving…", or why not with *Retry*; and a button that closes the dialog."""

    retry_requested = Signal()
    close_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "footer")
        self.state = plain_label("", self, kind="muted")
        self.state.setObjectName("saveState")
        self.retry = push_button("saveRetry", self.tr("Retry"), self, self.retry_requested.emit)
        self.close_button = push_button("settingsClose", self.tr("Close"), self, self.close_requested.emit)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.addWidget(self.state, 1)
        row.addWidget(self.retry)
        row.addWidget(self.close_button)

    def show_state(self, state: SaveState, *, is_waiting: bool) -> None:
        """Show how far the writing is.

        Args:
            state: Of the writer.
            is_waiting: Whether edits wait for a pause in the typing.
        """
        self.retry.setVisible(isinstance(state, ThroughlineError))
        set_kind(self.state, "error" if isinstance(state, ThroughlineError) else "muted")
        if isinstance(state, ThroughlineError):
            why = error_words(state.message or state.title)
            why = why if why.endswith((".", "。")) else f"{why}."
            text = self.tr("Could not save: {why} Your changes are kept until they can be saved.")
            self.state.setText(text.replace("{why}", why))
        elif state == "saving" or is_waiting:
            self.state.setText(self.tr("Saving…"))
        else:
            self.state.setText(self.tr("Saved"))
