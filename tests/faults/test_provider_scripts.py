"""The adapter against the hostile server: every script, for every purpose and for the model list."""

from __future__ import annotations

import time
from contextlib import aclosing

import pytest

from desktop_app.core.domain.errors import ProviderError
from desktop_app.core.domain.request import (
    ChatMessage,
    ChatRequest,
    ParameterDropped,
    ReasoningDelta,
    ReplyFinished,
    RetryScheduled,
    TextDelta,
    TextWasReasoning,
    UsageReported,
)
from desktop_app.core.domain.settings import ModelParameters, ProfileSettings
from desktop_app.core.provider import connection, openai_chat, retry
from desktop_app.core.provider.openai_chat import OpenAIChatProvider
from tests.faults.hostile_server import HostileServer
from tests.faults.scripts import HEAVY, SCRIPTS

KEY = "sk-secret-0123456789abcdef"


class _Clock:
    now = staticmethod(time.time)
    monotonic = staticmethod(time.monotonic)


async def _key(_profile_id, _refresh):
    return KEY


@pytest.fixture
def provider():
    return OpenAIChatProvider(key_for=_key, local_engine=None, clock=_Clock())


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(openai_chat, "MODEL_LIST_SECONDS", 0.8)


def profile_for(server, changes=()):
    profile = ProfileSettings(
        id="p",
        base_url=server.base_url,
        model="m",
        parameters=ModelParameters(temperature=0.5, max_tokens=50, reasoning_effort="low"),
        connect_timeout=5.0,
        first_token_timeout=20.0,
        idle_timeout=20.0,
    )
    return profile.model_copy(update=dict(changes))


async def collect(provider, request):
    """Everything that came of a request: text, reasoning, other items and the error."""
    text, reasoning, others, error = "", "", [], None
    try:
        async with aclosing(provider.stream(request)) as items:
            async for item in items:
                if isinstance(item, TextDelta):
                    text += item.text
                elif isinstance(item, ReasoningDelta):
                    reasoning += item.text
                elif isinstance(item, TextWasReasoning):
                    reasoning, text = reasoning + text, ""
                else:
                    if isinstance(item, RetryScheduled):
                        text, reasoning = "", ""
                    others.append(item)
    except ProviderError as caught:
        error = caught
    return text, reasoning, others, error


PURPOSES = ("chat", "summary", "title", "background")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
async def test_ends_as_the_script_says(script, provider, monkeypatch):
    changes = dict(script.profile)
    monkeypatch.setattr(connection, "REFUSAL_SECONDS", changes.pop("refusal_seconds", 5.0))
    messages = (ChatMessage("system", "Be kind."), ChatMessage("user", "hi"))
    async with HostileServer() as server:
        for purpose in PURPOSES[:1] if script in HEAVY else PURPOSES:
            server.play(*script.plays)
            before = len(server.received)
            request = ChatRequest(profile_for(server, changes), messages, purpose=purpose)

            outcome = await collect(provider, request)

            check(script, *outcome)
            if script.requests is not None:
                assert len(server.received) - before == script.requests
        await provider.aclose()


def check(script, text, reasoning, others, error):
    """Compare what came with what the script expects."""
    finished = [item for item in others if isinstance(item, ReplyFinished)]
    if isinstance(script.ends, type):
        assert type(error) is script.ends, (error, text)
        assert not finished
        assert not [words for words in script.says if words not in error.message], error.message
        assert not [words for words in script.never if words in str(error)]
        assert error.__context__ is None or isinstance(error.__context__, ProviderError | TimeoutError)
    else:
        assert error is None
        assert [item.finish_reason for item in finished] == [script.ends]
        assert others[-1] is finished[0]
    assert (text, reasoning) == (script.text, script.reasoning)
    usages = [item.usage for item in others if isinstance(item, UsageReported)]
    assert [(u.prompt_tokens, u.completion_tokens, u.cached_tokens) for u in usages] == (
        [script.usage] if script.usage else []
    )
    assert tuple(item.name for item in others if isinstance(item, ParameterDropped)) == script.dropped


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
async def test_model_list_ends_in_a_list_or_an_error_of_ours(script, provider, monkeypatch):
    changes = dict(script.profile)
    monkeypatch.setattr(connection, "REFUSAL_SECONDS", changes.pop("refusal_seconds", 5.0))
    async with HostileServer() as server:
        server.play(*script.plays)
        try:
            answer = await provider.models(profile_for(server, changes))
        except ProviderError as error:
            answer = error
        await provider.aclose()
    if isinstance(answer, ProviderError):
        assert answer.message
        assert not [words for words in script.never if words in str(answer)]
    else:
        assert all(entry.id for entry in answer)
