from dataclasses import replace

from desktop_app.core.domain.conversation import TitleSource
from tests.builders import conversation, pairs


async def test_changing_one_field_loses_no_other(opened):
    async with opened() as store:
        await store.save_conversation(conversation())
        await store.add_message(pairs(1)[0])

        changed = await store.change_conversation("c", pinned=True)
        found = await store.conversation("c")

    assert changed == found
    assert found.pinned
    assert found.active_leaf_id == "u1"


async def test_changing_an_unknown_conversation_does_nothing(opened):
    async with opened() as store:
        assert await store.change_conversation("missing", pinned=True) is None
        assert await store.set_auto_title("missing", "x") is None


async def test_an_automatic_title_never_replaces_the_users(opened):
    async with opened() as store:
        await store.save_conversation(conversation())
        first = await store.set_auto_title("c", "Rain poem")
        await store.change_conversation("c", title="Mine", title_source=TitleSource.USER)
        second = await store.set_auto_title("c", "Late answer")
        found = await store.conversation("c")

    assert first.title == "Rain poem"
    assert first.title_source is TitleSource.AUTO
    assert second is None
    assert found.title == "Mine"


async def test_deleted_messages_are_off_the_path_but_can_be_asked_for(opened):
    async with opened() as store:
        await store.save_conversation(conversation())
        messages = pairs(2)
        for message in messages:
            await store.add_message(message)
        await store.save_message(replace(messages[1], deleted=True))

        path = await store.path_ids("c")
        removed = await store.removed_messages("c")

    assert path == ["u1", "u2", "a2"]
    assert [m.id for m in removed] == ["a1"]


async def test_branches_tell_place_and_number_of_siblings(opened):
    async with opened() as store:
        await store.save_conversation(conversation())
        first, answer = pairs(1)
        again = replace(answer, id="a1b")
        for message in (first, answer, again):
            await store.add_message(message)

        found = await store.branches(["u1", "a1", "a1b"])

    assert found == {"a1": (1, 2), "a1b": (2, 2)}
