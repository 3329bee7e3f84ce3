import asyncio

from desktop_app.core.domain.conversation import MessageState
from tests.unit.coordinator.room import open_room


async def test_stop_counts_before_the_reply_has_begun(tmp_path):
    async with open_room(tmp_path) as room:
        room.provider.play([asyncio.Event().wait])
        conversation_id = await room.conversation()
        stopped = None

        def stop_at_once(event):
            nonlocal stopped
            if type(event).__name__ == "BusyChanged" and event.busy:
                stopped = asyncio.ensure_future(room.chat.stop(conversation_id))

        room.announcer.listen(stop_at_once)
        await room.chat.send(conversation_id, "Go")
        await asyncio.wait_for(stopped, 5)
        last = (await room.store.path(conversation_id))[-1]

        assert not room.chat.busy(conversation_id)
        assert last.state is MessageState.INTERRUPTED
        assert room.provider.requests == []


async def test_stop_right_after_send_ends_the_reply(tmp_path):
    async with open_room(tmp_path) as room:
        room.provider.play([asyncio.Event().wait], "Again.")
        conversation_id = await room.conversation()
        await room.chat.send(conversation_id, "Go")
        await asyncio.wait_for(room.chat.stop(conversation_id), 5)
        room.provider._scripts["chat"].clear()
        room.provider.play("Again.")

        assert (await room.say(conversation_id, "And now?")).text == "Again."
