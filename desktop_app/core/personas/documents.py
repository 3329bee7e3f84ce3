"""Personas, world books and presets as the JSON objects the store keeps."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.persona import Persona, PromptPreset, WorldBook, WorldEntry

_Kind = TypeVar("_Kind", Persona, WorldBook, WorldEntry, PromptPreset)


def to_document(item: Persona | WorldBook | PromptPreset) -> dict[str, Any]:
    """An object for ``ConversationStore.save_document``; fields that are not set are left out."""
    return _plain(item)


def _plain(item: Any) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for field in dataclasses.fields(item):
        value = getattr(item, field.name)
        if isinstance(value, tuple):
            value = [_plain(part) if dataclasses.is_dataclass(part) else part for part in value]
        elif isinstance(value, Mapping):
            value = dict(value)
        if value not in (None, "", [], {}) or field.default is dataclasses.MISSING:
            document[field.name] = value
    return document


def persona_from(document: Mapping[str, Any]) -> Persona:
    """A stored persona; values of the wrong type fall back to nothing.

    Raises:
        ExchangeError: Id or name is missing.
    """
    return _built(Persona, document)


def book_from(document: Mapping[str, Any]) -> WorldBook:
    """A stored world book.

    Raises:
        ExchangeError: Id or name is missing.
    """
    entries = document.get("entries")
    listed = [item for item in entries if isinstance(item, dict)] if isinstance(entries, list) else []
    read = tuple(_built(WorldEntry, {"content": "", **item}) for item in listed)
    return _built(WorldBook, {**document, "entries": read})


def preset_from(document: Mapping[str, Any]) -> PromptPreset:
    """A stored prompt preset.

    Raises:
        ExchangeError: Id, title or text is missing.
    """
    return _built(PromptPreset, document)


def _strings(value: Any) -> tuple[Any, ...] | None:
    if not isinstance(value, list | tuple):
        return None
    return tuple(item for item in value if isinstance(item, str | WorldEntry))


def _of(*kinds: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        is_number_flag = isinstance(value, bool) and bool not in kinds
        return value if isinstance(value, kinds) and not is_number_flag else None

    return read


_READERS: dict[str, Callable[[Any], Any]] = {
    "str": _of(str),
    "str | None": _of(str),
    "bool": _of(bool),
    "float": _of(int, float),
    "int | None": _of(int),
    "tuple[str, ...]": _strings,
    "tuple[WorldEntry, ...]": _strings,
    "Mapping[str, Any]": _of(dict),
}


def _built(kind: type[_Kind], document: Mapping[str, Any]) -> _Kind:
    """A dataclass from a document, by the readers of its fields' types."""
    values: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        value = _READERS[str(field.type)](document.get(field.name))
        if value is not None:
            values[field.name] = value
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise ExchangeError(f"The entry has no {field.name}.")
    return kind(**values)
