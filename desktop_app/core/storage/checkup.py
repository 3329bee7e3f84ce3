"""The full check of a file that is open, on a connection of its own."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from desktop_app.core.domain.errors import StoreDamaged, ThroughlineError
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.failures import FOREIGN, is_damage, ours
from desktop_app.core.storage.inspection import damaged_pages


def check_file(paths: AppPaths, suspect: Path) -> tuple[ThroughlineError, ...]:
    """Read every page; on damage leave the mark ``suspect`` for the next open and say so.

    Raises:
        StorageError: The check itself could not be done.
    """
    try:
        with closing(sqlite3.connect(f"{paths.database.as_uri()}?mode=ro", uri=True)) as connection:
            finding = damaged_pages(connection)
    except FOREIGN as error:
        if not is_damage(error):
            raise ours(error, paths.data_dir) from error
        finding = str(error)
    if not finding:
        return ()
    suspect.touch()
    return (
        StoreDamaged(
            f"A check of the store in {paths.data_dir} found: {finding}. It will be set aside and rebuilt"
            " at the next start."
        ),
    )
