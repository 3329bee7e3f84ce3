"""Carries edits from the pages to the settings: waits for pauses, checks, applies, saves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.coordinator.settings_edit import EditKey, stored_value, with_edit
from desktop_app.core.domain.errors import ProfileMissing, SettingsInvalid
from desktop_app.ui.widgets.debounced_edit import DEBOUNCE_MS, DebouncedEdit

if TYPE_CHECKING:
    from desktop_app.coordinator.preferences import Preferences
    from desktop_app.core.domain.events import SettingsChanged
    from desktop_app.core.domain.settings import Settings
    from desktop_app.core.domain.settings_path import SettingPath


class EditSession(QObject):
    """The edits of one settings dialog.

    Args:
        preferences: The settings' one writer.
        parent: Owner.
        interval: Milliseconds an edit waits for more typing.
        timer: Makes the timer; tests bring one they move by hand.
    """

    changed = Signal()
    """The settings changed, here or elsewhere."""

    draft_changed = Signal()
    """Something was typed that waits."""

    refused = Signal(str, object, str)
    """(profile id, path, why): a value cannot be used; what is stored stays."""

    accepted = Signal(str, object)
    """(profile id, path): the last value can be used."""

    waiting_changed = Signal(bool)

    def __init__(
        self,
        preferences: Preferences,
        parent: QObject,
        *,
        interval: int = DEBOUNCE_MS,
        timer: Callable[[QObject], QTimer] = QTimer,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.origin = f"settings dialog {uuid4().hex[:8]}"
        self._waiting = DebouncedEdit(self, interval=interval, timer=timer)
        self._waiting.settled.connect(self._on_edit_settled)
        self._waiting.pending_changed.connect(self.waiting_changed)
        self._stop = preferences.on_change(self._on_settings_changed)

    def close(self) -> None:
        """Hear of no more changes."""
        self._stop()

    @property
    def is_waiting(self) -> bool:
        """Whether an edit waits for a pause in the typing."""
        return bool(self._waiting.pending)

    def edit(self, profile_id: str, path: SettingPath, value: Any) -> None:
        """Take a step of typing; it is saved after a pause."""
        key = EditKey(profile_id, path)
        settings = self._preferences.settings
        try:
            self._waiting.set_stored(key, stored_value(settings, key))
            with_edit(settings, key, value)
        except SettingsInvalid as error:
            self._waiting.discard(key)
            self.refused.emit(profile_id, path, error.message)
            return
        except ProfileMissing:
            self._waiting.discard(key)
            return
        self.accepted.emit(profile_id, path)
        self._waiting.edit(key, value)
        self.draft_changed.emit()

    def choose(self, profile_id: str, path: SettingPath, value: Any) -> None:
        """Take a finished choice; it is saved now, and so is what waited."""
        self.edit(profile_id, path, value)
        self._waiting.flush()

    def withdraw(self, profile_id: str, path: SettingPath) -> None:
        """Forget an edit that waits: what is typed now cannot be used."""
        self._waiting.discard(EditKey(profile_id, path))
        self.draft_changed.emit()

    def flush(self) -> None:
        """Save what waits, each edit where it was made."""
        self._waiting.flush()

    def draft(self) -> Settings:
        """The settings with the edits that wait."""
        settings = self._preferences.settings
        for key, value in self._waiting.pending.items():
            try:
                settings = with_edit(settings, key, value)  # type: ignore[arg-type]  # only our keys wait
            except (ProfileMissing, SettingsInvalid):
                continue  # its profile was deleted meanwhile: nothing to show
        return settings

    def _on_edit_settled(self, key: EditKey, value: Any) -> None:
        try:
            changed = self._preferences.apply(lambda s: with_edit(s, key, value), origin=self.origin)
        except ProfileMissing:
            return  # deleted while the edit waited: there is nothing left to save it in
        except SettingsInvalid as error:
            self.refused.emit(key.profile_id, key.path, error.message)
            return
        if changed:
            self._preferences.save_soon()

    def _on_settings_changed(self, _event: SettingsChanged) -> None:
        self.changed.emit()
