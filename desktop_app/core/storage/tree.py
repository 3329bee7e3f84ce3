"""Paths through the tree of a conversation; reads only an index, never the texts."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Sequence

from desktop_app.core.domain.errors import StorageError
from desktop_app.core.storage.rows import batched, marks_for


def path_ids(connection: sqlite3.Connection, conversation_id: str, leaf_id: str | None) -> list[str]:
    """Ids from the first message to the leaf; a deleted message is left out, what follows it stays."""
    return [message_id for message_id, deleted in chain(connection, conversation_id, leaf_id) if not deleted]


def chain(
    connection: sqlite3.Connection, conversation_id: str, leaf_id: str | None
) -> list[tuple[str, bool]]:
    """(id, whether deleted) from the first message to the leaf (default: the active one)."""
    if leaf_id is None:
        head = connection.execute(
            "SELECT active_leaf_id FROM conversations WHERE id = ?", (conversation_id,)
        ).fetchone()
        leaf_id = head[0] if head else None
    if leaf_id is None:
        return []
    parents: dict[str, str | None] = {}
    deleted: set[str] = set()
    for message_id, parent_id, is_deleted in connection.execute(
        "SELECT id, parent_id, deleted FROM messages WHERE conversation_id = ?", (conversation_id,)
    ):
        parents[message_id] = parent_id
        if is_deleted:
            deleted.add(message_id)
    found: list[tuple[str, bool]] = []
    at: str | None = leaf_id
    while at is not None and at in parents:
        found.append((at, at in deleted))
        at = parents.pop(at)  # taken out, so that even a ring in a mended file ends
    found.reverse()
    return found


def siblings(connection: sqlite3.Connection, message_id: str) -> list[str]:
    """Ids of the messages that share its parent, itself included, oldest first, deleted ones out."""
    conversation_id, parent_id = place(connection, message_id)
    rows = connection.execute(
        "SELECT id FROM messages WHERE parent_id IS ? AND conversation_id = ? AND deleted = 0 ORDER BY seq",
        (parent_id, conversation_id),
    )
    return [row[0] for row in rows]


def branches(connection: sqlite3.Connection, message_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
    """(place from 1, number) among the siblings, for those of the messages that have any."""
    family_of: dict[str, tuple[str, str | None]] = {}
    for some in batched(message_ids):
        query = f"SELECT id, conversation_id, parent_id FROM messages WHERE id IN ({marks_for(some)})"  # noqa: S608
        for message_id, conversation_id, parent_id in connection.execute(query, some):
            family_of[message_id] = (conversation_id, parent_id)
    families = _families(connection, set(family_of.values()))
    found: dict[str, tuple[int, int]] = {}
    for message_id, family in family_of.items():
        members = families[family]
        if len(members) > 1 and message_id in members:
            found[message_id] = (members.index(message_id) + 1, len(members))
    return found


def _families(
    connection: sqlite3.Connection, wanted: set[tuple[str, str | None]]
) -> defaultdict[tuple[str, str | None], list[str]]:
    """Ids of the children by (conversation, parent), oldest first, deleted ones out."""
    found: defaultdict[tuple[str, str | None], list[str]] = defaultdict(list)
    select = "SELECT conversation_id, parent_id, id FROM messages WHERE deleted = 0"
    rows: list[tuple[str, str | None, str]] = []
    for some in batched([parent_id for _, parent_id in wanted if parent_id is not None]):
        rows += connection.execute(f"{select} AND parent_id IN ({marks_for(some)}) ORDER BY seq", some)
    for conversation_id, parent_id in wanted:
        if parent_id is None:
            query = f"{select} AND conversation_id = ? AND parent_id IS NULL ORDER BY seq"
            rows += connection.execute(query, (conversation_id,))
    for conversation_id, parent_id, message_id in rows:
        found[conversation_id, parent_id].append(message_id)
    return found


def leaf_below(connection: sqlite3.Connection, message_id: str) -> str:
    """The leaf reached by always taking the newest child that has something to show.

    A deleted child is passed through when messages below it are left, for they stay on the path.
    """
    conversation_id, _ = place(connection, message_id)
    parents: dict[str, str | None] = {}
    children: defaultdict[str | None, list[str]] = defaultdict(list)
    visible: list[str] = []
    for child_id, parent_id, is_deleted in connection.execute(
        "SELECT id, parent_id, deleted FROM messages WHERE conversation_id = ? ORDER BY seq",
        (conversation_id,),
    ):
        parents[child_id] = parent_id
        children[parent_id].append(child_id)
        if not is_deleted:
            visible.append(child_id)
    shown = _with_ancestors(visible, parents)
    at = message_id
    while below := next((child for child in reversed(children[at]) if child in shown), None):
        at = below
    return at


def place(connection: sqlite3.Connection, message_id: str) -> tuple[str, str | None]:
    """Conversation and parent of a message.

    Raises:
        StorageError: There is no such message.
    """
    row = connection.execute(
        "SELECT conversation_id, parent_id FROM messages WHERE id = ?", (message_id,)
    ).fetchone()
    if row is None:
        raise StorageError("This message does not exist any more.")
    return row[0], row[1]


def _with_ancestors(message_ids: list[str], parents: dict[str, str | None]) -> set[str]:
    found: set[str] = set()
    for message_id in message_ids:
        at: str | None = message_id
        while at is not None and at not in found:
            found.add(at)
            at = parents.get(at)
    return found
