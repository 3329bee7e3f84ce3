"""What the buttons of the data page do, and the facts on the About page."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QUrl, qVersion
from PySide6.QtGui import QDesktopServices

from desktop_app import __version__
from desktop_app.ui.settings.asking import Asking

if TYPE_CHECKING:
    from desktop_app.coordinator.answers import Answer
    from desktop_app.coordinator.preferences import Preferences
    from desktop_app.coordinator.tasks import Tasks
    from desktop_app.ui.notices import NoticeBar
    from desktop_app.ui.settings.host import SettingsHost
    from desktop_app.ui.settings.privacy_page import PrivacyPage


def program_facts(data_dir: str) -> list[tuple[str, str]]:
    """(name, value) lines that help with a report."""
    facts = [
        (QCoreApplication.translate("About", "Version"), __version__),
        ("Python", platform.python_version()),
        ("Qt", qVersion()),
        (QCoreApplication.translate("About", "System"), platform.platform()),
    ]
    if data_dir:
        facts.append((QCoreApplication.translate("About", "Data folder"), data_dir))
    return facts


class DataActions(QObject):
    """Export, import and the data folder."""

    def __init__(
        self,
        page: PrivacyPage,
        preferences: Preferences,
        tasks: Tasks,
        notices: NoticeBar,
        dialog: SettingsHost,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._preferences = preferences
        self._notices = notices
        self._dialog = dialog
        self._asking = Asking(tasks, self)
        page.export_requested.connect(self.export_to)
        page.import_requested.connect(self.import_from)
        page.folder_requested.connect(self._on_folder_requested)

    def export_to(self, path: str) -> None:
        """Write the settings to a file the user chose."""
        self._dialog.flush()
        self._asking.ask(
            lambda: self._preferences.export_to(path), self._on_exported, name="export the settings"
        )

    def _on_exported(self, answer: Answer[Any]) -> None:
        if answer.error is not None:
            self._notices.show_error(answer.error.title, answer.error.message)
            return
        more = ""
        if answer.value:
            more = self.tr("Values that look like secrets were left out: {count}.")
            more = more.replace("{count}", str(answer.value))
        self._notices.show_info(self.tr("Settings exported"), more)

    def import_from(self, path: str) -> None:
        """Take settings over from a file the user chose."""
        self._dialog.flush()
        origin = self._dialog.session.origin
        self._asking.ask(
            lambda: self._preferences.import_from(path, origin=origin),
            self._on_imported,
            name="import settings",
        )

    def _on_imported(self, answer: Answer[Any]) -> None:
        if answer.value is None:
            if answer.error is not None:
                self._notices.show_error(answer.error.title, answer.error.message)
            return
        before = answer.value.before

        def undo() -> None:
            if self._preferences.apply(lambda _now: before, origin=self._dialog.session.origin):
                self._preferences.save_soon()

        text = self.tr("Settings imported.")
        if answer.value.fallen_back:
            more = self.tr("Back to the default: {names}.")
            text += " " + more.replace("{names}", ", ".join(answer.value.fallen_back[:5]))
        self._notices.show_undo(text, undo, key="settings imported")

    def _on_folder_requested(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(self._page.folder.text()))
