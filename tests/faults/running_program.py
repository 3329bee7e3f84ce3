"""Starts ``program_under_test`` and listens to it; for tests that see the program from outside."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNDER_TEST = Path(__file__).with_name("program_under_test.py")
QUIT_SECONDS = 20
"""Far more than the program needs, far less than anything that hangs here."""


class Program:
    """A running program and what it tells."""

    def __init__(self, folder, scenario, *, prefix=(), cwd=ROOT, **environment):
        command = [*prefix, sys.executable, str(UNDER_TEST), str(folder), scenario]
        self.process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment_with(**environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_for(self, word):
        """What it told under this word."""
        for line in self.process.stdout:
            told = json.loads(line)
            if told["word"] == word:
                return told
        raise AssertionError(f"never told {word!r}: {self.process.stderr.read()}")

    def end(self, number=signal.SIGTERM):
        """(exit code, stderr), after a signal; with 0, when it ends by itself."""
        if number:
            self.process.send_signal(number)
        _, stderr = self.process.communicate(timeout=QUIT_SECONDS)
        return self.process.returncode, stderr


def environment_with(**more):
    kept = {name: value for name, value in os.environ.items() if "KEYRING" not in name}
    return {**kept, "QT_QPA_PLATFORM": "offscreen", "LANG": "en_US.UTF-8", "PYTHONPATH": str(ROOT), **more}


@contextlib.contextmanager
def running(folder, scenario, **more):
    program = Program(folder, scenario, **more)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.communicate()


def wait_until(holds, seconds=QUIT_SECONDS):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)
