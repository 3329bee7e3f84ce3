"""Rows of a form whose captions are shown literally."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QWidget


def plain_label(text: str, parent: QWidget | None = None, *, kind: str = "") -> QLabel:
    """A label that shows its text literally, wrapped."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if kind:
        label.setProperty("kind", kind)
    return label


def add_row(form: QFormLayout, caption: str, field: QWidget) -> None:
    """Add a field with its caption; ``QFormLayout.addRow`` with a string would take it for markup."""
    label = QLabel(caption)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setBuddy(field)
    form.addRow(label, field)
