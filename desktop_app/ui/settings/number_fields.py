"""Controls for numbers: boxes with bounds, and a slider for a share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QSlider,
    QSpinBox,
    QWidget,
)

from desktop_app.ui.settings.fields import CONTROL_WIDTH, Field
from desktop_app.ui.widgets.number_boxes import ShortDecimalBox, WheelGuard
from desktop_app.ui.widgets.plain_rows import plain_label

if TYPE_CHECKING:
    from desktop_app.core.domain.settings_path import FieldDescription

LARGEST_WHOLE = 2_000_000_000
"""Qt's number boxes count in 32 bits."""


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
                self.control.setValue(value)  # type: ignore[arg-type]  # whole where the field is

    def _on_set_toggled(self, on: bool) -> None:
        self.control.setEnabled(on)
        self.chosen.emit(self.control.value() if on else None)

    def _on_value_changed(self, value: float) -> None:
        self.edited.emit(value)


class ShareField(Field):
    """A share as a slider in per cent, with a text that tells what it amounts to."""

    control: QSlider

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
