"""Foreign errors become ours."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import pytest

from desktop_app.core.domain.errors import (
    DataDirUnusable,
    DiskFull,
    StorageError,
    StoreDamaged,
    StoreLocked,
)
from desktop_app.core.storage import failures
from desktop_app.core.storage.failures import is_damage, ours

FOLDER = Path("/data/of/mine")


def sqlite_error(code):
    error = sqlite3.OperationalError("words of SQLite")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (sqlite3.SQLITE_BUSY, StoreLocked),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreLocked),
        (sqlite3.SQLITE_LOCKED, StoreLocked),
        (sqlite3.SQLITE_FULL, DiskFull),
        (sqlite3.SQLITE_CORRUPT, StoreDamaged),
        (sqlite3.SQLITE_CORRUPT_INDEX, StoreDamaged),
        (sqlite3.SQLITE_NOTADB, StoreDamaged),
        (sqlite3.SQLITE_READONLY, DataDirUnusable),
        (sqlite3.SQLITE_CANTOPEN, DataDirUnusable),
        (sqlite3.SQLITE_ERROR, StorageError),
        (sqlite3.SQLITE_IOERR_READ, StorageError),
    ],
)
def test_codes_of_sqlite(code, expected):
    error = ours(sqlite_error(code), FOLDER)
    assert type(error) is expected
    assert str(FOLDER) in error.message
    assert is_damage(sqlite_error(code)) is (expected is StoreDamaged)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (errno.ENOSPC, DiskFull),
        (errno.EDQUOT, DiskFull),
        (errno.EACCES, DataDirUnusable),
        (errno.EROFS, DataDirUnusable),
        (errno.ENOTDIR, DataDirUnusable),
        (errno.EIO, StorageError),
    ],
)
def test_codes_of_the_system(code, expected):
    error = ours(OSError(code, "words of the system"), FOLDER)
    assert type(error) is expected
    assert str(FOLDER) in error.message


def test_an_io_error_on_a_full_disk_is_a_full_disk(monkeypatch, tmp_path):
    monkeypatch.setattr(failures, "_FULL_BELOW", 1 << 62)
    assert type(ours(sqlite_error(sqlite3.SQLITE_IOERR_WRITE), tmp_path)) is DiskFull


def test_an_error_without_a_code_is_still_ours():
    assert type(ours(sqlite3.ProgrammingError("odd"), FOLDER)) is StorageError
