"""Asks the coordinator something that takes time and hands the answer to a widget that still lives."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop_app.coordinator.answers import Answer, answer_of

if TYPE_CHECKING:
    from desktop_app.coordinator.tasks import Tasks


class Asking(QObject):
    """One question at a time: a new one, or ``cancel``, makes the answer to the old one void.

    Args:
        tasks: Runs the questions.
        parent: Owner; when it is gone, answers are dropped.
    """

    busy_changed = Signal(bool)

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._task: asyncio.Task[Any] | None = None
        self.destroyed.connect(self._dropper())

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._task is not None

    def ask(
        self, question: Callable[[], Awaitable[Any]], on_answer: Callable[[Answer[Any]], None], *, name: str
    ) -> None:
        """Start a question; a failure that the user may see arrives in the answer."""
        self.cancel()
        task = self._tasks.start(answer_of(question), name)
        if task is None:
            return
        self._task = task
        self.busy_changed.emit(True)

        def done(finished: asyncio.Task[Any]) -> None:
            if self._task is not finished:
                return
            self._task = None
            self.busy_changed.emit(False)
            if not finished.cancelled() and finished.exception() is None:
                on_answer(finished.result())

        task.add_done_callback(done)

    def cancel(self) -> None:
        """Give the question up."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            self.busy_changed.emit(False)

    def _dropper(self) -> Callable[[], None]:
        state = self.__dict__

        def drop() -> None:
            task = state.get("_task")
            state["_task"] = None
            if task is not None:
                task.cancel()

        return drop
