"""Moves the keyboard from message to message."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from desktop_app.ui.chat.canvas import MessageCanvas


class KeyboardSteps(QObject):
    """Alt+Up and Alt+Down; from elsewhere they lead to the lowest and the highest message in view."""

    def __init__(self, canvas: MessageCanvas, owner: QWidget) -> None:
        super().__init__(owner)
        self._canvas = canvas
        for keys, step in (("Alt+Up", -1), ("Alt+Down", 1)):
            shortcut = QShortcut(QKeySequence(keys), owner)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda step=step: self._step(step))

    def _step(self, step: int) -> None:
        ids, seen = self._canvas.ids(), self._canvas.visible_ids()
        if not seen:
            return
        focused = self._canvas.focused_row()
        row = focused + step if focused is not None else ids.index(seen[-1 if step < 0 else 0])
        row_id = ids[max(0, min(len(ids) - 1, row))]
        self._canvas.show_row(row_id)
        if (view := self._canvas.widgets().get(row_id)) is not None:
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)
