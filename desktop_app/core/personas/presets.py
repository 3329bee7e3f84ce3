"""Prompt presets: texts with ``{{name}}`` variables, filled literally, exchanged as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.persona import PromptPreset
from desktop_app.core.domain.ports import NewId
from desktop_app.core.personas.safe_json import dump_json, load_json

FORMAT = "throughline.presets"
_VERSION = 1
_MOST_PRESETS = 5000
_VARIABLE = r"\{\{[ \t]*(?P<name>[^\W\d][\w -]{0,62}?)[ \t]*(?:[:=](?P<default>[^{}]{0,2000}))?\}\}"


@dataclass(frozen=True, slots=True)
class Variable:
    """A gap in a preset; ``default`` is "" unless written as ``{{name:default}}``."""

    name: str
    default: str = ""


def variables(text: str) -> tuple[Variable, ...]:
    """The variables of a preset, each once, in the order of their first place.

    A name begins with a letter and holds letters of any script, digits, ``_``, ``-`` and spaces.
    """
    found: dict[str, Variable] = {}
    for match in re.finditer(_VARIABLE, text):
        name, default = match["name"], (match["default"] or "").strip()
        if name not in found or (default and not found[name].default):
            found[name] = Variable(name, default)
    return tuple(found.values())


def fill_preset(text: str, values: Mapping[str, str]) -> str:
    """A preset's text with its variables filled, once and literally.

    A missing or blank value gives the default; without one the gap stays visible as it was written.
    What a value contains is never a variable.
    """
    defaults = {variable.name: variable.default for variable in variables(text)}

    def value(match: re.Match[str]) -> str:
        name = match["name"]
        given = values.get(name, "")
        return given if given.strip() else defaults[name] or match.group()

    return re.sub(_VARIABLE, value, text)


def export_presets(presets: Iterable[PromptPreset]) -> bytes:
    """Presets as JSON; ids stay at home, unknown fields travel along."""
    listed = [{**preset.extra, "title": preset.title, "text": preset.text} for preset in presets]
    return dump_json({"format": FORMAT, "version": _VERSION, "presets": listed})


def import_presets(data: bytes, *, new_id: NewId) -> tuple[PromptPreset, ...]:
    """Read presets from JSON of this or a similar program.

    Understood are our own files, lists of objects, and objects of title to text. A title may be
    called ``title``, ``name`` or ``act``, a text ``text``, ``prompt`` or ``content``.

    Raises:
        ExchangeError: The file is damaged or holds no preset.
    """
    raw = load_json(data, "preset file")
    if isinstance(raw, dict):
        listed = raw.get("presets")
        if not isinstance(listed, list):
            listed = [{"title": key, "text": value} for key, value in raw.items() if isinstance(value, str)]
    else:
        listed = raw if isinstance(raw, list) else []
    if len(listed) > _MOST_PRESETS:
        raise ExchangeError(f"The file holds more than {_MOST_PRESETS} presets.")
    presets = tuple(preset for item in listed if (preset := _preset(item, new_id)) is not None)
    if not presets:
        raise ExchangeError("The file holds no prompt preset.")
    return presets


def _preset(item: Any, new_id: NewId) -> PromptPreset | None:
    if not isinstance(item, dict):
        return None
    text = _first_string(item, ("text", "prompt", "content"))
    title = " ".join(_first_string(item, ("title", "name", "act")).split())
    if not text.strip():
        return None
    known = ("id", "title", "name", "act", "text", "prompt", "content")
    extra = {key: value for key, value in item.items() if key not in known}
    return PromptPreset(new_id(), title or " ".join(text.split())[:50], text, extra)


def _first_string(item: Mapping[str, Any], keys: Iterable[str]) -> str:
    return next((item[key] for key in keys if isinstance(item.get(key), str)), "")
