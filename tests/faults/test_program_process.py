"""The program as the operating system sees it: started twice, stopped, terminated, on bad ground."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.exchange.imported import ImportedConversation
from desktop_app.core.exchange.pack import write_pack
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, conversation, pairs
from tests.faults.running_program import QUIT_SECONDS, ROOT, environment_with, running, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals"),
]
OFFSCREEN = "This plugin does not support raise()\n"
"""What Qt's offscreen platform says to every window that is raised."""


def start_again(folder, *files, **environment):
    return subprocess.run(
        [sys.executable, "-m", "desktop_app", "--data-dir", str(folder), *map(str, files)],
        cwd=ROOT,
        env=environment_with(**environment),
        capture_output=True,
        text=True,
        timeout=QUIT_SECONDS,
        check=False,
    )


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


def test_a_second_start_raises_the_first_and_a_killed_one_leaves_no_lock(folder):
    with running(folder, "idle") as first:
        first.wait_for("up")
        second = start_again(folder)
        first.wait_for("raised")
        first.end(signal.SIGKILL)
    with running(folder, "idle") as third:
        third.wait_for("up")
        code, stderr = third.end()

    assert (second.returncode, second.stderr) == (0, "")
    assert (code, stderr) == (0, "")


def test_a_pack_is_imported_by_a_start_and_by_the_program_that_runs(folder, tmp_path):
    first, second = pack(tmp_path / "first one.throughline"), pack(tmp_path / "第二个.throughline")
    command = [sys.executable, "-m", "desktop_app", "--data-dir", str(folder), str(first)]
    program = subprocess.Popen(command, cwd=ROOT, env=environment_with(), stderr=subprocess.PIPE, text=True)
    try:
        wait_until(lambda: "first one" in titles(folder))
        again = start_again(folder, second, tmp_path / "missing.throughline")
        wait_until(lambda: "第二个" in titles(folder))
        program.send_signal(signal.SIGTERM)
        _, stderr = program.communicate(timeout=QUIT_SECONDS)
    finally:
        program.kill()

    assert (again.returncode, again.stderr) == (0, "")
    assert (program.returncode, stderr.replace(OFFSCREEN, "")) == (0, "")
    assert sorted(title for title in titles(folder) if title) == ["first one", "第二个"]


def test_a_start_while_the_program_ends_waits_for_it_and_goes_on(folder, tmp_path):
    file = pack(tmp_path / "late.throughline")
    with running(folder, "ends_slowly") as first:
        first.wait_for("ending")
        command = [sys.executable, "-m", "desktop_app", "--data-dir", str(folder), str(file)]
        second = subprocess.Popen(command, cwd=ROOT, env=environment_with())
        try:
            wait_until(lambda: "late" in titles(folder))
            second.send_signal(signal.SIGTERM)
            assert second.wait(QUIT_SECONDS) == 0
        finally:
            second.kill()
        code, stderr = first.end(0)

    assert (code, stderr) == (0, "")


def pack(path):
    """A hand-off pack with one conversation, titled as its file."""
    messages = pairs(1)
    one = dataclasses.replace(conversation(), title=path.stem, active_leaf_id=messages[-1].id)
    path.write_bytes(write_pack(ImportedConversation(one, tuple(messages))))
    return path


def titles(folder):
    """Titles in the store, read from the file as another program would."""
    file = AppPaths(folder).database
    if not file.exists():
        return []
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        try:
            return [title for (title,) in database.execute("SELECT title FROM conversations")]
        except sqlite3.OperationalError:  # no table yet
            return []


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT, "session ends"])
def test_the_end_saves_everything_that_is_pending(folder, way):
    by_signal = isinstance(way, signal.Signals)
    with running(folder, "everything_pending" if by_signal else "session_ends") as program:
        pending = program.wait_for("pending")
        code, stderr = program.end(way if by_signal else 0)

    assert pending["purposes"] == ["chat", "summary", "title"]
    assert (code, stderr) == (0, "")
    partial, draft, summaries = stored(folder, pending["conversation"])
    assert (partial.text, partial.state) == ("half", MessageState.INTERRUPTED)
    assert draft.text == "unsent words"
    assert summaries == 0


