"""Makes, shows and reuses the message widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtWidgets import QWidget

from desktop_app.ui.chat.message_view import MessageView
from desktop_app.ui.chat.row import Row
from desktop_app.ui.resources import current_theme

_SPARE = 6


class RowViews:
    """A source of rows for the canvas.

    Args:
        has: Whether a message is at hand.
        row_of: Everything about a message at hand.
        prepare: Called once with each new widget, to connect its signals.
        shown: Called with each widget that shows another message now.
    """

    def __init__(
        self,
        has: Callable[[str], bool],
        row_of: Callable[[str], Row],
        prepare: Callable[[MessageView], None],
        shown: Callable[[MessageView], None],
    ) -> None:
        self._has = has
        self._row_of = row_of
        self._prepare = prepare
        self._shown = shown
        self._spare: list[MessageView] = []
        self._theme = current_theme()

    def has_row(self, row_id: str) -> bool:
        """Whether the message is at hand."""
        return self._has(row_id)

    def take_row(self, row_id: str, parent: QWidget) -> MessageView:
        """A widget for a message at hand."""
        if self._spare:
            view = self._spare.pop()
        else:
            view = MessageView(parent)
            self._prepare(view)
        view.show_row(self._row_of(row_id), self._theme)
        self._shown(view)
        return view

    def give_back(self, row_id: str, widget: MessageView) -> None:
        """A widget whose message went out of reach."""
        del row_id
        widget.hide()
        if len(self._spare) < _SPARE:
            self._spare.append(widget)
        else:
            widget.deleteLater()

    def show(self, view: MessageView, row_id: str) -> bool:
        """Show what is known now; returns whether the layout may be another one."""
        return self._has(row_id) and view.show_row(self._row_of(row_id), self._theme)

    def restyle(self, views: Iterable[MessageView]) -> None:
        """Another theme or language: spare widgets go, those in use change."""
        self._theme = current_theme()
        for view in self._spare:
            view.deleteLater()
        self._spare = []
        for view in views:
            if (row := view.row()) is not None:
                view.show_row(row, self._theme)
