"""The one thread on which everything of the store happens, in the order of the calls."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

_log = logging.getLogger(__name__)

T = TypeVar("T")
_Job = tuple[Callable[[], Any], "Future[Any]"]


class StoreThread:
    """Runs functions one after the other on a daemon thread, for any asyncio loop.

    A daemon thread of our own, because an executor's threads hold up the end of the program. Work that
    was handed over is done even when the caller is cancelled: a write is never half ordered.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Do ``work`` on the thread, after everything handed over before, and wait for its result."""
        if self._thread is None:
            self._thread = threading.Thread(target=_serve, args=(self._jobs,), name=self._name, daemon=True)
            self._thread.start()
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # from here on, cancelling the caller cancels nothing
        self._jobs.put((work, future))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            future.add_done_callback(_log_failure)
            raise

    def stop(self) -> None:
        """Let the thread end after what was handed over; a later ``run`` starts a new one."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread = None
            self._jobs = queue.SimpleQueue()


def _serve(jobs: queue.SimpleQueue[_Job | None]) -> None:
    while (job := jobs.get()) is not None:
        work, future = job
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - handed to whoever awaits the future
            future.set_exception(error)
        # Without this the thread would keep the last result alive while it waits.
        del job, work, future


def _log_failure(future: Future[Any]) -> None:
    error = future.exception()
    if error is not None:
        _log.error("Work of a cancelled caller failed: %s", error)
