"""``--self-check``: tries every part on throw-away data, one line per check."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import qasync
from PySide6.QtWidgets import QApplication

from desktop_app import __version__, bootstrap
from desktop_app.core.context.tokens import estimate_text
from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.domain.errors import KeychainError, ThroughlineError
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.provider.local_engine import built_in_model_file
from desktop_app.core.secrets.keychain import SystemKeychain
from desktop_app.ui.application import Application
from desktop_app.ui.chat.rendering.message_body import MessageBody
from desktop_app.ui.resources import LIGHT, icon, resource_dir

MODEL_SECONDS = 180.0
KEYCHAIN_SECONDS = 10.0
PAINT_SECONDS = 0.1
_KEYCHAIN_ACCOUNT = "self-check"


class _Warn(Exception):
    """A check found something missing without which the program still works."""


@dataclass(frozen=True, slots=True)
class _Check:
    name: str
    work: Callable[[Application], Awaitable[str]]


def self_check() -> int:
    """Run all checks offscreen; returns 0 when none failed, else 1."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    QApplication.instance() or QApplication(["throughline", "-platform", "offscreen"])
    folder = tempfile.TemporaryDirectory(prefix="throughline-check-", ignore_cleanup_errors=True)
    loop = asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(QApplication.instance()))
    with folder as place, loop as runner:
        return runner.run(_run(AppPaths(Path(place) / "data")))


async def _run(paths: AppPaths) -> int:
    _say(f"Throughline {__version__}, Python {sys.version.split()[0]}, {sys.platform}")
    app = bootstrap.build(paths)
    failed = 0
    try:
        for check in _CHECKS:
            failed += not await _passed(check, app)
    finally:
        await app.shutdown()
    _say("All parts work." if not failed else f"{failed} part(s) failed.")
    return 1 if failed else 0


async def _passed(check: _Check, app: Application) -> bool:
    try:
        detail = await check.work(app)
    except _Warn as warning:
        _say(f"warn  {check.name}: {warning}")
    except ThroughlineError as error:
        _say(f"FAIL  {check.name}: {error}")
        return False
    except Exception as error:  # noqa: BLE001 - a self-check names whatever is broken
        _say(f"FAIL  {check.name}: {type(error).__name__}: {error}")
        return False
    else:
        _say(f"ok    {check.name}: {detail}")
    return True


def _say(line: str) -> None:
    if sys.stdout is not None:
        print(line, flush=True)  # noqa: T201 - the answer of a command


async def _resources(_app: Application) -> str:
    missing = [name for name in ("themes/base.qss", "icons/close.svg") if not _has_resource(name)]
    if missing:
        raise FileNotFoundError(", ".join(missing))
    if icon("close").pixmap(16, 16).isNull():
        raise RuntimeError("the SVG module draws nothing")
    if not _has_resource("translations/throughline_zh_CN.qm"):
        if getattr(sys, "frozen", False):
            raise FileNotFoundError("translations/throughline_zh_CN.qm")
        raise _Warn("the translations are not compiled, so the words are English; make run does it")
    return str(resource_dir())


def _has_resource(name: str) -> bool:
    return (resource_dir() / name).is_file()


async def _store(app: Application) -> str:
    await app.start()
    conversation = await app.library.create(title="Self-check")
    found = await app.library.conversation(conversation.id)
    if found != conversation:
        raise RuntimeError("what was stored was not read back")
    return "a conversation was stored and read back"


async def _settings(app: Application) -> str:
    await app.preferences.update(lambda settings: settings.model_copy(update={"default_profile_id": "x"}))
    await app.preferences.update(
        lambda settings: settings.model_copy(update={"default_profile_id": settings.profiles[0].id})
    )
    return f"{len(app.preferences.settings.profiles)} profile(s)"


async def _window(app: Application) -> str:
    app.window.show()
    await asyncio.sleep(PAINT_SECONDS)
    picture = app.window.grab()
    if picture.isNull():
        raise RuntimeError("the window cannot be drawn")
    return f"{picture.width()} x {picture.height()} pixels, platform {QApplication.platformName()}"


async def _markdown(app: Application) -> str:
    body = MessageBody(LIGHT, app.window)
    body.set_markdown("**bold** `code` and 中文\n\n```python\nprint(1)\n```")
    text = body.plain_text()
    body.deleteLater()
    if "bold" not in text or "中文" not in text:
        raise RuntimeError("text is missing from the rendered Markdown")
    return "rendered"


async def _tokens(_app: Application) -> str:
    return f"{estimate_text('Hello, 世界!')} tokens for a short text, offline"


async def _certificates(_app: Application) -> str:
    import truststore

    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_default_certs()
    system = ssl.create_default_context()
    if sys.platform == "linux" and not system.get_ca_certs() and not _has_ca_folder():
        raise _Warn("no certificate authorities found; install ca-certificates")
    return "the system's certificate store is used"


def _has_ca_folder() -> bool:
    paths = ssl.get_default_verify_paths()
    folder = Path(paths.capath or paths.openssl_capath)
    return folder.is_dir() and any(folder.iterdir())


async def _keychain(_app: Application) -> str:
    keychain = SystemKeychain(service="Throughline self-check", limit=KEYCHAIN_SECONDS)
    try:
        return await _try_keychain(keychain)
    except KeychainError as error:
        raise _Warn(f"{error}; keys would live for the session only") from error


async def _try_keychain(keychain: SystemKeychain) -> str:
    place, problem = await keychain.describe()
    if problem is not None:
        raise _Warn(f"{problem}; keys would live for the session only")
    saved = await keychain.set(_KEYCHAIN_ACCOUNT, "sk-self-check")
    read = await keychain.get(_KEYCHAIN_ACCOUNT, refresh=True)
    await keychain.delete(_KEYCHAIN_ACCOUNT)
    if not saved.persistent:
        raise _Warn(f"{saved.warning}; keys would live for the session only")
    if read != "sk-self-check":
        raise RuntimeError("the key was not read back")
    return f"{place}: a test key was stored, read and removed"


async def _model(app: Application) -> str:
    if built_in_model_file() is None and _model_was_left_out():
        raise _Warn("this package comes without it; choose a model file or a provider in the settings")
    conversation = await app.library.create()
    began = time.monotonic()
    await app.chat.send(conversation.id, "Say hello.")
    while app.chat.busy(conversation.id):
        if time.monotonic() - began > MODEL_SECONDS:
            raise TimeoutError(f"no answer within {MODEL_SECONDS:g} s")
        await asyncio.sleep(0.05)
    ids = await app.library.path_ids(conversation.id)
    reply = (await app.library.messages(ids))[-1]
    if reply.state is not MessageState.COMPLETE or not reply.text.strip():
        raise RuntimeError(reply.error or "the reply is empty")
    return f"{reply.model} answered {len(reply.text)} characters in {time.monotonic() - began:.1f} s"


def _model_was_left_out() -> bool:
    """Whether the package was built without the model; elsewhere a missing model is a fault."""
    facts = resource_dir() / "build.json"
    return facts.is_file() and json.loads(facts.read_text(encoding="utf-8")).get("model") is False


_CHECKS = (
    _Check("resources", _resources),
    _Check("store", _store),
    _Check("settings", _settings),
    _Check("window", _window),
    _Check("Markdown", _markdown),
    _Check("token estimate", _tokens),
    _Check("certificates", _certificates),
    _Check("keychain", _keychain),
    _Check("built-in model", _model),
)
