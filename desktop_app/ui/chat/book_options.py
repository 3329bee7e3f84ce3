"""How a world book as a whole is used: whose it is, how far it looks, how much it may send."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QSpinBox, QWidget

from desktop_app.coordinator.cast import OWNER
from desktop_app.core.domain.persona import WorldBook
from desktop_app.ui.widgets.number_boxes import WheelGuard
from desktop_app.ui.widgets.plain_rows import plain_label

_MOST = 1_000_000


class BookOptions(QWidget):
    """A zero stands for "as the program does".

    Signals:
        edited: Something was chosen.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: WorldBook | None = None
        self._owner = QComboBox(self)
        self._owner.setObjectName("book_owner")
        self._owner.currentIndexChanged.connect(self._on_owner_chosen)
        self._depth = self._number("scan_depth")
        self._budget = self._number("token_budget")
        words = self.tr("Texts of entries bring in further entries")
        self._recursive = QCheckBox(words, self)
        self._recursive.setObjectName("book_recursive_scanning")
        self._recursive.setAccessibleName(words)
        self._recursive.toggled.connect(lambda on: self._take(recursive_scanning=on))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        for column, (caption, control) in enumerate(
            (
                (self.tr("Used by"), self._owner),
                (self.tr("Messages looked at"), self._depth),
                (self.tr("Token budget"), self._budget),
            )
        ):
            label = plain_label(caption, self)
            label.setBuddy(control)
            control.setAccessibleName(caption)
            WheelGuard(control)
            grid.addWidget(label, 0, column)
            grid.addWidget(control, 1, column)
            grid.setColumnStretch(column, 1)
        grid.addWidget(self._recursive, 2, 0, 1, 3)
        self.show_personas(())

    def _number(self, field: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setObjectName(f"book_{field}")
        box.setRange(0, _MOST)
        box.lineEdit().setTextMargins(5, 0, 0, 0)
        box.setSpecialValueText(self.tr("as usual"))
        box.valueChanged.connect(lambda value: self._take(**{field: value or None}))
        return box

    def show_personas(self, personas: Sequence[tuple[str, str]]) -> None:
        """Offer personas as (id, name)."""
        with QSignalBlocker(self._owner):
            self._owner.clear()
            self._owner.addItem(self.tr("All personas"), "")
            for persona_id, name in personas:
                self._owner.addItem(name, persona_id)
        self._show_owner()

    def _show_owner(self) -> None:
        owner = str(self._shown.extra.get(OWNER) or "") if self._shown is not None else ""
        row = self._owner.findData(owner)
        with QSignalBlocker(self._owner):
            if row < 0:
                self._owner.addItem(self.tr("A persona that is gone"), owner)
                row = self._owner.count() - 1
            self._owner.setCurrentIndex(row)

    def show_book(self, book: WorldBook | None) -> None:
        """Show a book's options."""
        self._shown = book
        self._show_owner()
        for box, value in (
            (self._depth, book and book.scan_depth),
            (self._budget, book and book.token_budget),
        ):
            with QSignalBlocker(box):
                box.setValue(value or 0)
        with QSignalBlocker(self._recursive):
            self._recursive.setChecked(bool(book and book.recursive_scanning))

    def applied(self, book: WorldBook) -> WorldBook:
        """The book with the options; those not touched stay as they came from a card."""
        chosen = self._shown
        if chosen is None:
            return book
        return replace(
            book,
            scan_depth=chosen.scan_depth,
            token_budget=chosen.token_budget,
            recursive_scanning=chosen.recursive_scanning,
            extra=chosen.extra,
        )

    def _on_owner_chosen(self, _row: int) -> None:
        if self._shown is not None:
            others = {key: value for key, value in self._shown.extra.items() if key != OWNER}
            owner = self._owner.currentData()
            self._take(extra=others | ({OWNER: owner} if owner else {}))

    def _take(self, **changes: Any) -> None:
        if self._shown is not None:
            self._shown = replace(self._shown, **changes)
            self.edited.emit()
