"""What the parts of the settings dialog may ask of the dialog."""

from __future__ import annotations

from typing import Protocol

from desktop_app.ui.settings.edit_session import EditSession


class SettingsHost(Protocol):
    """The dialog, seen from the buttons of its pages."""

    session: EditSession

    def flush(self) -> None:
        """Put in force and save what was typed."""
        ...

    def show_profile(self, profile_id: str) -> None:
        """Show another profile."""
        ...

    def isVisible(self) -> bool:  # noqa: N802 - Qt's name
        """Whether the dialog is open."""
        ...
