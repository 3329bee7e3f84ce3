"""What the adapter does around a request: keys, waits, Stop, proxies, environment, leaks."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from contextlib import aclosing

import psutil
import pytest

from desktop_app.core.domain.errors import (
    AuthenticationFailed,
    ConnectionFailed,
    KeychainLocked,
    LocalEngineError,
    NotFound,
    RequestRefused,
    TimedOut,
)
from desktop_app.core.domain.ports import LocalEndpoint
from desktop_app.core.domain.request import (
    ChatMessage,
    ChatRequest,
    ModelLoading,
    ReplyFinished,
    RetryScheduled,
    TextDelta,
)
from desktop_app.core.domain.settings import ProfileSettings
from desktop_app.core.provider import discovery, openai_chat, retry
from desktop_app.core.provider.openai_chat import OpenAIChatProvider
from tests.faults.hostile_server import Hang, HostileServer, Pause
from tests.faults.scripts import OK, sse
from tests.faults.wire import END, F, T, answer, refusal

KEY = "sk-secret-0123456789abcdef"


class _Clock:
    now = staticmethod(time.time)
    monotonic = staticmethod(time.monotonic)


class Keys:
    """Gives one key after the other, the last one again and again."""

    def __init__(self, *keys):
        self.keys = list(keys)
        self.asked = []

    async def __call__(self, profile_id, refresh):
        self.asked.append((profile_id, refresh))
        key = self.keys.pop(0) if len(self.keys) > 1 else self.keys[0]
        if isinstance(key, Exception):
            raise key
        return key


class Engine:
    """A local engine that points at a server and tells of its loading."""

    def __init__(self, base_url="", *, hold=None, error=None):
        self.base_url, self.hold, self.error = base_url, hold, error
        self.cancelled = self.closed = False

    async def endpoint(self, model_file, *, on_loading):
        on_loading(0.5, model_file or "bundled.gguf")
        on_loading(1.5, model_file or "bundled.gguf")
        try:
            if self.hold is not None:
                await self.hold.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        if self.error is not None:
            raise self.error
        return LocalEndpoint(self.base_url, "local-key", "local-model")

    async def aclose(self):
        self.closed = True


def adapter(keys=None, engine=None):
    return OpenAIChatProvider(key_for=keys or Keys(KEY), local_engine=engine, clock=_Clock())


def ask(base_url, **changes):
    timeout = changes.pop("timeout", None)
    profile = ProfileSettings(id="p", base_url=base_url, model="m").model_copy(update=changes)
    return ChatRequest(profile, (ChatMessage("user", "hi"),), timeout=timeout)


async def answer_of(provider, request):
    async with aclosing(provider.stream(request)) as items:
        return [item async for item in items]


# keys


async def test_a_changed_key_is_read_again_after_a_401():
    keys = Keys("old-key", "new-key")
    async with HostileServer() as server:
        server.play((refusal(401),), OK)
        provider = adapter(keys)

        items = await answer_of(provider, ask(server.base_url))

        await provider.aclose()
    assert isinstance(items[-1], ReplyFinished)
    assert keys.asked == [("p", False), ("p", True)]
    assert [r.header("authorization") for r in server.received] == ["Bearer old-key", "Bearer new-key"]


async def test_the_same_key_is_not_tried_twice():
    keys = Keys(KEY)
    async with HostileServer() as server:
        server.play((refusal(401),))
        provider = adapter(keys)

        with pytest.raises(AuthenticationFailed):
            await answer_of(provider, ask(server.base_url))

        await provider.aclose()
    assert len(server.received) == 1
    assert keys.asked == [("p", False), ("p", True)]


async def test_a_second_refused_key_ends_it():
    keys = Keys("one", "two", "three")
    async with HostileServer() as server:
        server.play((refusal(401),))
        provider = adapter(keys)

        with pytest.raises(AuthenticationFailed):
            await answer_of(provider, ask(server.base_url))

        await provider.aclose()
    assert len(server.received) == 2


@pytest.mark.parametrize("none", [None, "", "  \n"])
async def test_servers_without_a_key_get_no_header(none, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-the-environment")
    async with HostileServer() as server:
        server.play(OK)
        provider = adapter(Keys(none))

        await answer_of(provider, ask(server.base_url))

        await provider.aclose()
    assert server.received[0].header("authorization") is None


async def test_a_key_is_trimmed():
    async with HostileServer() as server:
        server.play(OK)
        provider = adapter(Keys(" \u200bsk-x\n"))

        await answer_of(provider, ask(server.base_url))

        await provider.aclose()
    assert server.received[0].header("authorization") == "Bearer sk-x"


@pytest.mark.parametrize("bad", ["sk-x y", "sk-\nx", "sk-ｘ", "sk-\u200bx", "sk-é", "sk-\x00x", "sk-\x7fx"])
async def test_a_key_no_header_can_hold_is_refused_with_its_position(bad):
    async with HostileServer() as server:
        server.play(OK)
        provider = adapter(Keys(bad))

        with pytest.raises(AuthenticationFailed, match=r"position [45]") as caught:
            await answer_of(provider, ask(server.base_url))

        await provider.aclose()
    assert bad not in str(caught.value)
    assert not server.received


async def test_a_locked_keychain_is_told_as_it_is():
    provider = adapter(Keys(KeychainLocked("Unlock it.")))

    with pytest.raises(KeychainLocked):
        await answer_of(provider, ask("http://127.0.0.1:9/v1"))
    outcome = await provider.test(ask("http://127.0.0.1:9/v1").profile)

    assert not outcome.ok
    assert "locked" in outcome.message


async def test_nothing_from_the_environment_is_sent(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-env")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-admin")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-env")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-env")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Env: secret\nAuthorization: Bearer sk-header")
    async with HostileServer() as server:
        server.play(OK)
        provider = adapter(Keys(None))

        await answer_of(provider, ask(server.base_url))

        await provider.aclose()
    head = server.received[0].head.decode().lower()
    for word in ("env", "sk-", "stainless", "openai", "cookie"):
        assert word not in head, head


async def test_extra_headers_are_sent_and_may_replace_the_key():
    async with HostileServer() as server:
        server.play(OK)
        provider = adapter()

        await answer_of(
            provider, ask(server.base_url, extra_headers={"authorization": "Key abc", "X-A": "1"})
        )
        with pytest.raises(RequestRefused):
            await answer_of(provider, ask(server.base_url, extra_headers={"X-A": "1\r\nX-B: 2"}))

        await provider.aclose()
    assert server.received[0].header("authorization") == "Key abc"
    assert server.received[0].header("x-a") == "1"
    assert len(server.received) == 1


async def test_a_redirect_carries_nothing_to_another_host():
    async with HostileServer() as thief, HostileServer() as server:
        thief.play(OK)
        server.play((answer(307, b"", None, f"Location: {thief.base_url}/chat/completions"),))
        provider = adapter()

        with pytest.raises(NotFound):
            await answer_of(provider, ask(server.base_url))
        with pytest.raises(NotFound):
            await provider.models(ask(server.base_url).profile)

        await provider.aclose()
    assert thief.connections == 0


async def test_cookies_are_not_kept():
    async with HostileServer() as server:
        server.play((answer(200, b'{"data":[]}', "application/json", "Set-Cookie: a=b"),))
        provider = adapter()

        await provider.models(ask(server.base_url).profile)
        await provider.models(ask(server.base_url).profile)

        await provider.aclose()
    assert server.received[1].header("cookie") is None


# waits and Stop


async def test_a_wait_is_told_before_it_begins_and_ends_at_once_with_stop():
    async with HostileServer() as server:
        server.play((refusal(429, "slow", "Retry-After: 30"),))
        provider = adapter()
        items = provider.stream(ask(server.base_url))

        told = await anext(items)
        waiting = asyncio.ensure_future(anext(items))
        await asyncio.sleep(0.05)
        started = time.monotonic()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

        await items.aclose()
        await provider.aclose()
    assert told == RetryScheduled(30.0, 2, "Too many requests")
    assert time.monotonic() - started < 0.5
    assert len(server.received) == 1


async def test_stop_closes_the_connection_at_once(until):
    async with HostileServer() as server:
        server.play(sse(T("Hel"), Hang()))
        provider = adapter()
        items = provider.stream(ask(server.base_url))
        assert await anext(items) == TextDelta("Hel")

        reading = asyncio.ensure_future(anext(items))
        await asyncio.sleep(0.02)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading

        await until(lambda: server.gone == 1, timeout=1.0)
        await provider.aclose()


async def test_breaking_off_closes_the_connection_at_once(until):
    async with HostileServer() as server:
        server.play(sse(T("Hel"), Hang()))
        provider = adapter()

        async with aclosing(provider.stream(ask(server.base_url))) as items:
            async for _ in items:
                break

        await until(lambda: server.gone == 1, timeout=1.0)
        await provider.aclose()


async def test_the_deadline_holds_over_all_attempts():
    async with HostileServer() as server:
        server.play((Pause(0.1), refusal(500)))
        provider = adapter()

        with pytest.raises(TimedOut):
            await answer_of(provider, ask(server.base_url, timeout=0.05))
        server.play((refusal(500),))
        with pytest.raises(Exception, match="500"):  # no time is left for the wait
            await answer_of(provider, ask(server.base_url, timeout=0.5))

        await provider.aclose()


async def test_connections_are_used_again():
    async with HostileServer() as server:
        body = T("a") + F("stop") + END
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: keep-alive\r\n"
        server.play((head + b"Content-Length: %d\r\n\r\n" % len(body) + body,))
        provider = adapter()

        for _ in range(5):
            await answer_of(provider, ask(server.base_url))

        await provider.aclose()
    assert server.connections == 1


async def test_many_replies_stream_at_once():
    async with HostileServer() as server:
        server.play(sse(T("a"), Pause(0.2), T("b"), F("stop"), END))
        provider = adapter()

        started = time.monotonic()
        answers = await asyncio.gather(*(answer_of(provider, ask(server.base_url)) for _ in range(20)))

        await provider.aclose()
    assert all(isinstance(items[-1], ReplyFinished) for items in answers)
    assert time.monotonic() - started < 10


# the way there


async def test_loopback_passes_proxies_by(monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with HostileServer() as server:
        server.play(OK)
        provider = adapter()

        items = await answer_of(provider, ask(server.base_url))

        await provider.aclose()
    assert isinstance(items[-1], ReplyFinished)


async def test_a_proxy_is_used_and_named_when_it_fails(monkeypatch):
    async with HostileServer() as proxy:
        proxy.play(OK)
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        provider = adapter()

        items = await answer_of(provider, ask("http://far.example/v1"))
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
        outcome = await provider.test(ask("http://far.example/v1").profile)

        await provider.aclose()
    assert isinstance(items[-1], ReplyFinished)
    assert proxy.received[0].line == "POST http://far.example/v1/chat/completions HTTP/1.1"
    assert not outcome.ok
    assert "HTTP_PROXY" in outcome.message


async def test_a_socks_proxy_is_used(monkeypatch):
    asked = []

    async def serve(reader, writer):
        greeting = await reader.readexactly(3)
        writer.write(b"\x05\x00")
        wish = await reader.readexactly(5)
        asked.append((greeting, await reader.readexactly(wish[4] + 2)))
        writer.write(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
        await reader.readuntil(b"}]}")
        writer.write(b"".join(OK))
        await writer.drain()
        writer.close()

    socks = await asyncio.start_server(serve, "127.0.0.1", 0)
    monkeypatch.setenv("ALL_PROXY", f"socks://127.0.0.1:{socks.sockets[0].getsockname()[1]}")
    provider = adapter()

    items = await answer_of(provider, ask("http://far.example/v1"))

    await provider.aclose()
    socks.close()
    assert isinstance(items[-1], ReplyFinished)
    assert asked[0][1] == b"far.example\x00\x50"


@pytest.mark.parametrize("value", ["socks://nowhere:1", "socks5://127.0.0.1:9", "garbage://x", "http://[::1"])
async def test_a_bad_all_proxy_ends_in_a_message_that_names_it(monkeypatch, value):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)
    monkeypatch.setenv("ALL_PROXY", value)
    provider = adapter()

    with pytest.raises(ConnectionFailed, match="ALL_PROXY"):
        await answer_of(provider, ask("http://far.example/v1"))

    await provider.aclose()


async def test_addresses_that_lead_nowhere(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)
    provider = adapter()

    for base_url, words in {
        "": "base URL",
        "ftp://h": "http://",
        "http://127.0.0.1:9/v1": "Nothing answers",
        "http://no-such-host.invalid/v1": "not found",
    }.items():
        outcome = await provider.test(ask(base_url).profile)
        assert not outcome.ok
        assert words in outcome.message, outcome

    await provider.aclose()


async def test_what_the_test_action_tells():
    async with HostileServer() as server:
        provider = adapter()
        profile = ask(f" {server.base_url}/chat/completions ").profile
        outcomes = {}
        for name, script in {
            "well": OK,
            "401": (refusal(401),),
            "404": (refusal(404),),
            "page": (answer(200, b"<html>hi</html>", "text/html"),),
            "thinks only": sse(F("length"), END),
        }.items():
            server.play(script)
            outcomes[name] = await provider.test(profile)
        nameless = await provider.test(profile.model_copy(update={"model": ""}))

        await provider.aclose()
    assert outcomes["well"].ok
    assert outcomes["well"].url == f"{server.base_url}/chat/completions"
    assert outcomes["thinks only"].ok
    assert not any(outcomes[name].ok for name in ("401", "404", "page"))
    assert "key" in outcomes["401"].message
    assert "found" in outcomes["404"].message
    assert "base URL" in outcomes["page"].message
    assert "model" in nameless.message
    assert len(server.received) == 5  # never a second try


async def test_a_model_list_that_hangs_is_given_up(monkeypatch):
    monkeypatch.setattr(openai_chat, "MODEL_LIST_SECONDS", 0.1)
    async with HostileServer() as server:
        server.play((Hang(),))
        provider = adapter()

        with pytest.raises(TimedOut):
            await provider.models(ask(server.base_url).profile)

        await provider.aclose()


async def test_servers_on_this_machine_are_found(monkeypatch):
    from dataclasses import replace

    from desktop_app.core.provider.catalog import preset

    async with HostileServer() as server:
        server.play((answer(200, b'{"data":[{"id":"llama"}]}'),))
        here = replace(preset("ollama"), base_url=server.base_url)
        nobody = replace(preset("lm-studio"), base_url="http://127.0.0.1:9/v1")
        monkeypatch.setattr(discovery, "presets", lambda: (here, nobody))
        provider = adapter()

        found = await provider.discover()

        await provider.aclose()
    assert [(f.preset, f.base_url, f.models[0].id) for f in found] == [("ollama", server.base_url, "llama")]
    assert server.received[0].header("authorization") is None


# the built-in engine


async def test_the_local_engine_is_asked_and_its_loading_shown():
    async with HostileServer() as server:
        server.play(OK)
        engine = Engine(server.base_url)
        provider = adapter(Keys(AssertionError("no key is asked for")), engine)

        items = await answer_of(provider, ask("", preset="built-in", model_file="/m/x.gguf"))

        await provider.aclose()
    assert items[:2] == [ModelLoading(0.5, "/m/x.gguf"), ModelLoading(1.5, "/m/x.gguf")]
    assert isinstance(items[-1], ReplyFinished)
    assert server.received[0].header("authorization") == "Bearer local-key"
    assert server.received[0].json["model"] == "local-model"
    assert engine.closed


async def test_a_local_engine_that_fails_or_is_missing():
    provider = adapter(engine=Engine(error=LocalEngineError("The file is broken.")))
    with pytest.raises(LocalEngineError):
        await answer_of(provider, ask("", preset="built-in"))
    await provider.aclose()

    with pytest.raises(ConnectionFailed):
        await answer_of(adapter(), ask("", preset="built-in", max_retries=0))


async def test_stop_and_deadline_while_the_model_loads():
    engine = Engine(hold=asyncio.Event())
    provider = adapter(engine=engine)

    with pytest.raises(TimedOut):
        await answer_of(provider, ask("", preset="built-in", timeout=0.05))
    assert engine.cancelled
    engine.cancelled = False
    async with aclosing(provider.stream(ask("", preset="built-in"))) as items:
        assert isinstance(await anext(items), ModelLoading)

    assert engine.cancelled
    await provider.aclose()


# leaks


async def test_fifty_rounds_of_send_and_stop_leak_nothing(until):
    """The long run of 1,000 rounds is tests/faults/soak_provider.py."""
    from tests.faults.soak_provider import send_and_stop

    async with HostileServer() as server:
        server.play(sse(T("Hel"), Pause(0.001), T("lo"), Hang()))
        provider = adapter()
        counts = []
        for rounds in (10, 50):
            await send_and_stop(provider, ask(server.base_url), rounds=rounds)
            await until(lambda: not server.open_connections)
            await asyncio.sleep(0.05)
            counts.append(_counts())
        await provider.aclose()
    assert counts[0] == counts[1]


def _counts():
    gc.collect()
    process = psutil.Process(os.getpid())
    return len(asyncio.all_tasks()), process.num_fds(), process.num_threads()
