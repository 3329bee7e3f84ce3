"""The line of buttons and figures under the composer's text."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from desktop_app.ui.resources import current_theme, icon
from desktop_app.ui.widgets.context_gauge import ContextGauge, short_count

_GAPS = 44
"""Pixels between the parts."""
_LEAST = 180


class CompressState(StrEnum):
    """What the compress button can do now."""

    UNAVAILABLE = "unavailable"
    READY = "ready"
    NOTHING_NEW = "nothing_new"
    RUNNING = "running"


class ComposerBar(QWidget):
    """Attach, compress, gauge, count, send or stop.

    Signals:
        compress_requested, compress_cancel_requested: The compress button, by its state.
    """

    compress_requested = Signal()
    compress_cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compress = CompressState.UNAVAILABLE
        self._count: tuple[int, int | None] = (0, None)
        self.attach_button = self._button("attachButton", "attach")
        self.compress_button = self._button("compressButton", "compress")
        self.compress_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.gauge = ContextGauge(self)
        self.send_button = self._button("sendButton", "send")
        self.stop_button = self._button("stopButton", "stop")
        for button in (self.send_button, self.stop_button):
            button.setProperty("kind", "round")
        self._label = QLabel(self)
        self._label.setObjectName("composerCount")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setProperty("kind", "muted")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(self.attach_button)
        line.addWidget(self.compress_button)
        line.addSpacing(6)
        line.addWidget(self.gauge)
        line.addStretch(1)
        line.addWidget(self._label)
        line.addSpacing(6)
        line.addWidget(self.send_button)
        line.addWidget(self.stop_button)
        self.setMinimumWidth(_LEAST)  # less than the layout asks for, which would keep the words in
        self.compress_button.clicked.connect(self._on_compress_clicked)
        self.set_busy(False)
        self.tint()
        self.retranslate()

    def _button(self, name: str, picture: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("picture", picture)
        button.setIconSize(QSize(18, 18))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window leaves out words that can be spared."""
        super().resizeEvent(event)
        self._spare()

    def _spare(self) -> None:
        """First the count of characters goes, then the word beside the compress picture, then the window."""
        button, room = self.compress_button, self.width()
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.gauge.set_short(False)
        self._label.setVisible(self._needed() + self._label.sizeHint().width() <= room)
        if self._needed() > room:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.gauge.set_short(self._needed() > room)

    def _needed(self) -> int:
        parts = (self.attach_button, self.compress_button, self.gauge, self.send_button)
        return sum(part.sizeHint().width() for part in parts) + _GAPS

    def set_busy(self, busy: bool) -> None:
        """Stop instead of Send."""
        self.send_button.setVisible(not busy)
        self.stop_button.setVisible(busy)

    def set_sendable(self, sendable: bool) -> None:
        """Whether Send does anything."""
        if sendable != self.send_button.isEnabled():
            self.send_button.setEnabled(sendable)
            self.tint()

    def set_count(self, characters: int, tokens: int | None) -> None:
        """Length of the text; nothing is said about an empty one."""
        self._count = (characters, tokens)
        words = ""
        if characters:
            words = self.tr("{count} chars").replace("{count}", f"{characters:,}")
        if characters and tokens is not None:
            words += " · " + self.tr("≈ {count} tokens").replace("{count}", short_count(tokens))
        self._label.setText(words)
        self._spare()

    def set_compress_state(self, state: CompressState) -> None:
        """What the compress button does and says."""
        self._compress = state
        running = state is CompressState.RUNNING
        button = self.compress_button
        button.setEnabled(state is not CompressState.UNAVAILABLE)
        button.setText(self.tr("Cancel") if running else self.tr("Compress"))
        button.setAccessibleName(self.tr("Cancel compressing") if running else self.tr("Compress"))
        explanation = {
            CompressState.UNAVAILABLE: self.tr("Nothing to compress"),
            CompressState.READY: self.tr("Summarise older messages now"),
            CompressState.NOTHING_NEW: self.tr("Nothing new to compress since the last summary"),
            CompressState.RUNNING: self.tr("Cancel the summary"),
        }[state]
        button.setAccessibleDescription(explanation)
        button.setToolTip(explanation)
        button.setProperty("picture", "close" if running else "compress")
        button.setProperty("kind", "quiet" if state is CompressState.NOTHING_NEW else "")
        button.style().unpolish(button)
        button.style().polish(button)
        self.tint()
        self._spare()

    def tint(self) -> None:
        """Icons in the theme's colours."""
        theme = current_theme()
        quiet = self._compress is not CompressState.READY and self._compress is not CompressState.RUNNING
        self.attach_button.setIcon(icon("attach", theme.text))
        picture = self.compress_button.property("picture")
        self.compress_button.setIcon(icon(picture, theme.muted if quiet else theme.text))
        for button in (self.send_button, self.stop_button):
            colour = theme.on_accent if button.isEnabled() else theme.muted
            button.setIcon(icon(button.property("picture"), colour))

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        for button, words in (
            (self.attach_button, self.tr("Attach files")),
            (self.send_button, self.tr("Send")),
            (self.stop_button, self.tr("Stop")),
        ):
            button.setAccessibleName(words)
            button.setToolTip(words)
        self.gauge.retranslate()
        self.set_compress_state(self._compress)
        self.set_count(*self._count)

    def _on_compress_clicked(self) -> None:
        if self._compress is CompressState.RUNNING:
            self.compress_cancel_requested.emit()
        else:
            self.compress_requested.emit()
