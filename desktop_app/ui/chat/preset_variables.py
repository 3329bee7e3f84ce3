"""Asks for the variables of a prompt before it goes into the composer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from desktop_app.core.personas.presets import Variable, fill_preset
from desktop_app.ui.widgets.plain_rows import add_row


class PresetVariables(QDialog):
    """One field for each variable; a blank one takes its default or stays visible in the text.

    Signals:
        filled: The text with the variables filled in.
    """

    filled = Signal(str)

    def __init__(self, title: str, text: str, gaps: Sequence[Variable], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("presetVariables")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Fill in the prompt"))
        self.setMinimumWidth(420)
        self._text = text
        head = QLabel(title, self)
        head.setTextFormat(Qt.TextFormat.PlainText)
        head.setWordWrap(True)
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self._fields: dict[str, QLineEdit] = {}
        for gap in gaps:
            field = QLineEdit(self)
            field.setObjectName(f"presetVariable_{gap.name}")
            field.setAccessibleName(gap.name)
            field.setPlaceholderText(gap.default)
            add_row(form, gap.name, field)
            self._fields[gap.name] = field
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Insert"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addWidget(head)
        layout.addLayout(form)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self.accepted.connect(self._on_accepted)

    def _on_accepted(self) -> None:
        values = {name: field.text() for name, field in self._fields.items()}
        self.filled.emit(fill_preset(self._text, values))
