"""A window that is kept while it is closed makes room for a new one when the language changes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class Renewal(QObject):
    """Watches a dialog or panel whose words are set once, when it is made.

    Args:
        window: Closed and deleted after a change of language; owns this object.
        forget: Lets go of it, so that the next opening makes another.
        reopen: Opens it; called when it was open.
    """

    def __init__(self, window: QWidget, forget: Callable[[], None], reopen: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._forget = forget
        self._reopen = reopen
        # Each translator that comes or goes is an event of its own; one renewal answers them all.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._renew)
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Notice a change of language; the event goes on."""
        if event.type() == QEvent.Type.LanguageChange:
            self._soon.start()
        return False

    def _renew(self) -> None:
        was_open = self._window.isVisible()
        self._window.close()
        self._forget()
        self._window.deleteLater()
        if was_open:
            self._reopen()
