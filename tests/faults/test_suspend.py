"""The whole program stands still for some seconds, as when a laptop sleeps, in the middle of its work."""

from __future__ import annotations

import asyncio
import signal
import sys

import pytest

from tests.faults.hostile_server import HostileServer, Pause
from tests.faults.running_program import running
from tests.faults.wire import END, F, R, T, head

pytestmark = [
    pytest.mark.slow,
    pytest.mark.limit(60),
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals"),
]
LIMIT_SECONDS = 1.5
ASLEEP_SECONDS = 3.5
WORDS = [f"word{n} " for n in range(8)]
SLOW = (head() + R, *(step for word in WORDS for step in (T(word), Pause(0.3))), F("stop") + END)


async def told(program, word):
    return await asyncio.to_thread(program.wait_for, word)


async def sleep_and_wake(program) -> None:
    program.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(ASLEEP_SECONDS)
    program.process.send_signal(signal.SIGCONT)


@pytest.mark.parametrize("moment", ["before the first word", "in the middle"])
async def test_a_reply_goes_on_after_a_sleep_longer_than_its_limits(tmp_path, moment):
    early = moment == "before the first word"
    script = (Pause(0.8), *SLOW) if early else SLOW
    async with HostileServer() as server:
        server.play(script)
        more = {"TEST_SERVER": server.base_url, "TEST_LIMIT": str(LIMIT_SECONDS)}
        more |= {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
        with running(tmp_path / "data", "talks", **more) as program:
            await told(program, "sent" if early else "streaming")
            while not server.received:
                await asyncio.sleep(0.01)
            await sleep_and_wake(program)
            reply = await told(program, "reply")
            code, stderr = await asyncio.to_thread(program.end)

    assert (reply["state"], reply["error"]) == ("complete", "")
    assert reply["text"].split() == "".join(WORDS).split()
    assert len([r for r in server.received if r.line.startswith("POST")]) <= 2  # and its title
    assert (code, stderr) == (0, "")
