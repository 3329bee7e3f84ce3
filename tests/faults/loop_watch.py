"""Measures how long an event loop does not get round to its work."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Self

BEAT = 0.005
"""Seconds between two looks at the clocks."""


@dataclass(frozen=True, slots=True)
class Gap:
    """One stretch in which the loop did nothing else.

    Attributes:
        wall: Seconds by the clock, beyond the beat that was asked for.
        cpu: Seconds the loop's thread worked in it; a busy machine makes ``wall`` longer, not this.
    """

    wall: float
    cpu: float


class LoopWatch:
    """``async with LoopWatch() as watch``: a beat on the running loop, and the gaps between the beats."""

    def __init__(self) -> None:
        self.gaps: list[Gap] = []
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.get_running_loop().create_task(self._beat(), name="loop watch")
        return self

    async def __aexit__(self, *_exc: object) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])

    @property
    def longest(self) -> Gap:
        """The gap in which the loop's thread worked longest."""
        return max(self.gaps, key=lambda gap: gap.cpu, default=Gap(0.0, 0.0))

    @property
    def longest_wall(self) -> float:
        """The longest gap by the clock, in seconds."""
        return max((gap.wall for gap in self.gaps), default=0.0)

    async def _beat(self) -> None:
        while True:
            wall, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(BEAT)
            self.gaps.append(Gap(time.perf_counter() - wall - BEAT, time.thread_time() - cpu))
