"""Heads of conversations."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Mapping
from typing import Any

from desktop_app.core.domain.conversation import Conversation, TitleSource
from desktop_app.core.domain.errors import StorageError
from desktop_app.core.storage import blobs
from desktop_app.core.storage.rows import CONVERSATION, conversation_from, conversation_values, marks

_SAVE = (
    f"INSERT INTO conversations ({CONVERSATION}) VALUES ({marks(CONVERSATION)})"  # noqa: S608
    " ON CONFLICT (id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in CONVERSATION.split(", ")[1:])
)


def listed(connection: sqlite3.Connection) -> list[Conversation]:
    """All that are not deleted, pinned ones first, then the newest."""
    rows = connection.execute(
        f"SELECT {CONVERSATION} FROM conversations WHERE deleted_at IS NULL"  # noqa: S608
        " ORDER BY pinned DESC, updated_at DESC, rowid DESC"
    )
    return [conversation_from(row) for row in rows]


def find(connection: sqlite3.Connection, conversation_id: str) -> Conversation | None:
    """One conversation, deleted or not."""
    row = connection.execute(
        f"SELECT {CONVERSATION} FROM conversations WHERE id = ?",  # noqa: S608
        (conversation_id,),
    ).fetchone()
    return conversation_from(row) if row else None


def save(connection: sqlite3.Connection, conversation: Conversation) -> None:
    """Insert it or replace its fields."""
    connection.execute(_SAVE, conversation_values(conversation))


def change(
    connection: sqlite3.Connection, conversation_id: str, fields: Mapping[str, Any]
) -> Conversation | None:
    """Replace some fields of a head; None when there is no such conversation."""
    former = find(connection, conversation_id)
    if former is None:
        return None
    changed = dataclasses.replace(former, **fields)
    if changed != former:
        save(connection, changed)
    return changed


def set_auto_title(connection: sqlite3.Connection, conversation_id: str, title: str) -> Conversation | None:
    """Set a title unless the user set one; None when nothing was changed."""
    former = find(connection, conversation_id)
    if former is None or former.title_source is TitleSource.USER:
        return None
    return change(connection, conversation_id, {"title": title, "title_source": TitleSource.AUTO})


def set_active_leaf(connection: sqlite3.Connection, conversation_id: str, leaf_id: str | None) -> None:
    """Name another leaf.

    Raises:
        StorageError: The conversation does not exist, or the leaf is not in it.
    """
    changed = connection.execute(
        "UPDATE conversations SET active_leaf_id = ?1 WHERE id = ?2"
        " AND (?1 IS NULL OR EXISTS (SELECT 1 FROM messages WHERE id = ?1 AND conversation_id = ?2))",
        (leaf_id, conversation_id),
    ).rowcount
    if not changed:
        raise StorageError("This conversation or message does not exist any more.")


def purge(connection: sqlite3.Connection, conversation_id: str) -> None:
    """Remove it, everything under it, and the blobs that only it used."""
    digests = blobs.used_by(connection, conversation_id)
    # Its messages first: deleted by cascade they would be looked up parent by parent.
    for table in ("messages", "summaries", "facts", "drafts", "ledger"):
        connection.execute(f"DELETE FROM {table} WHERE conversation_id = ?", (conversation_id,))  # noqa: S608
    # Documents under its id are what an import brought that has no column.
    connection.execute("DELETE FROM documents WHERE id = ?", (conversation_id,))
    connection.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))
    blobs.remove_unused(connection, digests)


def purge_deleted(connection: sqlite3.Connection, before: float) -> int:
    """Purge those deleted before a moment; returns how many."""
    rows = connection.execute("SELECT id FROM conversations WHERE deleted_at < ?", (before,)).fetchall()
    for (conversation_id,) in rows:
        purge(connection, conversation_id)
    return len(rows)
