"""Drafts, facts and library documents."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from desktop_app.core.domain.conversation import Draft, Fact
from desktop_app.core.storage.rows import (
    FACT,
    attachments_from,
    attachments_text,
    fact_from,
    fact_values,
    marks,
    storable,
)


def draft(connection: sqlite3.Connection, conversation_id: str) -> Draft | None:
    """What stood unsent in the composer."""
    row = connection.execute(
        "SELECT text, attachments FROM drafts WHERE conversation_id = ?", (conversation_id,)
    ).fetchone()
    return Draft(text=row[0], attachments=attachments_from(row[1])) if row else None


def save_draft(connection: sqlite3.Connection, conversation_id: str, draft: Draft | None) -> None:
    """Keep it; forget it when it is None or empty."""
    if draft is None or not (draft.text or draft.attachments):
        connection.execute("DELETE FROM drafts WHERE conversation_id = ?", (conversation_id,))
        return
    connection.execute(
        "INSERT OR REPLACE INTO drafts (conversation_id, text, attachments) VALUES (?, ?, ?)",
        storable(conversation_id, draft.text, attachments_text(draft.attachments)),
    )


def facts(connection: sqlite3.Connection, conversation_id: str | None) -> list[Fact]:
    """Facts of one scope in order."""
    rows = connection.execute(
        f"SELECT {FACT} FROM facts WHERE conversation_id IS ? ORDER BY position, seq",  # noqa: S608
        (conversation_id,),
    )
    return [fact_from(row) for row in rows]


def save_fact(connection: sqlite3.Connection, fact: Fact) -> None:
    """Insert or replace."""
    changes = ", ".join(f"{name} = excluded.{name}" for name in FACT.split(", ")[1:])
    connection.execute(
        f"INSERT INTO facts ({FACT}) VALUES ({marks(FACT)}) ON CONFLICT (id) DO UPDATE SET {changes}",  # noqa: S608
        fact_values(fact),
    )


def delete_fact(connection: sqlite3.Connection, fact_id: str) -> None:
    """Remove it, if it is there."""
    connection.execute("DELETE FROM facts WHERE id = ?", (fact_id,))


def documents(connection: sqlite3.Connection, kind: str) -> list[dict[str, Any]]:
    """Entries of a kind in the order in which they were added."""
    rows = connection.execute("SELECT data FROM documents WHERE kind = ? ORDER BY seq", (kind,))
    return [json.loads(row[0]) for row in rows]


def save_document(connection: sqlite3.Connection, kind: str, document_id: str, data: dict[str, Any]) -> None:
    """Insert or replace."""
    connection.execute(
        "INSERT INTO documents (kind, id, data) VALUES (?, ?, ?)"
        " ON CONFLICT (kind, id) DO UPDATE SET data = excluded.data",
        storable(kind, document_id, json.dumps(data)),
    )


def delete_document(connection: sqlite3.Connection, kind: str, document_id: str) -> None:
    """Remove it, if it is there."""
    connection.execute("DELETE FROM documents WHERE kind = ? AND id = ?", (kind, document_id))
