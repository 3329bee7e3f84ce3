"""One program per data folder."""

from __future__ import annotations

import errno
import os
import sys

from desktop_app.core.domain.paths import AppPaths
from desktop_app.core.storage.failures import ours


class InstanceLock:
    """A lock on ``instance.lock`` in the data folder, held while the program runs.

    The operating system drops it when the process ends in whatever way, so a stale one cannot exist;
    the file itself stays. It holds the process id, for people who look.
    """

    def __init__(self, paths: AppPaths) -> None:
        self._path = paths.data_dir / "instance.lock"
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Take the lock; False when another process (or another object here) holds it.

        On a file system without locks it is taken for granted: SQLite's own locks still keep the
        store whole.

        Raises:
            DataDirUnusable: The folder cannot be made or written.
        """
        if self._descriptor is not None:
            return True
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise ours(error, self._path.parent) from error
        try:
            _lock(descriptor)
        except OSError as error:
            if _is_taken(error):
                os.close(descriptor)
                return False
        self._descriptor = descriptor
        self._note_process()
        return True

    def release(self) -> None:
        """Give the lock back; nothing happens when it is not held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _note_process(self) -> None:
        if self._descriptor is None or sys.platform == "win32":  # Windows locks the very bytes
            return
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.release()
            raise ours(error, self._path.parent) from error


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _is_taken(error: OSError) -> bool:
        """Windows' C library reports EINVAL where there are no locks; Wine's sets no error for a held one."""
        return error.errno != errno.EINVAL

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _is_taken(error: OSError) -> bool:
        return error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
