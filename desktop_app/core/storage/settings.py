"""The settings file: read with care, written whole and atomically."""

from __future__ import annotations

import contextlib
import errno
import logging
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.core.domain.errors import (
    DiskFull,
    SettingsInvalid,
    StorageError,
    ThroughlineError,
)
from desktop_app.core.domain.ports import AppPaths, Clock
from desktop_app.core.durable_files import replace_file

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import Settings
    from desktop_app.core.domain.settings_format import Migration, Reading

_log = logging.getLogger(__name__)
_OWNER_ONLY = 0o600
"""Extra headers can hold what is nobody else's business."""
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class SettingsFile:
    """Implements the ``SettingsStore`` port over one JSON file.

    Whatever is wrong with the file, the program starts: what cannot be read is copied to the backups
    folder first and one notice tells of it. Nothing is overwritten that was not read or backed up.

    Args:
        paths: Where the file and its backups are.
        clock: Gives backups their time stamp.
        migrations: Steps from older versions; the program's own unless a test brings others.
    """

    def __init__(
        self, paths: AppPaths, *, clock: Clock, migrations: Sequence[Migration] | None = None
    ) -> None:
        self._paths = paths
        self._clock = clock
        self._migrations = migrations
        self._lock = threading.Lock()
        self._backup_due = False

    def load(self) -> tuple[Settings, tuple[ThroughlineError, ...]]:
        """Settings and at most one notice; never raises for what stands in the file."""
        from desktop_app.core.domain.settings import Settings
        from desktop_app.core.domain.settings_format import MIGRATIONS, read_settings

        with self._lock:
            try:
                raw = self._paths.settings.read_bytes()
            except FileNotFoundError:
                return Settings(), ()
            except OSError as error:
                self._backup_due = True
                return Settings(), (_as_ours(error, "The settings could not be read"),)
            migrations = MIGRATIONS if self._migrations is None else self._migrations
            reading = read_settings(raw, migrations)
            if reading.clean:
                return reading.settings, ()
            place = self._keep_original(raw)
            return reading.settings, (_notice(reading, place),)

    def save(self, settings: Settings) -> None:
        """Write the whole object: temporary file, fsync, replace, fsync of the folder.

        Raises:
            StorageError: Nothing was changed on disk; ``DiskFull`` when that is why.
        """
        from desktop_app.core.domain.settings_format import write_settings

        data = write_settings(settings)
        with self._lock:
            try:
                self._back_up_if_due()
                self._paths.settings.parent.mkdir(parents=True, exist_ok=True)
                replace_file(self._paths.settings, data, mode=_OWNER_ONLY)
            except OSError as error:
                raise _as_ours(error, "Could not save the settings") from error

    def _keep_original(self, raw: bytes) -> Path | None:
        """Copy the bytes to the backups; if that fails, ``save`` tries again before it overwrites."""
        try:
            return self._write_backup(raw)
        except OSError as error:
            _log.info("No backup of the settings file yet: %s", error.strerror)
            self._backup_due = True
            return None

    def _back_up_if_due(self) -> None:
        if self._backup_due:
            with contextlib.suppress(FileNotFoundError):
                self._write_backup(self._paths.settings.read_bytes())
            self._backup_due = False

    def _write_backup(self, raw: bytes) -> Path:
        folder = self._paths.backups
        folder.mkdir(parents=True, exist_ok=True)
        for known in folder.glob("settings-*.json"):
            if known.stat().st_size == len(raw) and known.read_bytes() == raw:
                return known
        stamp = datetime.fromtimestamp(self._clock.now(), UTC).strftime("%Y%m%d-%H%M%S")
        names = (f"settings-{stamp}{mark}.json" for mark in ("", *(f"-{n}" for n in range(2, 1000))))
        place = next(folder / name for name in names if not (folder / name).exists())
        replace_file(place, raw, mode=_OWNER_ONLY)
        return place


def _notice(reading: Reading, place: Path | None) -> ThroughlineError:
    """One notice for all that was wrong with the file."""
    if not reading.readable:
        notice = SettingsInvalid("The file is damaged, so the default settings are used.")
        notice.title = "The settings could not be read"
    elif reading.migration_error:
        notice = SettingsInvalid("The file of an older version could be read only in part.")
        notice.title = "Some settings were not taken over"
    elif reading.fallen_back:
        shown = ", ".join(reading.fallen_back[:3])
        more = len(reading.fallen_back) - 3
        shown += f" and {more} more" if more > 0 else ""
        notice = SettingsInvalid(f"Back to the default: {shown}.", field=reading.fallen_back[0])
        notice.title = "Some settings cannot be used"
    elif reading.newer:
        notice = SettingsInvalid("A newer version of the program wrote them; unknown ones are kept.")
        notice.title = "Settings of a newer version"
    else:
        notice = SettingsInvalid("They were brought up to this version.")
        notice.title = "Settings taken over"
    kept = f" The file as it was: {place}" if place else " The file as it was could not be copied yet."
    notice.message += kept
    return notice


def _as_ours(error: OSError, title: str) -> StorageError:
    if error.errno in _FULL:
        return DiskFull("Free some space, then try again.")
    if error.errno in {errno.EROFS, errno.EACCES, errno.EPERM}:
        return StorageError("The folder cannot be written.", title=title)
    return StorageError(error.strerror or type(error).__name__, title=title)
