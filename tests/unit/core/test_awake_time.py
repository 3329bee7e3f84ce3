"""A limit that leaves out the time in which the program slept."""

from __future__ import annotations

import asyncio
import time

import pytest

from desktop_app.core import awake_time
from desktop_app.core.awake_time import AwakeLimit


async def wait_for_ever(limit, *, asleep=0.0):
    async with limit:
        time.sleep(asleep)  # noqa: ASYNC251 - the whole program stands still
        await asyncio.Event().wait()


async def test_a_limit_that_passes_ends_the_block():
    limit = AwakeLimit.after(0.02)
    with pytest.raises(TimeoutError):
        await wait_for_ever(limit)

    assert limit.passed
    assert limit.granted == 0


async def test_what_is_done_in_time_is_done():
    async with AwakeLimit.after(5) as limit:
        await asyncio.sleep(0)

    assert not limit.passed


async def test_without_a_limit_nothing_ends():
    async with AwakeLimit.after(None) as limit:
        await asyncio.sleep(0)

    assert not limit.passed


async def test_a_timeout_of_the_work_itself_is_told_apart():
    limit = AwakeLimit.after(5)
    with pytest.raises(TimeoutError):
        async with limit:
            raise TimeoutError

    assert not limit.passed


async def test_after_a_sleep_what_waits_is_still_taken(monkeypatch):
    monkeypatch.setattr(awake_time, "STOOD_STILL", 0.05)
    waiting = asyncio.Event()
    async with AwakeLimit.after(0.02) as limit:
        asyncio.get_running_loop().call_later(0.12, waiting.set)
        time.sleep(0.1)  # noqa: ASYNC251
        await waiting.wait()

    assert not limit.passed
    assert limit.granted > awake_time.WAKING


async def test_after_a_sleep_the_limit_still_counts(monkeypatch):
    monkeypatch.setattr(awake_time, "STOOD_STILL", 0.05)
    monkeypatch.setattr(awake_time, "WAKING", 0.03)
    limit = AwakeLimit.after(0.02)
    with pytest.raises(TimeoutError):
        await wait_for_ever(limit, asleep=0.1)

    assert limit.passed


async def test_a_cancellation_from_outside_stays_one():
    task = asyncio.create_task(wait_for_ever(AwakeLimit.after(5)))
    await asyncio.sleep(0)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
