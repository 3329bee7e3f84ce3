"""The settings as bytes: what stands in the file, in an export, and how an older form is read.

Pure functions, so that the settings file and the import in the settings dialog share one reader.
Only differences from the defaults are written. A value that cannot be used falls back to its default
alone; the caller is told through ``Reading`` and keeps the original bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from desktop_app.core.domain.settings import LOCAL_PROFILE_ID, Settings

Migration = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the JSON object of one version into that of the next; may change its argument."""

MIGRATIONS: tuple[Migration, ...] = ()
"""Step *i* leads from version *i* + 1 to version *i* + 2; add one for each raise of the version."""

_SECRET_WORDS = ("authorization", "cookie", "key", "secret", "token", "password")
_MAX_PASSES = 50
_DEEPEST = 60
"""Levels of nesting that are read; deeper ones could not be written back."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of some bytes.

    Attributes:
        settings: Always usable; the defaults where nothing could be read.
        readable: False when the bytes were no JSON object at all.
        fallen_back: Dotted paths of values that fell back to their defaults.
        newer: Whether a newer version of the program wrote the bytes.
        migrated: Whether steps from an older version were taken.
        migration_error: Why a migration step could not be taken; "" when all went well.
    """

    settings: Settings
    readable: bool = True
    fallen_back: tuple[str, ...] = ()
    newer: bool = False
    migrated: bool = False
    migration_error: str = ""

    @property
    def clean(self) -> bool:
        """Whether the bytes were read as they stand, with nothing lost or changed."""
        return self.readable and not (self.fallen_back or self.newer or self.migrated or self.migration_error)


def write_settings(settings: Settings) -> bytes:
    """The differences from the defaults as UTF-8 JSON, the version always among them."""
    data = {"version": settings.version, **settings.model_dump(mode="json", exclude_defaults=True)}
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, from a broken paste: JSON can escape it
        return (json.dumps(data, indent=2) + "\n").encode()


def read_settings(raw: bytes, migrations: Sequence[Migration] = MIGRATIONS) -> Reading:
    """Read bytes that ``write_settings``, an older program or a person wrote; never raises."""
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        return Reading(Settings(), readable=False)
    if not isinstance(data, dict):
        return Reading(Settings(), readable=False)
    lost = _cut_depths(data)
    version = data.get("version", 1)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        lost.append("version")
        version = 1
    data["version"] = version
    data, problem = _migrated(data, version, migrations)
    _name_profiles(data, lost)
    settings = _validated(data, lost)
    return Reading(
        settings,
        fallen_back=tuple(lost),
        newer=version > len(migrations) + 1,
        migrated=data["version"] != version,
        migration_error=problem,
    )


def without_secrets(settings: Settings) -> tuple[Settings, int]:
    """Settings fit for an export, and how many values were left out.

    Keys are never in the settings, but a header, a body field or an address can carry one.
    """
    profiles, dropped = [], 0
    for profile in settings.profiles:
        headers = {k: v for k, v in profile.extra_headers.items() if not _looks_secret(k)}
        body = {k: v for k, v in profile.extra_body.items() if not _looks_secret(k)}
        addresses = {"base_url": _no_user(profile.base_url), "proxy": _no_user(profile.proxy)}
        dropped += len(profile.extra_headers) - len(headers) + len(profile.extra_body) - len(body)
        dropped += sum(value != getattr(profile, name) for name, value in addresses.items())
        profiles.append(
            profile.model_copy(update={"extra_headers": headers, "extra_body": body, **addresses})
        )
    return settings.model_copy(update={"profiles": tuple(profiles)}), dropped


def _looks_secret(name: str) -> bool:
    words = name.lower().replace("_", "-")
    harmless = {"max-tokens", "max-completion-tokens", "prompt-cache-key"}
    return words not in harmless and any(word in words for word in _SECRET_WORDS)


def _no_user(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}" if mark else url


def _migrated(
    data: dict[str, Any], version: int, migrations: Sequence[Migration]
) -> tuple[dict[str, Any], str]:
    """Take every step from ``version`` on; stop at the first that fails and keep what there is."""
    for number, step in enumerate(migrations[version - 1 :], start=version):
        try:
            data = step(json.loads(json.dumps(data)))
        except Exception as error:  # noqa: BLE001 - a step that trips over odd data must not stop the start
            return data, f"step {number} to {number + 1}: {type(error).__name__}"
        data["version"] = number + 1
    return data, ""


def _cut_depths(data: dict[str, Any]) -> list[str]:
    """Drop what is nested too deeply to be written again; returns the paths."""
    lost: list[str] = []
    waiting: list[tuple[Any, tuple[int | str, ...]]] = [(data, ())]
    while waiting:
        parent, path = waiting.pop()
        entries = parent.items() if isinstance(parent, dict) else enumerate(parent)
        for step, value in list(entries):
            if not isinstance(value, (dict, list)):
                continue
            if len(path) < _DEEPEST:
                waiting.append((value, (*path, step)))
            else:
                parent[step] = None
                lost.append(".".join(map(str, path[:3])))
    return lost


def _name_profiles(data: dict[str, Any], lost: list[str]) -> None:
    """Give every profile an id of its own, so that none is dropped for lack of one."""
    profiles = data.get("profiles")
    if not isinstance(profiles, list):
        return
    used: set[str] = set()
    for index, profile in enumerate(profiles):
        if not isinstance(profile, dict):
            continue
        name = profile.get("id")
        if not isinstance(name, str) or not name or name in used:
            lost.append(f"profiles.{index}.id")
            name = next(
                f"profile-{n}" for n in range(index + 1, index + 3 + len(used)) if f"profile-{n}" not in used
            )
            profile["id"] = name
        used.add(name)


def _validated(data: dict[str, Any], lost: list[str]) -> Settings:
    """Validate; drop exactly the values that are refused, then validate again."""
    for _ in range(_MAX_PASSES):
        try:
            return _default_known(Settings.model_validate(data), lost)
        except ValidationError as error:
            paths = {_reachable(data, entry["loc"]) for entry in error.errors(include_url=False)}
        for path in sorted(paths, key=_list_order, reverse=True):
            _drop(data, path)
            lost.append(".".join(map(str, path)))
    lost.append("*")
    return Settings()


def _default_known(settings: Settings, lost: list[str]) -> Settings:
    """Let a default profile that does not exist fall back to the built-in one."""
    wanted = settings.default_profile_id
    if wanted == LOCAL_PROFILE_ID or any(p.id == wanted for p in settings.profiles):
        return settings
    lost.append("default_profile_id")
    return settings.model_copy(update={"default_profile_id": LOCAL_PROFILE_ID})


def _reachable(data: Any, location: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The longest part of an error's location that names something in the data."""
    path: list[int | str] = []
    for step in location:
        known = isinstance(data, dict) and step in data
        known = known or (isinstance(data, list) and isinstance(step, int) and step < len(data))
        if not known:
            break
        data = data[step]
        path.append(step)
    return tuple(path)


def _list_order(path: tuple[int | str, ...]) -> tuple[tuple[bool, int, str], ...]:
    """Sort key: later items of a list last, so that dropping from the end moves no index."""
    return tuple((isinstance(s, str), s if isinstance(s, int) else 0, str(s)) for s in path)


def _drop(data: Any, path: tuple[int | str, ...]) -> None:
    for step in path[:-1]:
        data = data[step]
    if path:
        del data[path[-1]]