def stored(folder, conversation_id):
    """(last message, draft, number of summaries)."""
    import asyncio

    async def read():
        store = SqliteStore(AppPaths(folder), clock=FixedClock())
        await store.open()
        path, draft = await store.path(conversation_id), await store.draft(conversation_id)
        heads = await store.conversations()
        count = sum([len(await store.summaries(head.id)) for head in heads])
        await store.close()
        return path[-1], draft, count

    return asyncio.run(read())


def test_a_suspended_program_goes_on_where_it_was(folder):
    with running(folder, "slow_stream") as program:
        program.wait_for("streaming")
        program.process.send_signal(signal.SIGSTOP)
        time.sleep(2)
        program.process.send_signal(signal.SIGCONT)
        reply = program.wait_for("reply")
        code, stderr = program.end()

    assert reply["text"].split() == [str(n) for n in range(20)]
    assert reply["state"] == "complete"
    assert (code, stderr) == (0, "")


def test_a_keychain_that_hangs_blocks_nothing(folder):
    backend = "tests.faults.hanging_keyring.HangingKeyring"
    with running(folder, "remote", PYTHON_KEYRING_BACKEND=backend) as program:
        program.wait_for("up")
        asked = program.wait_for("asked")
        began = time.monotonic()
        code, stderr = program.end()

    assert asked["busy"]  # waits for the keychain
    assert asked["cpu"] < 1.0
    assert (code, stderr) == (0, "")
    assert time.monotonic() - began < QUIT_SECONDS


def test_a_dead_resolver_does_not_hold_the_end(folder):
    with running(folder, "dead_resolver", PYTHON_KEYRING_BACKEND="keyring.backends.null.Keyring") as program:
        program.wait_for("resolving")
        code, stderr = program.end()

    assert (code, stderr) == (0, "")


@pytest.mark.parametrize(
    "environment",
    [
        {"HTTP_PROXY": "socks://nowhere:1", "HTTPS_PROXY": "socks5://x y", "ALL_PROXY": "garbage://"},
        {
            "SSL_CERT_FILE": "/missing",
            "OPENAI_API_KEY": "sk-from-outside",
            "OPENAI_BASE_URL": "http://[",
            "LANG": "xx_YY.UTF-8",
            "QT_SCALE_FACTOR": "abc",
            "XDG_DATA_HOME": "relative",
            "PYTHON_KEYRING_BACKEND": "no.such.Backend",
        },
    ],
)
def test_the_environment_cannot_prevent_the_start(folder, environment):
    with running(folder, "remote", **environment) as program:
        program.wait_for("up")
        reply = program.wait_for("reply")
        code, stderr = program.end()

    assert reply["error"]
    assert code == 0
    assert "Traceback" not in stderr


@pytest.mark.parametrize("kind", ["file", "below a file", "no folder can be made", "held store"])
def test_bad_ground_is_named_and_ends_with_1(folder, kind):
    held = contextlib.nullcontext()
    if kind == "file":
        folder.write_text("in the way")
    elif kind == "below a file":
        folder.write_text("in the way")
        folder = folder / "data"
    elif kind == "no folder can be made":
        folder = Path("/proc/throughline")
    else:
        folder.mkdir()
        held = sqlite3.connect(AppPaths(folder).database, isolation_level=None)
        held.execute("CREATE TABLE theirs (x)")
        held.execute("BEGIN EXCLUSIVE")
    with held:
        done = start_again(folder)

    assert done.returncode == 1
    assert str(folder) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_crash_without_a_terminal_is_logged_once_and_told(folder):
    with running(folder, "crashes") as program:
        texts = program.wait_for("notices")["texts"]
        code, stderr = program.end()
    log = AppPaths(folder).log.read_text("utf-8")

    assert len(texts) == 1
    assert log.count("ZeroDivisionError") == 1
    assert "sk-in-the-text" not in log + str(texts) + stderr
    assert (code, stderr) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_started_without_standard_streams_no_file_of_ours_takes_their_place(folder):
    closed = ("bash", "-c", 'exec 0<&- 2>&-; exec "$@"', "-")
    with running(folder, "idle", prefix=closed) as program:
        program.wait_for("up")
        streams = [Path(f"/proc/{program.process.pid}/fd/{n}").readlink() for n in (0, 2)]
        code, _ = program.end()

    assert streams == [Path(os.devnull)] * 2
    assert code == 0
