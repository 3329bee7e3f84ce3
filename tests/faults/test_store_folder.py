"""A data folder that cannot be used, a store that is held, a disk that is full."""

from __future__ import annotations

import dataclasses
import os
import sqlite3
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from desktop_app.core.domain.errors import DataDirUnusable, DiskFull, StoreLocked, ThroughlineError
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.database import Database
from desktop_app.core.storage.migrations.steps import STEPS, Step
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, conversation, pairs


@pytest.fixture
def paths(tmp_path):
    return AppPaths(tmp_path / "data")


def new_store(paths, **options):
    return SqliteStore(paths, clock=FixedClock(), **{"busy_timeout": 0.2, **options})


@pytest.fixture
def tiny_disk(tmp_path):
    """Mount a tmpfs of a given size in KiB; skipped where that is not allowed."""
    mounted = []

    def mount(kib):
        folder = tmp_path / "disk"
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(folder)]
        if sys.platform != "linux" or subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("cannot mount a small disk here")
        mounted.append(folder)
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def make_read_only(disk):
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)


async def test_a_file_in_place_of_the_folder_is_named(paths):
    paths.data_dir.write_text("in the way")
    with pytest.raises(DataDirUnusable, match=str(paths.data_dir)):
        await new_store(paths).open()
    assert paths.data_dir.read_text() == "in the way"


async def test_a_folder_below_a_file_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    paths = AppPaths(tmp_path / "file" / "data")
    with pytest.raises(DataDirUnusable, match=str(paths.data_dir)):
        await new_store(paths).open()


async def test_a_folder_in_place_of_the_store_is_named(paths):
    paths.database.mkdir(parents=True)
    with pytest.raises(DataDirUnusable, match=str(paths.data_dir)):
        await new_store(paths).open()


@pytest.mark.parametrize("filled", [False, True])
async def test_a_read_only_disk_is_named(tiny_disk, filled):
    paths = AppPaths(tiny_disk(4096) / "data")
    paths.data_dir.mkdir()
    if filled:
        store = new_store(paths)
        await store.open()
        await store.close()
    make_read_only(paths.data_dir.parent)

    with pytest.raises(DataDirUnusable, match=str(paths.data_dir)):
        await new_store(paths).open()


async def test_a_full_disk_at_the_first_start_is_named(tiny_disk):
    paths = AppPaths(tiny_disk(64) / "data")
    with pytest.raises(DataDirUnusable, match="No space"):
        await new_store(paths).open()


async def test_a_disk_that_fills_up_loses_nothing_stored(tiny_disk):
    paths = AppPaths(tiny_disk(1500) / "data")
    store = new_store(paths)
    await store.open()
    await store.save_conversation(conversation())
    stored = []

    async def fill_up():
        for message in pairs(200):
            await store.add_message(dataclasses.replace(message, text=os.urandom(10_000).hex()))
            stored.append(message.id)

    with pytest.raises(DiskFull):
        await fill_up()
    assert len(stored) > 5
    assert await store.path_ids("c") == stored
    await store.close()

    store = new_store(paths)
    try:
        await store.open()
    except DataDirUnusable:  # not even room for the log; what is there can still be read elsewhere
        connection = sqlite3.connect(f"file:{paths.database}?immutable=1", uri=True)
    else:
        assert await store.path_ids("c") == stored
        await store.close()
        connection = sqlite3.connect(paths.database)
    assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
    connection.close()


