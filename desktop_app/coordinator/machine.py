"""The machine the program runs on: its clock, ids, data folder and log file."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import time
from pathlib import Path

LOG_BYTES = 1_000_000
LOG_FILES = 3
_CORE_FILTER = Path("/proc/self/coredump_filter")


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


def occupy_standard_streams() -> None:
    """Give descriptors 0 to 2 something to hold where the program was started without them.

    Else the next file or socket gets their numbers, and whatever a library prints goes into it.
    """
    if os.name != "posix":
        return
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number


def keep_memory_out_of_dumps() -> None:
    """Let no crash write memory to a file: it holds keys and messages.

    The limit stops the core file. Linux ignores it where the pattern of core files names a collector, so
    the filter leaves out all memory from what such a collector, or gdb's ``gcore``, gets (core(5)).
    Processes started later, such as the engine's, inherit both. The hard limit stays, so that a
    browser opened from here can have dumps of its own. ``PR_SET_DUMPABLE`` would hide the memory also from
    a debugger of the same user, but makes ``/proc/PID`` root's, which desktop portals and task managers read,
    and it ends with the next ``exec``, so it would not reach the engine.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    with contextlib.suppress(OSError):
        _CORE_FILTER.write_text("0")


def give_back_memory() -> None:
    """Return what the start freed to the system; the C library of Linux would keep it for later (3 MB)."""
    if sys.platform != "linux":
        return
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none, and keeps nothing
    if trim is not None:
        trim(0)


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
