"""The field for a model's name: free text, or one of the list the server offers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from desktop_app.ui.settings.fields import Field, push_button
from desktop_app.ui.settings.text_sync import CompositionWatch, show_in_line
from desktop_app.ui.widgets.number_boxes import WheelGuard

if TYPE_CHECKING:
    from desktop_app.core.domain.settings_path import FieldDescription


class ModelField(Field):
    """An editable list of model names with a button that asks the server for more."""

    list_requested = Signal()
    control: QComboBox

    def __init__(self, description: FieldDescription, parent: QWidget, *, name: str) -> None:
        super().__init__(description, parent, name=name)
        row = QWidget(self)
        self.control = QComboBox(row)
        self.control.setEditable(True)
        self._line = QLineEdit(self.control)
        self.control.setLineEdit(self._line)
        self.control.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.control.setMinimumContentsLength(14)
        self.control.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        completer = self.control.completer()
        if completer is not None:
            # Completion in the line would put text there that nobody typed.
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        WheelGuard(self.control)
        # The line has the focus, so its name is what a screen reader says.
        self._line.setObjectName("modelName")
        self._line.setAccessibleName(self.label.text())
        self._composition = CompositionWatch(self._line)
        self.load = push_button("modelList", self.tr("Load list"), row, self.list_requested.emit)
        self.load.setAccessibleName(self.tr("Load the list of models from the server"))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.control, 1)
        layout.addWidget(self.load)
        self.place(self.control, row=row)
        self._line.textChanged.connect(self.edited.emit)
        self.control.activated.connect(lambda index: self.chosen.emit(self.control.itemText(index)))

    def set_models(self, names: Iterable[str]) -> None:
        """Offer these names; the typed one stays."""
        text = self.control.currentText()
        with QSignalBlocker(self.control), QSignalBlocker(self._line):
            self.control.clear()
            self.control.addItems(list(dict.fromkeys(names)))
            self.control.setEditText(text)

    def show_value(self, value: Any) -> None:
        """Show what is stored."""
        text = str(value or "")
        self._composition.when_done(lambda: show_in_line(self._line, text))

    def show_fresh(self, value: Any) -> None:
        """Show what is stored for another profile."""
        show_in_line(self._line, str(value or ""), fresh=True)
