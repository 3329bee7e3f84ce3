"""A world book beyond its name: how it is used, and its entries with the fields of the chosen one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.domain.persona import WorldBook, WorldEntry
from desktop_app.ui.chat.book_entry_form import BookEntryForm
from desktop_app.ui.chat.book_options import BookOptions
from desktop_app.ui.widgets.plain_rows import plain_label
from desktop_app.ui.widgets.two_line_items import TwoLineItems

_SHOWN_CHARACTERS = 200


class BookLines(QWidget):
    """One line for each entry, with its keywords; ticked ones may enter a request.

    The entries are worked on here and handed out by ``applied``; a deleted one can be put back as long
    as the window lives.

    Signals:
        edited: Something was typed, switched, added or deleted.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book_id = ""
        self._entries: list[WorldEntry] = []
        self._deleted: dict[str, list[tuple[int, WorldEntry]]] = {}
        self.options = BookOptions(self)
        self.options.edited.connect(self.edited)
        self._list = QListWidget(self)
        self._list.setObjectName("bookEntries")
        self._list.setProperty("kind", "framed")
        self._list.setAccessibleName(self.tr("Entries of the world book"))
        self._list.setFixedHeight(190)
        self._list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._list.setItemDelegate(TwoLineItems(self._list))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.itemChanged.connect(self._on_list_item_changed)
        self._list.currentRowChanged.connect(self._on_list_current_row_changed)
        self.form = BookEntryForm(self)
        self.form.edited.connect(self._on_form_edited)
        buttons = QHBoxLayout()
        self._add = self._button("entryAdd", self.tr("Add entry"), self._on_add)
        self._delete = self._button("entryDelete", self.tr("Delete entry"), self._on_delete)
        self._undo = self._button("entryUndo", self.tr("Put back the deleted entry"), self._on_undo)
        for button in (self._add, self._delete, self._undo):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.options)
        column.addWidget(plain_label(self.tr("Entries: keywords, and what is sent when one comes up"), self))
        column.addWidget(self._list)
        column.addLayout(buttons)
        column.addWidget(self.form)
        column.addStretch(1)
        self.show_entry(None)

    def _button(self, name: str, text: str, slot: Any) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _checked: slot())
        return button

    def show_personas(self, personas: Sequence[tuple[str, str]]) -> None:
        """Offer personas, as (id, name), that a book may belong to."""
        self.options.show_personas(personas)

    def show_entry(self, entry: WorldBook | None) -> None:
        """Show a book; None empties the list."""
        self._book_id = entry.id if entry is not None else ""
        self._entries = list(entry.entries) if entry is not None else []
        self.options.show_book(entry)
        with QSignalBlocker(self._list):
            self._list.clear()
            for one in self._entries:
                self._list.addItem(self._item(one))
            self._list.setCurrentRow(0 if self._entries else -1)
        self._show_current()

    def applied(self, entry: WorldBook) -> WorldBook:
        """The book with its entries and options as they stand here."""
        if entry.id != self._book_id:
            return entry
        return self.options.applied(replace(entry, entries=tuple(self._entries)))

    def _item(self, entry: WorldEntry) -> QListWidgetItem:
        item = QListWidgetItem(self._words(entry))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if entry.enabled else Qt.CheckState.Unchecked)
        return item

    def _words(self, entry: WorldEntry) -> str:
        keys = self.tr("always") if entry.constant else ", ".join(entry.keys) or self.tr("no keywords yet")
        head = f"{entry.name}: {keys}" if entry.name else keys
        content = " ".join(entry.content[: _SHOWN_CHARACTERS * 2].split())[:_SHOWN_CHARACTERS] or self.tr(
            "no text yet"
        )
        return f"{head[:_SHOWN_CHARACTERS]}\n{content}"

    def _show_current(self) -> None:
        row = self._list.currentRow()
        self.form.show_entry(self._entries[row] if 0 <= row < len(self._entries) else None)
        self._add.setEnabled(bool(self._book_id))
        self._delete.setEnabled(row >= 0)
        self._undo.setVisible(bool(self._deleted.get(self._book_id)))

    def _put(self, row: int, entry: WorldEntry) -> None:
        """Let an entry in at a row and show it."""
        self._entries.insert(row, entry)
        with QSignalBlocker(self._list):
            self._list.insertItem(row, self._item(entry))
            self._list.setCurrentRow(row)
        self._show_current()
        self.edited.emit()

    def _on_list_item_changed(self, item: QListWidgetItem) -> None:
        row = self._list.row(item)
        on = item.checkState() == Qt.CheckState.Checked
        if self._entries[row].enabled != on:
            self._entries[row] = replace(self._entries[row], enabled=on)
            self.edited.emit()

    def _on_list_current_row_changed(self, _row: int) -> None:
        self._show_current()

    def _on_form_edited(self, field: str, value: object) -> None:
        row = self._list.currentRow()
        changed = replace(self._entries[row], **{field: value})  # type: ignore[arg-type]
        if changed != self._entries[row]:
            self._entries[row] = changed
            self._list.item(row).setText(self._words(changed))
            self.edited.emit()

    def _on_add(self) -> None:
        self._put(self._list.currentRow() + 1 if self._entries else 0, WorldEntry(""))
        self.form.begin()

    def _on_delete(self) -> None:
        row = self._list.currentRow()
        if row < 0:
            return
        self._deleted.setdefault(self._book_id, []).append((row, self._entries.pop(row)))
        with QSignalBlocker(self._list):
            self._list.takeItem(row)
            self._list.setCurrentRow(min(row, len(self._entries) - 1))
        self._show_current()
        self.edited.emit()

    def _on_undo(self) -> None:
        row, entry = self._deleted[self._book_id].pop()
        self._put(min(row, len(self._entries)), entry)
