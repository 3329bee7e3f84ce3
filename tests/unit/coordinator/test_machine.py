"""What the program asks of the machine at its start."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest

LIMITS = """
import resource
from desktop_app.coordinator.machine import keep_memory_out_of_dumps
hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
keep_memory_out_of_dumps()
assert resource.getrlimit(resource.RLIMIT_CORE) == (0, hard)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
def test_core_files_are_turned_off_and_the_hard_limit_is_left_alone():
    done = subprocess.run([sys.executable, "-c", LIMITS], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_system_without_such_limits_is_no_error(monkeypatch):
    from desktop_app.coordinator import machine

    monkeypatch.setitem(sys.modules, "resource", None)

    machine.keep_memory_out_of_dumps()


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's own call")
def test_freed_memory_goes_back_and_a_c_library_without_the_call_is_no_error(monkeypatch):
    import ctypes

    from desktop_app.coordinator import machine

    asked = []
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: SimpleNamespace(malloc_trim=asked.append))
    machine.give_back_memory()
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: SimpleNamespace())
    machine.give_back_memory()

    assert asked == [0]
