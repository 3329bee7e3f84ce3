"""The full check of a file that is open, on a connection and a thread of its own."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from desktop_app.core.domain.errors import StoreDamaged, ThroughlineError
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.failures import FOREIGN, is_damage, ours, primary_code
from desktop_app.core.storage.inspection import damaged_pages


class Checkup:
    """Reads every page of the file beside other work.

    Args:
        suspect: Mark that asks for a full check, and so for mending, at the next open.
    """

    def __init__(self, paths: AppPaths, suspect: Path) -> None:
        self._paths = paths
        self._suspect = suspect
        self._connection: sqlite3.Connection | None = None

    def run(self) -> tuple[ThroughlineError, ...]:
        """Check; damage leaves the mark and is told of.

        Raises:
            StorageError: The check itself could not be done.
        """
        try:
            finding = self._finding()
        except FOREIGN as error:
            if primary_code(error) == sqlite3.SQLITE_INTERRUPT:
                return ()
            if not is_damage(error):
                raise ours(error, self._paths.data_dir) from error
            finding = str(error)
        if not finding:
            return ()
        self._suspect.touch()
        return (
            StoreDamaged(
                f"A check of the store in {self._paths.data_dir} found: {finding}."
                " It will be set aside and rebuilt at the next start."
            ),
        )

    def stop(self) -> None:
        """End a check that runs, without a finding: the file is about to be closed."""
        connection = self._connection
        if connection is not None:
            connection.interrupt()

    def _finding(self) -> str:
        address = f"{self._paths.database.absolute().as_uri()}?mode=ro"
        # `stop` comes from another thread; interrupting is what SQLite allows from there.
        with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as connection:
            self._connection = connection
            try:
                return damaged_pages(connection)
            finally:
                self._connection = None
