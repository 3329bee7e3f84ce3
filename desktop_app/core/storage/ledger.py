"""What requests cost, and how far token estimates are off."""

from __future__ import annotations

import sqlite3

from desktop_app.core.domain.summary import LedgerEntry
from desktop_app.core.storage.rows import LEDGER, ledger_entry_from, ledger_values, marks


def add_entry(connection: sqlite3.Connection, entry: LedgerEntry) -> None:
    """Note a request."""
    connection.execute(
        f"INSERT INTO ledger ({LEDGER}) VALUES ({marks(LEDGER)})",  # noqa: S608
        ledger_values(entry),
    )


def entries(connection: sqlite3.Connection, conversation_id: str | None) -> list[LedgerEntry]:
    """Entries of one conversation, or of all, in the order in which they were noted."""
    rows = connection.execute(
        f"SELECT {LEDGER} FROM ledger WHERE ?1 IS NULL OR conversation_id = ?1 ORDER BY seq",  # noqa: S608
        (conversation_id,),
    )
    return [ledger_entry_from(row) for row in rows]


def calibration(connection: sqlite3.Connection, model: str) -> tuple[float, int]:
    """Ratio and number of reports; (1.0, 0) for an unknown model."""
    row = connection.execute("SELECT ratio, reports FROM calibration WHERE model = ?", (model,)).fetchone()
    return (row[0], row[1]) if row else (1.0, 0)


def save_calibration(connection: sqlite3.Connection, model: str, ratio: float, reports: int) -> None:
    """Keep the ratio of a model."""
    connection.execute(
        "INSERT OR REPLACE INTO calibration (model, ratio, reports) VALUES (?, ?, ?)", (model, ratio, reports)
    )
