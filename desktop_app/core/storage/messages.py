"""Messages: adding, saving, revising, reading."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Sequence

from desktop_app.core.domain.conversation import Message
from desktop_app.core.domain.errors import StorageError
from desktop_app.core.storage.rows import (
    MESSAGE,
    PLACE_IN_TREE,
    batched,
    marks,
    marks_for,
    message_from,
    message_values,
    storable,
)

_INSERT = f"INSERT INTO messages ({MESSAGE}) VALUES ({marks(MESSAGE)})"  # noqa: S608
_SAVE = (
    "UPDATE messages SET "  # noqa: S608
    + ", ".join(f"{name} = ?" for name in MESSAGE.split(", ")[PLACE_IN_TREE:])
    + " WHERE id = ?"
)


def insert(connection: sqlite3.Connection, message: Message) -> None:
    """Store a new message.

    Raises:
        StorageError: Its id is taken.
    """
    try:
        connection.execute(_INSERT, message_values(message))
    except sqlite3.IntegrityError as error:
        raise StorageError(
            "This message cannot be stored: its id is taken, or its conversation is gone."
        ) from error


def add(connection: sqlite3.Connection, message: Message, *, activate: bool) -> None:
    """Store a new message and, if asked, make it the end of the path shown."""
    insert(connection, message)
    if activate:
        connection.execute(
            "UPDATE conversations SET active_leaf_id = ?, updated_at = max(updated_at, ?) WHERE id = ?",
            (message.id, message.created_at, message.conversation_id),
        )


def save(connection: sqlite3.Connection, message: Message) -> None:
    """Replace content and state; conversation, parent and role stay.

    Raises:
        StorageError: There is no such message.
    """
    values = (*message_values(message)[PLACE_IN_TREE:], message.id)
    if not connection.execute(_SAVE, values).rowcount:
        raise StorageError("This message does not exist any more.")


def revise(connection: sqlite3.Connection, message_id: str, text: str, at: float) -> Message:
    """Change the text; the former one is kept as a revision.

    Raises:
        StorageError: There is no such message.
    """
    former = find(connection, message_id)
    if former is None:
        raise StorageError("This message does not exist any more.")
    connection.execute(
        "INSERT INTO revisions (message_id, at, text) VALUES (?, ?, ?)", (message_id, at, former.text)
    )
    (stored,) = storable(text)
    connection.execute("UPDATE messages SET text = ? WHERE id = ?", (stored, message_id))
    return dataclasses.replace(former, text=stored)


def revisions(connection: sqlite3.Connection, message_id: str) -> list[tuple[float, str]]:
    """When each former text was replaced, and that text; oldest first."""
    rows = connection.execute(
        "SELECT at, text FROM revisions WHERE message_id = ? ORDER BY seq", (message_id,)
    )
    return [(row[0], row[1]) for row in rows]


def all_of(connection: sqlite3.Connection, conversation_id: str) -> list[Message]:
    """Every message of a conversation, of all branches and deleted ones, oldest first."""
    rows = connection.execute(
        f"SELECT {MESSAGE} FROM messages WHERE conversation_id = ? ORDER BY seq",  # noqa: S608
        (conversation_id,),
    )
    return [message_from(row) for row in rows]


def find(connection: sqlite3.Connection, message_id: str) -> Message | None:
    """One message, deleted or not."""
    found = find_all(connection, [message_id])
    return found[0] if found else None


def find_all(connection: sqlite3.Connection, message_ids: Sequence[str]) -> list[Message]:
    """The messages with these ids, in this order; unknown ids are skipped."""
    found: dict[str, Message] = {}
    for some in batched(message_ids):
        query = f"SELECT {MESSAGE} FROM messages WHERE id IN ({marks_for(some)})"  # noqa: S608
        for row in connection.execute(query, some):
            found[row[0]] = message_from(row)
    return [found[message_id] for message_id in message_ids if message_id in found]


def removed(connection: sqlite3.Connection, conversation_id: str) -> list[Message]:
    """The deleted messages of a conversation, oldest first."""
    rows = connection.execute(
        f"SELECT {MESSAGE} FROM messages WHERE conversation_id = ? AND deleted = 1 ORDER BY seq",  # noqa: S608
        (conversation_id,),
    )
    return [message_from(row) for row in rows]
