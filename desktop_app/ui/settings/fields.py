"""Controls bound to one setting each; label, help, bounds and choices come from the settings models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.settings.text_sync import CompositionWatch, show_in_line, show_in_text
from desktop_app.ui.settings.words import choice_word, word

if TYPE_CHECKING:
    from desktop_app.core.domain.settings_path import FieldDescription

CONTROL_WIDTH = 420
"""Pixels beyond which a choice or slider only gets longer, not clearer."""

LARGEST_WHOLE = 2_000_000_000
"""Qt's number boxes count in 32 bits."""


def plain_label(text: str, parent: QWidget | None = None, *, kind: str = "") -> QLabel:
    """A label that shows its text literally, wrapped."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if kind:
        label.setProperty("kind", kind)
    return label


def set_kind(widget: QWidget, kind: str) -> None:
    """Give a widget another look of the style sheet."""
    if widget.property("kind") != kind:
        widget.setProperty("kind", kind)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class WheelGuard(QObject):
    """Lets the wheel scroll the page instead of changing a value the pointer happens to be over."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        control.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass the wheel on unless the control has the focus."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


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
        texts: Replaces the texts of some values.
    """

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


class ShortDecimalBox(QDoubleSpinBox):
    """Shows 300 and 0.7 where its parent would show 300.00 and 0.70."""

    def textFromValue(self, value: float) -> str:  # noqa: N802 - Qt's name
        """The number without zeros at its end."""
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


class NumberField(Field):
    """A number; an optional one has a check box for "unset"."""

    def __init__(
        self, description: FieldDescription, parent: QWidget, *, name: str, suffix: str = ""
    ) -> None:
        super().__init__(description, parent, name=name)
        self.control: QSpinBox | QDoubleSpinBox = (
            QSpinBox(self) if description.is_whole else ShortDecimalBox(self)
        )
        self.control.lineEdit().setTextMargins(5, 0, 0, 0)
        self._set_range()
        self.control.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.UpDownArrows)
        self.control.setGroupSeparatorShown(True)
        self.control.setMinimumWidth(120)
        if suffix:
            self.control.setSuffix(f" {suffix}")
        WheelGuard(self.control)
        self.is_set: QCheckBox | None = None
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        if description.is_optional:
            self.is_set = QCheckBox(self.tr("Set"), row)
            self.is_set.setObjectName(f"{name}IsSet")
            self.is_set.setAccessibleName(self.tr("Set {field}").replace("{field}", self.label.text()))
            layout.addWidget(self.is_set)
            self.control.setEnabled(False)
            self.is_set.toggled.connect(self._on_set_toggled)
        layout.addWidget(self.control)
        layout.addStretch(1)
        self.place(self.control, row=row)
        self.control.valueChanged.connect(self._on_value_changed)

    def _set_range(self) -> None:
        bounds = self.description.bounds
        low = bounds.minimum if bounds.minimum is not None else -LARGEST_WHOLE
        high = bounds.maximum if bounds.maximum is not None else LARGEST_WHOLE
        if isinstance(self.control, QSpinBox):
            self.control.setRange(int(low), int(high))
        else:
            # Without an upper bound it is a price, and cached tokens cost fractions of a cent.
            self.control.setDecimals(2 if bounds.maximum is not None else 4)
            self.control.setRange(low, high)
            self.control.setSingleStep(0.05 if high <= 2 else 1.0)  # noqa: PLR2004 - a share or seconds

    def show_value(self, value: Any) -> None:
        """Show what is stored; None as "unset"."""
        if self.is_set is not None:
            with QSignalBlocker(self.is_set):
                self.is_set.setChecked(value is not None)
            self.control.setEnabled(value is not None)
        if value is not None and self.control.value() != value:
            with QSignalBlocker(self.control):
                self.control.setValue(value)

    def set_start(self, value: float) -> None:
        """The number that appears when an unset field is set."""
        if self.is_set is not None and not self.is_set.isChecked():
            with QSignalBlocker(self.control):
                self.control.setValue(value)

    def _on_set_toggled(self, on: bool) -> None:
        self.control.setEnabled(on)
        self.chosen.emit(self.control.value() if on else None)

    def _on_value_changed(self, value: float) -> None:
        self.edited.emit(value)


class LineField(Field):
    """A line of text."""

    def __init__(
        self, description: FieldDescription, parent: QWidget, *, name: str, placeholder: str = ""
    ) -> None:
        super().__init__(description, parent, name=name)
        self.control = QLineEdit(self)
        self.control.setPlaceholderText(placeholder)
        self._composition = CompositionWatch(self.control)
        self.place(self.control)
        self.control.textEdited.connect(self.edited.emit)

    def show_value(self, value: Any) -> None:
        """Show what is stored; caret and undo stay where the texts agree."""
        text = str(value or "")
        self._composition.when_done(lambda: show_in_line(self.control, text))

    def show_fresh(self, value: Any) -> None:
        """Show what is stored for another profile."""
        show_in_line(self.control, str(value or ""), fresh=True)


class TextField(Field):
    """Several lines of text."""

    def __init__(
        self,
        description: FieldDescription,
        parent: QWidget,
        *,
        name: str,
        placeholder: str = "",
        rows: int = 4,
    ) -> None:
        super().__init__(description, parent, name=name)
        self.control = QPlainTextEdit(self)
        self.control.setPlaceholderText(placeholder)
        self.control.setTabChangesFocus(True)
        self.control.setFixedHeight(rows * self.fontMetrics().lineSpacing() + 18)
        self._composition = CompositionWatch(self.control)
        self.place(self.control)
        self.control.textChanged.connect(self._on_text_changed)
        self._shown = ""

    def show_value(self, value: Any) -> None:
        """Show what is stored; caret and undo stay where the texts agree."""
        text = str(value or "")
        self._composition.when_done(lambda: self._show(text))

    def show_fresh(self, value: Any) -> None:
        """Show what is stored for another profile."""
        self._show(str(value or ""), fresh=True)

    def _show(self, text: str, *, fresh: bool = False) -> None:
        self._shown = text
        with QSignalBlocker(self.control):
            show_in_text(self.control, text, fresh=fresh)

    def _on_text_changed(self) -> None:
        text = self.control.toPlainText()
        if text != self._shown:
            self._shown = text
            self.edited.emit(text)


class ShareField(Field):
    """A share as a slider in per cent, with a text that tells what it amounts to."""

    def __init__(self, description: FieldDescription, parent: QWidget, *, name: str) -> None:
        super().__init__(description, parent, name=name)
        self.control = QSlider(Qt.Orientation.Horizontal, self)
        bounds = description.bounds
        self.control.setRange(round((bounds.minimum or 0) * 100), round((bounds.maximum or 1) * 100))
        self.control.setPageStep(5)
        self.control.setMaximumWidth(CONTROL_WIDTH)
        WheelGuard(self.control)
        self.result = plain_label("", self)
        self.result.setObjectName(f"{name}Result")
        self.place(self.control, self.result)
        self._explain: Callable[[float], str] = lambda share: f"{share:.0%}"
        self.control.valueChanged.connect(self._on_value_changed)

    def set_explanation(self, explain: Callable[[float], str]) -> None:
        """Tell how to put a share into words."""
        self._explain = explain
        self.result.setText(explain(self.control.value() / 100))

    def show_value(self, value: Any) -> None:
        """Show what is stored."""
        with QSignalBlocker(self.control):
            self.control.setValue(round(value * 100))
        self.result.setText(self._explain(self.control.value() / 100))

    def _on_value_changed(self, value: int) -> None:
        self.result.setText(self._explain(value / 100))
        self.edited.emit(value / 100)
