import asyncio

from desktop_app.coordinator.tasks import Tasks


async def test_a_failure_reaches_the_one_place_with_the_tasks_name():
    failures = []
    tasks = Tasks(lambda name, error: failures.append((name, str(error))))

    async def fail():
        raise ValueError("broken")

    task = tasks.start(fail(), "the job")
    await asyncio.wait([task])
    await asyncio.sleep(0)

    assert failures == [("the job", "broken")]
    assert len(tasks) == 0


async def test_a_cancellation_is_no_failure():
    failures = []
    tasks = Tasks(lambda name, error: failures.append(name))

    task = tasks.start(asyncio.sleep(60), "long")
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])

    assert failures == []


async def test_shutdown_lets_tasks_tidy_up_and_refuses_new_ones():
    tidied = []
    tasks = Tasks(lambda name, error: None)

    async def job():
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0)
            tidied.append("yes")

    tasks.start(job(), "job")
    await asyncio.sleep(0)
    ended = await tasks.shutdown()

    assert ended
    assert tidied == ["yes"]
    assert tasks.start(job(), "late") is None


async def test_shutdown_does_not_wait_for_ever():
    tasks = Tasks(lambda name, error: None)
    release = asyncio.Event()

    async def stubborn():
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    task = tasks.start(stubborn(), "stubborn")
    await asyncio.sleep(0)
    ended = await tasks.shutdown(limit=0.01)
    release.set()
    await asyncio.wait([task])

    assert not ended
