"""The editor of world books in the library."""

from __future__ import annotations

import copy

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QLineEdit, QListWidget, QPlainTextEdit

from desktop_app.core.domain.persona import Persona, WorldBook, WorldEntry
from desktop_app.core.personas.world_books import book_to_json, parse_book
from desktop_app.ui.chat.cast_dialog import CastDialog
from desktop_app.ui.widgets.number_boxes import ShortDecimalBox
from tests.unit.core.personas.card_samples import BOOK


class Editor:
    """A cast dialog that shows one book, by the names of its widgets."""

    def __init__(self, dialog: CastDialog, *books: WorldBook) -> None:
        self.dialog = dialog
        self.saved: list[WorldBook] = []
        dialog.book_edited.connect(self.saved.append)
        dialog.show_cast([Persona("ann", "Ann")], [], books)
        dialog.books.choose(books[0].id)

    def find(self, kind, name):
        return self.dialog.findChild(kind, name)

    def text(self, field):
        return self.find(QPlainTextEdit, f"entry_{field}")

    def press(self, name):
        self.find(QAbstractButton, name).click()

    def entries(self):
        return self.find(QListWidget, "bookEntries")

    def settled(self):
        self.dialog.flush()
        return self.saved[-1] if self.saved else None


@pytest.fixture
def editor(qtbot):
    def made(*books):
        dialog = CastDialog()
        qtbot.addWidget(dialog)
        dialog.show()
        return Editor(dialog, *books)

    return made


def town(*entries, **changes):
    return WorldBook("b", "Town", entries or (WorldEntry("The tower is red.", ("tower",)),), **changes)


def test_every_field_of_an_entry_is_edited(editor):
    work = editor(town())
    work.find(QLineEdit, "entry_name").setText("Tower")
    work.text("keys").setPlainText("tower\n 塔 \n\n/tow(er|n)/i")
    work.find(QCheckBox, "entry_selective").setChecked(True)
    work.text("secondary_keys").setPlainText("night")
    work.text("content").setPlainText("The tower is blue.\nAnd old.")
    for switch in ("constant", "case_sensitive", "use_regex"):
        work.find(QCheckBox, f"entry_{switch}").setChecked(True)
    work.find(ShortDecimalBox, "entry_insertion_order").setValue(-2.5)
    work.find(ShortDecimalBox, "entry_priority").setValue(7)
    work.entries().item(0).setCheckState(Qt.CheckState.Unchecked)

    assert work.settled().entries == (
        WorldEntry(
            content="The tower is blue.\nAnd old.",
            keys=("tower", "塔", "/tow(er|n)/i"),
            secondary_keys=("night",),
            enabled=False,
            constant=True,
            selective=True,
            case_sensitive=True,
            use_regex=True,
            insertion_order=-2.5,
            priority=7,
            name="Tower",
        ),
    )
    assert len(work.saved) == 1


def test_the_options_of_a_book_are_edited(editor):
    work = editor(town())
    work.find(type(work.dialog.book_lines.options._depth), "book_scan_depth").setValue(6)
    work.dialog.book_lines.options._budget.setValue(300)
    work.find(QCheckBox, "book_recursive_scanning").setChecked(True)
    owner = work.find(QComboBox, "book_owner")
    owner.setCurrentIndex(owner.findData("ann"))
    first = work.settled()
    owner.setCurrentIndex(0)
    work.dialog.book_lines.options._budget.setValue(0)
    second = work.settled()

    assert (first.scan_depth, first.token_budget, first.recursive_scanning) == (6, 300, True)
    assert first.extra == {"persona_id": "ann"}
    assert (second.token_budget, dict(second.extra)) == (None, {})


def test_the_owner_of_a_book_stays_when_that_persona_is_gone(editor):
    work = editor(town(extra={"persona_id": "nobody"}))
    work.find(QLineEdit, "book_name").setText("City")

    assert work.settled().extra == {"persona_id": "nobody"}


def test_entries_are_added_deleted_and_put_back(editor):
    one, two = WorldEntry("1", ("a",)), WorldEntry("2", ("b",))
    work = editor(town(one, two))
    work.press("entryAdd")
    work.text("keys").setPlainText("new")
    added = work.settled().entries
    work.press("entryDelete")
    work.entries().setCurrentRow(0)
    work.press("entryDelete")
    deleted = work.settled().entries
    for _ in range(2):
        work.press("entryUndo")
    back = work.settled().entries

    assert added == (one, WorldEntry("", ("new",)), two)
    assert deleted == (two,)
    assert back == added
    assert not work.find(QAbstractButton, "entryUndo").isVisible()


def test_a_deleted_entry_can_be_put_back_after_another_book_was_shown(editor):
    work = editor(town(), WorldBook("c", "Country", ()))
    work.press("entryDelete")
    work.dialog.books.choose("c")
    hidden = not work.find(QAbstractButton, "entryUndo").isVisibleTo(work.dialog.book_lines)
    work.dialog.show_cast([], [], [work.settled(), WorldBook("c", "Country", ())])
    work.dialog.books.choose("b")
    work.press("entryUndo")

    assert hidden
    assert work.settled() == town()


def test_what_was_typed_is_saved_for_the_book_it_was_typed_in(editor):
    work = editor(town(), WorldBook("c", "Country", (WorldEntry("x", ("y",)),)))
    work.text("content").setPlainText("typed")
    work.dialog.books.choose("c")

    assert [(book.id, book.entries[0].content) for book in work.saved] == [("b", "typed")]


def test_closing_saves_what_was_typed(editor):
    work = editor(town())
    work.text("content").setPlainText("typed")
    work.dialog.close()

    assert work.saved[-1].entries[0].content == "typed"


def test_typing_goes_on_while_the_list_is_filled_anew(editor):
    work = editor(town())
    work.text("content").setPlainText("typed")
    work.dialog.show_cast([], [], [town(description="stored meanwhile")])
    work.press("entryAdd")

    saved = work.settled()
    assert [entry.content for entry in saved.entries] == ["typed", ""]
    assert work.text("content").toPlainText() == ""


def test_fields_that_were_only_looked_at_follow_what_is_stored(editor):
    work = editor(town())
    stored = town(WorldEntry("The tower is green.", ("tower",)))
    work.dialog.show_cast([], [], [stored])
    followed = work.text("content").toPlainText()
    work.find(QLineEdit, "book_name").setText("City")

    assert followed == "The tower is green."
    assert work.settled().entries == stored.entries


def test_only_what_was_touched_differs_on_export(editor):
    raw = copy.deepcopy(BOOK)
    raw["entries"][0] |= {"content": "A hard\u00a0space.\r\nTwo lines.", "keys": [" lighthouse ", "灯塔"]}
    raw |= {"description": "Nice\u00a0place\r\n", "vendor": None}
    work = editor(parse_book(raw, book_id="b"))
    work.find(ShortDecimalBox, "entry_priority").setValue(9)
    exported = book_to_json(work.settled())

    raw["entries"][0]["priority"] = 9
    assert exported == raw


def test_a_book_that_was_only_looked_at_is_not_saved(editor):
    work = editor(parse_book(BOOK, book_id="b"))
    for row in (1, 0):
        work.entries().setCurrentRow(row)

    assert work.settled() is None


def test_the_fields_are_named_for_a_screen_reader(editor):
    work = editor(town())
    lines = work.dialog.book_lines

    for kind in (QLineEdit, QPlainTextEdit, QAbstractButton, QComboBox):
        for widget in lines.findChildren(kind):
            if widget.objectName() and not widget.objectName().startswith("qt_"):
                assert widget.accessibleName(), widget.objectName()
