"""From the store into a pack, and from the pack into another store."""

from __future__ import annotations

import dataclasses

from desktop_app.core.domain.conversation import Fact
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.domain.summary import Summary
from desktop_app.core.exchange.imported import ImportedConversation
from desktop_app.core.exchange.importing import import_conversations
from desktop_app.core.exchange.pack import write_pack
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, Ids, conversation, pairs


async def open_store(folder):
    store = SqliteStore(AppPaths(folder), clock=FixedClock())
    await store.open()
    return store


async def test_a_conversation_moves_to_another_machine_whole(tmp_path):
    here, there = await open_store(tmp_path / "here"), await open_store(tmp_path / "there")
    attachment = await here.put_blob(b"bytes", "a.bin", "application/x")
    first, *rest = pairs(2)
    messages = [dataclasses.replace(first, attachments=(attachment,)), *rest]
    summary = Summary("s", "c", "a1", "So far", 1.0, "h")
    head = conversation(active_leaf_id="a2", system_prompt="Be kind.")
    await here.add_tree(head, messages, [summary], [Fact("f", "kept", 1.0, "c")])

    exported = ImportedConversation(
        conversation=await here.conversation("c"),
        messages=tuple(await here.all_messages("c")),
        summaries=tuple(await here.summaries("c")),
        facts=tuple(await here.facts("c")),
        files={attachment.digest: await here.blob(attachment.digest)},
    )
    (moved,) = import_conversations(write_pack(exported), "x.throughline", new_id=Ids("n"), now=0.0)
    for digest, data in moved.files.items():
        assert (await there.put_blob(data, "", "")).digest == digest
    await there.add_tree(moved.conversation, moved.messages, moved.summaries, moved.facts)

    path = await there.path(moved.conversation.id)
    assert [(m.text, m.attachments) for m in path] == [(m.text, m.attachments) for m in messages]
    assert [s.boundary_id for s in await there.summaries(moved.conversation.id)] == [path[1].id]
    assert [f.text for f in await there.facts(moved.conversation.id)] == ["kept"]
    assert await there.blob(attachment.digest) == b"bytes"
    await here.close()
    await there.close()
