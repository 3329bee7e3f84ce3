import json
import time

import pytest

from desktop_app.core.domain.errors import NotAStream, ServerFailed, ThroughlineError
from desktop_app.core.domain.request import ModelEntry
from desktop_app.core.provider.discovery import find_servers
from desktop_app.core.provider.model_list import read_models


def read(payload):
    return read_models(json.dumps(payload).encode())


@pytest.mark.parametrize(
    ("payload", "ids"),
    [
        ({"data": [{"id": "a"}, {"id": "b"}]}, ["a", "b"]),
        ({"models": [{"name": "a"}, {"model": "b"}]}, ["a", "b"]),
        ([{"id": "a"}], ["a"]),
        (["a", "b", "a"], ["a", "b"]),
        ({"data": {"a": {}, "b": None}}, ["a", "b"]),
        ({"data": None}, []),
        ({"data": []}, []),
        ({}, []),
        ({"data": "x"}, []),
        (
            {"data": [None, 5, {"id": None}, {"id": ""}, {"id": "x\ny"}, {"id": "x" * 400}, {"id": "ok"}]},
            ["ok"],
        ),
        (5, []),
        (None, []),
    ],
)
def test_forms(payload, ids):
    assert [entry.id for entry in read(payload)] == ids


@pytest.mark.parametrize(
    ("row", "window", "output"),
    [
        ({"context_length": 9}, 9, None),
        ({"context_window": 9, "max_completion_tokens": 3}, 9, 3),
        ({"max_model_len": 9}, 9, None),
        ({"meta": {"n_ctx_train": 9}}, 9, None),
        ({"context_length": 9, "top_provider": {"max_completion_tokens": 3}}, 9, 3),
        ({"context_length": -1}, None, None),
        ({"context_length": True}, None, None),
        ({"context_length": "9"}, None, None),
    ],
)
def test_windows(row, window, output):
    assert read({"data": [{"id": "a", **row}]}) == [ModelEntry("a", window, output)]


def test_errors_are_told_apart():
    with pytest.raises(NotAStream, match="web page"):
        read_models(b"<html></html>", "text/html")
    with pytest.raises(NotAStream, match="by hand"):
        read_models(b"It works!", "text/plain")
    with pytest.raises(ServerFailed, match="bad day"):
        read({"error": {"message": "bad day"}})


def test_five_thousand_entries():
    body = json.dumps({"data": [{"id": f"m{n}", "description": "x" * 1000} for n in range(5000)]}).encode()

    assert len(read_models(body)) == 5000


async def test_servers_are_asked_at_the_same_time():
    asked = []

    async def list_models(base_url):
        asked.append(base_url)
        if ":1234" in base_url:
            raise ThroughlineError("no")
        return [ModelEntry("a")]

    found = await find_servers(list_models)

    assert len(asked) == 3
    assert [server.preset for server in found] == ["ollama", "llama.cpp"]
    assert found[0].models == (ModelEntry("a"),)


async def test_a_silent_port_does_not_hold_the_others_up(monkeypatch):
    import asyncio

    monkeypatch.setattr("desktop_app.core.provider.discovery.ASK_SECONDS", 0.05)

    async def list_models(_base_url):
        await asyncio.Event().wait()

    started = time.monotonic()

    assert await find_servers(list_models) == []
    assert time.monotonic() - started < 1
