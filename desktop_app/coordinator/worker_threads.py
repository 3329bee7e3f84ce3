"""The threads that blocking work runs on (``asyncio.to_thread``, look-ups of host names)."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

MOST_THREADS = 10
"""Hanging look-ups of names take one each; more work than this at once waits."""

_Job = tuple["Future[Any]", Callable[..., Any], tuple[Any, ...]]


class WorkerThreads:
    """An executor for a loop whose threads do not hold up the end of the program.

    The usual executors wait for their threads at the end; one that asks for a host name nobody answers
    for can take a minute. Whoever needs the outcome of its work awaits it before the end.
    """

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._count = 0
        self._ended = False

    def submit(self, work: Callable[..., Any], *args: Any) -> Future[Any]:
        """Do ``work`` on a thread; called on the loop's thread.

        Raises:
            RuntimeError: The executor was shut down.
        """
        if self._ended:
            raise RuntimeError("no more work is taken")
        future: Future[Any] = Future()
        self._jobs.put((future, work, args))
        if not self._idle.acquire(blocking=False) and self._count < MOST_THREADS:
            self._count += 1
            threading.Thread(target=self._serve, name=f"worker {self._count}", daemon=True).start()
        return future

    def shutdown(self, wait: bool = False) -> None:  # noqa: ARG002 - an executor's signature
        """Take no more work; threads end after what was handed over, and nobody waits for them."""
        self._ended = True
        for _ in range(self._count):
            self._jobs.put(None)

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, work, args = job
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work(*args))
                except BaseException as error:  # noqa: BLE001 - handed to whoever awaits the future
                    future.set_exception(error)
            del job, future, work, args  # else the last result lives on while the thread waits
            self._idle.release()
