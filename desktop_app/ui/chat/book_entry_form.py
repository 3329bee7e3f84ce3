"""The fields of one entry of a world book."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.domain.persona import WorldEntry
from desktop_app.ui.widgets.number_boxes import ShortDecimalBox, WheelGuard
from desktop_app.ui.widgets.plain_rows import add_row, plain_label

_FARTHEST = 1_000_000.0
"""Order and priority are any numbers in the specification; nobody needs more to sort with."""


class BookEntryForm(QWidget):
    """Tells each field that was touched, so that the others stay exactly as they came from a card.

    Signals:
        edited: ``(field of WorldEntry, value)``.
    """

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filling = False
        self._lines: dict[str, QLineEdit] = {}
        self._texts: dict[str, QPlainTextEdit] = {}
        self._switches: dict[str, QCheckBox] = {}
        self._numbers: dict[str, ShortDecimalBox] = {}
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        name = self.tr("Name of the entry (never sent)")
        self._lines["name"] = QLineEdit(self)
        self._lines["name"].textChanged.connect(lambda text: self._tell("name", text))
        self._named(self._lines["name"], "name", name)
        add_row(form, name, self._lines["name"])
        add_row(form, *self._text("keys", self.tr("Keywords, one in a line; any brings the entry in"), 3))
        form.addRow(self._switch("selective", self.tr("Only where one of these comes up too")))
        add_row(form, *self._text("secondary_keys", self.tr("Further keywords, one in a line"), 2))
        add_row(form, *self._text("content", self.tr("What is sent"), 6))
        form.addRow(self._switch("constant", self.tr("Always send it, keywords or not")))
        form.addRow(self._switch("case_sensitive", self.tr("Upper and lower case differ")))
        form.addRow(self._switch("use_regex", self.tr("The keywords are regular expressions")))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(form)
        layout.addLayout(self._ranks())
        self.show_entry(None)

    def _ranks(self) -> QGridLayout:
        grid = QGridLayout()
        for column, (field, words, why) in enumerate(
            (
                ("insertion_order", self.tr("Order"), self.tr("Lower numbers stand higher in what is sent.")),
                (
                    "priority",
                    self.tr("Priority"),
                    self.tr("If the budget is short, lower numbers go first."),
                ),
            )
        ):
            box = ShortDecimalBox(self)
            box.setRange(-_FARTHEST, _FARTHEST)
            box.setDecimals(3)
            box.setMinimumWidth(110)
            box.lineEdit().setTextMargins(5, 0, 0, 0)
            WheelGuard(box)
            self._named(box, field, words)
            box.setAccessibleDescription(why)
            box.valueChanged.connect(lambda value, field=field: self._tell(field, value))
            self._numbers[field] = box
            caption = plain_label(words, self)
            caption.setBuddy(box)
            grid.addWidget(caption, 0, column)
            grid.addWidget(box, 1, column)
            grid.addWidget(plain_label(why, self, kind="muted"), 2, column)
            grid.setColumnStretch(column, 1)
        return grid

    def _text(self, field: str, words: str, rows: int) -> tuple[str, QPlainTextEdit]:
        edit = QPlainTextEdit(self)
        edit.setTabChangesFocus(True)
        edit.setFixedHeight(rows * self.fontMetrics().lineSpacing() + 18)
        edit.textChanged.connect(lambda: self._tell(field, self._read(field)))
        self._named(edit, field, words)
        self._texts[field] = edit
        return words, edit

    def _switch(self, field: str, words: str) -> QCheckBox:
        switch = QCheckBox(words, self)
        switch.toggled.connect(lambda on: self._tell(field, on))
        self._named(switch, field, words)
        self._switches[field] = switch
        return switch

    @staticmethod
    def _named(control: QWidget, field: str, words: str) -> None:
        control.setObjectName(f"entry_{field}")
        control.setAccessibleName(words)

    def show_entry(self, entry: WorldEntry | None) -> None:
        """Show an entry; None empties and greys the fields."""
        self._filling = True
        shown = entry if entry is not None else WorldEntry("")
        for field, line in self._lines.items():
            line.setText(getattr(shown, field))
        for field, edit in self._texts.items():
            value = getattr(shown, field)
            edit.setPlainText(value if isinstance(value, str) else "\n".join(value))
        for field, switch in self._switches.items():
            switch.setChecked(getattr(shown, field))
        for field, box in self._numbers.items():
            box.setValue(getattr(shown, field))
        self.setEnabled(entry is not None)
        self._enable_keywords()
        self._filling = False

    def begin(self) -> None:
        """Put the caret where a new entry starts."""
        self._texts["keys"].setFocus()

    def _read(self, field: str) -> Any:
        text = self._texts[field].toPlainText()
        if field == "content":
            return text
        return tuple(line.strip() for line in text.split("\n") if line.strip())

    def _enable_keywords(self) -> None:
        self._texts["secondary_keys"].setEnabled(self._switches["selective"].isChecked())

    def _tell(self, field: str, value: Any) -> None:
        if not self._filling:
            self._enable_keywords()
            self.edited.emit(field, value)
