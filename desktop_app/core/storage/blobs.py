"""Bytes of attachments, stored once by their SHA-256."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from desktop_app.core.domain.conversation import Attachment
from desktop_app.core.storage.rows import attachments_from

# Library entries are JSON of others' making (a persona's picture), so they are searched as text.
_UNUSED = """
    DELETE FROM blobs WHERE digest = ?1
    AND NOT EXISTS (SELECT 1 FROM messages WHERE attachments <> '' AND instr(attachments, ?1))
    AND NOT EXISTS (SELECT 1 FROM drafts WHERE attachments <> '' AND instr(attachments, ?1))
    AND NOT EXISTS (SELECT 1 FROM documents WHERE instr(data, ?1))
"""


def put(connection: sqlite3.Connection, data: bytes, name: str, media_type: str) -> Attachment:
    """Store bytes; equal ones are stored once."""
    import hashlib  # late: OpenSSL costs start-up time

    digest = hashlib.sha256(data).hexdigest()
    connection.execute("INSERT OR IGNORE INTO blobs (digest, data) VALUES (?, ?)", (digest, data))
    return Attachment(digest=digest, name=name, media_type=media_type, size=len(data))


def find(connection: sqlite3.Connection, digest: str) -> bytes | None:
    """Stored bytes."""
    row = connection.execute("SELECT data FROM blobs WHERE digest = ?", (digest,)).fetchone()
    return bytes(row[0]) if row else None


def used_by(connection: sqlite3.Connection, conversation_id: str) -> set[str]:
    """Digests that the messages and the draft of a conversation name."""
    rows = connection.execute(
        "SELECT attachments FROM messages WHERE conversation_id = ?1 AND attachments <> ''"
        " UNION SELECT attachments FROM drafts WHERE conversation_id = ?1",
        (conversation_id,),
    )
    return {attachment.digest for row in rows for attachment in attachments_from(row[0])}


def remove_unused(connection: sqlite3.Connection, digests: Iterable[str]) -> None:
    """Remove those of these blobs that nothing names any more."""
    for digest in digests:
        connection.execute(_UNUSED, (digest,))
