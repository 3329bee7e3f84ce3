"""What a hostile server leaves behind in the program: never a normal reply, a title or a summary."""

from __future__ import annotations

import contextlib
import time

import pytest

from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.events import SummaryFailed
from desktop_app.core.domain.summary import Reason
from desktop_app.core.provider import connection, retry
from desktop_app.core.provider.openai_chat import OpenAIChatProvider
from tests.faults.hostile_server import HostileServer
from tests.faults.scripts import ENDINGS, ERRORS_INSIDE, KEEP_ALIVES, NOT_STREAMS, REFUSALS, STALLS, THINKING
from tests.unit.coordinator.room import open_room, profile

QUESTION = "Tell me about rain"
FAILING = [
    script
    for script in (*ENDINGS, *ERRORS_INSIDE, *NOT_STREAMS, *KEEP_ALIVES, *STALLS, *THINKING, *REFUSALS[::5])
    if isinstance(script.ends, type)
]


class _Clock:
    now = staticmethod(time.time)
    monotonic = staticmethod(time.monotonic)


async def _no_key(_profile_id, _refresh):
    return None


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(connection, "REFUSAL_SECONDS", 0.2)


def hostile_profile(profile_id, server, script):
    limits = {"first_token_timeout": 20.0, "idle_timeout": 20.0, "connect_timeout": 5.0}
    changes = {**limits, **dict(script.profile), "base_url": server.base_url, "model": "m"}
    changes.pop("refusal_seconds", None)
    return profile(profile_id).model_copy(update=changes)


@pytest.mark.parametrize("script", FAILING, ids=lambda script: script.name)
async def test_nothing_broken_is_kept_as_whole(script, tmp_path):
    provider = OpenAIChatProvider(key_for=_no_key, local_engine=None, clock=_Clock())
    async with (
        HostileServer() as server,
        open_room(
            tmp_path, hostile_profile("p", server, script), titles=True, title_profile="p", provider=provider
        ) as room,
    ):
        server.play(script.plays[0])  # the failing one, whoever asks
        new = await room.conversation()
        reply = await room.say(new, QUESTION)

        head = await room.store.conversation(new)
        assert reply.state in (MessageState.INTERRUPTED, MessageState.FAILED)
        assert reply.text == script.text
        assert reply.error
        assert head.title == QUESTION  # the fallback, made without a model

        old = await room.conversation(8)
        with contextlib.suppress(ThroughlineError):
            await room.summaries.run(old, Reason.MANUAL)
        await room.settle()
        assert await room.store.summaries(old) == []
        assert room.of(SummaryFailed)
    await provider.aclose()
