"""A persona's picture, profile and sampling parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QPushButton, QWidget

from desktop_app.core.domain.persona import Persona
from desktop_app.ui.widgets.plain_rows import add_row

PICTURE = 64
"""Width and height of the picture, in pixels."""
_BOUNDS: dict[str, tuple[float, float]] = {
    "temperature": (0.0, 2.0),
    "top_p": (0.0, 1.0),
    "max_tokens": (1, 10_000_000),
}


class PersonaExtras(QWidget):
    """Blank parameters are unset: the profile's hold.

    Signals:
        edited: Something was typed or chosen.
        avatar_requested: The picture was pressed.
    """

    edited = Signal()
    avatar_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filling = False
        self._shown = ""
        self._pictures: dict[str, QIcon] = {}
        self._avatar = QPushButton(self)
        self._avatar.setObjectName("persona_avatar")
        self._avatar.setIconSize(QSize(PICTURE, PICTURE))
        self._avatar.setText(self.tr("Choose a picture…"))
        self._avatar.setAccessibleName(self.tr("Picture of the persona"))
        self._avatar.clicked.connect(self.avatar_requested)
        self._profile = QComboBox(self)
        self._profile.setObjectName("persona_profile")
        self._profile.setAccessibleName(self.tr("Profile the persona answers with"))
        self._profile.currentIndexChanged.connect(self._tell)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        add_row(form, self.tr("Picture"), self._avatar)
        add_row(form, self.tr("Profile"), self._profile)
        self._numbers: dict[str, QLineEdit] = {}
        for name, words in (
            ("temperature", self.tr("Temperature")),
            ("top_p", self.tr("Top p")),
            ("max_tokens", self.tr("Reply limit in tokens")),
        ):
            field = QLineEdit(self)
            field.setObjectName(f"persona_{name}")
            field.setAccessibleName(words)
            field.setPlaceholderText(self.tr("as the profile says"))
            field.textChanged.connect(self._tell)
            add_row(form, words, field)
            self._numbers[name] = field
        self.show_profiles(())

    def show_profiles(self, profiles: Sequence[tuple[str, str]]) -> None:
        """Offer profiles as (id, name)."""
        chosen = self._profile.currentData()
        self._filling = True
        self._profile.clear()
        self._profile.addItem(self.tr("That of the conversation"), None)
        for profile_id, name in profiles:
            self._profile.addItem(name, profile_id)
        self._profile.setCurrentIndex(max(0, self._profile.findData(chosen)))
        self._filling = False

    def set_picture(self, persona_id: str, picture: QIcon) -> None:
        """A persona's picture; shown at once if that persona is."""
        self._pictures[persona_id] = picture
        if persona_id == self._shown:
            self._show_picture()

    def _show_picture(self) -> None:
        picture = self._pictures.get(self._shown, QIcon())
        self._avatar.setIcon(picture)
        self._avatar.setText("" if not picture.isNull() else self.tr("Choose a picture…"))

    def show_entry(self, entry: Persona | None) -> None:
        """Show a persona; None empties the fields."""
        self._filling = True
        self._shown = entry.id if entry is not None else ""
        self._show_picture()
        parameters = entry.parameters if entry is not None else {}
        for name, field in self._numbers.items():
            value = parameters.get(name)
            field.setText("" if value is None else f"{value:g}" if isinstance(value, float) else str(value))
        row = self._profile.findData(entry.profile_id) if entry is not None and entry.profile_id else 0
        self._profile.setCurrentIndex(max(0, row))
        self._filling = False

    def applied(self, entry: Persona) -> Persona:
        """The persona with what the fields say; what is no number in bounds stays as it was."""
        parameters = dict(entry.parameters)
        for name, field in self._numbers.items():
            text = field.text().strip()
            value = _number(name, text)
            if not text:
                parameters.pop(name, None)
            elif value is not None:
                parameters[name] = value
        profile_id = self._profile.currentData()
        if entry.profile_id and self._profile.findData(entry.profile_id) < 0 and profile_id is None:
            profile_id = entry.profile_id  # a profile that is gone is kept until another is chosen
        return replace(entry, parameters=parameters, profile_id=profile_id)

    def _tell(self, *_: Any) -> None:
        if not self._filling:
            self.edited.emit()


def picture_of(data: bytes | None) -> QIcon:
    """An icon of an image file's bytes; empty for none or a damaged one."""
    pixmap = QPixmap()
    if not data or not pixmap.loadFromData(data):
        return QIcon()
    return QIcon(
        pixmap.scaled(
            PICTURE,
            PICTURE,
            Qt.AspectRatioMode.KeepAspectRatioByExpanding,
            Qt.TransformationMode.SmoothTransformation,
        )
    )


def _number(name: str, text: str) -> float | int | None:
    least, most = _BOUNDS[name]
    try:
        value = int(text) if name == "max_tokens" else float(text.replace(",", "."))
    except ValueError:
        return None
    return value if least <= value <= most else None
