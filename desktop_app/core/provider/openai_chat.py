"""Any OpenAI-compatible endpoint, on ``openai.AsyncOpenAI``.

The SDK builds, authenticates and sends the request; the bytes of the answer are read by
``stream.ReplyReader``, which says why. Waits, retries, time limits and left-out parameters are
decided here and show as stream items.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.awake_time import AwakeLimit
from desktop_app.core.domain.errors import (
    AuthenticationFailed,
    ConnectionFailed,
    EmptyReply,
    KeychainError,
    KeychainUnavailable,
    NotFound,
    ProviderError,
    ThroughlineError,
    TimedOut,
)
from desktop_app.core.domain.ports import Clock, LocalEndpoint, LocalEngine
from desktop_app.core.domain.request import (
    ChatMessage,
    ChatRequest,
    FoundServer,
    ModelEntry,
    ModelLoading,
    ParameterDropped,
    ReasoningDelta,
    RetryScheduled,
    StreamItem,
    TestOutcome,
    TextDelta,
)
from desktop_app.core.provider.answer import opened, read_reply
from desktop_app.core.provider.body import build_body, parameters
from desktop_app.core.provider.connection import Connections
from desktop_app.core.provider.discovery import find_servers
from desktop_app.core.provider.errors import Call
from desktop_app.core.provider.limits import Limits
from desktop_app.core.provider.local_engine import SlotChoice
from desktop_app.core.provider.model_list import fetch_models
from desktop_app.core.provider.retry import Attempts
from desktop_app.core.provider.target import Target, checked_key, final_url, request_headers, target_for

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings

MODEL_LIST_SECONDS = 15.0
"""Longest wait for a list of models."""

KeyFor = Callable[[str, bool], Awaitable[str | None]]
"""Gives the key of a profile; the second argument asks to pass the cache by."""

T = TypeVar("T")


class OpenAIChatProvider:
    """A ``ChatProvider`` for every OpenAI-compatible server and for the built-in engine.

    Args:
        key_for: Gives the key of a profile, None if it has none.
        local_engine: Serves profiles of preset ``built-in``; None if there is no engine.
        clock: For ``Retry-After`` dates and for the seconds a test took.
    """

    def __init__(self, *, key_for: KeyFor, local_engine: LocalEngine | None, clock: Clock) -> None:
        self._key_for = key_for
        self._local_engine = local_engine
        self._clock = clock
        self._connections = Connections()
        self._slots = SlotChoice()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamItem, None]:
        """Stream the answer; see ``ChatProvider.stream``.

        Raises:
            ProviderError: After what was already yielded.
            KeychainError: The key could not be read.
        """
        request = self._with_slot(request)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + request.timeout if request.timeout is not None else None
        attempts = Attempts(refused=frozenset(request.profile.refused_parameters))
        key = await self._key(request.profile)
        while True:
            try:
                async with aclosing(self._attempt(request, key, attempts, deadline)) as items:
                    async for item in items:
                        yield item
            except ProviderError as error:
                if attempts.drop(error):
                    continue
                fresh = await self._fresh_key(request.profile, key, error, attempts)
                if fresh is not None:
                    key = fresh
                    continue
                if isinstance(error, AuthenticationFailed) and not key:
                    await self._say_why_no_key(request.profile, error)
                wait = attempts.wait_after(error, request.profile.max_retries)
                if deadline is not None and loop.time() + wait >= deadline:
                    raise
                title = error.title
            else:
                return
            yield RetryScheduled(wait, attempts.number, title)
            await asyncio.sleep(wait)

    def body(self, request: ChatRequest) -> bytes:
        """The body ``stream`` sends first; a parameter the server then refuses is left out of the next."""
        request = self._with_slot(request)
        refused = frozenset(request.profile.refused_parameters)
        return build_body(request, model=request.profile.model, refused=refused)

    async def models(self, profile: ProfileSettings) -> list[ModelEntry]:
        """Models the endpoint offers.

        Raises:
            ProviderError: The list cannot be had; a name can still be typed by hand.
            KeychainError: The key could not be read.
        """
        target = await self._resolved(profile, await self._key(profile))
        return await self._list_models(profile, target)

    async def test(self, profile: ProfileSettings) -> TestOutcome:
        """Ask for a few tokens and tell what came of it; never raises ``ThroughlineError``."""
        started = self._clock.monotonic()
        quick = profile.model_copy(update={"max_retries": 0})
        question = ChatRequest(
            quick, (ChatMessage("user", "Reply with OK."),), purpose="test", max_output_tokens=16
        )
        ok, message = True, f"{profile.model or 'The built-in model'} answered."
        try:
            async with aclosing(self.stream(question)) as items:
                async for item in items:
                    if isinstance(item, TextDelta | ReasoningDelta):
                        break
        except EmptyReply:
            message = "The server answered, but the short test reply held no text."
        except ThroughlineError as error:
            ok, message = False, str(error)
        return TestOutcome(ok, message, final_url(profile), self._clock.monotonic() - started)

    async def discover(self) -> list[FoundServer]:
        """Model servers on the loopback interface (Ollama, LM Studio, llama.cpp)."""
        from desktop_app.core.domain.settings import ProfileSettings

        async def list_models(base_url: str) -> list[ModelEntry]:
            profile = ProfileSettings(id="discovery", base_url=base_url)
            return await self._list_models(profile, target_for(profile, base_url, "", ""))

        await self._connections.prepare()
        return await find_servers(list_models)

    async def aclose(self) -> None:
        """Close connections and stop the local engine."""
        await self._connections.aclose()
        if self._local_engine is not None:
            await self._local_engine.aclose()

    async def _list_models(self, profile: ProfileSettings, target: Target) -> list[ModelEntry]:
        url = target.address.models_url
        async with self._connections.lease(target.route) as client:
            now = asyncio.get_running_loop().time()
            limits = Limits(profile, now, now + MODEL_LIST_SECONDS)
            return await fetch_models(
                client,
                url,
                headers=request_headers(profile, target.key),
                limits=limits,
                call=self._call(target, profile, url),
            )

    async def _resolved(self, profile: ProfileSettings, key: str) -> Target:
        """The target, for callers that show no loading."""
        async with aclosing(self._target(profile, key)) as steps:
            async for step in steps:
                if isinstance(step, Target):
                    return step
        raise AssertionError  # the generator ends with a target or raises

    async def _attempt(
        self, request: ChatRequest, key: str, attempts: Attempts, deadline: float | None
    ) -> AsyncGenerator[StreamItem, None]:
        """One request and the reading of its answer."""
        loop = asyncio.get_running_loop()
        target: Target | None = None
        async with aclosing(self._target(request.profile, key, deadline)) as steps:
            async for step in steps:
                if isinstance(step, Target):
                    target = step
                else:
                    yield step
        assert target is not None  # noqa: S101 - the generator's last step
        if not target.model:
            raise NotFound("No model is chosen for this profile.", title="Choose a model")
        body = build_body(request, model=target.model, refused=attempts.refused)
        call = self._call(target, request.profile, target.address.chat_url)
        async with self._connections.lease(target.route) as client:
            limits = Limits(request.profile, loop.time(), deadline)  # building a client is not the server's
            answer = opened(
                client,
                "POST",
                target.address.chat_url,
                headers=request_headers(request.profile, target.key) | {"Accept": "text/event-stream"},
                limits=limits,
                call=call,
                content=body,
                sent=_sent(request, attempts),
            )
            async with answer as response:
                while attempts.dropped:
                    yield ParameterDropped(attempts.dropped.pop(0))
                async with aclosing(read_reply(response, limits, call)) as items:
                    async for item in items:
                        if isinstance(item, TextDelta | ReasoningDelta):
                            attempts.has_output = True
                        yield item

    async def _target(
        self, profile: ProfileSettings, key: str, deadline: float | None = None
    ) -> AsyncGenerator[Target | ModelLoading, None]:
        """Yield ``ModelLoading`` while the local engine loads, then the target."""
        model = profile.model
        if profile.is_local:
            endpoint: LocalEndpoint | None = None
            async with aclosing(self._local_endpoint(profile, deadline)) as steps:
                async for step in steps:
                    if isinstance(step, ModelLoading):
                        yield step
                    else:
                        endpoint = step
            assert endpoint is not None  # noqa: S101 - the generator's last step
            base_url, key, model = endpoint.base_url, endpoint.key, endpoint.model
        else:
            base_url = profile.base_url
        yield target_for(profile, base_url, model, key)

    async def _local_endpoint(
        self, profile: ProfileSettings, deadline: float | None
    ) -> AsyncGenerator[ModelLoading | LocalEndpoint, None]:
        if self._local_engine is None:
            raise ConnectionFailed("There is no built-in model in this installation.")
        steps: asyncio.Queue[ModelLoading | None] = asyncio.Queue()
        engine = self._local_engine

        async def load() -> LocalEndpoint:
            try:
                loading = engine.endpoint(
                    profile.model_file,
                    on_loading=lambda seconds, name: steps.put_nowait(ModelLoading(seconds, name)),
                )
                endpoint, _ = await asyncio.gather(loading, self._connections.prepare())
                return endpoint
            finally:
                steps.put_nowait(None)

        task = asyncio.get_running_loop().create_task(load(), name="load the local model")
        try:
            while (step := await _by(deadline, steps.get())) is not None:
                yield step
            yield await task
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait({task})

    def _with_slot(self, request: ChatRequest) -> ChatRequest:
        """The built-in engine keeps the prefix of each conversation in a slot of its own."""
        if not request.profile.is_local:
            return request
        first = next((n for n, message in enumerate(request.messages) if message.role == "user"), 0)
        opening = "\n".join(message.text for message in request.messages[: first + 1])
        slot = self._slots.of(opening, side_task=request.purpose not in ("chat", "summary"))
        extra = {**request.profile.extra_body, "id_slot": slot}
        return replace(request, profile=request.profile.model_copy(update={"extra_body": extra}))

    async def _key(self, profile: ProfileSettings, *, refresh: bool = False) -> str:
        if profile.is_local:
            return ""
        try:
            return checked_key(await self._key_for(profile.id, refresh))
        except KeychainUnavailable:
            return ""  # no keychain holds no key, and many servers on this machine want none

    async def _fresh_key(
        self, profile: ProfileSettings, used: str, error: ProviderError, attempts: Attempts
    ) -> str | None:
        """Another key than the refused one, if the keychain holds one by now."""
        refused = isinstance(error, AuthenticationFailed) and error.status == 401  # noqa: PLR2004
        if not refused or attempts.key_reread or profile.is_local or attempts.has_output:
            return None
        attempts.key_reread = True
        try:
            fresh = await self._key(profile, refresh=True)
        except KeychainError:
            return None  # the refusal is what the user has to know
        return fresh if fresh and fresh != used else None

    async def _say_why_no_key(self, profile: ProfileSettings, error: ProviderError) -> None:
        """A key may well be stored where it cannot be read: that is not the same as none."""
        try:
            await self._key_for(profile.id, False)
        except KeychainUnavailable as problem:
            error.message = f"The server asks for a key, and the keychain cannot be read. {problem.message}"

    def _call(self, target: Target, profile: ProfileSettings, url: str) -> Call:
        return Call(
            url=url,
            key=target.key,
            proxy=target.route.proxy.source if target.route.proxy else "",
            connect_timeout=profile.connect_timeout,
            now=self._clock.now(),
        )


def _sent(request: ChatRequest, attempts: Attempts) -> frozenset[str]:
    """Names of what could be left out of the request."""
    names = set(parameters(request, attempts.refused))
    if request.profile.system_role != "user" and "system_role" not in attempts.refused:
        names.add("system_role")
    return frozenset(names)


async def _by(deadline: float | None, awaitable: Awaitable[T]) -> T:
    """Await until the call's deadline at most."""
    try:
        async with AwakeLimit(deadline):
            return await awaitable
    except TimeoutError as error:
        raise TimedOut("The time limit of this request passed while the model was loading.") from error
