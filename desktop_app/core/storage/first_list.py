"""The list of conversations for the first paint, before anything else is loaded.

Reading five columns costs a few milliseconds; opening the store, which checks, migrates and starts a
thread, waits until the window is there.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import NamedTuple


class Head(NamedTuple):
    """What the list shows of a conversation; the fields are those of ``Conversation``."""

    id: str
    title: str
    updated_at: float
    pinned: bool
    background: str


def read_heads(database: Path) -> list[Head]:
    """Heads of all conversations that are not deleted; empty when the file cannot be read as it is.

    Whatever is wrong with the file is told when the store opens it properly a moment later.
    """
    if not database.is_file():
        return []
    try:
        connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=0.2)
    except sqlite3.Error:
        return []
    try:
        rows = connection.execute(
            "SELECT id, title, updated_at, pinned, background FROM conversations WHERE deleted_at IS NULL"
        )
        return [Head(row[0], row[1], row[2], bool(row[3]), row[4]) for row in rows]
    except sqlite3.Error:
        return []
    finally:
        connection.close()
