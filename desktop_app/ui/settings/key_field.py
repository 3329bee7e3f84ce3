"""The field for an API key: the key goes in and never comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.error_words import error_words
from desktop_app.ui.settings.fields import push_button, set_kind
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.core.domain.catalog import Preset
    from desktop_app.core.domain.errors import ThroughlineError
    from desktop_app.core.domain.ports import KeySaved


class KeyField(QWidget):
    """Takes a key, tells where it is stored, and offers to replace or remove it."""

    key_entered = Signal(str, str)
    """(profile id, key)."""

    removal_requested = Signal(str)
    retry_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._profile_id = ""
        self.state = plain_label("", self)
        self.state.setObjectName("apiKeyState")
        self.about = plain_label("", self, kind="muted")
        self.about.setObjectName("apiKeyAbout")
        self.about.hide()
        self.input = QLineEdit(self)
        self.input.setObjectName("apiKey")
        self.input.setAccessibleName(self.tr("API key"))
        self.input.setEchoMode(QLineEdit.EchoMode.Password)
        self.input.editingFinished.connect(self.flush)
        self.input.textEdited.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        self.save: QPushButton = push_button("apiKeySave", self.tr("Save key"), self, self.flush)
        self.remove = push_button(
            "apiKeyRemove", self.tr("Remove"), self, lambda: self.removal_requested.emit(self._profile_id)
        )
        self.retry = push_button(
            "keychainRetry",
            self.tr("Try the keychain again"),
            self,
            lambda: self.retry_requested.emit(self._profile_id),
        )
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self.save, self.remove, self.retry):
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addWidget(self.input)
        column.addWidget(self.state)
        column.addWidget(self.about)
        column.addLayout(row)
        self.show_waiting("")

    def flush(self) -> None:
        """Hand on a typed key and forget it."""
        key = self.input.text().strip()
        self._empty()
        self.save.setEnabled(False)
        if key:
            self.key_entered.emit(self._profile_id, key)

    def show_provider(self, preset: Preset) -> None:
        """Show where keys of a kind of provider are made, or that it usually needs none."""
        text = ""
        if preset.key_page:
            text = self.tr("Keys are made at {address}.").replace("{address}", preset.key_page)
        elif not preset.needs_key:
            text = self.tr("Servers of this kind usually need no key.")
        self.about.setText(text)
        self.about.setVisible(bool(text))

    def show_waiting(self, profile_id: str) -> None:
        """Show another profile, of whose key nothing is known yet."""
        self._profile_id = profile_id
        self._empty()
        self.save.setEnabled(False)
        self.remove.setEnabled(False)
        self.retry.hide()
        self._say(self.tr("Looking into the keychain…"), "muted")
        self.input.setPlaceholderText("")

    def show_state(self, present: bool, place: str, problem: ThroughlineError | None) -> None:
        """Show whether there is a key and where."""
        self.remove.setEnabled(present)
        self.retry.setVisible(problem is not None)
        self.input.setPlaceholderText(
            self.tr("Enter a new key to replace the stored one") if present else self.tr("Paste the key here")
        )
        if problem is not None:
            text = (
                self.tr("The key is kept for this session only. {problem}")
                if present
                else self.tr("A key can be kept for this session only. {problem}")
            )
            self._say(text.replace("{problem}", error_words(str(problem))), "warning")
        elif present:
            self._say(self.tr("Stored in {place}.").replace("{place}", error_words(place)), "muted")
        else:
            text = self.tr("No key stored. It will go to {place}, never to a file.")
            self._say(text.replace("{place}", error_words(place)), "muted")

    def show_saved(self, saved: KeySaved) -> None:
        """Show where a key went."""
        self.show_state(True, saved.place, saved.warning)

    def show_error(self, error: ThroughlineError) -> None:
        """Show why a key could not be stored; the old one is still in place."""
        self._say(error_words(str(error)), "error")

    def _empty(self) -> None:
        self.input.setText("")  # ``clear()`` would keep the key for undo

    def _say(self, text: str, kind: str) -> None:
        set_kind(self.state, kind)
        self.state.setText(text)
