"""Who speaks: picture and name above a message of a persona."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

PICTURE = 22
"""Width and height of the picture, in pixels."""


class SpeakerLine(QWidget):
    """A round-cornered place for the picture, which may be missing, and the name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QLabel(self)
        self._picture.setObjectName("messageAvatar")
        self._picture.setTextFormat(Qt.TextFormat.PlainText)
        self._picture.setFixedSize(PICTURE, PICTURE)
        self._name = QLabel(self)
        self._name.setObjectName("messageSpeaker")
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setProperty("kind", "speaker")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        line.addWidget(self._picture)
        line.addWidget(self._name)
        self._picture.hide()

    def show_speaker(self, name: str, picture: QPixmap | None) -> None:
        """Show a name, and a picture where there is one."""
        self._name.setText(name)
        self._picture.setVisible(picture is not None)
        if picture is not None:
            size = self._picture.size()
            self._picture.setPixmap(
                picture.scaled(
                    size,
                    Qt.AspectRatioMode.KeepAspectRatioByExpanding,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
