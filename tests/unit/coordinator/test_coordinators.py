import gc

from tests.unit.coordinator.room import open_room


async def test_work_cancelled_before_its_first_step_is_put_away(tmp_path):
    began = []

    async def work():
        began.append(True)

    async with open_room(tmp_path) as room:
        room.parts.do(work(), "something")
        await room.parts.tasks.shutdown()
        room.parts.do(work(), "too late")
    gc.collect()  # a coroutine nobody awaited would warn now, and fail the test

    assert began == []
