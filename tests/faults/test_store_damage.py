"""A damaged, empty, cut or foreign store is set aside, told of, and salvaged."""

from __future__ import annotations

import dataclasses
import random
import shutil
import sqlite3

import pytest

from desktop_app.core.domain.conversation import Fact
from desktop_app.core.domain.errors import DataDirUnusable, StorageError, StoreDamaged
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, conversation, pairs

PAIRS = 300


@pytest.fixture
def paths(tmp_path):
    return AppPaths(tmp_path / "data")


@pytest.fixture
def unchecked(monkeypatch):
    """Treat every file as one that is too large for a check at each open."""
    monkeypatch.setattr("desktop_app.core.storage.database.CHECK_ALWAYS_BELOW", 0)


def new_store(paths):
    return SqliteStore(paths, clock=FixedClock(), busy_timeout=0.2)


async def fill(paths, padding=40):
    store = new_store(paths)
    await store.open()
    messages = [dataclasses.replace(m, text=m.text + " padding" * padding) for m in pairs(PAIRS)]
    await store.add_tree(
        conversation(active_leaf_id=messages[-1].id), messages, (), [Fact("f", "kept", 1, "c")]
    )
    await store.close()
    return messages


async def reopen(paths):
    """(notice, path, bytes set aside) after opening a store that needs mending."""
    store = new_store(paths)
    (notice,) = await store.open()
    path = await store.path("c")
    assert await store.check(again=True) == ()
    await store.close()
    assert isinstance(notice, StoreDamaged)
    (aside,) = [p for p in paths.backups.iterdir() if p.suffix == ".db"]
    assert str(aside) in notice.message
    assert "20270115-080000" in aside.name
    return notice, path, aside.read_bytes()


def overwrite(path, start, end):
    with path.open("r+b") as file:
        file.seek(start)
        file.write(bytes(end - start))


@pytest.mark.parametrize("header", [100, 4096])
async def test_a_zeroed_header_costs_no_message(paths, header):
    messages = await fill(paths)
    overwrite(paths.database, 0, header)
    damaged = paths.database.read_bytes()

    notice, path, aside = await reopen(paths)

    assert aside == damaged
    assert [m.id for m in path] == [m.id for m in messages]
    assert [m.text for m in path] == [m.text for m in messages]
    assert f"{2 * PAIRS} messages" in notice.message


