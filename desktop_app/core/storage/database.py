"""Opening the file, setting a damaged one aside, and transactions; every call on the store thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from desktop_app.core.domain.errors import (
    DataDirUnusable,
    StorageError,
    StoreDamaged,
    StoreLocked,
    ThroughlineError,
)
from desktop_app.core.domain.ports import AppPaths, Clock
from desktop_app.core.storage.creation import build, install, remove_build
from desktop_app.core.storage.failures import FOREIGN, damaged, is_damage, ours
from desktop_app.core.storage.inspection import damage_in, damage_outside, torn_values, version_in_header
from desktop_app.core.storage.migration import backup_path, migrate, stamp
from desktop_app.core.storage.migrations.steps import STEPS, Step, newest_version

CHECK_ALWAYS_BELOW = 16 * 1024 * 1024
"""Bytes up to which a file is checked page by page at every open (50 ms on a slow core)."""


class Database:
    """The connection to the one SQLite file.

    Args:
        busy_timeout: Seconds to wait for another program that holds the file.
        steps: Migrations; only tests pass others than the real ones.
    """

    def __init__(
        self, paths: AppPaths, *, clock: Clock, busy_timeout: float = 5.0, steps: Sequence[Step] = STEPS
    ) -> None:
        self._paths = paths
        self._clock = clock
        self._busy_timeout = busy_timeout
        self._steps = steps
        self._connection: sqlite3.Connection | None = None
        self._durable: bool | None = None
        self._file: tuple[int, int] | None = None
        self.is_checked = False
        """Whether every page was read when the file was opened."""

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection.

        Raises:
            StorageError: The store is not open.
        """
        if self._connection is None:
            raise StorageError("The conversation store is not open.")
        return self._connection

    @property
    def suspect(self) -> Path:
        """A file whose presence asks for a full check at the next open."""
        return self._paths.data_dir / "throughline.db.suspect"

    def open(self) -> tuple[ThroughlineError, ...]:
        """Open, check and migrate; see ``ConversationStore.open``."""
        if self._connection is not None:
            return ()
        try:
            notices = self._open()
            self._file = _identity(self._paths.database)
        except FOREIGN as error:
            self.close()
            if is_damage(error) and not self.suspect.exists():
                # Met by chance in a file too large to be read wholly at every start: now it is.
                self.suspect.touch()
                return self.open()
            raise _at_open(ours(error, self._paths.data_dir)) from error
        except StorageError:
            self.close()
            raise
        return notices

    def close(self) -> None:
        """Fold the write-ahead log into the file and close it."""
        if self._connection is not None:
            connection, self._connection, self._file = self._connection, None, None
            connection.close()

    @contextmanager
    def transaction(self, *, durable: bool = False) -> Iterator[sqlite3.Connection]:
        """One write transaction: all of it or nothing.

        Args:
            durable: Wait until the disk has it (``synchronous=FULL``).

        Raises:
            StorageError: The file is not where it was: what was written now would be lost at the end.
        """
        connection = self.connection
        if self._file is not None and _identity(self._paths.database) != self._file:
            raise StorageError(
                f"The store in {self._paths.data_dir} was removed or replaced while the program ran. "
                "Nothing more can be saved. "
                "Copy what you need, put the store back and start Throughline again."
            )
        if durable != self._durable:
            connection.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            self._durable = durable
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def translate(self, error: Exception) -> StorageError:
        """Our error for a foreign one; damage found at work is remembered for the next open."""
        # A stored value that no version of ours has written, and no value that cannot be looked for.
        torn = isinstance(error, ValueError) and not isinstance(error, UnicodeEncodeError)
        if torn or is_damage(error):
            try:
                self.suspect.touch()
            except OSError as cause:
                return ours(cause, self._paths.data_dir)
        return damaged(self._paths.data_dir) if torn else ours(error, self._paths.data_dir)

    def bear_torn_text(self, error: Exception) -> bool:
        """Read text that is no UTF-8 with replacement characters from now on, if that is the error.

        A wrong byte costs a character then, and not the conversation. Not from the start: decoding
        in Python takes its time. Returns whether it is worth trying again.
        """
        is_torn = isinstance(error, sqlite3.OperationalError) and "decode to UTF-8" in str(error)
        if not is_torn or self.connection.text_factory is not str:
            return False
        self.connection.text_factory = lambda data: data.decode("utf-8", "replace")
        return True

    def _open(self) -> tuple[ThroughlineError, ...]:
        path = self._paths.database
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        remove_build(path)
        notices: list[ThroughlineError] = []
        damage = damage_outside(path)
        if damage is None:
            notices += self._create()
        else:
            if not damage:
                self._refuse_newer(version_in_header(path))
                damage = self._connect_and_check(path)
            if damage:
                notices.append(self._replace_damaged(damage))
        if self._connection is None:  # a file that was made just now
            self._connection = self._connect(path)
            self.is_checked = True
        notices += migrate(self._connection, self.transaction, self._paths, self._clock, self._steps)
        self._interrupt_streams()
        self.suspect.unlink(missing_ok=True)
        return tuple(notices)

    def _create(self) -> list[ThroughlineError]:
        """Make the first store, or the next one after the file vanished."""
        path = self._paths.database
        if _beside(path, "-wal").exists():
            kept = self._set_aside("lost")
            self._begin_anew()
            return [StoreDamaged(f"The store in {path} was missing. What was left of it is at {kept}.")]
        self._begin_anew()
        if _has_files(self._paths.backups, path.stem):
            return [
                StoreDamaged(
                    f"The store {path} was missing, and an empty one was begun."
                    f" Earlier copies are in {self._paths.backups}."
                )
            ]
        return []

    def _connect(self, path: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(path, timeout=self._busy_timeout, isolation_level=None)
        try:
            # A file system without shared memory refuses WAL; the default journal is safe there too.
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("PRAGMA secure_delete=FAST")
            connection.execute("PRAGMA journal_size_limit=16777216")
        except BaseException:
            connection.close()
            raise
        self._durable = None
        return connection

    def _connect_and_check(self, path: Path) -> str:
        """Connect; return why the file is damaged, or "" with the connection left open."""
        log = _beside(path, "-wal")
        unclean = (log.exists() and log.stat().st_size > 0) or self.suspect.exists()
        self.is_checked = unclean or path.stat().st_size <= CHECK_ALWAYS_BELOW
        try:
            connection = self._connection = self._connect(path)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            self._refuse_newer(version)
            damage = damage_in(connection, version, self._steps, thorough=self.is_checked)
            if not damage and self.suspect.exists():
                damage = torn_values(connection)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            damage = str(error)
        if damage:
            self.close()
        return damage

    def _refuse_newer(self, version: int) -> None:
        if version > newest_version(self._steps):
            raise DataDirUnusable(
                f"The store in {self._paths.data_dir} was written by a newer Throughline"
                f" (format {version}; this one knows {newest_version(self._steps)}). It was left as it is."
            )

    def _replace_damaged(self, damage: str) -> StoreDamaged:
        """Build a new file with what can be read of the damaged one, and put it in its place."""
        from desktop_app.core.storage.salvage import salvage

        path = self._paths.database
        found = build(path, self._steps, fill=lambda new: salvage(path, new))
        kept = self._set_aside("damaged")
        install(path)
        return StoreDamaged(f"The store was damaged ({damage}). It was set aside as {kept}. {found}")

    def _set_aside(self, why: str) -> Path:
        """Keep the file and its log in the backups; returns where they are.

        The file keeps its own name too, until a new one replaces it: a crash in between must not
        leave an empty place. The log moves: it must never meet another file.
        """
        path = self._paths.database
        self._paths.backups.mkdir(mode=0o700, parents=True, exist_ok=True)
        target = backup_path(self._paths, f"{why}-{stamp(self._clock)}")
        for suffix in ("-wal", "-shm"):
            if _beside(path, suffix).exists():
                _beside(path, suffix).replace(_beside(target, suffix))
        if path.exists():
            try:
                target.hardlink_to(path)
            except OSError:  # a file system without links
                import shutil

                shutil.copyfile(path, target)
        return target

    def _begin_anew(self) -> None:
        build(self._paths.database, self._steps)
        install(self._paths.database)

    def _interrupt_streams(self) -> None:
        """Mark replies that a crash cut off; also proves that the file can be written."""
        with self.transaction() as connection:
            connection.execute("UPDATE messages SET state = 'interrupted' WHERE state = 'streaming'")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _has_files(folder: Path, prefix: str) -> bool:
    return folder.is_dir() and any(p.name.startswith(prefix) for p in folder.iterdir())


def _at_open(error: StorageError) -> StorageError:
    """Without a store the program cannot go on, whatever the reason."""
    return error if isinstance(error, StoreLocked) else DataDirUnusable(error.message)


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one of the same name; None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
