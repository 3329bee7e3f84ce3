"""Settings by path: what a field is, what it holds, and a copy with another value.

A path is the tuple of attribute names from ``Settings`` or ``ProfileSettings`` down to a field, such
as ``("summary", "zh", "global_rules")``. The settings dialog binds its controls by such paths, so that
label, help, type and bounds come from the models and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, get_args

from pydantic import BaseModel

from desktop_app.core.domain.errors import SettingsInvalid
from desktop_app.core.domain.settings import Bounds, SettingsModel, bounds_of, choices_of

SettingPath = tuple[str, ...]

_AnyModel = TypeVar("_AnyModel", bound=SettingsModel)


@dataclass(frozen=True, slots=True)
class FieldDescription:
    """What a control needs to know of a field.

    Attributes:
        name: Last part of the path.
        label: English; the dialog translates it.
        help: English; "" where the label says all.
        default: Value when nothing is stored.
        bounds: Of a number.
        choices: Values of a ``Literal``.
        is_whole: Whether a number has no decimals.
        is_optional: Whether None, "unset", is allowed.
    """

    name: str
    label: str
    help: str
    default: Any
    bounds: Bounds
    choices: tuple[str, ...]
    is_whole: bool
    is_optional: bool


def describe(model: type[BaseModel], path: SettingPath) -> FieldDescription:
    """The field that a path leads to."""
    *parents, name = path
    for step in parents:
        inner = model.model_fields[step].annotation
        assert isinstance(inner, type)  # noqa: S101 - a wrong path is a fault in our code
        model = inner
    info = model.model_fields[name]
    kinds = [getattr(kind, "__origin__", kind) for kind in (info.annotation, *get_args(info.annotation))]
    return FieldDescription(
        name=name,
        label=info.title or name,
        help=info.description or "",
        default=info.default,
        bounds=bounds_of(model, name),
        choices=choices_of(model, name),
        is_whole=int in kinds,
        is_optional=type(None) in kinds,
    )


def value_at(model: BaseModel, path: SettingPath) -> Any:
    """The value that a path leads to."""
    value: Any = model
    for step in path:
        value = getattr(value, step)
    return value


def with_value(model: _AnyModel, path: SettingPath, value: Any) -> _AnyModel:
    """A copy in which the field of a path holds another value.

    Raises:
        SettingsInvalid: The value is outside the field's type or bounds; names the whole path.
    """
    head, rest = path[0], path[1:]
    try:
        return model.changed(**{head: with_value(getattr(model, head), rest, value) if rest else value})
    except SettingsInvalid as error:
        raise SettingsInvalid(error.message, field=".".join(path)) from None
