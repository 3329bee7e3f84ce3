"""The list of steps in order, and how far a file has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.core.storage.migrations import m0001_first

APPLICATION_ID = 0x54484C4E
"""``PRAGMA application_id`` of our files: the letters THLN."""


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the schema, done in one transaction.

    Attributes:
        version: ``PRAGMA user_version`` of the file once the step is done.
        statements: SQL statements in order.
        tables: Tables the step adds; a file of this version without one of them is damaged.
    """

    version: int
    statements: tuple[str, ...]
    tables: tuple[str, ...] = ()


STEPS = (Step(version=1, statements=m0001_first.STATEMENTS, tables=m0001_first.TABLES),)


def newest_version(steps: Sequence[Step] = STEPS) -> int:
    """The version a file has after all steps."""
    return steps[-1].version


def tables_of(version: int, steps: Sequence[Step] = STEPS) -> frozenset[str]:
    """Tables a file of this version must have."""
    return frozenset(table for step in steps if step.version <= version for table in step.tables)
