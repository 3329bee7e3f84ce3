"""Bringing an older file to the newest schema, with a copy from before each step."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from desktop_app.core.domain.errors import Action, DataDirUnusable, StorageError, ThroughlineError
from desktop_app.core.domain.ports import AppPaths, Clock
from desktop_app.core.storage.creation import apply
from desktop_app.core.storage.failures import FOREIGN
from desktop_app.core.storage.migrations.steps import Step

Transaction = Callable[..., AbstractContextManager[sqlite3.Connection]]


def stamp(clock: Clock) -> str:
    """The time as part of a file name, UTC."""
    return time.strftime("%Y%m%d-%H%M%S", time.gmtime(clock.now()))


def backup_path(paths: AppPaths, suffix: str) -> Path:
    """A free name in the backup folder: ``throughline-<suffix>.db``."""
    name, number = f"{paths.database.stem}-{suffix}", 1
    while any((paths.backups / f"{name}.db{side}").exists() for side in ("", "-wal")):
        number += 1
        name = f"{paths.database.stem}-{suffix}-{number}"
    return paths.backups / f"{name}.db"


def migrate(
    connection: sqlite3.Connection,
    transaction: Transaction,
    paths: AppPaths,
    clock: Clock,
    steps: Sequence[Step],
) -> list[ThroughlineError]:
    """Do the steps the file has not seen, each in one transaction; returns a notice per copy made.

    Raises:
        DataDirUnusable: A step failed; the file is as it was before that step.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    notices: list[ThroughlineError] = []
    for step in steps:
        if step.version <= version:
            continue
        copy = backup_path(paths, f"v{version}-{stamp(clock)}")
        _copy(connection, copy)
        _do(step, transaction, copy)
        version = step.version
        notices.append(
            StorageError(
                f"A copy from before the upgrade is at {copy}.",
                title="The conversation store was upgraded",
                action=Action.NONE,
            )
        )
    return notices


def _do(step: Step, transaction: Transaction, copy: Path) -> None:
    try:
        with transaction(durable=True) as connection:
            apply(connection, step)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise  # full, locked, read-only: says so itself
        raise DataDirUnusable(
            f"Upgrading the store to format {step.version} failed: {error}. Nothing was changed;"
            f" a copy is at {copy}.",
            title="The conversation store could not be upgraded",
        ) from error


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the whole store; a copy that cannot be finished is removed."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = sqlite3.connect(target)
    try:
        connection.backup(copy)
    except FOREIGN:
        copy.close()
        target.unlink(missing_ok=True)
        raise
    copy.close()
    target.chmod(0o600)
