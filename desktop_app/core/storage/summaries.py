"""Summary rows."""

from __future__ import annotations

import sqlite3

from desktop_app.core.domain.errors import StorageError
from desktop_app.core.domain.summary import Summary, SummaryState
from desktop_app.core.storage.rows import SUMMARY, marks, summary_from, summary_values

_INSERT = f"INSERT INTO summaries ({SUMMARY}) VALUES ({marks(SUMMARY)})"  # noqa: S608


def listed(connection: sqlite3.Connection, conversation_id: str) -> list[Summary]:
    """All of a conversation, in the order in which they were stored."""
    rows = connection.execute(
        f"SELECT {SUMMARY} FROM summaries WHERE conversation_id = ? ORDER BY seq",  # noqa: S608
        (conversation_id,),
    )
    return [summary_from(row) for row in rows]


def insert(connection: sqlite3.Connection, summary: Summary) -> None:
    """Store a new one.

    Raises:
        StorageError: Its id is taken, or its conversation is gone.
    """
    try:
        connection.execute(_INSERT, summary_values(summary))
    except sqlite3.IntegrityError as error:
        raise StorageError(
            "This summary cannot be stored: its id is taken, or its conversation is gone."
        ) from error


def set_state(connection: sqlite3.Connection, summary_id: str, state: SummaryState) -> None:
    """Apply, undo or restore.

    Raises:
        StorageError: There is no such summary.
    """
    changed = connection.execute("UPDATE summaries SET state = ? WHERE id = ?", (state, summary_id)).rowcount
    if not changed:
        raise StorageError("This summary does not exist any more.")


def discard(connection: sqlite3.Connection, summary_id: str) -> None:
    """Remove one that waits for review; one that was applied is never removed.

    Raises:
        StorageError: It was applied; undo it instead.
    """
    row = connection.execute("SELECT state FROM summaries WHERE id = ?", (summary_id,)).fetchone()
    if row and row[0] != SummaryState.PENDING:
        raise StorageError("Only a summary that waits for review can be discarded. Undo this one instead.")
    connection.execute("DELETE FROM summaries WHERE id = ?", (summary_id,))
