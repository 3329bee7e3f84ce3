"""The machine the program runs on: its clock, ids, data folder and log file."""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path

LOG_BYTES = 1_000_000
LOG_FILES = 3


class SystemClock:
    """The machine's own time."""

    now = staticmethod(time.time)
    monotonic = staticmethod(time.monotonic)


def new_id() -> str:
    """A unique id: 128 random bits, hexadecimal."""
    return os.urandom(16).hex()


def default_data_dir() -> Path:
    """Where the platform keeps a program's data, for example ``~/.local/share/throughline``."""
    import platformdirs

    return Path(platformdirs.user_data_dir("throughline", appauthor=False))


def log_to_file(path: Path) -> None:
    """Write warnings and worse, and our own notes, to a rotated file.

    Other libraries are kept to warnings: their debug records may hold requests. A folder that
    cannot be written costs the log, never the start.
    """
    from logging.handlers import RotatingFileHandler

    root = logging.getLogger()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(
            path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(_may_be_kept)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("desktop_app").setLevel(logging.INFO)


def _may_be_kept(record: logging.LogRecord) -> bool:
    """Whoever turns a library's debug records on does not get them into the file."""
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] == "desktop_app"
