"""The library of personas and prompt presets: read, edit, exchange, begin conversations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.domain.persona import Persona, PromptPreset
from desktop_app.ui.widgets.debounced_edit import DebouncedEdit

_PERSONA_LINES = (("name", False), ("description", True), ("personality", True), ("scenario", True))
_PERSONA_TEXTS = (("system_prompt", True), ("first_message", True), ("examples", True))


class _Editor(QWidget):
    """A list at the left, the fields of the chosen entry at the right; edits are saved as typed.

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

    def __init__(self, name: str, fields: Sequence[tuple[str, str, bool]], parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        self._entries: dict[str, Any] = {}
        self._shown: str | None = None
        self._filling = False
        self._list = QListWidget(self)
        self._list.setObjectName(f"{name}List")
        self._list.setAccessibleName(self.tr("Entries"))
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._list.currentItemChanged.connect(self._on_list_current_item_changed)
        self._edits: dict[str, QLineEdit | QPlainTextEdit] = {}
        self._debounce = DebouncedEdit(self)
        self._debounce.settled.connect(lambda _key, entry: self.edited.emit(entry))
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for field, label, long in fields:
            caption, edit = QLabel(label, self), self._field(field, label, long=long)
            caption.setTextFormat(Qt.TextFormat.PlainText)
            caption.setBuddy(edit)
            form.addRow(caption, edit)
        self._form = QWidget(self)
        self._form.setLayout(form)
        self._buttons = QHBoxLayout()
        for text, handler, key in (
            (self.tr("New"), self.new_requested.emit, "New"),
            (self.tr("Import…"), self.import_requested.emit, "Import"),
            (self.tr("Export…"), self._on_export, "Export"),
            (self.tr("Delete"), self._on_delete, "Delete"),
        ):
            self.add_button(text, handler, f"{name}{key}")
        left = QVBoxLayout()
        left.addWidget(self._list, 1)
        left.addLayout(self._buttons)
        side = QWidget(self)
        side.setLayout(left)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(side)
        split.addWidget(self._form)
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

    def _field(self, field: str, label: str, *, long: bool) -> QLineEdit | QPlainTextEdit:
        edit = QPlainTextEdit(self) if long else QLineEdit(self)
        edit.setObjectName(f"{self._name}_{field}")
        edit.setAccessibleName(label)
        edit.textChanged.connect(self._on_edit_text_changed)
        if isinstance(edit, QPlainTextEdit):
            edit.setTabChangesFocus(True)
        self._edits[field] = edit
        return edit

    def show_entries(self, entries: Sequence[Any]) -> None:
        """Replace the list; the entry being edited is left alone."""
        self._entries = {entry.id: entry for entry in entries}
        current = self._shown
        self._filling = True
        self._list.clear()
        for entry in entries:
            title = getattr(entry, "name", None) or getattr(entry, "title", "")
            item = QListWidgetItem(title or self.tr("Unnamed"), self._list)
            item.setData(Qt.ItemDataRole.UserRole, entry.id)
            if entry.id == current:
                self._list.setCurrentItem(item)
        self._filling = False
        if current not in self._entries:
            self._show(None)

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
        self._shown = entry.id if entry is not None else None
        self._form.setEnabled(entry is not None)
        for field, edit in self._edits.items():
            text = str(getattr(entry, field, "")) if entry is not None else ""
            if isinstance(edit, QPlainTextEdit):
                edit.setPlainText(text)
            else:
                edit.setText(text)
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
        texts = {
            field: edit.toPlainText() if isinstance(edit, QPlainTextEdit) else edit.text()
            for field, edit in self._edits.items()
        }
        edited = replace(entry, **texts)
        self._entries[entry.id] = edited
        self._debounce.edit(entry.id, edited)

    def _on_export(self) -> None:
        self.flush()
        self.export_requested.emit(self._current())

    def _on_delete(self) -> None:
        entry = self._current()
        if entry is not None:
            self._debounce.discard(entry.id)
            self.delete_requested.emit(entry)


class CastDialog(QDialog):
    """Personas and prompts.

    Signals:
        persona_edited, preset_edited: The entry to store.
        persona_deleted, preset_deleted: The entry to remove; the caller offers undo.
        persona_new_requested, preset_new_requested, persona_import_requested,
        preset_import_requested: The buttons.
        persona_export_requested: The persona. preset_export_requested: All presets.
        conversation_requested: List of the ids of the personas that are to talk.
    """

    persona_edited = Signal(object)
    persona_deleted = Signal(object)
    persona_new_requested = Signal()
    persona_import_requested = Signal()
    persona_export_requested = Signal(object)
    preset_edited = Signal(object)
    preset_deleted = Signal(object)
    preset_new_requested = Signal()
    preset_import_requested = Signal()
    preset_export_requested = Signal()
    conversation_requested = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("castDialog")
        self.setWindowTitle(self.tr("Personas and prompts"))
        labels = {
            "name": self.tr("Name"),
            "description": self.tr("Description"),
            "personality": self.tr("Personality"),
            "scenario": self.tr("Scenario"),
            "system_prompt": self.tr("System prompt (empty: the profile's)"),
            "first_message": self.tr("First message"),
            "examples": self.tr("Example dialogue"),
        }
        fields = [(field, labels[field], long) for field, long in (*_PERSONA_LINES, *_PERSONA_TEXTS)]
        self.personas = _Editor("persona", fields, self)
        self.personas.add_button(self.tr("Talk"), self._on_talk, "personaTalk").setProperty("kind", "primary")
        preset_fields = [("title", self.tr("Title"), False), ("text", self.tr("Text"), True)]
        self.presets = _Editor("preset", preset_fields, self)
        hint = QLabel(self.tr("Type / in the message box to use a prompt. {{name}} marks a gap."), self)
        hint.setTextFormat(Qt.TextFormat.PlainText)
        hint.setProperty("kind", "muted")
        prompts = QWidget(self)
        column = QVBoxLayout(prompts)
        column.setContentsMargins(0, 0, 0, 10)
        column.addWidget(self.presets, 1)
        hint.setContentsMargins(12, 0, 12, 0)
        column.addWidget(hint)
        self._tabs = QTabWidget(self)
        self._tabs.setObjectName("castTabs")
        self._tabs.addTab(self.personas, self.tr("Personas"))
        self._tabs.addTab(prompts, self.tr("Prompts"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.addWidget(self._tabs)
        self._connect()
        self.resize(900, 640)

    def _connect(self) -> None:
        for page, edited, deleted, new, imported in (
            (
                self.personas,
                self.persona_edited,
                self.persona_deleted,
                self.persona_new_requested,
                self.persona_import_requested,
            ),
            (
                self.presets,
                self.preset_edited,
                self.preset_deleted,
                self.preset_new_requested,
                self.preset_import_requested,
            ),
        ):
            page.edited.connect(edited)
            page.delete_requested.connect(deleted)
            page.new_requested.connect(new)
            page.import_requested.connect(imported)
        self.personas.export_requested.connect(self.persona_export_requested)
        self.presets.export_requested.connect(lambda _entry: self.preset_export_requested.emit())

    def show_cast(self, personas: Sequence[Persona], presets: Sequence[PromptPreset]) -> None:
        """Fill both lists."""
        self.personas.show_entries(personas)
        self.presets.show_entries(presets)

    def flush(self) -> None:
        """Save what was typed at once."""
        self.personas.flush()
        self.presets.flush()

    def _on_talk(self) -> None:
        self.flush()
        chosen = [persona.id for persona in self.personas.chosen()]
        if chosen:
            self.conversation_requested.emit(chosen)

    def hideEvent(self, event: object) -> None:
        """Closing saves."""
        self.flush()
        super().hideEvent(event)
