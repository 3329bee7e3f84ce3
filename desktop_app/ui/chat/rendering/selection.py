"""Selecting across the views of a message, as if they were one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QTextCursor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QPoint

    from desktop_app.ui.chat.rendering.column import Column
    from desktop_app.ui.chat.rendering.view import RichView

_KEEP = QTextCursor.MoveMode.KeepAnchor


class Selection:
    """What is selected in a column: Qt selects within a view, this carries it over the views beside it."""

    def __init__(self, column: Column) -> None:
        self._column = column
        self.whole = False
        """True after "select all", which also means what has no view at present."""

    def clear(self, kept: RichView | None = None) -> None:
        """Select nothing, but leave one view as it is."""
        self.whole = False
        for view in self._views():
            if view is not kept and view.textCursor().hasSelection():
                _set(view, 0, 0)

    def begin(self, view: RichView) -> None:
        """A press in one view ends the selections in all others."""
        self.clear(view)

    def select_all(self) -> None:
        """Select everything."""
        self.whole = True
        for view in self._views():
            view.selectAll()

    def extend(self, start: RichView, to: QPoint) -> None:
        """Carry a drag that began in one view on to a point, in global coordinates."""
        views = list(self._views())
        origin = views.index(start)
        target = origin
        for number, view in enumerate(views):
            top = view.mapFromGlobal(to).y()
            if (number > origin and top >= 0) or (number < origin and top < view.height()):
                target = number if number > origin else min(target, number)
        low, high = sorted((origin, target))
        for number, view in enumerate(views):
            if number == origin:
                continue
            if not low <= number <= high:
                if view.textCursor().hasSelection():
                    _set(view, 0, 0)
            elif number != target:
                _set(view, 0, _last(view))
            else:
                reached = view.cursorForPosition(view.viewport().mapFromGlobal(to)).position()
                _set(view, 0 if target > origin else _last(view), reached)

    def _views(self) -> Iterator[RichView]:
        return (text for part in self._column.parts if (text := part.text()) is not None)


def _last(view: RichView) -> int:
    return view.document().characterCount() - 1


def _set(view: RichView, anchor: int, position: int) -> None:
    cursor = view.textCursor()
    cursor.setPosition(anchor)
    cursor.setPosition(position, _KEEP)
    view.setTextCursor(cursor)
