"""The entries of a world book: read, and switched on and off."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop_app.core.domain.persona import WorldBook, WorldEntry

_SHOWN_CHARACTERS = 200


class BookLines(QWidget):
    """One line for each entry, with its keywords; ticked ones may enter a request.

    Signals:
        edited: An entry was switched.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel(self.tr("Entries: keywords, and what is sent when one of them comes up"), self)
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setWordWrap(True)
        self._list = QListWidget(self)
        self._list.setObjectName("bookEntries")
        self._list.setProperty("kind", "framed")
        self._list.setAccessibleName(self.tr("Entries of the world book"))
        self._list.setWordWrap(True)
        self._list.setMinimumHeight(260)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.itemChanged.connect(lambda _item: self.edited.emit())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(title)
        column.addWidget(self._list, 1)

    def show_entry(self, entry: WorldBook | None) -> None:
        """Show the entries of a book; None empties the list."""
        self._list.blockSignals(True)
        self._list.clear()
        for one in entry.entries if entry is not None else ():
            item = QListWidgetItem(self._words(one), self._list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if one.enabled else Qt.CheckState.Unchecked)
        self._list.blockSignals(False)

    def applied(self, entry: WorldBook) -> WorldBook:
        """The book with its entries switched as ticked."""
        if len(entry.entries) != self._list.count():
            return entry
        ticked = [self._list.item(n).checkState() == Qt.CheckState.Checked for n in range(self._list.count())]
        switched = zip(entry.entries, ticked, strict=True)
        return replace(entry, entries=tuple(replace(one, enabled=on) for one, on in switched))

    def _words(self, entry: WorldEntry) -> str:
        keys = self.tr("always") if entry.constant else ", ".join(entry.keys)
        return f"{keys[:_SHOWN_CHARACTERS]}\n{' '.join(entry.content.split())[:_SHOWN_CHARACTERS]}"
