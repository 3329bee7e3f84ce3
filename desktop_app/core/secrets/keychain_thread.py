"""A daemon thread on which calls to the keychain run, one after the other.

Not the loop's thread, since a prompt of the system can block for minutes, and not the loop's executor,
since its threads hold up the exit. A daemon thread does neither.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class KeychainThread:
    """Runs calls in order; started with the first one."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[_Job[Any]] = queue.SimpleQueue()
        self._started = False

    def submit(self, call: Callable[[], T]) -> asyncio.Future[T]:
        """Queue a call; the future gets its result on the loop's thread.

        A future cancelled before its turn takes the call out of the queue.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(call, future))
        if not self._started:
            self._started = True
            threading.Thread(target=self._run, name="keychain", daemon=True).start()
        return future

    def _run(self) -> None:
        while True:
            self._jobs.get().run()


class _Job(Generic[T]):
    def __init__(self, call: Callable[[], T], future: asyncio.Future[T]) -> None:
        self._call = call
        self._future = future
        self._loop = future.get_loop()

    def run(self) -> None:
        if self._future.cancelled():
            return
        try:
            result = self._call()
        except Exception as error:  # noqa: BLE001 - handed over to whoever awaits the future
            self._tell(self._fail, error)
        else:
            self._tell(self._finish, result)

    def _tell(self, report: Callable[[Any], None], value: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(report, value)

    def _finish(self, result: T) -> None:
        if not self._future.done():
            self._future.set_result(result)

    def _fail(self, error: Exception) -> None:
        if not self._future.done():
            self._future.set_exception(error)
