"""Controls for text: a line, a path, several lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget

from desktop_app.ui.error_words import error_words
from desktop_app.ui.settings.fields import Field, push_button
from desktop_app.ui.settings.text_sync import CompositionWatch, show_in_line, show_in_text
from desktop_app.ui.widgets.file_dialogs import ask_for_files

if TYPE_CHECKING:
    from desktop_app.core.domain.settings_path import FieldDescription


class LineField(Field):
    """A line of text.

    Args:
        description: As for ``Field``.
        parent: Owner.
        name: As for ``Field``.
        placeholder: Shown while it is empty.
        check: Tells why a text cannot be used, "" when it can; such a text is not saved.
    """

    control: QLineEdit

    def __init__(
        self,
        description: FieldDescription,
        parent: QWidget,
        *,
        name: str,
        placeholder: str = "",
        check: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__(description, parent, name=name)
        self.control = QLineEdit(self)
        self.control.setPlaceholderText(placeholder)
        self._check = check
        self._composition = CompositionWatch(self.control)
        self.place(self.control)
        self._shown = ""
        self.control.textChanged.connect(self._on_text_changed)

    def show_value(self, value: Any) -> None:
        """Show what is stored; caret, undo and a text that cannot be used yet stay."""
        text = str(value or "")
        if self._check is not None and self._check(self.control.text()):
            return
        self._composition.when_done(lambda: self._show(text))

    def show_fresh(self, value: Any) -> None:
        """Show what is stored for another profile."""
        self._show(str(value or ""), fresh=True)

    def _show(self, text: str, *, fresh: bool = False) -> None:
        self._shown = text
        show_in_line(self.control, text, fresh=fresh)
        self._show_check(text)

    def _show_check(self, text: str) -> bool:
        why = error_words(self._check(text)) if self._check is not None else ""
        if self._check is not None:
            self.show_fault(why)
        return not why

    def _on_text_changed(self, text: str) -> None:
        if text == self._shown:
            return
        self._shown = text
        if self._show_check(text):
            self.edited.emit(text)
        else:
            self.withdrawn.emit()


class FileField(LineField):
    """A path, typed or chosen."""

    def __init__(
        self, description: FieldDescription, parent: QWidget, *, name: str, pattern: str = ""
    ) -> None:
        super().__init__(description, parent, name=name)
        self._pattern = pattern
        self.browse = push_button(f"{name}Choose", self.tr("Choose…"), self, self._on_browse_clicked)
        self.browse.setAccessibleName(
            self.tr("Choose a file for {field}").replace("{field}", self.label.text())
        )
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        self._column.removeWidget(self.control)
        row.addWidget(self.control, 1)
        row.addWidget(self.browse)
        self._column.insertLayout(0, row)

    def _on_browse_clicked(self) -> None:
        ask_for_files(
            self,
            self.label.text(),
            "chooseFile",
            lambda paths: self.take_path(paths[0]),
            filters=(self._pattern, self.tr("All files (*)")) if self._pattern else (),
            many=False,
        )

    def take_path(self, path: str) -> None:
        """Use a file that was chosen."""
        self._show(path)
        self.chosen.emit(path)


class TextField(Field):
    """Several lines of text."""

    control: QPlainTextEdit

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
