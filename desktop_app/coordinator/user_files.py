"""Files of the user's own, outside the data folder: read within a bound, written whole or not at all."""

from __future__ import annotations

import stat
from pathlib import Path

from desktop_app.core import durable_files
from desktop_app.core.domain.errors import ExchangeError


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a file; blocking, for a worker thread.

    Args:
        path: The file.
        most: Bytes it may have.

    Raises:
        ExchangeError: It is larger, or cannot be read.
    """
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):  # a pipe or a device would be waited for without end
            raise ExchangeError(f"{path.name} is not a file.")
        if facts.st_size > most:
            raise too_large(path.name, most)
        return path.read_bytes()
    except OSError as error:
        raise ExchangeError(f"{path.name}: {error.strerror or error}.") from error


def too_large(name: str, most: int) -> ExchangeError:
    """The error for a file of more than ``most`` bytes."""
    return ExchangeError(f"{name} is larger than {most // 1024**2} MB.")


def replace_file(target: Path, data: bytes) -> None:
    """Write a file whole or not at all; blocking, for a worker thread.

    Raises:
        ExchangeError: It cannot be written; a former file of that name is untouched.
    """
    try:
        durable_files.replace_file(target, data)
    except OSError as error:
        raise ExchangeError(
            f"{target.name}: {error.strerror or error}.", title="The file could not be written"
        ) from error
