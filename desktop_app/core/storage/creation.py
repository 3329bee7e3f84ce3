"""Making a new store beside the old one and putting it in place in one step.

A half-made file never carries the store's name, so that an empty one always means damage.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from desktop_app.core.durable_files import sync_folder
from desktop_app.core.storage.migrations.steps import APPLICATION_ID, Step


def build_path(path: Path) -> Path:
    """Where the new file grows."""
    return path.with_name(path.name + ".new")


def remove_build(path: Path) -> None:
    """Remove what an interrupted build left."""
    for suffix in ("", "-journal"):
        build_path(path).with_name(build_path(path).name + suffix).unlink(missing_ok=True)


def build(
    path: Path, steps: Sequence[Step], *, fill: Callable[[sqlite3.Connection], str] | None = None
) -> str:
    """Make a new store beside ``path``; returns what ``fill`` says it put in.

    ``fill`` puts rows into the new tables, before anything is committed.
    """
    remove_build(path)
    connection = sqlite3.connect(build_path(path), isolation_level=None)
    try:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute("BEGIN IMMEDIATE")
        for step in steps:
            apply(connection, step)
        told = fill(connection) if fill else ""
        connection.execute("COMMIT")
    finally:
        connection.close()
    build_path(path).chmod(0o600)
    return told


def install(path: Path) -> None:
    """Give the new file the store's name, replacing what had it."""
    with build_path(path).open("rb+") as file:
        os.fsync(file.fileno())
    build_path(path).replace(path)
    sync_folder(path.parent)


def apply(connection: sqlite3.Connection, step: Step) -> None:
    """Run one step inside the transaction that is open."""
    for statement in step.statements:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={step.version}")
