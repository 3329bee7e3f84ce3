"""A key goes through the whole program, with everything going wrong; afterwards it is nowhere else."""

from __future__ import annotations

import gc
import logging
from contextlib import suppress

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from desktop_app.coordinator import machine
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.settings import ProfileSettings
from desktop_app.core.provider import retry
from tests.faults.hostile_server import HostileServer, Reset
from tests.faults.wire import END, F, R, T, answer, event, head, refusal

KEY = "sk-UNIQUE-5b1f0c7e9d2a4488"
GOOD = (head() + R + T("Hello") + F("stop") + END,)
TROUBLE = [
    (refusal(401, f"Incorrect API key provided: {KEY}"),),
    (refusal(400, f"bad header Authorization: Bearer {KEY}", code=KEY, param=KEY),),
    (answer(500, f"<html>{KEY}</html>".encode(), "text/html"),),
    (answer(403, KEY.encode(), f"text/{KEY}"),),
    (answer(307, b"", None, f"Location: http://127.0.0.1:9/{KEY}"),),
    (head() + R + T("part") + event({"error": {"message": f"your key {KEY} ran out"}}),),
    (head() + R + T("part") + f"data: {{{KEY}\n\n".encode(),),
    (head() + R, Reset()),
]


async def set_up(person, server) -> None:
    """A profile for the server; its key is typed into the settings."""
    app = person.app
    profile = ProfileSettings(id="far", name="far", base_url=server.base_url, model="m")
    await app.preferences.update(lambda s: s.changed(profiles=(profile,), default_profile_id="far"))
    app.open_settings("profiles", "far")
    field = person.widget("settingsDialog").findChild(QLineEdit, "apiKey")
    for typed in (f"{KEY}\u200b", KEY):
        field.setText(typed)
        field.editingFinished.emit()
        await person.until(lambda: not len(app._parts.tasks))
    conversation = await app.library.create(profile_id="far")
    await app.show_conversation(conversation.id)


async def make_trouble(person, server, tmp_path) -> str:
    """Send with every fault; returns what the clipboard got of a crash report."""
    app = person.app
    for script in TROUBLE:
        server.play(script)
        await person.say("Hello")
    app._parts.tasks.start(fail_near_the_key(app), "crash")
    server.play(GOOD)
    assert (await person.say("Hello")).text == "Hello"
    server.play(TROUBLE[0])
    profile = app.preferences.profile("far")
    for ask in (app._parts.provider.models, app.preferences.test):
        with suppress(ThroughlineError):
            app.window.notices.show_info(str(await ask(profile)))
    await app.preferences.export_to(str(tmp_path / "settings-export.json"))
    for form in ("throughline", "md", "json", "txt"):
        await app._parts.exchanges.export_to(person.conversation_id, str(tmp_path / f"export.{form}"))
    button = next(b for b in person.window.findChildren(object, "noticeButton") if "report" in b.text())
    button.click()
    return QGuiApplication.clipboard().text()


async def fail_near_the_key(app):
    key = await app._parts.preferences._keychain.get("far")
    raise RuntimeError(f"could not use {key}")


def words_of(widget) -> str:
    found = [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()]
    return " ".join([*found, widget.text() if isinstance(widget, QLabel | QLineEdit) else ""])


def files_below(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def ours():
    """Every object of the program that is alive."""
    return [o for o in gc.get_objects() if type(o).__module__.startswith("desktop_app")]


@pytest.fixture
def log_file(paths):
    """The program's log, with every library at its most talkative."""
    root, program = logging.getLogger(), logging.getLogger("desktop_app")
    before = (list(root.handlers), root.level, program.level)
    machine.log_to_file(paths.log)
    root.setLevel(logging.DEBUG)
    program.setLevel(logging.DEBUG)
    yield paths.log
    for handler in set(root.handlers) - set(before[0]):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(before[1])
    program.setLevel(before[2])


@pytest.mark.expects_log
@pytest.mark.limit(90)
async def test_the_key_stays_in_keychain_and_header(program, paths, tmp_path, log_file, monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.001)
    async with HostileServer() as server, program() as person:
        await set_up(person, server)
        report = await make_trouble(person, server, tmp_path)
        header = {r.header("authorization") for r in server.received}
        shown = " ".join(words_of(widget) for widget in QApplication.allWidgets())
        printed = [type(o).__name__ for o in ours() if KEY in _repr(o)]
    files = files_below(tmp_path)

    assert header == {f"Bearer {KEY}"}
    assert "RuntimeError" in report
    assert printed == []
    assert KEY not in report
    assert KEY not in shown
    assert {log_file, paths.settings, paths.database} <= set(files)
    assert [p.name for p in files if KEY.encode() in p.read_bytes()] == []


def _repr(thing) -> str:
    try:
        return repr(thing)
    except RuntimeError:  # its Qt half is gone
        return ""
