"""Folds the list at the window's side away while a dock leaves too little room for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QDockWidget, QMainWindow, QSplitter, QWidget

_ENOUGH = 620
"""Pixels that list and conversation need side by side."""


class ListRoom(QObject):
    """Watches a window and its docks.

    Args:
        window: Owns this object.
        split: The list at the left, the conversation at the right.
        side: The list.
    """

    def __init__(self, window: QMainWindow, split: QSplitter, side: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._split = split
        self._list = side
        self._folded = 0
        self._width = split.sizes()[0]
        window.installEventFilter(self)
        self._list.installEventFilter(self)

    def watch(self, dock: QDockWidget) -> None:
        """Take a dock into account from now on."""
        dock.visibilityChanged.connect(lambda _visible: self._share())
        dock.topLevelChanged.connect(lambda _floating: self._share())

    def list_width(self) -> int:
        """The width of the list, or what it will have again when it comes back."""
        return self._folded or self._split.sizes()[0]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the room anew; remember the list's width for the time after a dock has squeezed it."""
        if event.type() == QEvent.Type.Resize:
            if watched is self._window:
                self._share()
            elif self._list.width() and all(dock.isHidden() for dock in self._docks()):
                self._width = self._list.width()
        return super().eventFilter(watched, event)

    def _docks(self) -> list[QDockWidget]:
        return self._window.findChildren(QDockWidget)

    def _share(self) -> None:
        docks = [dock for dock in self._docks() if dock.isVisible() and not dock.isFloating()]
        left = self._window.width() - sum(dock.minimumSizeHint().width() for dock in docks)
        is_narrow = bool(docks) and left < _ENOUGH
        sizes = self._split.sizes()
        if is_narrow and not self._folded and sizes[0] > 0:
            self._folded = self._width or sizes[0]
            self._split.setSizes([0, sum(sizes)])
        elif not is_narrow and self._folded:
            self._split.setSizes([self._folded, max(1, sum(sizes) - self._folded)])
            self._folded = 0
