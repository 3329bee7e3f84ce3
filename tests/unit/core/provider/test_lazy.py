import asyncio
import threading

from desktop_app.core.domain.request import ChatMessage, ChatRequest, TextDelta
from desktop_app.core.domain.settings import ProfileSettings
from desktop_app.core.provider.lazy import LazyProvider
from desktop_app.core.provider.scripted import ScriptedProvider

REQUEST = ChatRequest(ProfileSettings(id="p"), (ChatMessage("user", "hi"),))


async def test_it_is_made_once_in_a_worker_thread_and_asked_by_all():
    made = []
    real = ScriptedProvider()
    real.play("one", "two")

    def make():
        made.append(threading.current_thread() is threading.main_thread())
        return real

    lazy = LazyProvider(make)

    async def text():
        return "".join([i.text async for i in lazy.stream(REQUEST) if isinstance(i, TextDelta)])

    answers = await asyncio.gather(text(), text())

    assert made == [False]
    assert sorted(answers) == ["one", "two"]
    assert await lazy.models(REQUEST.profile) == real.model_entries
    assert (await lazy.test(REQUEST.profile)).ok
    assert await lazy.discover() == []
    assert lazy.body(REQUEST) == real.body(REQUEST)


async def test_closing_before_any_call_makes_nothing():
    lazy = LazyProvider(lambda: 1 / 0)

    await lazy.aclose()


async def test_the_body_can_be_asked_before_anything_else():
    real = ScriptedProvider()
    lazy = LazyProvider(lambda: real)

    assert b"hi" in lazy.body(REQUEST)
    await lazy.aclose()
    assert real.closed


async def test_the_body_waits_for_a_provider_that_is_being_made():
    begun, go_on = threading.Event(), threading.Event()
    made = []

    def make():
        begun.set()
        go_on.wait(10)
        made.append(ScriptedProvider())
        return made[-1]

    lazy = LazyProvider(make)
    models = asyncio.ensure_future(lazy.models(REQUEST.profile))
    await asyncio.to_thread(begun.wait, 10)
    threading.Timer(0.02, go_on.set).start()
    body = lazy.body(REQUEST)
    await models

    assert b"hi" in body
    assert len(made) == 1
