"""What stands unsent in the composer, one draft for each conversation."""

from __future__ import annotations

import sqlite3

from desktop_app.core.domain.conversation import Draft
from desktop_app.core.storage.rows import attachments_from, attachments_text, storable


def find(connection: sqlite3.Connection, conversation_id: str) -> Draft | None:
    """What stood unsent in the composer."""
    row = connection.execute(
        "SELECT text, attachments FROM drafts WHERE conversation_id = ?", (conversation_id,)
    ).fetchone()
    return Draft(text=row[0], attachments=attachments_from(row[1])) if row else None


def save(connection: sqlite3.Connection, conversation_id: str, draft: Draft | None) -> None:
    """Keep it; forget it when it is None or empty."""
    if draft is None or not (draft.text or draft.attachments):
        connection.execute("DELETE FROM drafts WHERE conversation_id = ?", (conversation_id,))
        return
    connection.execute(
        "INSERT OR REPLACE INTO drafts (conversation_id, text, attachments) VALUES (?, ?, ?)",
        storable(conversation_id, draft.text, attachments_text(draft.attachments)),
    )
