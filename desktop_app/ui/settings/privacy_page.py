"""The page of where data are and who may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.settings.fields import ToggleField
from desktop_app.ui.settings.page import SettingsPage
from desktop_app.ui.widgets.file_dialogs import ask_for_files, ask_for_target
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import Settings

_PATH = ("privacy", "allowed_pairs")


class PrivacyPage(SettingsPage):
    """What may leave this machine, where the data are, export and import of the settings."""

    export_requested = Signal(str)
    """Path of the file to write."""

    import_requested = Signal(str)
    """Path of the file to read."""

    folder_requested = Signal()

    def __init__(self, parent: QWidget, *, data_dir: str) -> None:
        super().__init__("privacyPage", parent)
        self.set_heading(
            self.tr("Data & privacy"),
            self.tr("Everything is on this machine. Only the model you chat with gets your text."),
        )
        card = self.add_card(self.tr("Privacy"))
        card.add(self.field_for(("privacy", "confirm_other_provider"), ToggleField))
        self.pairs = plain_label("", card, kind="muted")
        self.pairs.setObjectName("allowedPairs")
        self.forget = self.button(
            "allowedPairsForget", self.tr("Ask again"), lambda: self.chosen.emit("", _PATH, ())
        )
        card.add_wide(self.pairs)
        card.add_row(self.forget)
        card.add(self.field_for(("privacy", "recall_enabled"), ToggleField))
        card.add(self.field_for(("privacy", "update_check"), ToggleField))
        data = self.add_card(self.tr("Data"))
        self.folder = plain_label(data_dir, data)
        self.folder.setObjectName("dataFolder")
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        data.add_wide(plain_label(self.tr("Conversations, settings and logs are in this folder:"), data))
        data.add_wide(self.folder)
        self.open_folder = self.button(
            "openDataFolder", self.tr("Open the folder"), self.folder_requested.emit
        )
        data.add_row(self.open_folder)
        exchange = self.add_card(
            self.tr("Export and import of the settings"),
            help_text=self.tr(
                "All profiles and settings as one file, to carry to another machine. Keys are never in it."
            ),
        )
        self.export = self.button("exportSettings", self.tr("Export settings…"), self._on_export_clicked)
        self.take = self.button("importSettings", self.tr("Import settings…"), self._on_import_clicked)
        exchange.add_row(self.export, self.take)
        self.finish()

    def show_settings(self, settings: Settings, profile_id: str) -> None:
        """Show what is stored."""
        super().show_settings(settings, profile_id)
        pairs = settings.privacy.allowed_pairs
        text = self.tr("Allowed without asking: {pairs}").replace("{pairs}", ", ".join(pairs))
        self.pairs.setText(text)
        for widget in (self.pairs, self.forget):
            widget.setVisible(bool(pairs))

    def _on_export_clicked(self) -> None:
        ask_for_target(
            self,
            self.tr("Export settings"),
            "settingsFileDialog",
            "throughline-settings.json",
            self.export_requested.emit,
            filters=(self.tr("Settings (*.json)"),),
        )

    def _on_import_clicked(self) -> None:
        ask_for_files(
            self,
            self.tr("Import settings"),
            "settingsFileDialog",
            lambda paths: self.import_requested.emit(paths[0]),
            filters=(self.tr("Settings (*.json)"),),
            many=False,
        )
