"""Conversations that come as files: from outside, dropped, one of them broken."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QFileOpenEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.core.exchange.imported import ImportedConversation
from desktop_app.core.exchange.pack import write_pack
from tests.builders import conversation, pairs


@pytest.fixture
def pack(tmp_path):
    def write(title):
        messages = pairs(2)
        changes = {"title": title, "updated_at": 1.0, "active_leaf_id": messages[-1].id}
        one = dataclasses.replace(conversation(), **changes)
        path = tmp_path / f"{title}.throughline"
        path.write_bytes(write_pack(ImportedConversation(one, tuple(messages))))
        return str(path)

    return write


MOUSE = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


def drag(widget, *paths):
    """Drag files over a widget, the way Qt passes it on; returns what to hold and whether it is taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, *MOUSE)
    QApplication.sendEvent(widget, enter)
    return data, enter.isAccepted()


def drop(widget, *paths):
    data, accepted = drag(widget, *paths)
    if accepted:
        QApplication.sendEvent(widget, QDragMoveEvent(QPoint(6, 6), Qt.DropAction.CopyAction, data, *MOUSE))
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, *MOUSE)
    QApplication.sendEvent(widget, event)
    return accepted and event.isAccepted()


async def shows(person, title):
    """Wait until the conversation of that title is the one in the window."""
    await person.until(lambda: person.window.windowTitle() == f"{title} - Throughline")


async def test_a_file_dropped_on_the_list_is_imported_and_shown(program, provider, pack, until):
    async with program(provider) as person:
        assert drop(person.window.conversations.view.viewport(), pack("Dropped"))
        await until(lambda: "“Dropped” was imported." in person.window.notices.texts())

        await shows(person, "Dropped")
        assert [m.text for m in await person.messages()]


@pytest.mark.parametrize("place", ["conversationFilter", "newConversationButton", "conversationTitle"])
async def test_no_part_of_the_window_swallows_a_pack(program, provider, pack, until, place):
    async with program(provider) as person:
        assert drop(person.widget(place, QWidget), pack("Dropped"))

        await shows(person, "Dropped")


async def test_the_window_says_what_a_drop_would_do(program, provider, pack):
    async with program(provider) as person:
        _data, _accepted = drag(person.window.conversations.view.viewport(), pack("One"))
        hint = person.window._drop_hint
        over_list = (hint.isVisible(), hint.text())
        QApplication.sendEvent(person.window, QDragLeaveEvent())
        left = hint.isVisible()
        _data, _accepted = drag(person.widget("conversationTitle", QWidget), pack("One"))
        over_pane = (hint.isVisible(), hint.text())
        QApplication.sendEvent(person.window, QDragLeaveEvent())

        transcript = person.window.transcript
        _data, _accepted = drag(transcript.canvas.viewport(), pack("One"))
        over_messages = (transcript._drop_hint.isVisible(), transcript._drop_hint.text())
        QApplication.sendEvent(transcript, QDragLeaveEvent())

        assert over_messages == over_pane
        assert not transcript._drop_hint.isVisible()
        assert over_list == (True, "Import conversations")
        assert not left
        assert over_pane == (True, "Attach to the message; hand-off packs are imported")


async def test_a_text_file_dropped_on_the_conversation_is_attached(program, provider, tmp_path, until):
    notes = tmp_path / "notes.txt"
    notes.write_text("some notes")
    async with program(provider) as person:
        assert drop(person.window.transcript.canvas.viewport(), str(notes))
        await until(lambda: bool(person.window.composer.draft().attachments))

        assert person.window.composer.draft().attachments[0].name == "notes.txt"


async def test_messages_do_not_swallow_what_is_dragged_over_them(program, provider, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("some notes")
    provider.play("An answer with `code`.\n\n```python\nx = 1\n```\n\n| a |\n|---|\n| b |")
    provider.play("A title", purpose="title")
    async with program(provider) as person:
        last = await person.say("Hello")
        await person.until(lambda: last.id in person.window.transcript.canvas.widgets())
        parts = person.window.transcript.canvas.findChildren(QWidget)
        refused = [part for part in parts if not drag(part, str(notes))[1]]

        assert parts
        assert refused == []


async def test_an_old_conversation_that_has_just_come_asks_no_model_on_its_own(program, provider, pack):
    async with program(provider) as person:
        person.window.files_opened.emit([pack("Years ago")])
        await shows(person, "Years ago")

        assert not person.widget("backgroundCard").isVisible()
        assert not provider.requests


async def test_a_pack_dropped_on_the_composer_is_imported_and_other_files_attached(
    program, provider, pack, tmp_path, until
):
    notes = tmp_path / "notes.txt"
    notes.write_text("some notes")
    async with program(provider) as person:
        person.app.window.composer.files_dropped.emit([pack("In the composer"), str(notes)])
        await until(lambda: "“In the composer” was imported." in person.window.notices.texts())

        await shows(person, "In the composer")


async def test_one_bad_file_is_named_and_the_others_come(program, provider, pack, tmp_path, until):
    broken = tmp_path / "broken.throughline"
    broken.write_bytes(b"PK\x03\x04 no zip at all")
    missing = str(tmp_path / "missing.throughline")
    async with program(provider) as person:
        person.window.files_opened.emit([str(broken), pack("One"), missing, str(tmp_path), pack("Two")])
        await until(lambda: "2 conversations imported." in person.window.notices.texts())
        texts = " ".join(person.window.notices.texts())

        await shows(person, "Two")
        assert "broken.throughline" in texts
        assert "missing.throughline: No such file or directory" in texts
        assert f"{tmp_path.name} is not a file." in texts


async def test_what_the_system_asks_to_open_waits_until_the_program_is_there(program, provider, pack, until):
    application = QApplication.instance()
    QApplication.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(pack("Early"))))
    async with program(provider) as person:
        person.app._listen_for_second_starts()
        await until(lambda: "“Early” was imported." in person.window.notices.texts())
        QApplication.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(pack("Later"))))
        await until(lambda: "“Later” was imported." in person.window.notices.texts())

        await shows(person, "Later")
