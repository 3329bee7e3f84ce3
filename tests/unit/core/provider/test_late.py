import asyncio
import threading

from desktop_app.core.domain.request import ChatMessage, ChatRequest, TextDelta
from desktop_app.core.domain.settings import ProfileSettings
from desktop_app.core.provider.late import LateProvider
from desktop_app.core.provider.scripted import ScriptedProvider

REQUEST = ChatRequest(ProfileSettings(id="p"), (ChatMessage("user", "hi"),))


async def test_it_is_made_once_in_a_worker_thread_and_asked_by_all():
    made = []
    real = ScriptedProvider()
    real.play("one", "two")

    def make():
        made.append(threading.current_thread() is threading.main_thread())
        return real

    late = LateProvider(make)

    async def text():
        return "".join([i.text async for i in late.stream(REQUEST) if isinstance(i, TextDelta)])

    answers = await asyncio.gather(text(), text())

    assert made == [False]
    assert sorted(answers) == ["one", "two"]
    assert await late.models(REQUEST.profile) == real.model_entries
    assert (await late.test(REQUEST.profile)).ok
    assert await late.discover() == []
    assert late.body(REQUEST) == real.body(REQUEST)


async def test_closing_before_any_call_makes_nothing():
    late = LateProvider(lambda: 1 / 0)

    await late.aclose()


async def test_the_body_can_be_asked_before_anything_else():
    real = ScriptedProvider()
    late = LateProvider(lambda: real)

    assert b"hi" in late.body(REQUEST)
    await late.aclose()
    assert real.closed
