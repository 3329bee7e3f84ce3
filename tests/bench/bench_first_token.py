"""First token of the built-in model in the window, against the same server's own first token."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
import urllib.request

import pytest

from desktop_app import bootstrap
from desktop_app.coordinator.machine import SystemClock
from desktop_app.core.provider.local_engine import GgufEngine
from desktop_app.core.provider.openai_chat import OpenAIChatProvider
from desktop_app.core.secrets.keychain import MemoryKeychain

ROUNDS = 5
LIMIT_SECONDS = 1.0


def _servers_first_token(endpoint, text: str) -> float:
    body = {"model": endpoint.model, "stream": True, "messages": [{"role": "user", "content": text}]}
    request = urllib.request.Request(
        f"{endpoint.base_url}/chat/completions",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {endpoint.key}"},
    )
    began = time.monotonic()
    with urllib.request.urlopen(request, timeout=120) as answer:
        for line in answer:
            if b'"content":"' in line.replace(b": ", b":") and b'"content":""' not in line.replace(
                b": ", b":"
            ):
                return time.monotonic() - began
    raise AssertionError("no token came")


@pytest.mark.local_model
@pytest.mark.limit(580)
@pytest.mark.timeout(600)
async def test_first_token_after_a_warm_start(tmp_path, until):
    engine = GgufEngine()

    async def no_key(_account, _refresh):
        return None

    provider = OpenAIChatProvider(key_for=no_key, local_engine=engine, clock=SystemClock())
    app = bootstrap.build(tmp_path / "data", provider=provider, keychain=MemoryKeychain())
    app.window.show()
    await app.start()
    await app.preferences.update(
        lambda s: s.model_copy(update={"titles": s.titles.model_copy(update={"enabled": False})})
    )
    ours, servers = [], []
    try:
        for number in range(ROUNDS + 1):
            conversation = await app.library.create()
            await app.show_conversation(conversation.id)
            await app.chat.send(conversation.id, f"Question {number}: name a colour of the sea.")
            await until(lambda cid=conversation.id: bool((app.chat.partial(cid) or _Nothing).text), 120)
            first = app.chat.partial(conversation.id).first_token_seconds
            await app.chat.stop(conversation.id)
            endpoint = await engine.endpoint("", on_loading=lambda _seconds, _name: None)
            server = await asyncio.to_thread(
                _servers_first_token, endpoint, f"Question {number}: name a colour of the sky."
            )
            if number:  # the first round loads the model
                ours.append(first)
                servers.append(server)
    finally:
        await app.shutdown()

    print(f"\nfirst token: ours {statistics.median(ours):.2f} s, server {statistics.median(servers):.2f} s")
    assert statistics.median(ours) - statistics.median(servers) <= LIMIT_SECONDS


class _Nothing:
    text = ""
