"""Time limits in which the time that the program itself stood still does not count.

A laptop sleeps, a process is stopped and goes on: all limits seem to have passed, while what came in
meanwhile only waits to be read. Some clocks leave the sleep of the machine out, those of Windows do not, and
none leaves out SIGSTOP. A timer that fires much too late is the sign that tells.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

STOOD_STILL = 1.0
"""Seconds a timer may be late; later means that the whole program stood still."""
WAKING = 10.0
"""Seconds granted after that: what waits is read, and a network comes up again."""


class AwakeLimit:
    """``asyncio.timeout_at`` that grants time after a sleep.

    Leaving the block raises ``TimeoutError`` when the limit passed; ``passed`` tells it from one of the work.

    Args:
        until: On the loop's clock; None for no limit.

    Attributes:
        granted: Seconds by which the limit was moved.
    """

    def __init__(self, until: float | None) -> None:
        self.granted = 0.0
        self._until = until
        self._timeout = asyncio.timeout(None)
        self._timer: asyncio.TimerHandle | None = None

    @classmethod
    def after(cls, seconds: float | None) -> Self:
        """A limit that begins now; None for no limit."""
        return cls(None if seconds is None else asyncio.get_running_loop().time() + seconds)

    @property
    def passed(self) -> bool:
        """Whether the limit ended the block."""
        return self._timeout.expired()

    async def __aenter__(self) -> Self:
        await self._timeout.__aenter__()
        self._watch()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        await self._timeout.__aexit__(kind, error, trace)

    def _watch(self) -> None:
        if self._until is not None:
            self._timer = asyncio.get_running_loop().call_at(self._until, self._on_due, self._until)

    def _on_due(self, until: float) -> None:
        now = asyncio.get_running_loop().time()
        if now - until < STOOD_STILL:
            self._timeout.reschedule(now)
            return
        self._until = now + WAKING
        self.granted += self._until - until
        self._watch()
