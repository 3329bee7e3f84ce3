"""Where we were: a short background of a conversation that was left for a while."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop_app.ui.resources import current_theme, icon


class BackgroundCard(QFrame):
    """Title, text, *Refresh* and a cross.

    Signals:
        dismissed: The cross.
        refresh_requested: Write it anew.
    """

    dismissed = Signal()
    refresh_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("backgroundCard")
        self.setProperty("kind", "card")
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setProperty("kind", "muted")
        self._text = QLabel(self)
        self._text.setObjectName("backgroundText")
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._refresh = QPushButton(self)
        self._refresh.setObjectName("backgroundRefreshButton")
        self._refresh.setProperty("kind", "flat")
        self._refresh.clicked.connect(self.refresh_requested)
        self._cross = QToolButton(self)
        self._cross.setObjectName("backgroundDismissButton")
        self._cross.setIconSize(QSize(16, 16))
        self._cross.clicked.connect(self.dismissed)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._refresh)
        head.addWidget(self._cross)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 8, 12)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._text)
        self.tint()
        self.retranslate()
        self.hide()

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self.setAccessibleName(self.tr("Where we were"))
        self._title.setText(self.tr("Where we were"))
        self._refresh.setText(self.tr("Refresh"))
        self._refresh.setAccessibleName(self.tr("Refresh where we were"))
        self._cross.setAccessibleName(self.tr("Dismiss"))
        self._cross.setToolTip(self.tr("Dismiss"))

    def show_background(self, text: str, *, running: bool = False) -> None:
        """Show the text; blank and not running hides the card."""
        self._text.setText(text if text or not running else self.tr("Looking back…"))
        self._refresh.setEnabled(not running)
        self.setVisible(bool(text) or running)

    def tint(self) -> None:
        """The cross in the theme's colour."""
        self._cross.setIcon(icon("close", current_theme().muted))
