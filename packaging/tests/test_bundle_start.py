"""The bundle's start costs no more than the same program from source, and unpacks nothing."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import project
import pytest

RUNS = 5
RATIO = 1.2
SECONDS = 6.0
"""Both have been idle for long by then."""


def cpu_of_a_start(command: list[str], data: Path) -> float:
    """CPU seconds of the program from its start until it is told to end, idle, after a while."""
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(data),
        "TMPDIR": str(data / "tmp"),
    }
    (data / "tmp").mkdir(parents=True, exist_ok=True)
    program = subprocess.Popen(
        [*command, "--data-dir", str(data / "data")],
        cwd=project.ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(SECONDS)
    program.send_signal(signal.SIGINT)
    _, _, usage = os.wait4(program.pid, 0)
    program.returncode = 0
    assert list((data / "tmp").iterdir()) == []
    return usage.ru_utime + usage.ru_stime


def test_the_bundle_starts_with_at_most_a_fifth_more_cpu(tmp_path: Path):
    bundle = project.BUILD / "bundle" / "with-model" / "throughline" / "throughline"
    if not bundle.exists():
        pytest.skip("no bundle was built")
    ours, theirs = [], []
    for run in range(RUNS):
        ours.append(cpu_of_a_start([str(bundle)], tmp_path / f"bundle{run}"))
        theirs.append(cpu_of_a_start([sys.executable, "-m", "desktop_app"], tmp_path / f"source{run}"))

    ratio = statistics.median(ours) / statistics.median(theirs)
    print(
        f"bundle {statistics.median(ours):.2f} s, source {statistics.median(theirs):.2f} s, ratio {ratio:.2f}"
    )
    assert ratio <= RATIO
