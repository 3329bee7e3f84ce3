"""Boxes for numbers that behave in a page that scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QDoubleSpinBox, QWidget


class ShortDecimalBox(QDoubleSpinBox):
    """Shows 300 and 0.7 where its parent would show 300.00 and 0.70."""

    def textFromValue(self, value: float) -> str:  # noqa: N802 - Qt's name
        """The number without zeros at its end."""
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


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
