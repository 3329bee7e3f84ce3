"""Personas, world books, presets and unknown fields of imports, as JSON documents of a kind."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from desktop_app.core.storage.rows import storable


def listed(connection: sqlite3.Connection, kind: str) -> list[dict[str, Any]]:
    """Entries of a kind in the order in which they were added."""
    rows = connection.execute("SELECT data FROM documents WHERE kind = ? ORDER BY seq", (kind,))
    return [json.loads(row[0]) for row in rows]


def save(connection: sqlite3.Connection, kind: str, document_id: str, data: dict[str, Any]) -> None:
    """Insert or replace."""
    connection.execute(
        "INSERT INTO documents (kind, id, data) VALUES (?, ?, ?)"
        " ON CONFLICT (kind, id) DO UPDATE SET data = excluded.data",
        storable(kind, document_id, json.dumps(data)),
    )


def delete(connection: sqlite3.Connection, kind: str, document_id: str) -> None:
    """Remove it, if it is there."""
    connection.execute("DELETE FROM documents WHERE kind = ? AND id = ?", (kind, document_id))
