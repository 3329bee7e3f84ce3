import asyncio

from desktop_app.coordinator.turns import Turns
from desktop_app.core.domain.events import BusyChanged


async def test_one_turn_at_a_time_in_each_conversation():
    events = []
    turns = Turns(events.append)

    assert turns.begin("a")
    assert not turns.begin("a")
    assert turns.begin("b")
    turns.end("a")

    assert not turns.busy("a")
    assert turns.busy("b")
    assert events == [BusyChanged("a", True), BusyChanged("b", True), BusyChanged("a", False)]


async def test_waiters_go_on_when_the_turn_ends():
    turns = Turns(lambda event: None)
    turns.begin("a")
    waiter = asyncio.ensure_future(turns.wait_idle("a"))
    await asyncio.sleep(0)
    assert not waiter.done()

    turns.end("a")
    await asyncio.wait_for(waiter, 1)

    await turns.wait_idle("never busy")
