"""The chooser above the conversation: which model profile answers in it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.ui.chat.conversation_presenter import ConversationPresenter
from desktop_app.ui.given_names import profile_name
from desktop_app.ui.main_window import MainWindow


class ProfileChooser(QObject):
    """Lists the profiles once the settings are read, and binds the conversation to the chosen one.

    Args:
        parts: The coordinators.
        shown: The conversation in the window.
        window: Has the chooser.
        parent: Owner.
    """

    def __init__(
        self, parts: Coordinators, shown: ConversationPresenter, window: MainWindow, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._shown = shown
        self._window = window
        self._begun = False
        window.profile_chosen.connect(self._on_window_profile_chosen)

    def begin(self) -> None:
        """The settings are read."""
        self._begun = True

    def show(self) -> None:
        """List the profiles and what the one in force can do; called after every change of either."""
        if not self._begun:
            return
        settings = self._parts.preferences.settings
        bound = self._shown.conversation.profile_id if self._shown.conversation else None
        profile = settings.profile(bound)
        pairs = [(p.id, profile_name(p)) for p in settings.profiles]
        if profile is None and bound is not None:
            pairs.append((bound, self.tr("Profile is gone")))
        self._window.show_profiles(pairs, bound or settings.default_profile_id)
        if profile is not None:
            self._window.composer.set_vision(profile.vision)
        is_demonstration = profile is not None and profile.is_local and not profile.model_file.strip()
        self._window.transcript.empty.set_demonstration(is_demonstration)

    def _on_window_profile_chosen(self, profile_id: str) -> None:
        conversation_id = self._shown.conversation_id
        if conversation_id is not None:
            self._parts.do(self._parts.library.set_profile(conversation_id, profile_id), "choose a profile")
