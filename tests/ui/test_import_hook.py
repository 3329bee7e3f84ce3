"""Importing on two threads at once must not break either."""

from __future__ import annotations

import builtins
import subprocess
import sys
import textwrap
from pathlib import Path

from desktop_app.ui.import_hook import HOOK, remove_import_hook

PROGRAM = textwrap.dedent(
    """
    import sys, threading
    import PySide6.QtWidgets
    from desktop_app.ui.import_hook import remove_import_hook

    remove_import_hook()
    sys.setswitchinterval(1e-5)
    thread = threading.Thread(target=lambda: __import__("pydantic").BaseModel)
    thread.start()
    for name in ("xml.dom.minidom", "http.server", "tarfile", "mailbox", "smtplib", "optparse", "doctest"):
        __import__(name)
    thread.join()
    """
)


def test_the_hook_is_gone_and_stays_gone():
    before = builtins.__import__
    try:
        remove_import_hook()
        remove_import_hook()
        assert getattr(builtins.__import__, "__name__", "") != HOOK
        import json  # noqa: F401 - importing still works
    finally:
        builtins.__import__ = before


def test_two_threads_import_side_by_side():
    root = Path(__file__).parents[2]
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], cwd=root, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
