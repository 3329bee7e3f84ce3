"""Beside the title: the way back to where a conversation came from, and who speaks in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

_SHOWN_CHARACTERS = 28


class ConversationLinks(QWidget):
    """Two buttons that hide where they have nothing to offer.

    Signals:
        origin_requested: Show the conversation this one was continued or forked from.
        speak_requested: Id of the persona that is to speak now; "" for the next in turn.
        cast_changed: Ids of the personas that take part from now on, in order.
    """

    origin_requested = Signal()
    speak_requested = Signal(str)
    cast_changed = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._origin_title = ""
        self._members: tuple[str, ...] = ()
        self._personas: tuple[tuple[str, str], ...] = ()
        self._origin = QPushButton(self)
        self._origin.setObjectName("originButton")
        self._origin.setProperty("kind", "flat")
        self._origin.clicked.connect(self.origin_requested)
        self._menu = QMenu(self)
        self._menu.setObjectName("speakerMenu")
        self._speaker = QToolButton(self)
        self._speaker.setObjectName("speakerButton")
        self._speaker.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._speaker.setMenu(self._menu)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._origin)
        line.addWidget(self._speaker)
        self._origin.hide()
        self.retranslate()

    def show_origin(self, title: str) -> None:
        """Offer the way back to a conversation of this title; "" for none."""
        self._origin_title = title
        short = title if len(title) <= _SHOWN_CHARACTERS else title[: _SHOWN_CHARACTERS - 1] + "…"
        self._origin.setText("↩ " + short.replace("&", "&&"))
        words = self.tr("Back to where this conversation came from")
        self._origin.setToolTip(words)
        self._origin.setAccessibleName(f"{words}: {title}")
        self._origin.setVisible(bool(title))

    def show_cast(self, personas: Sequence[tuple[str, str]], members: Sequence[str], *, able: bool) -> None:
        """Who there is and who takes part.

        Args:
            personas: (id, name) of everybody in the library.
            members: Ids of those in this conversation, in the order in which they speak.
            able: Whether somebody may speak now: something was said, and nobody is speaking.
        """
        names = dict(personas)
        self._personas, self._members = tuple(personas), tuple(i for i in members if i in names)
        self._menu.clear()
        if self._members and able:
            self._menu.addSection(self.tr("Let speak now"))
            if len(self._members) > 1:
                self._entry(self.tr("Next in turn"), "")
            for member in self._members:
                self._entry(names[member], member)
        self._menu.addSection(self.tr("Taking part"))
        for persona_id, name in personas:
            entry = self._menu.addAction(name.replace("&", "&&"))
            entry.setObjectName(f"takesPart_{persona_id}")
            entry.setCheckable(True)
            entry.setChecked(persona_id in self._members)
            entry.toggled.connect(lambda on, i=persona_id: self._on_entry_toggled(i, on=on))
        speakers = ", ".join(names[i] for i in self._members)[:_SHOWN_CHARACTERS] or self.tr("Cast")
        self._speaker.setText(f"{speakers} ▾".replace("&", "&&"))
        self._speaker.setVisible(bool(personas))

    def _entry(self, words: str, persona_id: str) -> None:
        entry = self._menu.addAction(words.replace("&", "&&"))
        entry.setObjectName(f"letSpeak_{persona_id}")
        entry.triggered.connect(lambda: self.speak_requested.emit(persona_id))

    def _on_entry_toggled(self, persona_id: str, *, on: bool) -> None:
        others = (member for member in self._members if member != persona_id)
        self._members = (*others, persona_id) if on else tuple(others)  # the next click may come at once
        self.cast_changed.emit(list(self._members))

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self._speaker.setAccessibleName(self.tr("Who speaks in this conversation"))
        self._speaker.setToolTip(self.tr("Who speaks in this conversation"))
        self.show_origin(self._origin_title)
        self.show_cast(self._personas, self._members, able=False)