async def test_a_disk_that_fills_up_in_an_upgrade_changes_nothing(tiny_disk):
    paths = AppPaths(tiny_disk(3000) / "data")
    store = new_store(paths)
    await store.open()
    await store.add_tree(
        conversation(active_leaf_id="a20"),
        [dataclasses.replace(m, text=os.urandom(10_000).hex()) for m in pairs(20)],
    )
    await store.close()
    growing = Step(2, ("CREATE TABLE more AS SELECT text || text AS x FROM messages",), ("more",))
    filler = paths.data_dir / "filler"

    for size in (0, 1500):  # full while the file grows; full while it is copied
        filler.write_bytes(bytes(size * 1024))
        with pytest.raises(DataDirUnusable, match="No space"):
            Database(paths, clock=FixedClock(), steps=(*STEPS, growing)).open()
        for copy in paths.backups.iterdir():
            copy.unlink()
    filler.unlink()

    await store.open()
    assert len(await store.path_ids("c")) == 40
    await store.close()


async def test_a_disk_too_full_for_salvage_leaves_the_damaged_file(tiny_disk):
    paths = AppPaths(tiny_disk(3000) / "data")
    store = new_store(paths)
    await store.open()
    await store.add_tree(
        conversation(active_leaf_id="a40"),
        [dataclasses.replace(m, text=os.urandom(10_000).hex()) for m in pairs(40)],
    )
    await store.close()
    paths.database.write_bytes(bytes(4096) + paths.database.read_bytes()[4096:])
    before = paths.database.read_bytes()

    with pytest.raises(DataDirUnusable, match="No space"):
        await store.open()

    assert paths.database.read_bytes() == before
    assert [p.name for p in paths.data_dir.iterdir() if p.is_dir()] == []


async def test_a_store_held_by_another_program_is_told_of(paths):
    store = new_store(paths)
    await store.open()
    await store.save_conversation(conversation())
    other = sqlite3.connect(paths.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreLocked, match=str(paths.data_dir)):
        await store.add_message(pairs(1)[0])
    with pytest.raises(StoreLocked):
        await new_store(paths).open()
    assert len(await store.conversations()) == 1
    other.execute("ROLLBACK")
    other.close()

    await store.add_message(pairs(1)[0])
    assert await store.path_ids("c") == ["u1"]
    await store.close()


async def test_a_short_hold_is_waited_out(paths):
    store = new_store(paths, busy_timeout=10)
    await store.open()
    await store.save_conversation(conversation())
    other = sqlite3.connect(paths.database, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.1, lambda: (other.execute("ROLLBACK"), other.close()))
    timer.start()

    await store.add_message(pairs(1)[0])

    timer.join()
    assert await store.path_ids("c") == ["u1"]
    await store.close()


async def test_two_writers_lose_no_message(paths):
    first, second = new_store(paths, busy_timeout=10), new_store(paths, busy_timeout=10)
    await first.open()
    await second.open()
    await first.save_conversation(conversation())
    await first.save_conversation(conversation("d"))
    for ours, theirs in zip(pairs(20), pairs(20, start=100, conversation_id="d"), strict=True):
        await first.add_message(ours)
        await second.add_message(theirs)
    await first.close()

    assert len(await second.path_ids("c")) == 40
    assert len(await second.path_ids("d")) == 40
    await second.close()


def test_a_second_instance_is_refused_and_a_killed_one_is_not(paths):
    program = textwrap.dedent(
        """
        import sys, time, pathlib
        from desktop_app.core.domain.ports import AppPaths
        from desktop_app.core.storage.instance import InstanceLock
        lock = InstanceLock(AppPaths(pathlib.Path(sys.argv[1])))
        print(lock.acquire(), flush=True)
        time.sleep(60)
        """
    )
    from desktop_app.core.storage.instance import InstanceLock

    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", program, str(paths.data_dir)], stdout=subprocess.PIPE, text=True, cwd=root
    ) as other:
        assert other.stdout.readline() == "True\n"
        lock = InstanceLock(paths)
        assert lock.acquire() is False
        other.kill()
        other.wait()
    assert lock.acquire() is True


async def test_errors_carry_no_foreign_text_but_their_cause(paths):
    paths.data_dir.write_text("")
    with pytest.raises(ThroughlineError) as caught:
        await new_store(paths).open()
    assert isinstance(caught.value.__cause__, OSError)
