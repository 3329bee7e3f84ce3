"""A field for a JSON object, checked as it is typed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NoReturn

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QWidget

from desktop_app.ui.settings.text_fields import TextField

if TYPE_CHECKING:
    from desktop_app.core.domain.settings_path import FieldDescription

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_OURS = frozenset({"messages", "model", "stream"})


class _NotAllowed(ValueError):
    """The text is JSON, but not of the kind the field takes."""


def parse_object(text: str, *, headers: bool = False) -> dict[str, Any]:
    """The JSON object a text holds; {} for a blank text.

    Args:
        text: As typed.
        headers: Whether names and values must be fit for HTTP headers.

    Raises:
        ValueError: With a text to show that names line and column where there are any.
    """
    if not text.strip():
        return {}
    try:
        data = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        message = QCoreApplication.translate("JsonField", "Not valid JSON in line {line}, column {column}.")
        message = message.replace("{line}", str(error.lineno)).replace("{column}", str(error.colno))
        raise ValueError(message) from None
    except RecursionError:
        raise ValueError(QCoreApplication.translate("JsonField", "Nested too deeply.")) from None
    if not isinstance(data, dict):
        raise _NotAllowed(
            QCoreApplication.translate("JsonField", 'This must be an object, like {"name": "value"}.')
        )
    if headers:
        _check_headers(data)
    elif _OURS & data.keys():
        name = min(_OURS & data.keys())
        raise _NotAllowed(
            QCoreApplication.translate("JsonField", "“{name}” is set by the program.").replace("{name}", name)
        )
    return data


def _check_headers(data: dict[str, Any]) -> None:
    for name, value in data.items():
        if not _HEADER_NAME.fullmatch(name):
            raise _NotAllowed(
                QCoreApplication.translate("JsonField", "“{name}” cannot be the name of a header.").replace(
                    "{name}", name
                )
            )
        if not isinstance(value, str):
            raise _NotAllowed(
                QCoreApplication.translate("JsonField", "The value of “{name}” must be a text.").replace(
                    "{name}", name
                )
            )
        if not value.isascii() or not value.isprintable():
            text = QCoreApplication.translate(
                "JsonField", "The value of “{name}” holds a character that a header cannot carry."
            )
            raise _NotAllowed(text.replace("{name}", name))


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        name = next(key for key in data if sum(key == k for k, _ in pairs) > 1)
        raise _NotAllowed(
            QCoreApplication.translate("JsonField", "“{name}” stands there twice.").replace("{name}", name)
        )
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise _NotAllowed(
        QCoreApplication.translate("JsonField", "{name} is no JSON value.").replace("{name}", name)
    )


def _pretty(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) if value else ""


class JsonField(TextField):
    """Shows an object as JSON; text that cannot be used stays, with the reason below it."""

    def __init__(
        self,
        description: FieldDescription,
        parent: QWidget,
        *,
        name: str,
        headers: bool = False,
        placeholder: str = "",
    ) -> None:
        super().__init__(description, parent, name=name, rows=3, placeholder=placeholder)
        self._headers = headers
        self._stored: Any = None
        self.control.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))

    def show_value(self, value: Any) -> None:
        """Show an object; text that means the same is left as it was typed."""
        try:
            shown = parse_object(self.control.toPlainText(), headers=self._headers)
        except ValueError:
            shown = self._stored  # text that cannot be used yet stays until something else is stored
        self._stored = value
        if shown != value:
            super().show_value(_pretty(value))
            self.show_fault("")

    def show_fresh(self, value: Any) -> None:
        """Show the object of another profile."""
        self._stored = value
        super().show_fresh(_pretty(value))
        self.show_fault("")

    def _on_text_changed(self) -> None:
        text = self.control.toPlainText()
        if text == self._shown:
            return
        self._shown = text
        try:
            value = parse_object(text, headers=self._headers)
        except ValueError as error:
            self.show_fault(str(error))
            self.withdrawn.emit()
            return
        self.show_fault("")
        self.edited.emit(value)
