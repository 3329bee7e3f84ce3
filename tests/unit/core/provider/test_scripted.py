import asyncio

import pytest

from desktop_app.core.domain.errors import ServerFailed, TimedOut
from desktop_app.core.domain.request import (
    ChatMessage,
    ChatRequest,
    ReasoningDelta,
    ReplyFinished,
    TextDelta,
    UsageReported,
)
from desktop_app.core.domain.settings import ProfileSettings
from desktop_app.core.provider.scripted import ScriptedProvider, reply

PROFILE = ProfileSettings(id="p")


def ask(purpose="chat"):
    return ChatRequest(PROFILE, (ChatMessage("user", "hi"),), purpose=purpose)


async def play(provider, purpose="chat"):
    return [item async for item in provider.stream(ask(purpose))]


async def test_scripts_are_played_in_order_for_each_purpose():
    provider = ScriptedProvider()
    provider.play("one", "two")
    provider.play("title", purpose="title")

    assert (await play(provider))[0] == TextDelta("one")
    assert (await play(provider, "title"))[0] == TextDelta("title")
    assert (await play(provider))[0] == TextDelta("two")
    assert provider.pending() == 0
    assert [r.purpose for r in provider.requests] == ["chat", "title", "chat"]
    assert len(provider.requests_for("title")) == 1


async def test_a_request_without_a_script_fails():
    with pytest.raises(ServerFailed):
        await play(ScriptedProvider())


async def test_the_default_answers_what_no_script_does():
    provider = ScriptedProvider(default=lambda request: reply(request.messages[-1].text * 2))

    assert (await play(provider))[0] == TextDelta("hihi")


async def test_an_ordinary_reply():
    provider = ScriptedProvider()
    provider.play(reply("abcd", reasoning="hm", chunk=3, pause=0.001, prompt_tokens=7))

    items = await play(provider)

    assert items[:3] == [ReasoningDelta("hm"), TextDelta("abc"), TextDelta("d")]
    assert isinstance(items[3], UsageReported)
    assert items[4] == ReplyFinished("stop", "scripted")


async def test_errors_and_holds():
    provider = ScriptedProvider()
    gate = asyncio.Event()
    provider.play([TextDelta("a"), gate.wait, TimedOut("late")])

    items = provider.stream(ask())
    assert await anext(items) == TextDelta("a")
    rest = asyncio.create_task(anext(items))
    await asyncio.sleep(0)
    assert not rest.done()
    gate.set()

    with pytest.raises(TimedOut):
        await rest


async def test_the_rest_of_the_port():
    provider = ScriptedProvider()

    assert [entry.id for entry in await provider.models(PROFILE)] == ["scripted"]
    assert (await provider.test(PROFILE)).ok
    assert await provider.discover() == []
    provider.model_entries = ServerFailed("no")
    with pytest.raises(ServerFailed):
        await provider.models(PROFILE)
    await provider.aclose()
    assert provider.closed
