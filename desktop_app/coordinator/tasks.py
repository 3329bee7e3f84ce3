"""The one place that starts, names, keeps and cancels asyncio tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

OnFailure = Callable[[str, BaseException], None]
"""Told the task's name and what it raised; never called for a cancellation."""


class Tasks:
    """Keeps every running task alive and sends each failure to one place.

    Args:
        on_failure: Called on the loop's thread for every exception a task ends with.
    """

    def __init__(self, on_failure: OnFailure) -> None:
        self._on_failure = on_failure
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    def __len__(self) -> int:
        """Number of tasks that still run."""
        return len(self._tasks)

    def start(self, coroutine: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any] | None:
        """Start a coroutine as a task; after ``shutdown`` began it is closed instead (None)."""
        if self._closing:
            coroutine.close()
            return None
        task = asyncio.get_running_loop().create_task(coroutine, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)
        return task

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            self._on_failure(task.get_name(), error)

    async def shutdown(self, limit: float = 2.0) -> bool:
        """Refuse new tasks, cancel the running ones and wait for them.

        Args:
            limit: Seconds to wait at most.

        Returns:
            Whether every task ended in time.
        """
        self._closing = True
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        if not tasks:
            return True
        _, pending = await asyncio.wait(tasks, timeout=limit)
        return not pending
