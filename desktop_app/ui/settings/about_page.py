"""The page of what this program is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_app.ui.settings.page import SettingsPage
from desktop_app.ui.widgets.plain_rows import plain_label


class AboutPage(SettingsPage):
    """Version, licence and the facts to put into a report.

    Args:
        parent: Owner.
        facts: (name, value) lines, already in the language of the program.
    """

    def __init__(self, parent: QWidget, *, facts: Sequence[tuple[str, str]]) -> None:
        super().__init__("aboutPage", parent)
        self.set_heading(
            self.tr("About"),
            self.tr("Throughline: a chat client whose long conversations keep their thread."),
        )
        card = self.add_card(self.tr("This program"))
        self._text = "\n".join(f"{name}: {value}" for name, value in facts)
        for name, value in facts:
            label = plain_label(value, card)
            label.setContentsMargins(0, 6, 0, 0)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            card.add_pair(plain_label(name, card, kind="muted"), label)
            self.add_target(f"{name} {value}", label)
        self.copy = self.button("copyFacts", self.tr("Copy"), self._on_copy_clicked)
        card.add_row(self.copy)
        licence = self.add_card(self.tr("Licence"))
        licence.add_wide(
            plain_label(
                self.tr(
                    "Free software under the Apache License 2.0, without any warranty. It stands on Qt for "
                    "Python (LGPL), openai, pydantic, keyring, markdown-it and others; their licences are "
                    "in the installed packages."
                ),
                licence,
            )
        )
        self.finish()

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
