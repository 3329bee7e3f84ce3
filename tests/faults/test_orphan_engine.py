"""The whole program is killed while the built-in model loads or answers: its engine goes too."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.faults.running_program import running, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.local_model,
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals"),
    pytest.mark.timeout(200),
]
GONE_SECONDS = 5.0


def engines_of(program) -> list[psutil.Process]:
    children = psutil.Process(program.process.pid).children(recursive=True)
    return [child for child in children if any("local_engine" in word for word in child.cmdline())]


def is_alive(process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE  # where nobody collects orphans
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("moment", ["loading", "answering"])
def test_a_killed_program_leaves_no_engine(tmp_path, moment):
    with running(tmp_path / "data", "talks") as program:
        program.wait_for("sent")
        wait_until(lambda: engines_of(program), 60)
        (engine,) = engines_of(program)
        if moment == "loading":
            time.sleep(0.7)  # the library is in the middle of the file and holds the interpreter
        elif moment == "answering":
            program.wait_for("streaming")
            limit = resource.prlimit(engine.pid, resource.RLIMIT_CORE)[0]
            core_filter = Path(f"/proc/{engine.pid}/coredump_filter").read_text()
        was_running = is_alive(engine)
        program.process.kill()
        program.process.wait()
        wait_until(lambda: not is_alive(engine), GONE_SECONDS)

    assert was_running
    if moment == "answering":  # the engine's memory holds the conversation
        assert (limit, int(core_filter, 16)) == (0, 0)
