"""A crash writes no memory to disk: no core file, and a dump taken all the same holds no key and no word."""

from __future__ import annotations

import asyncio
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.hostile_server import Hang, HostileServer
from tests.faults.running_program import running
from tests.faults.wire import R, T, head

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="core files and /proc as Linux has them"),
]
KEY = "sk-UNIQUE-5b1f0c7e9d2a4488"
SECRET_WORDS = "only-the-model-said-this"
STREAM = (head() + R + T(f"{SECRET_WORDS} ") * 3, Hang())
UNLIMITED = ("bash", "-c", 'ulimit -c unlimited && exec "$@"', "-")


def keys_in(folder) -> dict[str, str]:
    """An environment with a keychain that holds the key."""
    folder.mkdir()
    (folder / "far").write_text(KEY)
    return {"PYTHON_KEYRING_BACKEND": "tests.faults.file_keyring.FileKeyring", "TEST_KEYS": str(folder)}


def found_in_memory(pid: int, words: str) -> bool:
    with Path(f"/proc/{pid}/maps").open() as maps, Path(f"/proc/{pid}/mem").open("rb", 0) as memory:
        for line in maps:
            place, rights, *_ = line.split()
            if rights.startswith("rw"):
                start, end = (int(edge, 16) for edge in place.split("-"))
                memory.seek(start)
                if words.encode() in memory.read(end - start):
                    return True
    return False


async def told(program, word):
    return await asyncio.to_thread(program.wait_for, word)


@pytest.mark.limit(60)
async def test_a_crash_leaves_no_core_file_where_the_user_wants_them(tmp_path):
    place = tmp_path / "here"
    place.mkdir()
    with running(tmp_path / "data", "idle", prefix=UNLIMITED, cwd=place) as program:
        await told(program, "up")
        limits = resource.prlimit(program.process.pid, resource.RLIMIT_CORE)
        code, _ = await asyncio.to_thread(program.end, signal.SIGABRT)

    assert limits == (0, resource.RLIM_INFINITY)
    assert code == -signal.SIGABRT
    assert list(place.iterdir()) == []


@pytest.mark.limit(90)
@pytest.mark.parametrize("way", ["kernel", "gcore"])
async def test_a_dump_taken_all_the_same_holds_no_key_and_no_words(tmp_path, way):
    if way == "gcore" and not shutil.which("gcore"):
        pytest.skip("needs gdb")
    place = tmp_path / "here"
    place.mkdir()
    async with HostileServer() as server:
        server.play(STREAM)
        more = keys_in(tmp_path / "keys") | {"TEST_SERVER": server.base_url}
        with running(tmp_path / "data", "talks", prefix=UNLIMITED, cwd=place, **more) as program:
            await told(program, "streaming")
            pid = program.process.pid
            in_memory = [found_in_memory(pid, words) for words in (KEY, SECRET_WORDS)]
            if way == "gcore":
                await asyncio.to_thread(
                    subprocess.run,
                    ["gcore", "-o", str(place / "core"), str(pid)],
                    capture_output=True,
                    check=True,
                )
            else:
                unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
                resource.prlimit(
                    pid, resource.RLIMIT_CORE, unlimited
                )  # as a collector on a pipe would get it
                await asyncio.to_thread(program.end, signal.SIGSEGV)
    dumps = list(place.iterdir())
    if way == "kernel" and not dumps:
        pytest.skip("this machine's core_pattern writes no file here")
    dump = dumps[0].read_bytes()

    assert in_memory == [True, True]
    assert server.received[0].header("authorization") == f"Bearer {KEY}"
    assert dump.startswith(b"\x7fELF")
    assert KEY.encode() not in dump
    assert SECRET_WORDS.encode() not in dump
