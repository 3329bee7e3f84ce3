"""A second start hands over its files, or becomes the program itself."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalSocket

from desktop_app.core.domain.errors import StoreLocked
from desktop_app.ui import single_instance
from desktop_app.ui.single_instance import InstanceServer, get_turn, server_name

ROOT = Path(__file__).parents[2]
ODD_NAMES = ["/a b/c.throughline", "/对话 1.throughline", "/line\nfeed.json", "/not-utf8-\udcff.json"]


class Running:
    """A program that listens, and what it heard."""

    def __init__(self, folder):
        self.folder = folder
        self.owner = QObject()
        self.raised = 0
        self.files = []
        self.server = InstanceServer(folder, self.owner)
        self.server.raise_requested.connect(self._on_raised)
        self.server.files_given.connect(self.files.append)

    def _on_raised(self):
        self.raised += 1


@pytest.fixture
def running(tmp_path, qapp):
    program = Running(tmp_path / "data")
    yield program
    program.server.close()


SECOND_START = """
import json, sys
from pathlib import Path
from desktop_app.core.domain.errors import StoreLocked
from desktop_app.ui.single_instance import get_turn
folder, files, seconds = json.loads(sys.stdin.read())
try:
    print(get_turn(lambda: False, Path(folder), files, seconds=seconds))
except StoreLocked as error:
    print(error)
"""


async def second_start(folder, files=(), seconds=10.0):
    """A process of its own that finds the folder taken; what came of it."""
    words = json.dumps([str(folder), files, seconds])
    return await in_a_process(SECOND_START, words)


async def in_a_process(script, words):
    command = [sys.executable, "-c", script]
    done = await asyncio.to_thread(
        subprocess.run,
        command,
        cwd=ROOT,
        input=words,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert not done.stderr
    return done.stdout.rstrip("\n")


async def test_the_files_reach_the_running_program_with_their_very_names(running):
    assert await second_start(running.folder, ODD_NAMES) == "False"
    assert running.files == [ODD_NAMES]
    assert running.raised == 1


async def test_a_start_without_files_only_raises(running):
    await second_start(running.folder)

    assert (running.raised, running.files) == (1, [])


def test_a_start_becomes_the_program_when_the_other_has_ended(tmp_path):
    answers = iter([False, False, True])

    assert get_turn(lambda: next(answers), tmp_path / "data", ["/x.json"])


async def test_a_start_tries_again_while_the_other_is_starting(tmp_path, until):
    start = asyncio.ensure_future(second_start(tmp_path / "data", ["/x.json"]))
    await asyncio.sleep(0.3)
    running = Running(tmp_path / "data")

    assert await start == "False"
    assert running.files == [["/x.json"]]
    running.server.close()


def test_a_program_that_never_answers_is_told(tmp_path):
    with pytest.raises(StoreLocked, match="does not answer"):
        get_turn(lambda: False, tmp_path / "data", seconds=0.3)


async def test_an_answer_that_came_too_late_does_not_import_twice(running, monkeypatch):
    monkeypatch.setattr(single_instance, "_OK", b"ok, but not yet\n")
    assert "does not answer" in await second_start(running.folder, ["/x.json"], seconds=1.0)
    line = json.dumps({"id": "one", "open": ["/y.json"]}).encode() + b"\n"
    for _ in range(2):
        await say(running.folder, line)

    assert running.files == [["/x.json"], ["/y.json"]]


@pytest.mark.parametrize(
    "words",
    [
        b"raise\n",
        b"\xff\x00\n",
        b"[]\n",
        b"{}\n",
        b'{"id": 1, "open": 7}\n',
        b'{"id": "a", "open": ["relative.json", 3, null]}\n',
        b"[" * 100_000 + b"\n",
    ],
)
async def test_words_of_a_stranger_open_nothing(running, words):
    await say(running.folder, words)

    assert (running.raised, running.files) == (1, [])


async def test_a_line_without_end_is_cut_off_and_the_next_start_is_heard(running):
    heard = await say(running.folder, b"x" * (single_instance.MAX_LINE + 2))
    await second_start(running.folder, ["/x.json"])

    assert heard == b""
    assert running.files == [["/x.json"]]


async def say(folder, words):
    """Send bytes as any program of the user could; returns the answer, empty when cut off."""

    socket = QLocalSocket()
    socket.connectToServer(server_name(folder))
    assert socket.waitForConnected(1000)
    socket.write(words)
    end = time.monotonic() + 5
    while not socket.canReadLine() and socket.state() is not QLocalSocket.LocalSocketState.UnconnectedState:
        assert time.monotonic() < end
        await asyncio.sleep(0.01)
    return socket.readLine().data()
