"""One kind of entry in the library: a list at the left, the fields of the chosen entry at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.widgets.debounced_edit import DebouncedEdit
from desktop_app.ui.widgets.plain_rows import add_row

_LONG_TEXT_HEIGHT = 72


class Extras(Protocol):
    """More fields of an entry than lines and texts."""

    edited: Any

    def show_entry(self, entry: Any) -> None:
        """Show an entry; None empties the fields."""

    def applied(self, entry: Any) -> Any:
        """The entry with what the fields say."""


class EntryEditor(QWidget):
    """Edits are saved as typed; selecting several entries is for those who act on them.

    Signals:
        edited: The entry with what was typed.
        new_requested, import_requested, export_requested: The buttons below the list.
        delete_requested: The entry to remove.
    """

    edited = Signal(object)
    new_requested = Signal()
    import_requested = Signal()
    export_requested = Signal(object)
    delete_requested = Signal(object)

    def __init__(
        self, name: str, fields: Sequence[tuple[str, str, bool]], parent: QWidget, *, new: bool = True
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._entries: dict[str, Any] = {}
        self._shown: str | None = None
        self._wanted = ""
        self._touched = False
        self._looked_at: Any = None
        self._filling = False
        self._list = QListWidget(self)
        self._list.setObjectName(f"{name}List")
        self._list.setAccessibleName(self.tr("Entries"))
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._list.currentItemChanged.connect(self._on_list_current_item_changed)
        self._edits: dict[str, QLineEdit | QPlainTextEdit] = {}
        self._filled: dict[str, tuple[str, str]] = {}
        self._debounce = DebouncedEdit(self)
        self._debounce.settled.connect(lambda _key, entry: self.edited.emit(entry))
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for field, label, long in fields:
            add_row(form, label, self._field(field, label, long=long))
        self._extras: Extras | None = None
        self._form = QWidget(self)
        self._form.setLayout(form)
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its fields take the focus
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self._form)
        for part in (self._scroll.viewport(), self._form):  # the page behind shows through
            part.setAutoFillBackground(False)
        self._buttons = QHBoxLayout()
        for text, handler, key in (
            (self.tr("New"), self.new_requested.emit, "New"),
            (self.tr("Import…"), self.import_requested.emit, "Import"),
            (self.tr("Export…"), self._on_export, "Export"),
            (self.tr("Delete"), self._on_delete, "Delete"),
        ):
            if new or key != "New":
                self.add_button(text, handler, f"{name}{key}")
        left = QVBoxLayout()
        left.addWidget(self._list, 1)
        left.addLayout(self._buttons)
        side = QWidget(self)
        side.setLayout(left)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(side)
        split.addWidget(self._scroll)
        split.setStretchFactor(1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.addWidget(split)
        self._form.setEnabled(False)

    def add_button(self, text: str, handler: Any, name: str) -> QPushButton:
        """One more button below the list."""
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(text)
        button.clicked.connect(lambda _checked: handler())
        self._buttons.addWidget(button)
        return button

    def add_extras(self, extras: QWidget) -> None:
        """Fields of another form, an ``Extras``, below the others."""
        for edit in self._edits.values():  # what follows is worth more room than a half empty text
            edit.setMaximumHeight(_LONG_TEXT_HEIGHT)
        self._extras = extras  # type: ignore[assignment]
        extras.edited.connect(self._on_edit_text_changed)  # type: ignore[attr-defined]
        self._form.layout().addRow(extras)  # type: ignore[union-attr]

    def show_picture(self, entry_id: str, picture: QIcon) -> None:
        """A small picture beside an entry."""
        for row in range(self._list.count()):
            if self._list.item(row).data(Qt.ItemDataRole.UserRole) == entry_id:
                self._list.item(row).setIcon(picture)

    def current(self) -> Any:
        """The entry in the fields, as edited; None for none."""
        return self._current()

    def _field(self, field: str, label: str, *, long: bool) -> QLineEdit | QPlainTextEdit:
        edit = QPlainTextEdit(self) if long else QLineEdit(self)
        edit.setObjectName(f"{self._name}_{field}")
        edit.setAccessibleName(label)
        edit.textChanged.connect(self._on_edit_text_changed)
        if isinstance(edit, QPlainTextEdit):
            edit.setTabChangesFocus(True)
            edit.setMinimumHeight(_LONG_TEXT_HEIGHT)
        self._edits[field] = edit
        return edit

    def show_entries(self, entries: Sequence[Any]) -> None:
        """Replace the list; once something was typed into the fields, they are left alone.

        Fields that were only looked at follow what is stored: it may have been read before a save was done.
        """
        self._entries = {entry.id: entry for entry in entries}
        current = self._shown
        if current in self._entries and current in self._debounce.pending:
            self._on_edit_text_changed()  # what was typed meanwhile, upon what was stored meanwhile
        self._filling = True
        self._list.clear()
        for entry in entries:
            title = getattr(entry, "name", None) or getattr(entry, "title", "")
            item = QListWidgetItem(title or self.tr("Unnamed"), self._list)
            item.setData(Qt.ItemDataRole.UserRole, entry.id)
            if entry.id == current:
                self._list.setCurrentItem(item)
        self._filling = False
        if current in self._entries and not self._touched and self._entries[current] != self._looked_at:
            self._show(self._entries[current])
        if current not in self._entries:
            self._show(None)
            self.choose(self._wanted)
        self._wanted = ""

    def choose_later(self, entry: Any) -> None:
        """Show an entry once the list is filled; None for none."""
        self._wanted = entry.id if entry is not None else ""

    def choose(self, entry_id: str) -> None:
        """Show an entry."""
        for row in range(self._list.count()):
            if self._list.item(row).data(Qt.ItemDataRole.UserRole) == entry_id:
                self._list.setCurrentRow(row)

    def chosen(self) -> list[Any]:
        """The selected entries, in the order of the list."""
        ids = [self._list.item(i.row()).data(Qt.ItemDataRole.UserRole) for i in self._list.selectedIndexes()]
        return [self._entries[i] for i in ids if i in self._entries]

    def flush(self) -> None:
        """Save what was typed at once."""
        self._debounce.flush()

    def _current(self) -> Any:
        return self._entries.get(self._shown or "")

    def _show(self, entry: Any) -> None:
        self._filling = True
        self._touched, self._looked_at = False, entry
        self._shown = entry.id if entry is not None else None
        self._form.setEnabled(entry is not None)
        for field, edit in self._edits.items():
            text = str(getattr(entry, field, "")) if entry is not None else ""
            if isinstance(edit, QPlainTextEdit):
                edit.setPlainText(text)
            else:
                edit.setText(text)
            self._filled[field] = (_text_in(edit), text)
        if self._extras is not None:
            self._extras.show_entry(entry)
        if entry is not None:
            self._debounce.set_stored(entry.id, entry)
        self._filling = False

    def _on_list_current_item_changed(self, item: QListWidgetItem | None, _former: object) -> None:
        if self._filling or item is None:
            return
        self.flush()
        self._show(self._entries.get(item.data(Qt.ItemDataRole.UserRole)))

    def _on_edit_text_changed(self) -> None:
        entry = self._current()
        if self._filling or entry is None:
            return
        self._touched = True
        edited = replace(entry, **{field: self._typed(field) for field in self._edits})
        if self._extras is not None:
            edited = self._extras.applied(edited)
        self._entries[entry.id] = edited
        self._debounce.edit(entry.id, edited)

    def _typed(self, field: str) -> str:
        """The text of a field; of one that was not touched as it was stored, which Qt's fields alter."""
        text = _text_in(self._edits[field])
        shown, stored = self._filled[field]
        return stored if text == shown else text

    def _on_export(self) -> None:
        self.flush()
        self.export_requested.emit(self._current())

    def _on_delete(self) -> None:
        entry = self._current()
        if entry is not None:
            self._debounce.discard(entry.id)
            self.delete_requested.emit(entry)


def _text_in(edit: QLineEdit | QPlainTextEdit) -> str:
    return edit.toPlainText() if isinstance(edit, QPlainTextEdit) else edit.text()
