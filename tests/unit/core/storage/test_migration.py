"""Steps from older formats: a copy first, all of a step or nothing of it."""

from __future__ import annotations

import sqlite3

import pytest

from desktop_app.core.domain.errors import DataDirUnusable, StoreDamaged
from desktop_app.core.storage.database import Database
from desktop_app.core.storage.migrations.steps import STEPS, Step, newest_version, tables_of
from tests.builders import FixedClock, conversation, pairs

NEXT = Step(
    newest_version() + 1,
    ("CREATE TABLE extra (x)", "INSERT INTO extra SELECT count(*) FROM messages"),
    tables=("extra",),
)


async def fill(opened):
    async with opened() as store:
        await store.add_tree(conversation(active_leaf_id="a3"), pairs(3))


def open_with(paths, *steps):
    database = Database(paths, clock=FixedClock(), steps=(*STEPS, *steps))
    notices = database.open()
    return database, notices


async def test_a_step_is_done_once_with_a_copy_from_before(opened, paths):
    await fill(opened)

    database, (notice,) = open_with(paths, NEXT)
    assert database.connection.execute("SELECT x FROM extra").fetchall() == [(6,)]
    database.close()

    (copy,) = paths.backups.iterdir()
    assert copy.name == "throughline-v1-20270115-080000.db"
    assert str(copy) in notice.message
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT count(*) FROM messages").fetchone() == (6,)
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()
    database, notices = open_with(paths, NEXT)
    assert notices == ()
    database.close()


async def test_a_step_that_fails_halfway_changes_nothing(opened, paths):
    await fill(opened)
    broken = Step(NEXT.version, (*NEXT.statements, "SELECT nonsense"), NEXT.tables)

    with pytest.raises(DataDirUnusable, match="Nothing was changed") as caught:
        open_with(paths, broken)

    assert "upgraded" in caught.value.title
    assert len(list(paths.backups.iterdir())) == 1
    async with opened() as store:
        assert len(await store.path("c")) == 6
    with pytest.raises(DataDirUnusable):
        open_with(paths, broken)
    assert len(list(paths.backups.iterdir())) == 2


async def test_an_older_program_leaves_the_upgraded_file_alone(opened, paths):
    await fill(opened)
    open_with(paths, NEXT)[0].close()
    before = paths.database.read_bytes()

    with pytest.raises(DataDirUnusable, match="newer"):
        async with opened():
            pass

    assert paths.database.read_bytes() == before


async def test_a_table_of_a_later_step_is_missed_only_from_then_on(opened, paths):
    await fill(opened)
    database, _ = open_with(paths, NEXT)
    database.connection.execute("DROP TABLE extra")
    database.close()

    database, (notice,) = open_with(paths, NEXT)
    database.close()

    assert isinstance(notice, StoreDamaged)
    assert "extra" in notice.message


def test_the_tables_of_a_version_are_those_of_all_steps_up_to_it():
    assert tables_of(1) < tables_of(2, (*STEPS, NEXT))
    assert "messages" in tables_of(1)
