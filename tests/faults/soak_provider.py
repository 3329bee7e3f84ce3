"""Long runs of the adapter: ``python -m tests.faults.soak_provider [rounds]``.

Prints tasks, file descriptors, threads and memory before and after many rounds of send and stop.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import sys
import time
from contextlib import aclosing

import psutil

from desktop_app.core.domain.errors import ProviderError
from desktop_app.core.domain.request import ChatMessage, ChatRequest, TextDelta
from desktop_app.core.domain.settings import ProfileSettings
from desktop_app.core.provider.openai_chat import OpenAIChatProvider
from tests.faults.hostile_server import Hang, HostileServer, Pause
from tests.faults.wire import T, head


async def send_and_stop(provider, request, *, rounds, seed=1):
    """Send and stop: before the answer, in the middle by cancelling, or by breaking the loop off."""
    chance = random.Random(seed)
    for _ in range(rounds):
        kind = chance.randrange(3)
        task = asyncio.ensure_future(_take(provider, request, stop_after=1 if kind == 0 else None))
        if kind:
            await asyncio.sleep(0 if kind == 1 else chance.random() * 0.01)
            task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()


async def _take(provider, request, stop_after):
    try:
        async with aclosing(provider.stream(request)) as items:
            async for item in items:
                if stop_after and isinstance(item, TextDelta):
                    return
    except ProviderError:
        pass


class _Clock:
    now = staticmethod(time.time)
    monotonic = staticmethod(time.monotonic)


async def _no_key(_profile_id, _refresh):
    return None


def _figures() -> dict[str, int]:
    gc.collect()
    process = psutil.Process(os.getpid())
    return {
        "tasks": len(asyncio.all_tasks()),
        "fds": process.num_fds(),
        "threads": process.num_threads(),
        "objects": len(gc.get_objects()),
        "rss_kb": process.memory_info().rss // 1024,
    }


async def main(rounds: int) -> None:
    async with HostileServer() as server:
        server.play((head() + T("Hel"), Pause(0.001), T("lo"), Hang()))
        provider = OpenAIChatProvider(key_for=_no_key, local_engine=None, clock=_Clock())
        profile = ProfileSettings(id="p", base_url=server.base_url, model="m")
        request = ChatRequest(profile, (ChatMessage("user", "hi"),))
        await send_and_stop(provider, request, rounds=50)
        await asyncio.sleep(0.2)
        print("before", _figures())
        started = time.monotonic()
        await send_and_stop(provider, request, rounds=rounds)
        await asyncio.sleep(0.2)
        print("after ", _figures(), f"{rounds} rounds in {time.monotonic() - started:.1f} s")
        await provider.aclose()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
