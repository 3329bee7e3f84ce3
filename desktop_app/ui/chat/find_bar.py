"""Find in conversation: a line to type in, how many there are, and two arrows."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from desktop_app.ui.resources import current_theme, icon

_PAUSE_MS = 150


class FindBar(QFrame):
    """Knows nothing of messages: it asks, and is told a place and a number.

    Signals:
        text_changed: What to look for, after a short pause; "" clears.
        step_requested: +1 for the next hit, -1 for the one before.
        closed: Escape or the cross.
    """

    text_changed = Signal(str)
    step_requested = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self.setProperty("kind", "card")
        self._told = ""
        self.field = QLineEdit(self)
        self.field.setObjectName("findField")
        self.field.setClearButtonEnabled(True)
        self.count = QLabel(self)
        self.count.setObjectName("findCount")
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.count.setProperty("kind", "muted")
        self._previous = self._button("findPreviousButton", "up")
        self._next = self._button("findNextButton", "down")
        self._close = self._button("findCloseButton", "close")
        line = QHBoxLayout(self)
        line.setContentsMargins(8, 6, 6, 6)
        line.setSpacing(4)
        line.addWidget(self.field, 1)
        for widget in (self.count, self._previous, self._next, self._close):
            line.addWidget(widget)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._tell)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self._previous.clicked.connect(lambda: self.step_requested.emit(-1))
        self._next.clicked.connect(lambda: self.step_requested.emit(1))
        self._close.clicked.connect(self.closed)
        self.tint()
        self.retranslate()
        self.show_place(0, 0)
        self.hide()

    def _button(self, name: str, picture: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("picture", picture)
        button.setIconSize(QSize(16, 16))
        return button

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self.field.setPlaceholderText(self.tr("Find in this conversation"))
        self.field.setAccessibleName(self.tr("Find in this conversation"))
        for button, words in (
            (self._previous, self.tr("Previous hit")),
            (self._next, self.tr("Next hit")),
            (self._close, self.tr("Close")),
        ):
            button.setAccessibleName(words)
            button.setToolTip(words)

    def open_with(self, text: str) -> None:
        """Show the bar; a selected text becomes the search."""
        self.show()
        if text:
            self.field.setText(text)
        self.field.setFocus()
        self.field.selectAll()

    def show_place(self, place: int, number: int) -> None:
        """``place`` of ``number`` hits, from 1; 0 of 0 when there are none."""
        words = ""
        if self.field.text():
            words = f"{place}/{number}" if number else self.tr("No hits")
        self.count.setText(words)
        self._previous.setEnabled(number > 0)
        self._next.setEnabled(number > 0)

    def text(self) -> str:
        """What is looked for."""
        return self.field.text()

    def tint(self) -> None:
        """Icons in the theme's colour."""
        colour = current_theme().muted
        for button in (self._previous, self._next, self._close):
            button.setIcon(icon(button.property("picture"), colour))

    def _tell(self) -> None:
        self._pause.stop()
        if self.field.text() != self._told:
            self._told = self.field.text()
            self.text_changed.emit(self._told)

    def forget(self) -> None:
        """Another conversation is shown: the next opening asks anew."""
        self._told = ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return steps on, Shift+Return back, Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._pause.isActive():
                self._tell()
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step_requested.emit(-1 if back else 1)
        else:
            super().keyPressEvent(event)
