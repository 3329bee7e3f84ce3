"""Controls bound to one setting each; label, help, bounds and choices come from the settings models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.settings.words import choice_word, word
from desktop_app.ui.widgets.number_boxes import WheelGuard
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.core.domain.settings_path import FieldDescription

CONTROL_WIDTH = 420
"""Pixels beyond which a choice or slider only gets longer, not clearer."""


def heading_label(text: str, parent: QWidget, *, scale: float = 1.0) -> QLabel:
    """A bold label, larger than the text around it by ``scale``."""
    label = plain_label(text, parent)
    font = label.font()
    font.setBold(True)
    font.setPointSizeF(font.pointSizeF() * scale)
    label.setFont(font)
    return label


def push_button(
    name: str, text: str, parent: QWidget, slot: Callable[[], object] | None = None
) -> QPushButton:
    """A push button that Enter in a text field does not press."""
    button = QPushButton(text, parent)
    button.setObjectName(name)
    button.setAccessibleName(text)
    button.setAutoDefault(False)
    if slot is not None:
        button.clicked.connect(lambda _checked=False: slot())
    return button


def set_kind(widget: QWidget, kind: str) -> None:
    """Give a widget another look of the style sheet."""
    if widget.property("kind") != kind:
        widget.setProperty("kind", kind)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class Field(QWidget):
    """A control with its label, help and fault text.

    Args:
        description: What the models say about the setting.
        parent: Owner.
        name: ``objectName`` of the control.
    """

    edited = Signal(object)
    """A step of typing or sliding; more may follow."""

    chosen = Signal(object)
    """A finished choice."""

    withdrawn = Signal()
    """What is typed cannot be used, as the fault tells; what was typed before must not be saved."""

    control: QWidget

    def __init__(self, description: FieldDescription, parent: QWidget, *, name: str) -> None:
        super().__init__(parent)
        self.description = description
        self.name = name
        self.label = plain_label(word(description.label), self)
        self.help = plain_label(word(description.help) if description.help else "", self, kind="muted")
        self.help.setVisible(bool(description.help))
        self.fault = plain_label("", self, kind="error")
        self.fault.setObjectName(f"{name}Fault")
        self.fault.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3)

    @property
    def has_own_label(self) -> bool:
        """Whether the control itself shows the label, as a check box does."""
        return False

    def place(self, control: QWidget, *others: QWidget, row: QWidget | None = None) -> None:
        """Lay out the control (or the row that holds it), what belongs to it, and the texts below."""
        control.setObjectName(self.name)
        control.setAccessibleName(self.label.text())
        control.setAccessibleDescription(self.help.text())
        self.label.setBuddy(control)
        self._column.addWidget(row or control)
        for other in (*others, self.help, self.fault):
            self._column.addWidget(other)

    def show_value(self, value: Any) -> None:
        """Show what is stored, without telling it back; a control that shows it already is not touched."""
        raise NotImplementedError

    def show_fresh(self, value: Any) -> None:
        """Show what is stored for another profile: nothing of the former one, its undo included, stays."""
        self.show_value(value)

    def show_fault(self, text: str, kind: str = "error") -> None:
        """Show what is wrong beside the control; "" takes it away."""
        set_kind(self.fault, kind)
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

    def set_help(self, text: str) -> None:
        """Replace the help by a text that depends on the value."""
        self.help.setText(text)
        self.help.setVisible(bool(text))

    def search_text(self) -> str:
        """What the search looks at."""
        return f"{self.label.text()} {self.help.text()}"


class ToggleField(Field):
    """A switch."""

    control: QCheckBox

    def __init__(self, description: FieldDescription, parent: QWidget, *, name: str) -> None:
        super().__init__(description, parent, name=name)
        self.control = QCheckBox(self.label.text(), self)
        self.label.hide()
        self.place(self.control)
        self.help.setIndent(24)
        self.control.toggled.connect(self.chosen.emit)

    @property
    def has_own_label(self) -> bool:
        """A check box shows its label."""
        return True

    def show_value(self, value: Any) -> None:
        """Show what is stored."""
        with QSignalBlocker(self.control):
            self.control.setChecked(bool(value))


class ChoiceField(Field):
    """One of a few values.

    Args:
        description: As for ``Field``.
        parent: Owner.
        name: As for ``Field``.
        choices: (value, text) in order; default: the values of the model's ``Literal``.
    """

    control: QComboBox

    def __init__(
        self,
        description: FieldDescription,
        parent: QWidget,
        *,
        name: str,
        choices: Iterable[tuple[Any, str]] | None = None,
    ) -> None:
        super().__init__(description, parent, name=name)
        self.control = QComboBox(self)
        self.control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.control.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.control.setMinimumContentsLength(12)
        self.control.setMaximumWidth(CONTROL_WIDTH)
        WheelGuard(self.control)
        self.place(self.control)
        self._value: Any = None
        if choices is None:
            unset = [(None, choice_word("unset"))] if description.is_optional else []
            choices = unset + [(c, choice_word(c, description.name)) for c in description.choices]
        self.set_choices(choices)
        self.control.currentIndexChanged.connect(self._on_control_changed)

    def set_choices(self, choices: Iterable[tuple[Any, str]]) -> None:
        """Offer other values; the shown one stays."""
        with QSignalBlocker(self.control):
            self.control.clear()
            for value, text in choices:
                self.control.addItem(text, value)
        self.show_value(self._value)

    def show_value(self, value: Any) -> None:
        """Show what is stored; a value that is not offered is shown by itself, marked."""
        self._value = value
        found = next((i for i in range(self.control.count()) if self.control.itemData(i) == value), -1)
        with QSignalBlocker(self.control):
            if found < 0 and value is not None:
                self.control.addItem(self.tr("{value} (gone)").replace("{value}", str(value)), value)
                found = self.control.count() - 1
            self.control.setCurrentIndex(found)

    def _on_control_changed(self, index: int) -> None:
        self._value = self.control.itemData(index)
        self.chosen.emit(self._value)

    def search_text(self) -> str:
        """Label, help and the choices."""
        items = " ".join(self.control.itemText(i) for i in range(self.control.count()))
        return f"{super().search_text()} {items}"
