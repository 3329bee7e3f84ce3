"""CPU and memory from process start to the first idle after the window is shown.

Ours with 1,000 stored conversations against a bare ``QMainWindow`` with a list and a text edit, in
interleaved runs, so that a noisy machine disturbs both alike.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.core.domain.conversation import Conversation
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock

RUNS = 13
CPU_RATIO = 1.5
EXTRA_MEMORY_MB = 45.0
_ROOT = Path(__file__).resolve().parents[2]

_REPORT = """
def report():
    import json, resource
    usage = resource.getrusage(resource.RUSAGE_SELF)
    pss = sum(int(line.split()[1]) for line in open("/proc/self/smaps_rollup") if line.startswith("Pss:"))
    print(json.dumps({"cpu": usage.ru_utime + usage.ru_stime, "pss": pss / 1024}), flush=True)
"""
_BARE = (
    _REPORT
    + """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QListWidget, QMainWindow, QSplitter, QTextEdit
app = QApplication([])
window = QMainWindow()
split = QSplitter(window)
split.addWidget(QListWidget())
split.addWidget(QTextEdit())
window.setCentralWidget(split)
window.show()
QTimer.singleShot(0, lambda: QTimer.singleShot(0, lambda: (report(), app.quit())))
app.exec()
"""
)
_OURS = (
    _REPORT
    + """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from desktop_app import bootstrap
from desktop_app.ui import first_paint
from desktop_app.ui.main_window import MainWindow

class Watched(MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(0, lambda: QTimer.singleShot(0, self.first_idle))
        if sys.argv[2] == "idle":
            QTimer.singleShot(6000, lambda: (report(), self.close_requested.emit()))
    def first_idle(self):
        assert self.conversations.view.model().rowCount() == 1000
        report()
        if sys.argv[2] == "start":
            import os
            os._exit(0)

first_paint.MainWindow = Watched
bootstrap.run(Path(sys.argv[1]))
"""
)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A data folder with 1,000 conversations."""
    folder = tmp_path_factory.mktemp("startup")

    async def fill():
        store = SqliteStore(AppPaths(folder), clock=FixedClock())
        await store.open()
        for number in range(1000):
            await store.save_conversation(
                Conversation(
                    id=f"c{number}", title=f"Conversation {number}", created_at=number, updated_at=number
                )
            )
        await store.close()

    asyncio.run(fill())
    return folder


def _measure(code: str, *arguments: str) -> list[dict[str, float]]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(_ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def test_cpu_to_the_first_idle_against_a_bare_window(data):
    bare, ours = [], []
    for _ in range(RUNS):
        bare.append(_measure(_BARE)[0]["cpu"])
        ours.append(_measure(_OURS, str(data), "start")[0]["cpu"])

    ratio = statistics.median(ours) / statistics.median(bare)
    print(
        f"\nCPU s: bare {statistics.median(bare):.3f}, ours {statistics.median(ours):.3f}, ratio {ratio:.2f}"
    )
    assert ratio <= CPU_RATIO


def test_memory_at_idle_against_a_bare_window(data):
    bare = statistics.median(_measure(_BARE)[0]["pss"] for _ in range(5))
    ours = statistics.median(_measure(_OURS, str(data), "idle")[-1]["pss"] for _ in range(5))

    print(f"\nPSS MB: bare {bare:.1f}, ours at idle {ours:.1f}, extra {ours - bare:.1f}")
    assert ours - bare <= EXTRA_MEMORY_MB
