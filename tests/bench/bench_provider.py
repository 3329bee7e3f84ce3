"""How the adapter holds the loop: 50 MB in one reply, 20 replies at once, a summary beside them.

The longest turn is measured in CPU seconds of the loop's thread, so that a busy machine does not count.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from contextlib import aclosing

import pytest

from desktop_app.core.domain.request import ChatMessage, ChatRequest, ReplyFinished, TextDelta
from desktop_app.core.domain.settings import ProfileSettings
from desktop_app.core.provider.openai_chat import OpenAIChatProvider

LONGEST_TURN = 0.1
"""Seconds."""


class _Clock:
    now = staticmethod(time.time)
    monotonic = staticmethod(time.monotonic)


async def _no_key(_profile_id, _refresh):
    return None


@contextlib.contextmanager
def flood(text_bytes, chunk_characters):
    """Base URL of a server that streams so much text in chunks of such a size."""
    command = [sys.executable, "-m", "tests.faults.flood_server", str(text_bytes), str(chunk_characters)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def read(provider, base_url, purpose="chat"):
    profile = ProfileSettings(id="p", base_url=base_url, model="m")
    count = 0
    async with aclosing(
        provider.stream(ChatRequest(profile, (ChatMessage("user", "hi"),), purpose=purpose))
    ) as items:
        async for item in items:
            if isinstance(item, TextDelta):
                count += len(item.text)
    assert isinstance(item, ReplyFinished)
    return count


async def longest_turn():
    """CPU seconds of the longest turn until cancelled; returned through the exception's handler."""
    longest, last = 0.0, time.thread_time()
    try:
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            longest, last = max(longest, now - last), now
    except asyncio.CancelledError:
        return longest


async def measure(text_bytes, chunk_characters, replies):
    provider = OpenAIChatProvider(key_for=_no_key, local_engine=None, clock=_Clock())
    with flood(5, 5) as base_url:
        await read(provider, base_url)  # imports and the first client are no matter of streaming
    with flood(text_bytes, chunk_characters) as base_url:
        watch = asyncio.ensure_future(longest_turn())
        began = time.perf_counter()
        purposes = ["summary"] + ["chat"] * (replies - 1)
        counts = await asyncio.gather(*(read(provider, base_url, purpose) for purpose in purposes))
        seconds = time.perf_counter() - began
        watch.cancel()
        turn = await watch
    await provider.aclose()
    assert counts == [text_bytes // chunk_characters * chunk_characters] * replies
    return turn, seconds


@pytest.mark.limit(600)
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("text_bytes", "chunk_characters", "replies"),
    [
        pytest.param(50_000_000, 1000, 1, id="50 MB of text, 1,000 characters a chunk"),
        pytest.param(5_000_000, 20, 1, id="5 MB of text, 20 characters a chunk (50 MB on the wire)"),
        pytest.param(50_000_000, 4_000_000, 1, id="50 MB of text, 4 MB a chunk"),
        pytest.param(500_000, 20, 20, id="20 replies and a summary at once"),
    ],
)
def test_the_longest_turn_stays_short(benchmark, text_bytes, chunk_characters, replies):
    turn, seconds = benchmark.pedantic(
        lambda: asyncio.run(measure(text_bytes, chunk_characters, replies)), rounds=1
    )

    benchmark.extra_info["longest_turn_ms"] = round(turn * 1000, 1)
    print(f"\nlongest turn {turn * 1000:.1f} ms CPU, {seconds:.1f} s")
    assert turn <= LONGEST_TURN
