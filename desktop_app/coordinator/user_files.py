"""Files of the user's own, outside the data folder: read within a bound, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from desktop_app.core.domain.errors import ExchangeError

_PART_NAME = 40
"""Characters of the name beside: the whole one may be as long as the file system allows."""


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a file; blocking, for a worker thread.

    Args:
        path: The file.
        most: Bytes it may have.

    Raises:
        ExchangeError: It is larger, or cannot be read.
    """
    try:
        if not path.is_file():  # a pipe or a device would be waited for without end
            path.stat()
            raise ExchangeError(f"{path.name} is not a file.")
        if path.stat().st_size > most:
            raise ExchangeError(f"{path.name} is larger than {most // 1024**2} MB.")
        return path.read_bytes()
    except OSError as error:
        raise ExchangeError(f"{path.name}: {error.strerror or error}.") from error


def replace_file(target: Path, data: bytes) -> None:
    """Write beside the target and put in its place, so that a full disk costs no former file.

    Raises:
        ExchangeError: It cannot be written; a former file of that name is untouched.
    """
    beside = target.with_name(f".{target.name[:_PART_NAME]}.part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise ExchangeError(
            f"{target.name}: {error.strerror or error}.", title="The file could not be written"
        ) from error
