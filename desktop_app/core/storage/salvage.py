"""Reading what can still be read of a damaged file into a new one."""

from __future__ import annotations

import hashlib
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from desktop_app.core.storage.creation import build, build_path
from desktop_app.core.storage.inspection import TORN_LISTS, TORN_ROWS, damage_outside
from desktop_app.core.storage.migrations.steps import STEPS, tables_of

_log = logging.getLogger(__name__)

_PAGE = 4096
_LAST_ROWID = 1 << 62
# Offsets in the header, see https://www.sqlite.org/fileformat.html#the_database_header
_FORMAT_VERSIONS = slice(18, 20)
_CHANGE_COUNTER = slice(24, 28)
_PAGE_COUNT_AND_FREELIST = slice(28, 40)
_VALID_FOR = slice(92, 96)


def salvage(damaged: Path, new: sqlite3.Connection) -> str:
    """Copy readable rows into ``new`` (all tables there, empty); says in a sentence what was found.

    Works on a copy of the damaged file and its log; both stay as they are.
    """
    with tempfile.TemporaryDirectory(prefix="salvage-", dir=damaged.parent) as name:
        copy = Path(name) / "copy.db"
        shutil.copyfile(damaged, copy)
        log = damaged.with_name(damaged.name + "-wal")
        if log.exists():
            shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
        if damage_outside(copy):  # SQLite would not read it, or even delete the log beside it
            _give_first_page(copy)
        if not _copy_tables(copy, new):
            _give_first_page(copy)
            _copy_tables(copy, new)
    _mend(new)
    return _told(new)


def _copy_tables(source_path: Path, new: sqlite3.Connection) -> int:
    """Copy every table as far as it can be read; returns the number of rows."""
    count = 0
    source = sqlite3.connect(source_path)
    source.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        with suppress(sqlite3.DatabaseError):  # then no table can be read either
            source.execute("PRAGMA writable_schema=ON")  # reads on in a file that was cut off
        for table in sorted(tables_of(STEPS[-1].version)):
            count += _copy_table(source, new, table)
    finally:
        source.close()
    return count


def _copy_table(source: sqlite3.Connection, new: sqlite3.Connection, table: str) -> int:
    known = [row[1] for row in new.execute(f"PRAGMA table_info({table})")]
    try:
        there = {row[1] for row in source.execute(f"PRAGMA table_info({table})")}
    except sqlite3.DatabaseError as error:
        _log.info("A damaged store cannot be read: %s", error)
        return 0
    columns = [name for name in known if name in there]
    if not columns:
        return 0
    count = 0
    marks = ", ".join("?" * len(columns))
    insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
    for row in _rows(source, table, columns):
        with suppress(sqlite3.IntegrityError):  # a row that is garbage is no row
            count += new.execute(insert, row).rowcount
    return count


def _rows(source: sqlite3.Connection, table: str, columns: list[str]) -> Iterator[tuple[object, ...]]:
    """Readable rows by rowid; each unreadable place is jumped over in growing steps.

    A damaged tree can lead back to rows that were read already: only rising rowids count, so that
    the reading ends.
    """
    query = f"SELECT rowid, {', '.join(columns)} FROM {table} WHERE rowid > ? ORDER BY rowid"  # noqa: S608
    last, jump = -1, 1
    while last < _LAST_ROWID:
        try:
            for row in source.execute(query, (last,)):
                if isinstance(row[0], int) and row[0] > last:
                    last, jump = row[0], 1
                    yield row[1:]
        except sqlite3.DatabaseError:
            last, jump = last + jump, jump * 2
        else:
            return


def _give_first_page(path: Path) -> None:
    """Put the first page of a fresh store in place of a destroyed one, and pages that are cut off.

    The first page holds the header and where each table begins; a fresh file has its tables in the
    same places as every other file that was made by the same steps.
    """
    template = path.with_name("template.db")
    build(template, STEPS)
    fresh = bytearray(build_path(template).read_bytes())
    fresh[_PAGE_COUNT_AND_FREELIST] = bytes(12)
    # Unequal counters tell SQLite to take the number of pages from the file's size.
    fresh[_CHANGE_COUNTER] = (2).to_bytes(4, "big")
    fresh[_VALID_FOR] = (1).to_bytes(4, "big")
    if path.with_name(path.name + "-wal").exists():
        fresh[_FORMAT_VERSIONS] = b"\x02\x02"  # WAL mode
    whole = path.stat().st_size // _PAGE * _PAGE
    with path.open("rb+") as file:
        file.write(fresh[:_PAGE])
        file.seek(max(whole, _PAGE))
        file.write(fresh[max(whole, _PAGE) :])


def _mend(new: sqlite3.Connection) -> None:
    """Give rows whose parent row is lost the next best one, so that the tree holds together."""
    for table, torn in TORN_ROWS:
        new.execute(f"DELETE FROM {table} WHERE {torn}")  # noqa: S608
    for table, column, torn in TORN_LISTS:
        new.execute(f"UPDATE {table} SET {column} = '' WHERE {torn}")  # noqa: S608
    _drop_torn_blobs(new)
    new.execute(
        "INSERT INTO conversations (id, title, title_source, created_at, updated_at)"
        " SELECT conversation_id, 'Recovered', 'default', min(created_at), max(created_at) FROM messages"
        " WHERE conversation_id NOT IN (SELECT id FROM conversations) GROUP BY conversation_id"
    )
    new.execute(
        "UPDATE messages SET parent_id ="
        " (SELECT p.id FROM messages p WHERE p.conversation_id = messages.conversation_id"
        " AND p.seq < messages.seq ORDER BY p.seq DESC LIMIT 1)"
        " WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM messages)"
    )
    new.execute(
        "UPDATE conversations SET active_leaf_id ="
        " (SELECT m.id FROM messages m WHERE m.conversation_id = conversations.id"
        " ORDER BY m.seq DESC LIMIT 1)"
        " WHERE active_leaf_id IS NULL OR active_leaf_id NOT IN (SELECT id FROM messages)"
    )
    for table in ("summaries", "facts"):
        new.execute(
            f"DELETE FROM {table} WHERE conversation_id IS NOT NULL"  # noqa: S608
            " AND conversation_id NOT IN (SELECT id FROM conversations)"
        )
    new.execute("DELETE FROM revisions WHERE message_id NOT IN (SELECT id FROM messages)")


def _drop_torn_blobs(new: sqlite3.Connection) -> None:
    """Remove bytes that are not what their name says any more."""
    torn = [
        digest
        for digest, data in new.execute("SELECT digest, CAST(data AS BLOB) FROM blobs")
        if hashlib.sha256(data).hexdigest() != digest
    ]
    new.executemany("DELETE FROM blobs WHERE digest = ?", [(digest,) for digest in torn])


def _told(new: sqlite3.Connection) -> str:
    conversations = new.execute("SELECT count(*) FROM conversations").fetchone()[0]
    messages = new.execute("SELECT count(*) FROM messages").fetchone()[0]
    if not conversations and not messages:
        return "Nothing could be read from it; a new store was begun."
    return f"Recovered from it: {conversations} conversations, {messages} messages."
