"""PySide6's hook on every import is taken out before anything else is imported."""

from __future__ import annotations

import builtins
import linecache

HOOK = "__feature_import__"
"""Name of the function that PySide6 puts in the place of ``builtins.__import__``."""


def remove_import_hook() -> None:
    """Give ``import`` back to Python; called once, after Qt was imported.

    WORKAROUND: the hook serves ``from __feature__ import ...``, which we do not use, and reads the
    source of every imported module, which then stays in memory: 7 MB for ours. It is not safe with
    threads: while one thread imports, another that imports pydantic gets an ImportError (3 of 25 trials
    with PySide6 6.11.3 and pydantic 2, none without the hook), and then the program does not start. To be
    dropped when PySide6 guards the hook by a lock and reads no sources.
    """
    former = getattr(builtins, "__orig_import__", None)
    if former is not None and getattr(builtins.__import__, "__name__", "") == HOOK:
        builtins.__import__ = former
        linecache.clearcache()