async def test_a_file_cut_in_half_gives_back_its_first_half(paths):
    await fill(paths)
    damaged = paths.database.read_bytes()
    with paths.database.open("r+b") as file:
        file.truncate(len(damaged) // 2)

    _, path, aside = await reopen(paths)

    assert aside == damaged[: len(damaged) // 2]
    assert len(path) > 50
    assert path[0].id == "u1"


async def test_a_hole_in_the_middle_costs_only_what_was_there(paths):
    await fill(paths)
    size = paths.database.stat().st_size
    middle = size // 2 // 4096 * 4096
    overwrite(paths.database, middle, middle + 3 * 4096)

    _, path, _ = await reopen(paths)

    assert len(path) >= 2 * PAIRS - 80
    assert (path[0].id, path[-1].id) == ("u1", f"a{PAIRS}")


@pytest.mark.parametrize("content", [b"", bytes(20_000), b"hello", b"SQLite format 3\0", b"\xff" * 9000])
async def test_garbage_is_set_aside_as_it_was(paths, content):
    paths.data_dir.mkdir()
    paths.database.write_bytes(content)

    notice, path, aside = await reopen(paths)

    assert aside == content
    assert path == []
    assert "Nothing could be read" in notice.message


async def test_torn_values_are_mended_and_torn_bytes_dropped(paths):
    await fill(paths)
    store = new_store(paths)
    await store.open()
    whole = await store.put_blob(b"whole", "a", "text/plain")
    torn = await store.put_blob(b"torn", "b", "text/plain")
    await store.save_document("persona", "1", {"id": "1"})
    await store.save_document("persona", "2", {"id": "2"})
    await store.close()
    with sqlite3.connect(paths.database) as connection:
        connection.execute("UPDATE messages SET attachments = '[[' WHERE id = 'u1'")
        connection.execute("UPDATE conversations SET persona_ids = '{'")
        connection.execute("UPDATE documents SET data = '' WHERE id = '1'")
        connection.execute("UPDATE blobs SET data = 'to' WHERE digest = ?", (torn.digest,))
        connection.execute("UPDATE messages SET role = 'nobody' WHERE id = 'a300'")
    connection.close()
    overwrite(paths.database, 0, 100)

    store = new_store(paths)
    (notice,) = await store.open()
    assert isinstance(notice, StoreDamaged)
    assert [m.id for m in await store.path("c")] == [m.id for m in pairs(PAIRS)][:-1]
    assert (await store.message("u1")).attachments == ()
    assert await store.documents("persona") == [{"id": "2"}]
    assert (await store.blob(whole.digest), await store.blob(torn.digest)) == (b"whole", None)
    await store.close()


async def test_a_wrong_byte_in_a_text_costs_a_character(paths):
    await fill(paths)
    with sqlite3.connect(paths.database) as connection:
        connection.execute("UPDATE messages SET text = CAST(x'41ff42' AS TEXT) WHERE id = 'a300'")
    connection.close()

    store = new_store(paths)
    assert await store.open() == ()
    path = await store.path("c")
    assert (path[-1].text, len(path)) == ("A\ufffdB", 2 * PAIRS)
    await store.close()


async def test_a_wrong_byte_in_a_word_is_mended_at_the_next_start(paths):
    await fill(paths)
    with sqlite3.connect(paths.database) as connection:
        connection.execute("UPDATE messages SET state = 'complexe' WHERE id = 'a300'")
        connection.execute("UPDATE messages SET attachments = '{}' WHERE id = 'u1'")
    connection.close()
    store = new_store(paths)
    assert await store.open() == ()

    with pytest.raises(StoreDamaged, match="next start"):
        await store.path("c")
    await store.close()
    notice, path, _ = await reopen(paths)

    assert "torn values in messages" in notice.message
    assert [m.id for m in path] == [m.id for m in pairs(PAIRS)][:-1]


async def test_an_id_that_is_no_text_is_no_damage(paths):
    store = new_store(paths)
    await store.open()
    with pytest.raises(StorageError):
        await store.conversation("\ud800")
    await store.close()
    assert not (paths.data_dir / "throughline.db.suspect").exists()


def broken_at_random(data, chance):
    """The bytes with one to four places zeroed, overwritten, flipped or cut off."""
    content = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(content))
        length = chance.choice([1, 10, 100, 4096, 50_000])
        match chance.choice(["zero", "noise", "flip", "cut"]):
            case "zero":
                content[at : at + length] = bytes(len(content[at : at + length]))
            case "noise":
                content[at : at + length] = chance.randbytes(len(content[at : at + length]))
            case "flip":
                content[at] ^= 1 << chance.randrange(8)
            case "cut" if at > 0:
                del content[at:]
    return bytes(content)


@pytest.mark.limit(100)
async def test_whatever_breaks_the_store_opens_and_its_second_start_is_quiet(paths):
    await fill(paths)
    sound = paths.database.read_bytes()
    chance = random.Random(72)
    for _ in range(12):
        paths.database.write_bytes(broken_at_random(sound, chance))
        store = new_store(paths)
        notices = await store.open()
        assert all(isinstance(notice, StoreDamaged) for notice in notices)
        for head in await store.conversations():
            try:
                await store.path(head.id)
            except StoreDamaged:  # a value that only reading it shows; the next start mends it
                assert not notices
        await store.close()

        await store.open()
        for head in await store.conversations():
            await store.path(head.id)
        await store.close()
        assert await store.open() == ()
        await store.close()


async def test_a_file_system_without_links_keeps_a_copy(paths, monkeypatch):
    def refuse(*_):
        raise PermissionError

    await fill(paths)
    overwrite(paths.database, 0, 100)
    damaged = paths.database.read_bytes()
    monkeypatch.setattr(type(paths.database), "hardlink_to", refuse)

    _, path, aside = await reopen(paths)

    assert (aside, len(path)) == (damaged, 2 * PAIRS)


async def test_a_second_damage_in_the_same_second_gets_a_name_of_its_own(paths):
    for content in (b"one", b"two"):
        paths.data_dir.mkdir(exist_ok=True)
        paths.database.write_bytes(content)
        store = new_store(paths)
        await store.open()
        await store.close()

    assert {p.read_bytes() for p in paths.backups.iterdir()} == {b"one", b"two"}


async def test_a_check_that_cannot_be_done_says_so(paths):
    await fill(paths)
    with pytest.raises(DataDirUnusable):
        await new_store(AppPaths(paths.data_dir / "elsewhere")).check()


async def test_a_destroyed_header_under_an_open_store_is_found(paths):
    await fill(paths)
    store = new_store(paths)
    await store.open()
    overwrite(paths.database, 0, 100)
    assert isinstance((await store.check(again=True))[0], StoreDamaged)
    await store.close()


async def test_an_empty_file_beside_a_log_keeps_the_log(paths, tmp_path):
    """SQLite would delete the log of an empty file: it must not get the chance."""
    store = new_store(paths)
    await store.open()
    await store.add_tree(conversation(active_leaf_id="a3"), pairs(3))
    crashed = AppPaths(tmp_path / "crashed")
    crashed.data_dir.mkdir()
    log = paths.database.with_name("throughline.db-wal")
    shutil.copy(log, crashed.database.with_name(log.name))
    await store.close()
    crashed.database.write_bytes(b"")

    store = new_store(crashed)
    (notice,) = await store.open()
    assert isinstance(notice, StoreDamaged)
    assert len(await store.path("c")) == 6
    await store.close()
    assert [p for p in crashed.backups.iterdir() if p.name.endswith("-wal")]


async def test_a_log_without_its_file_is_kept_and_told_of(paths):
    await fill(paths)
    paths.database.rename(paths.database.with_name("throughline.db-wal"))

    store = new_store(paths)
    (notice,) = await store.open()
    assert await store.conversations() == []
    await store.close()

    assert isinstance(notice, StoreDamaged)
    assert "missing" in notice.message
    assert len(list(paths.backups.iterdir())) == 1


@pytest.mark.parametrize("table", ["messages", "conversations", "facts"])
async def test_a_missing_table_is_no_new_user(paths, table):
    await fill(paths)
    with sqlite3.connect(paths.database) as connection:
        connection.execute(f"DROP TABLE {table}")
    connection.close()

    notice, path, _ = await reopen(paths)

    assert table in notice.message
    assert len(path) == (0 if table == "messages" else 2 * PAIRS)


async def test_a_foreign_database_is_set_aside(paths):
    paths.data_dir.mkdir()
    with sqlite3.connect(paths.database) as connection:
        connection.execute("CREATE TABLE messages (x)")
        connection.execute("INSERT INTO messages VALUES (1)")
    connection.close()

    _, path, _ = await reopen(paths)

    assert path == []


async def test_a_store_that_vanished_is_told_of_when_copies_are_there(paths):
    await fill(paths)
    paths.database.write_bytes(b"x")
    await reopen(paths)
    paths.database.unlink()

    store = new_store(paths)
    (notice,) = await store.open()
    await store.close()

    assert str(paths.backups) in notice.message


async def test_a_first_start_has_no_notice(paths):
    store = new_store(paths)
    assert await store.open() == ()
    await store.close()
    store = new_store(paths)
    assert await store.open() == ()
    await store.close()


async def test_a_newer_format_is_left_as_it_is(paths):
    await fill(paths)
    with sqlite3.connect(paths.database) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    before = paths.database.read_bytes()

    with pytest.raises(DataDirUnusable, match="newer"):
        await new_store(paths).open()

    assert paths.database.read_bytes() == before
    assert not paths.backups.exists()


async def test_a_newer_format_that_only_the_log_knows_is_refused(paths):
    await fill(paths)
    connection = sqlite3.connect(paths.database)
    connection.execute("PRAGMA user_version=99")
    connection.commit()
    with pytest.raises(DataDirUnusable, match="newer"):
        await new_store(paths).open()
    connection.close()


async def test_damage_met_at_work_is_mended_at_the_next_start(paths, unchecked):
    messages = await fill(paths, padding=800)  # more than the cache holds
    store = new_store(paths)
    await store.open()
    size = paths.database.stat().st_size
    overwrite(paths.database, 8 * 4096, size)

    with pytest.raises(StoreDamaged, match="next start"):
        await store.path("c")
    await store.close()
    _, path, _ = await reopen(paths)

    assert len(path) < len(messages)


async def test_damage_in_a_large_file_met_while_opening_is_mended_at_once(paths, unchecked):
    messages = await fill(paths, padding=800)
    with sqlite3.connect(paths.database) as connection:
        sql = "SELECT rootpage FROM sqlite_master WHERE name = 'messages_streaming'"
        page = connection.execute(sql).fetchone()[0]
    connection.close()
    overwrite(paths.database, (page - 1) * 4096, page * 4096)

    _, path, _ = await reopen(paths)

    assert len(path) == len(messages)


async def test_the_check_beside_work_finds_damage(paths):
    await fill(paths)
    store = new_store(paths)
    await store.open()
    size = paths.database.stat().st_size
    overwrite(paths.database, size - 20 * 4096, size)

    (finding,) = await store.check(again=True)
    await store.close()

    assert isinstance(finding, StoreDamaged)
    await reopen(paths)
