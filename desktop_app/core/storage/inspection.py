"""Is this file a sound store? Looked at from outside, then through SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from desktop_app.core.domain.conversation import MessageState, Role, TitleSource
from desktop_app.core.domain.summary import Reason, SummaryEngineKind, SummaryMode, SummaryState
from desktop_app.core.storage.migrations.steps import Step, tables_of


def _none_of(column: str, words: type[StrEnum]) -> str:
    return f"{column} NOT IN ({', '.join(repr(word.value) for word in words)})"


def _no_list(column: str) -> str:
    return f"{column} <> '' AND (NOT json_valid({column}) OR json_type({column}) <> 'array')"


TORN_ROWS = (
    ("conversations", _none_of("title_source", TitleSource)),
    ("messages", _none_of("role", Role)),
    ("messages", _none_of("state", MessageState)),
    ("summaries", _none_of("engine", SummaryEngineKind)),
    ("summaries", _none_of("mode", SummaryMode)),
    ("summaries", _none_of("reason", Reason)),
    ("summaries", _none_of("state", SummaryState)),
    ("documents", "NOT json_valid(data)"),
)
"""Tables and the condition under which a row of theirs cannot be read: a flipped bit in a value, which
SQLite's own check does not see."""

TORN_LISTS = (
    ("conversations", "persona_ids", _no_list("persona_ids")),
    ("messages", "attachments", _no_list("attachments")),
    ("drafts", "attachments", _no_list("attachments")),
)
"""The same for columns that a row can do without."""

_MAGIC = b"SQLite format 3\x00"
_VERSION_OFFSET = 60  # "user version" in https://www.sqlite.org/fileformat.html#the_database_header


def damage_outside(path: Path) -> str | None:
    """What is wrong with the file before SQLite sees it; "" for nothing, None if there is no file.

    SQLite takes a file of 0 bytes for a new database and deletes the log beside it, so this must
    come first.
    """
    try:
        head = _head(path)
    except FileNotFoundError:
        return None
    if not head:
        return "the file is empty"
    if not head.startswith(_MAGIC):
        return "the file is not a database"
    return ""


def version_in_header(path: Path) -> int:
    """The schema version, read without opening the file as a database."""
    return int.from_bytes(_head(path)[_VERSION_OFFSET : _VERSION_OFFSET + 4], "big")


def damage_in(connection: sqlite3.Connection, version: int, steps: Sequence[Step], *, thorough: bool) -> str:
    """What is wrong with an opened file of this schema version; "" for nothing.

    A ``thorough`` look reads every page, too.
    """
    if version < 1:
        return "it holds no conversations table"
    present = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    missing = sorted(tables_of(version, steps) - present)
    if missing:
        return f"missing: {', '.join(missing)}"
    return damaged_pages(connection) if thorough else ""


def damaged_pages(connection: sqlite3.Connection) -> str:
    """The first finding of SQLite's own check of every page; "" for none."""
    finding = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    return "" if finding == "ok" else finding


def torn_values(connection: sqlite3.Connection) -> str:
    """The first table with a value that cannot be read; "" for none."""
    for table, torn in (*TORN_ROWS, *((table, torn) for table, _, torn in TORN_LISTS)):
        if connection.execute(f"SELECT 1 FROM {table} WHERE {torn} LIMIT 1").fetchone():  # noqa: S608
            return f"torn values in {table}"
    return ""


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)
