"""Pinned facts, of one conversation or of all."""

from __future__ import annotations

import sqlite3

from desktop_app.core.domain.conversation import Fact
from desktop_app.core.storage.rows import FACT, fact_from, fact_values, marks


def listed(connection: sqlite3.Connection, conversation_id: str | None) -> list[Fact]:
    """Facts of one scope in order."""
    rows = connection.execute(
        f"SELECT {FACT} FROM facts WHERE conversation_id IS ? ORDER BY position, seq",  # noqa: S608
        (conversation_id,),
    )
    return [fact_from(row) for row in rows]


def save(connection: sqlite3.Connection, fact: Fact) -> None:
    """Insert or replace."""
    changes = ", ".join(f"{name} = excluded.{name}" for name in FACT.split(", ")[1:])
    connection.execute(
        f"INSERT INTO facts ({FACT}) VALUES ({marks(FACT)}) ON CONFLICT (id) DO UPDATE SET {changes}",  # noqa: S608
        fact_values(fact),
    )


def delete(connection: sqlite3.Connection, fact_id: str) -> None:
    """Remove it, if it is there."""
    connection.execute("DELETE FROM facts WHERE id = ?", (fact_id,))
