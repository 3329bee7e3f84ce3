import asyncio
import threading
import time

import pytest

from desktop_app.coordinator.worker_threads import MOST_THREADS, WorkerThreads


async def test_results_and_failures_come_back():
    asyncio.get_running_loop()._default_executor = threads = WorkerThreads()

    assert await asyncio.to_thread(lambda: threading.current_thread().daemon)
    with pytest.raises(ZeroDivisionError):
        await asyncio.to_thread(lambda: 1 // 0)
    assert threads._count == 1


async def test_work_beyond_the_number_of_threads_waits_its_turn():
    threads = WorkerThreads()
    jobs = [asyncio.wrap_future(threads.submit(time.sleep, 0.005)) for _ in range(3 * MOST_THREADS)]

    await asyncio.gather(*jobs)

    assert threads._count <= MOST_THREADS
    threads.shutdown()
    with pytest.raises(RuntimeError):
        threads.submit(time.sleep, 0)


def test_a_stuck_thread_does_not_hold_the_shutdown():
    threads, gate = WorkerThreads(), threading.Event()
    future = threads.submit(gate.wait, 20)

    threads.shutdown(wait=True)

    assert not future.done()
    gate.set()
    assert future.result(timeout=5)
