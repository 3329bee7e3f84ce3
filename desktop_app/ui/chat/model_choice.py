"""The way from the demonstration model to another model file, in one click."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.coordinator import profile_list
from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.ui.chat.conversation_presenter import ConversationPresenter
from desktop_app.ui.widgets.file_dialogs import ask_for_files


class ModelChoice(QObject):
    """Asks for a GGUF file and lets it answer from now on.

    Args:
        parts: The coordinators.
        shown: The conversation in the window.
        window: Parent of the file dialog.
        parent: Owner.

    Signals:
        told: A passing word.
    """

    told = Signal(str)

    def __init__(
        self, parts: Coordinators, shown: ConversationPresenter, window: QWidget, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._shown = shown
        self._window = window

    def ask(self) -> None:
        """Let the user pick a file."""
        ask_for_files(
            self._window,
            self.tr("Choose a model file"),
            "modelFileDialog",
            lambda paths: self._parts.do(self._take(Path(paths[0])), "choose a model"),
            filters=(self.tr("Models (*.gguf)"), self.tr("All files (*)")),
            many=False,
        )

    async def _take(self, path: Path) -> None:
        """Make a profile for the file; new conversations and the one shown use it."""
        preferences = self._parts.preferences
        profile_id = preferences.add_profile(profile_list.from_model_file(path))
        preferences.set_default_profile(profile_id)
        shown = self._shown.conversation_id
        if shown is not None:
            await self._parts.library.set_profile(shown, profile_id)
        self.told.emit(self.tr("From now on {name} answers.").replace("{name}", path.stem))
