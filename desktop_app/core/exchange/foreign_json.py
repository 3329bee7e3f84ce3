"""Reading other people's JSON: every refusal names the place and the reason."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, TypeVar

from desktop_app.core.domain.errors import ExchangeError

MAX_JSON_BYTES = 256 * 1024 * 1024
"""Bytes of one JSON file; years of chats are below 100 MB."""

MAX_MESSAGES = 200_000
"""Messages of one conversation."""

_LATEST = 253_402_300_799.0  # the last second of the year 9999

T = TypeVar("T")


def refuse(place: str, reason: str) -> ExchangeError:
    """The error for a fault at a place, both in plain words."""
    return ExchangeError(f"{place}: {reason}." if place else f"{reason}.")


def read_json(data: bytes, place: str) -> Any:
    """The value in UTF-8 (or UTF-16, UTF-32) JSON bytes; ``place`` names the file in messages.

    Raises:
        ExchangeError: Too large, not JSON, or nested too deeply.
    """
    if len(data) > MAX_JSON_BYTES:
        raise refuse(place, f"larger than {MAX_JSON_BYTES // 1024 // 1024} MB")
    try:
        return json.loads(data.decode(json.detect_encoding(data), "strict").removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise refuse(
            f"{place}, line {error.lineno}, column {error.colno}", f"not JSON ({error.msg})"
        ) from error
    except UnicodeDecodeError as error:
        raise refuse(f"{place}, byte {error.start}", "not text in UTF-8") from error
    except RecursionError as error:
        raise refuse(place, "nested too deeply") from error
    except ValueError as error:  # a number of thousands of digits
        raise refuse(place, "holds a number that is too long") from error


class Node:
    """A JSON value and where it stands, so that a wrong type is refused with its place."""

    __slots__ = ("place", "value")

    def __init__(self, value: Any, place: str) -> None:
        self.value = value
        self.place = place

    def get(self, key: str) -> Node:
        """The field of an object; a missing one counts as null."""
        return Node(self.object().get(key), f"{self.place}.{key}")

    def object(self) -> dict[str, Any]:
        """The value as an object."""
        return self._of(dict, "an object")

    def items(self) -> Iterator[Node]:
        """The elements of a list; null counts as an empty one."""
        for index, value in enumerate(self._of(list, "a list") if self.value is not None else ()):
            yield Node(value, f"{self.place}[{index}]")

    def text(self, default: str | None = None) -> str:
        """The value as a string; ``default``, when given, stands for null."""
        if self.value is None and default is not None:
            return default
        return self._of(str, "a text")

    def loose_text(self) -> str:
        """The value if it is a string, else ""; for what is nice to have and never worth a refusal."""
        return self.value if isinstance(self.value, str) else ""

    def text_or_none(self) -> str | None:
        """The value as a string, or None for null."""
        return None if self.value is None else self.text()

    def number(self, default: float | None = None) -> float:
        """The value as a finite number; ``default``, when given, stands for null."""
        found = self.number_or_none()
        if found is not None:
            return found
        if default is None:
            raise refuse(self.place, "is not a number")
        return default

    def number_or_none(self) -> float | None:
        """The value as a finite number, or None for null."""
        if self.value is None:
            return None
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise refuse(self.place, "is not a number")
        try:
            found = float(self.value)
        except OverflowError as error:
            raise refuse(self.place, "is too large") from error
        if not math.isfinite(found):
            raise refuse(self.place, "is not a finite number")
        return found

    def count(self, default: int = 0) -> int:
        """The value as a whole number from 0 on; ``default`` stands for null."""
        found = self.number_or_none()
        if found is None:
            return default
        if found < 0 or found != int(found) or found > 1 << 53:
            raise refuse(self.place, "is not a whole number from 0 on")
        return int(found)

    def flag(self, *, default: bool = False) -> bool:
        """The value as true or false; ``default`` stands for null."""
        return default if self.value is None else self._of(bool, "true or false")

    def _of(self, kind: type[T], words: str) -> T:
        if not isinstance(self.value, kind):
            raise refuse(self.place, f"is not {words}")
        return self.value


def seconds(value: Any) -> float | None:
    """A moment as seconds since the epoch, from a number or an ISO 8601 text; None if it is neither.

    Numbers above the year 9999 are taken for milliseconds.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        try:
            found = float(value)
        except OverflowError:
            return None
        found = found / 1000 if found > _LATEST / 10 else found
        return found if 0 <= found <= _LATEST else None
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value.strip())
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            return None
    return None
