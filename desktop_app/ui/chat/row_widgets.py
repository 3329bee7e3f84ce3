"""The rows that exist as widgets, and which of them must be measured again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from desktop_app.ui.chat.message_view import MessageView


class RowSource(Protocol):
    """Makes and takes back the widgets of rows."""

    def has_row(self, row_id: str) -> bool:
        """Whether the data of a row is at hand."""
        ...

    def take_row(self, row_id: str, parent: QWidget) -> MessageView:
        """A widget for a row whose data is at hand."""
        ...

    def give_back(self, row_id: str, widget: MessageView) -> None:
        """The row went out of reach; its widget may show another one."""
        ...


class RowWidgets:
    """Widgets by row id; made by the source, children of ``parent``."""

    def __init__(self, source: RowSource, parent: QWidget) -> None:
        self.source = source
        self.by_id: dict[str, MessageView] = {}
        self._parent = parent
        self._dirty: set[str] = set()

    def take(self, row_id: str) -> MessageView | None:
        """The widget of a row, made if need be; None while its data is missing."""
        widget = self.by_id.get(row_id)
        if widget is None and self.source.has_row(row_id):
            widget = self.by_id[row_id] = self.source.take_row(row_id, self._parent)
            self._dirty.add(row_id)
        return widget

    def is_clean(self, row_id: str) -> bool:
        """Whether the row exists and nothing changed since it was laid out."""
        return row_id in self.by_id and row_id not in self._dirty

    def lay_out(self, row_id: str, width: int) -> int:
        """Lay out a row that exists; returns its height."""
        self._dirty.discard(row_id)
        return self.by_id[row_id].layout_to(width)

    def soil(self, row_ids: Iterable[str] | None = None) -> None:
        """These rows, or all, must be laid out again."""
        self._dirty.update(self.by_id if row_ids is None else (i for i in row_ids if i in self.by_id))

    def drop(self, row_ids: Iterable[str]) -> None:
        """Give widgets back."""
        for row_id in row_ids:
            self._dirty.discard(row_id)
            self.source.give_back(row_id, self.by_id.pop(row_id))

    def idle(self) -> list[str]:
        """Rows that are not in use."""
        return [row_id for row_id, widget in self.by_id.items() if not widget.is_in_use()]

    def recycle(self, most: int, distance: Callable[[str], float], keep: Callable[[str], bool]) -> None:
        """Give back what is farthest from the reader until ``most`` are left, except rows to keep."""
        surplus = len(self.by_id) - most
        if surplus <= 0:
            return
        far = sorted(self.by_id, key=distance, reverse=True)[:surplus]
        self.drop([i for i in far if not keep(i) and not self.by_id[i].is_in_use()])
