"""The button that leads back to the newest message."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.ui.resources import current_theme, icon

_ABOVE = 12


class JumpButton(QPushButton):
    """Floats above the end of the view while the reader is elsewhere; says how many messages came."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("jumpToNewestButton")
        self.setProperty("kind", "floating")
        self._unseen = 0
        self._area = QRect()
        self.tint()
        self.hide()

    def set_at_end(self, at_end: bool) -> None:
        """Hide at the end of the conversation, where nothing is unseen; show elsewhere."""
        if at_end:
            self._unseen = 0
        self.retranslate()
        self.setVisible(not at_end)
        self.raise_()

    def set_unseen(self, count: int) -> None:
        """Messages that came since the reader left the end."""
        self._unseen = count
        self.retranslate()

    def unseen(self) -> int:
        """Messages that came since the reader left the end."""
        return self._unseen

    def place_in(self, area: QRect) -> None:
        """Stand above the lower edge of an area of the parent."""
        self._area = QRect(area)
        hint = self.sizeHint()
        x = area.center().x() - hint.width() // 2
        self.setGeometry(x, area.bottom() - hint.height() - _ABOVE, hint.width(), hint.height())

    def retranslate(self) -> None:
        """The words, with the number."""
        words = self.tr("Jump to newest")
        if self._unseen:
            words = self.tr("Jump to newest ({count})").replace("{count}", str(self._unseen))
        self.setText(words)
        self.setAccessibleName(words)
        self.place_in(self._area)

    def tint(self) -> None:
        """The arrow in the theme's colour."""
        self.setIcon(icon("down", current_theme().accent))
