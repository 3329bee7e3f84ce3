"""JSON from strangers: bounded in size and depth, finite numbers, errors in our words."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from desktop_app.core.domain.errors import ExchangeError

MOST_CHARACTERS = 16 * 1024 * 1024
MOST_DEPTH = 64


def _refuse_constant(name: str) -> NoReturn:
    raise ExchangeError(f"The file holds {name}, which is no JSON number.")


def check_depth(value: Any, what: str = "file") -> None:
    """Refuse lists and objects nested deeper than any honest file is.

    Raises:
        ExchangeError: It is.
    """
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > MOST_DEPTH:
            raise ExchangeError(f"The {what} is nested too deeply.")
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += [child for child in item.values() if isinstance(child, dict | list)]
            elif isinstance(item, list):
                inner += [child for child in item if isinstance(child, dict | list)]
        level = inner


def load_json(data: bytes | str, what: str = "file") -> Any:
    """Read JSON with limits; a byte order mark is allowed.

    Args:
        data: UTF-8 bytes, or text.
        what: Name of the thing in error messages.

    Raises:
        ExchangeError: Too large, not UTF-8, not JSON, nested too deeply, or with numbers that are
            none.
    """
    if len(data) > MOST_CHARACTERS:
        raise ExchangeError(f"The {what} is larger than {MOST_CHARACTERS // 2**20} MB.")
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data.removeprefix("\ufeff")
        value = json.loads(text, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise ExchangeError(f"The {what} is not UTF-8 text.") from error
    except json.JSONDecodeError as error:
        raise ExchangeError(
            f"The {what} is not valid JSON (line {error.lineno}, column {error.colno})."
        ) from error
    except RecursionError as error:
        raise ExchangeError(f"The {what} is nested too deeply.") from error
    except ValueError as error:  # an integer of thousands of digits
        raise ExchangeError(f"The {what} holds a number that is too long.") from error
    check_depth(value, what)
    return value


def dump_json(value: Any) -> bytes:
    """JSON as UTF-8, readable, keys in their order; what UTF-8 cannot hold is escaped."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False).encode("utf-8")
    except UnicodeEncodeError:  # lone surrogates
        return json.dumps(value, indent=2, allow_nan=False).encode("ascii")
