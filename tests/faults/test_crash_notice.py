"""Whatever raises, wherever: one quiet notice for each distinct traceback, and the program goes on."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from desktop_app.coordinator import machine
from desktop_app.core.domain.events import ConversationChanged
from tests.builders import conversation

pytestmark = pytest.mark.expects_log
SECRET = "sk-1234567890 my diary"


def fail(*_args):
    raise LookupError(SECRET)


async def fail_later():
    raise LookupError(SECRET)


def in_slot(person):
    person.window.personas_requested.connect(fail)
    person.window.personas_requested.emit()


def in_timer(_person):
    QTimer.singleShot(0, fail)


def in_qt_override(person):
    person.window.closeEvent = fail
    QApplication.postEvent(person.window, QCloseEvent())


def in_loop_callback(_person):
    asyncio.get_running_loop().call_soon(fail)


def in_task(person):
    person.app._parts.tasks.start(fail_later(), "task")


def in_action(person):
    person.app._parts.do(fail_later(), "something the user asked for")


def in_thread(_person):
    threading.Thread(target=fail).start()


def in_listener(person):
    stop = person.app._parts.announcer.listen(fail)
    person.app._parts.announcer.publish(ConversationChanged(conversation("another")))
    stop()


PLACES = [in_slot, in_timer, in_qt_override, in_loop_callback, in_task, in_action, in_thread, in_listener]


@pytest.fixture
def hooks(monkeypatch):
    """The program's hooks, taken back afterwards."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)

    def install(app):
        loop = asyncio.get_running_loop()
        loop_handler = loop.get_exception_handler()
        app._parts.crashes.install()
        app._parts.crashes.watch(loop)
        return lambda: loop.set_exception_handler(loop_handler)

    return install


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
async def test_a_fault_is_told_once_and_without_what_it_said(
    program, provider, hooks, caplog, place, monkeypatch
):
    monkeypatch.setattr("desktop_app.ui.chat.list_presenter.ListPresenter._on_event", lambda *_: None)
    async with program(provider) as person:
        restore = hooks(person.app)
        for _ in range(3):
            place(person)
        await person.until(person.window.notices.texts)
        await asyncio.sleep(0.05)
        texts = person.window.notices.texts()
        button = person.window.notices.findChild(QPushButton, "noticeButton")
        button.click()
        report = QGuiApplication.clipboard().text()
        provider.play("Still here.")
        provider.play("A title", purpose="title")
        answer = await person.say("Are you there?")
        restore()
        vars(person.window).pop("closeEvent", None)

        assert len(texts) == 1
        assert "LookupError" in report
        assert SECRET not in report + str(texts) + caplog.text
        assert answer.text == "Still here."


async def test_different_faults_are_told_apart(program, provider, hooks):
    async with program(provider) as person:
        restore = hooks(person.app)
        in_slot(person)
        in_task(person)
        await person.until(lambda: len(person.window.notices.texts()) == 2)
        restore()


async def test_the_end_saves_the_rest_when_one_step_fails(program, provider, paths, caplog):
    async with program(provider) as person:
        person.app.open_settings("summary")
        person.app._settings_dialog.flush = fail
        person.write("unsent words")
        conversation_id = person.conversation_id
        await person.app.shutdown()
    async with program(provider) as person:
        draft = await person.app.library.draft(conversation_id)

    assert draft.text == "unsent words"
    assert "LookupError" in caplog.text
    assert SECRET not in caplog.text


def test_the_log_is_rotated_and_bounded(paths, monkeypatch):
    monkeypatch.setattr(machine, "LOG_BYTES", 2000)
    root, program = logging.getLogger(), logging.getLogger("desktop_app")
    before = (list(root.handlers), root.level, program.level)
    machine.log_to_file(paths.log)
    for number in range(300):
        program.error("Line %s", number)
    for handler in set(root.handlers) - set(before[0]):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(before[1])
    program.setLevel(before[2])
    files = sorted(paths.log.parent.glob(paths.log.name + "*"))

    assert len(files) == 1 + machine.LOG_FILES
    assert all(file.stat().st_size <= 2000 for file in files)
    assert "Line 299" in paths.log.read_text("utf-8")
