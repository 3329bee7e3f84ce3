"""Files that a crash or a full disk leaves either as they were or whole; stdlib only, for every part."""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path

_log = logging.getLogger(__name__)

_NAME_BESIDE = 40
"""Characters of the name beside: the whole one may be as long as the file system allows."""


def replace_file(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write beside a file, then put it in its place, durably; blocking, for a worker thread.

    A link stays a link: the file it leads to is replaced. The folder must be there.

    Args:
        path: The file; it need not exist.
        data: Its new content.
        mode: Permissions of the new file, before the umask.

    Raises:
        OSError: It cannot be written; a former file of that name is untouched.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name[:_NAME_BESIDE]}.part")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder durable; Windows and some network shares cannot, and need not."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        _log.info("A folder cannot be synced: %s", error.strerror)
    finally:
        os.close(descriptor)
