"""The library of personas and prompt presets: read, edit, exchange, begin conversations."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.domain.persona import Persona, PromptPreset, WorldBook
from desktop_app.ui.chat.book_lines import BookLines
from desktop_app.ui.chat.cast_editor import EntryEditor
from desktop_app.ui.chat.persona_extras import PersonaExtras
from desktop_app.ui.notices import NoticeBar
from desktop_app.ui.widgets.opening_size import open_at

_PERSONA_LINES = (("name", False), ("description", True), ("personality", True), ("scenario", True))
_PERSONA_TEXTS = (
    ("system_prompt", True),
    ("first_message", True),
    ("examples", True),
    ("closing_instructions", True),
)


class CastDialog(QDialog):
    """Personas and prompts.

    Signals:
        persona_edited, preset_edited: The entry to store.
        persona_deleted, preset_deleted: The entry to remove; the caller offers undo.
        persona_new_requested, preset_new_requested, persona_import_requested,
        preset_import_requested: The buttons.
        persona_export_requested: The persona. preset_export_requested: All presets.
        book_edited, book_deleted, book_new_requested, book_import_requested, book_export_requested: As
        those of personas.
        avatar_requested: Choose a picture for this persona.
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
    book_edited = Signal(object)
    book_deleted = Signal(object)
    book_new_requested = Signal()
    book_import_requested = Signal()
    book_export_requested = Signal(object)
    avatar_requested = Signal(object)
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
            "closing_instructions": self.tr("Instructions after the conversation"),
        }
        fields = [(field, labels[field], long) for field, long in (*_PERSONA_LINES, *_PERSONA_TEXTS)]
        self.personas = EntryEditor("persona", fields, self)
        self.personas.add_button(self.tr("Talk"), self._on_talk, "personaTalk").setProperty("kind", "primary")
        self.extras = PersonaExtras(self)
        self.personas.add_extras(self.extras)
        preset_fields = [("title", self.tr("Title"), False), ("text", self.tr("Text"), True)]
        self.presets = EntryEditor("preset", preset_fields, self)
        hint = QLabel(self.tr("Type / in the message box to use a prompt. {{name}} marks a gap."), self)
        hint.setTextFormat(Qt.TextFormat.PlainText)
        hint.setProperty("kind", "muted")
        prompts = QWidget(self)
        column = QVBoxLayout(prompts)
        column.setContentsMargins(0, 0, 0, 10)
        column.addWidget(self.presets, 1)
        hint.setContentsMargins(12, 0, 12, 0)
        column.addWidget(hint)
        book_fields = [("name", self.tr("Name"), False), ("description", self.tr("Description"), True)]
        self.books = EntryEditor("book", book_fields, self)
        self.book_lines = BookLines(self)
        self.books.add_extras(self.book_lines)
        self._tabs = QTabWidget(self)
        self._tabs.setObjectName("castTabs")
        self._tabs.setAccessibleName(self.tr("Kinds of entries"))
        self._tabs.addTab(self.personas, self.tr("Personas"))
        self._tabs.addTab(self.books, self.tr("World books"))
        self._tabs.addTab(prompts, self.tr("Prompts"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        self.notices = NoticeBar(self)
        layout.addWidget(self.notices)
        layout.addWidget(self._tabs, 1)
        self._connect()
        open_at(self, 900, 640)

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
            (
                self.books,
                self.book_edited,
                self.book_deleted,
                self.book_new_requested,
                self.book_import_requested,
            ),
        ):
            page.edited.connect(edited)
            page.delete_requested.connect(deleted)
            page.new_requested.connect(new)
            page.import_requested.connect(imported)
        self.personas.export_requested.connect(self.persona_export_requested)
        self.books.export_requested.connect(self.book_export_requested)
        self.extras.avatar_requested.connect(lambda: self.avatar_requested.emit(self.personas.current()))
        self.presets.export_requested.connect(lambda _entry: self.preset_export_requested.emit())

    def show_cast(
        self, personas: Sequence[Persona], presets: Sequence[PromptPreset], books: Sequence[WorldBook]
    ) -> None:
        """Fill the lists."""
        self.personas.show_entries(personas)
        self.presets.show_entries(presets)
        self.book_lines.show_personas([(persona.id, persona.name) for persona in personas])
        self.books.show_entries(books)

    def take_place_of(self, former: CastDialog) -> None:
        """Stand where the former window stood, with the same entries chosen."""
        self.setGeometry(former.geometry())
        self._tabs.setCurrentIndex(former.tab())
        for mine, its in zip(self.pages(), former.pages(), strict=True):
            mine.choose_later(its.current())

    def tab(self) -> int:
        """The page in front."""
        return self._tabs.currentIndex()

    def pages(self) -> tuple[EntryEditor, ...]:
        """The pages of entries."""
        return self.personas, self.presets, self.books

    def flush(self) -> None:
        """Save what was typed at once."""
        for page in self.pages():
            page.flush()

    def _on_talk(self) -> None:
        self.flush()
        chosen = [persona.id for persona in self.personas.chosen()]
        if chosen:
            self.conversation_requested.emit(chosen)

    def hideEvent(self, event: QHideEvent) -> None:
        """Closing saves."""
        self.flush()
        super().hideEvent(event)
