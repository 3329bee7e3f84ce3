"""The page of the two small side tasks: titles and background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop_app.ui.given_names import profile_name
from desktop_app.ui.settings.fields import ChoiceField, ToggleField
from desktop_app.ui.settings.number_fields import NumberField
from desktop_app.ui.settings.page import SettingsPage

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import Settings


class TasksPage(SettingsPage):
    """Automatic titles, and the short background of a conversation."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("tasksPage", parent)
        self.set_heading(
            self.tr("Titles & background"),
            self.tr("Two small requests beside the chat. Each can be switched off."),
        )
        same = [(None, self.tr("Same as the chat"))]
        titles = self.add_card(self.tr("Titles"))
        titles.add(self.field_for(("titles", "enabled"), ToggleField, name="titlesEnabled"))
        self._writers = [
            titles.add(
                self.field_for(("titles", "profile_id"), ChoiceField, name="titlesModel", choices=same)
            )
        ]
        titles.add(self.field_for(("titles", "language"), ChoiceField, name="titlesLanguage"))
        background = self.add_card(self.tr("Background"))
        background.add(self.field_for(("background", "enabled"), ToggleField, name="backgroundEnabled"))
        self._writers.append(
            background.add(
                self.field_for(
                    ("background", "profile_id"), ChoiceField, name="backgroundModel", choices=same
                )
            )
        )
        background.add(self.field_for(("background", "messages"), NumberField, name="backgroundMessages"))
        self.finish()

    def show_settings(self, settings: Settings, profile_id: str) -> None:
        """Show what is stored."""
        profiles = [(p.id, profile_name(p)) for p in settings.profiles]
        for field in self._writers:
            field.set_choices([(None, self.tr("Same as the chat")), *profiles])
        super().show_settings(settings, profile_id)
        self.show_draft(settings)

    def show_draft(self, draft: Settings) -> None:
        """Grey what has no effect."""
        for group, on in (("titles", draft.titles.enabled), ("background", draft.background.enabled)):
            for (_, path), field in self.fields.items():
                if path[0] == group and path[1] != "enabled":
                    field.setEnabled(on)
