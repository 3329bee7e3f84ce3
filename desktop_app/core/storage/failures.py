"""The one place where errors of SQLite and the operating system become ours."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from desktop_app.core.domain.errors import (
    DataDirUnusable,
    DiskFull,
    StorageError,
    StoreDamaged,
    StoreLocked,
)

FOREIGN = (sqlite3.Error, OSError)
"""What ``ours`` translates."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_UNUSABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
_NO_ACCESS = (
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOTDIR,
    errno.EISDIR,
    errno.EEXIST,
    errno.ENOENT,
    errno.ELOOP,
    errno.ENAMETOOLONG,
)
_FULL_BELOW = 65536
"""Bytes of free space under which an unspecific I/O error is taken for a full disk."""


def primary_code(error: Exception) -> int:
    """SQLite's primary result code of an error; -1 when it carries none."""
    code = getattr(error, "sqlite_errorcode", None)
    return -1 if code is None else int(code) & 0xFF


def is_damage(error: Exception) -> bool:
    """Whether SQLite says that the file itself is broken."""
    return primary_code(error) in _DAMAGED


def ours(error: Exception, folder: Path) -> StorageError:
    """The error of ours that stands for a foreign one.

    Args:
        error: Raised by ``sqlite3`` or by a file operation.
        folder: The data folder, named in the message.
    """
    if isinstance(error, OSError):
        return _from_system(error, folder)
    return _from_sqlite(error, folder)


def damaged(folder: Path) -> StoreDamaged:
    """The error for damage that was met at work."""
    return StoreDamaged(
        f"The store in {folder} is damaged. It will be set aside and rebuilt at the next start."
    )


def _from_sqlite(error: Exception, folder: Path) -> StorageError:
    code = primary_code(error)
    if code in _BUSY:
        return StoreLocked(f"Another program holds the store in {folder}. Close it and try again.")
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(folder)):
        return _disk_full(folder)
    if code in _DAMAGED:
        return damaged(folder)
    if code in _UNUSABLE:
        return DataDirUnusable(f"The store in {folder} cannot be opened or written.")
    return StorageError(f"The store in {folder} reported: {error}.")


def _from_system(error: OSError, folder: Path) -> StorageError:
    if error.errno in _NO_SPACE:
        return _disk_full(folder)
    reason = error.strerror or type(error).__name__
    if error.errno in _NO_ACCESS:
        return DataDirUnusable(f"{folder} cannot be used: {reason}.")
    return StorageError(f"A file in {folder} could not be read or written: {reason}.")


def _disk_full(folder: Path) -> DiskFull:
    return DiskFull(f"No space is left for {folder}. What was stored before is intact.")


def _is_full(folder: Path) -> bool:
    import shutil  # late, like all that a sound start does not need

    try:
        return shutil.disk_usage(folder).free < _FULL_BELOW
    except OSError:
        return False
