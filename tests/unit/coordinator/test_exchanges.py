"""Exporting to and importing from files, on a real store."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_app.coordinator.exchanges import Exchanges, ExportForm
from desktop_app.core.domain.conversation import Fact
from desktop_app.core.domain.errors import ExchangeError, StorageError
from desktop_app.core.domain.events import ConversationAdded
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.domain.settings import ProfileSettings, Settings
from desktop_app.core.domain.summary import Summary, SummaryState
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, Ids, conversation, pairs


class Desk:
    def __init__(self, store):
        self.store = store
        self.events = []
        preferences = SimpleNamespace(settings=Settings(profiles=(ProfileSettings(id="known"),)))
        self.exchanges = Exchanges(store, preferences, self.events.append, FixedClock(), Ids("new"))


@pytest.fixture
def desk(tmp_path):
    @contextlib.asynccontextmanager
    async def open_desk(folder="data"):
        store = SqliteStore(AppPaths(tmp_path / folder), clock=FixedClock())
        await store.open()
        try:
            yield Desk(store)
        finally:
            await store.close()

    return open_desk


async def fill(store):
    attachment = await store.put_blob(b"bytes", "a.bin", "application/x")
    first, second, *rest = pairs(2)
    messages = [
        dataclasses.replace(first, attachments=(attachment,)),
        second,
        *rest,
        dataclasses.replace(second, id="gone", text="my PIN is 0000", deleted=True),
    ]
    head = conversation(active_leaf_id="a2", profile_id="known", system_prompt="Be kind.")
    summaries = [
        Summary("s", "c", "a1", "So far", 1.0, "h"),
        Summary("t", "c", "a1", "Undone words", 1.0, "h", state=SummaryState.UNDONE),
    ]
    await store.add_tree(
        dataclasses.replace(head, title="旅行/plan"), messages, summaries, [Fact("f", "fact", 1, "c")]
    )


@pytest.mark.parametrize("form", list(ExportForm))
async def test_every_form_holds_the_words_but_no_deleted_ones(desk, tmp_path, form):
    async with desk() as d:
        await fill(d.store)
        name = await d.exchanges.suggested_name("c", form)
        await d.exchanges.export_to("c", str(tmp_path / name))

    data = (tmp_path / name).read_bytes()
    assert name == f"旅行 plan{form.value}"
    assert b"0000" not in data
    if form in (ExportForm.MARKDOWN, ExportForm.TEXT, ExportForm.JSON):
        assert b"Q1 about fact-1" in data
        assert (b"Undone words" in data) is (form is ExportForm.JSON)
    assert not list(tmp_path.glob(".*.part"))


async def test_a_pack_moves_a_conversation_to_another_store(desk, tmp_path):
    file = str(tmp_path / "x.throughline")
    async with desk("here") as here:
        await fill(here.store)
        await here.exchanges.export_to("c", file)

    async with desk("there") as there:
        report = await there.exchanges.import_from(file)

        (head,) = report.conversations
        assert there.events == [ConversationAdded(head)]
        assert [c.id for c in await there.store.conversations()] == [head.id]
        path = await there.store.path(head.id)
        assert [m.text for m in path] == ["Q1 about fact-1", "A1", "Q2 about fact-2", "A2"]
        assert await there.store.blob(path[0].attachments[0].digest) == b"bytes"
        assert [s.text for s in await there.store.summaries(head.id)] == ["So far"]
        assert (head.profile_id, head.system_prompt) == ("known", "Be kind.")


async def test_unknown_fields_survive_import_and_export_and_go_with_a_purge(desk, tmp_path):
    file = tmp_path / "x.json"
    async with desk() as d:
        await fill(d.store)
        await d.exchanges.export_to("c", str(file))
        value = json.loads(file.read_bytes())
        value["conversation"]["colour"] = "red"
        value["messages"][0]["votes"] = 3
        file.write_text(json.dumps(value))

        (head,) = (await d.exchanges.import_from(str(file))).conversations
        await d.exchanges.export_to(head.id, str(file))
        again = json.loads(file.read_bytes())

        assert again["conversation"]["colour"] == "red"
        assert again["messages"][0]["votes"] == 3
        await d.store.change_conversation(head.id, deleted_at=1.0)
        await d.store.purge_deleted(2.0)
        assert await d.store.documents("imported_fields") == []


async def test_notes_of_an_import_are_told_once(desk, tmp_path):
    file = tmp_path / "x.json"
    messages = [{"role": "user", "content": "Hi"}, {"role": "tool", "content": "x"}]
    file.write_text(json.dumps([{"messages": messages}, {"messages": messages}]))
    async with desk() as d:
        report = await d.exchanges.import_from(str(file))

    assert len(report.conversations) == 2
    assert report.notes == ("Calls of tools and their results were left out.",)


async def test_what_cannot_be_read_is_ours_and_stores_nothing(desk, tmp_path, monkeypatch):
    (tmp_path / "bad.json").write_text("{")
    async with desk() as d:
        with pytest.raises(ExchangeError, match=r"bad\.json, line 1"):
            await d.exchanges.import_from(str(tmp_path / "bad.json"))
        with pytest.raises(ExchangeError, match=r"nowhere\.json: No such file"):
            await d.exchanges.import_from(str(tmp_path / "nowhere.json"))
        monkeypatch.setattr("desktop_app.coordinator.exchanges.MAX_FILE_BYTES", 0)
        with pytest.raises(ExchangeError, match="larger"):
            await d.exchanges.import_from(str(tmp_path / "bad.json"))
        with pytest.raises(StorageError, match="does not exist"):
            await d.exchanges.export_to("unknown", str(tmp_path / "x.txt"))
        assert await d.store.conversations() == []
    assert d.events == []


async def test_a_full_disk_leaves_the_former_export(desk, tmp_path, monkeypatch):
    file = tmp_path / "x.md"
    file.write_text("former")

    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    async with desk() as d:
        await fill(d.store)
        monkeypatch.setattr(Path, "replace", refuse)
        with pytest.raises(ExchangeError, match=r"x\.md: No space left") as caught:
            await d.exchanges.export_to("c", str(file))
        monkeypatch.undo()

    assert "written" in caught.value.title
    assert file.read_text() == "former"
    assert not list(tmp_path.glob(".*.part"))
