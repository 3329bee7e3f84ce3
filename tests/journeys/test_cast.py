"""Personas and groups in the real window: who takes part, who speaks, in whose name."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QTabWidget,
    QWidget,
)

from desktop_app.core.domain.persona import Persona
from tests.journeys.test_actions import talkative


def entry(person, name):
    return person.window.findChild(QAction, name)


async def cast_of(person, *names):
    for name in names:
        await person.app._parts.cast.save(
            Persona(id=name.lower(), name=name, first_message="I am {{char}}, {{user}}.")
        )
    await person.until(lambda: all(entry(person, f"takesPart_{name.lower()}") for name in names))
    await quiet(person)


async def quiet(person):
    await person.until(lambda: len(person.app._parts.tasks) == 0)


async def test_no_speakers_are_offered_without_personas(program):
    async with program(talkative()) as person:
        await person.say("Hello")

        assert not person.widget("speakerButton").isVisible()


async def test_the_user_chooses_who_takes_part_and_who_speaks_next(program):
    async with program(talkative()) as person:
        await cast_of(person, "Ann", "Ben", "Cas")
        for name in ("ann", "ben", "cas"):
            entry(person, f"takesPart_{name}").setChecked(True)
            await quiet(person)
        first = await person.say("Hello all")
        named = await person.say("What do you say, Cas?")
        await person.until(lambda: entry(person, "letSpeak_ben") is not None)
        entry(person, "letSpeak_ben").trigger()
        while len(await person.messages()) < 5:
            await person.until(lambda: True)
        await person.finished()
        chosen = (await person.messages())[-1]
        await person.until(lambda: entry(person, "letSpeak_") is not None)
        entry(person, "letSpeak_").trigger()
        while len(await person.messages()) < 6:
            await person.until(lambda: True)
        await person.finished()
        turn = (await person.messages())[-1]

    assert [m.speaker for m in (first, named, chosen, turn)] == ["Ann", "Cas", "Ben", "Cas"]


async def test_talk_in_the_library_begins_with_the_first_message(program):
    async with program(talkative()) as person:
        await cast_of(person, "Ann")
        person.window.action("personasAction").trigger()
        await person.until(lambda: person.window.findChild(QWidget, "castDialog") is not None)
        dialog = person.widget("castDialog")
        found = dialog.findChild(QListWidget, "personaList")
        await person.until(lambda: found.count() == 1)
        found.setCurrentRow(0)
        dialog.findChild(QAbstractButton, "personaTalk").click()
        await person.until(lambda: person.window.windowTitle().startswith("Ann"))
        texts = [m.text for m in await person.messages()]

    assert texts == ["I am Ann, User."]


def notices(person):
    bars = (person.window.notices, person.widget("castDialog").notices)
    return [label.text() for bar in bars for label in bar.findChildren(QLabel)]


async def library_of(person):
    person.window.action("personasAction").trigger()
    await person.until(lambda: person.window.findChild(QWidget, "castDialog") is not None)
    return person.widget("castDialog")


async def test_picture_profile_and_parameters_of_a_persona_are_kept(program, tmp_path):
    picture = tmp_path / "face.png"
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    image.save(str(picture))
    async with program(talkative()) as person:
        await cast_of(person, "Ann")
        dialog = await library_of(person)
        found = dialog.findChild(QListWidget, "personaList")
        await quiet(person)
        found.setCurrentRow(0)
        dialog.findChild(QLineEdit, "persona_temperature").setText("0.3")
        dialog.findChild(QLineEdit, "persona_top_p").setText("7")
        chooser = dialog.findChild(QComboBox, "persona_profile")
        chooser.setCurrentIndex(1)
        profile_id = chooser.currentData()
        dialog.findChild(QAbstractButton, "persona_avatar").click()
        person.window.findChild(QFileDialog).filesSelected.emit([str(picture)])
        await person.until(lambda: not dialog.findChild(QAbstractButton, "persona_avatar").icon().isNull())
        await quiet(person)
        stored = (await person.app._parts.cast.personas())[0]

        assert not found.item(0).icon().isNull()

        entry(person, "takesPart_ann").setChecked(True)
        await quiet(person)
        last = await person.say("Hello")
        await person.until(lambda: last.id in person.window.transcript.canvas.widgets())
        view = person.window.transcript.canvas.widgets()[last.id]
        assert not view.findChild(QLabel, "messageAvatar").pixmap().isNull()

    assert stored.parameters == {"temperature": 0.3}
    assert stored.profile_id == profile_id is not None
    assert len(stored.avatar_digest) == 64


async def test_a_world_book_is_imported_switched_and_taken_out_with_undo(program, tmp_path):
    path = tmp_path / "town.json"
    path.write_text(
        json.dumps({"name": "Town", "entries": [{"keys": ["tower"], "content": "The tower is red."}]})
    )
    scripted = talkative()
    async with program(scripted) as person:
        await cast_of(person, "Ann")
        dialog = await library_of(person)
        dialog.findChild(QTabWidget, "castTabs").setCurrentWidget(dialog.books)
        dialog.findChild(QAbstractButton, "bookImport").click()
        person.window.findChild(QFileDialog).filesSelected.emit([str(path)])
        found = dialog.findChild(QListWidget, "bookList")
        await person.until(lambda: found.count() == 1)
        await person.until(lambda: "Town was imported." in notices(person))
        entry(person, "takesPart_ann").setChecked(True)
        await quiet(person)
        await person.say("Tell me of the tower")
        known = str(scripted.requests_for("chat")[-1].messages)
        found.setCurrentRow(0)
        dialog.findChild(QListWidget, "bookEntries").item(0).setCheckState(Qt.CheckState.Unchecked)
        dialog.flush()
        await quiet(person)
        await person.say("And the tower?")
        switched_off = str(scripted.requests_for("chat")[-1].messages[-1])
        dialog.findChild(QAbstractButton, "bookDelete").click()
        await person.until(lambda: found.count() == 0)
        person.widget("noticeButton").click()
        await person.until(lambda: found.count() == 1)

    assert "The tower is red." in known
    assert "The tower is red." not in switched_off


async def test_a_world_book_is_written_in_the_library(program, tmp_path):
    scripted = talkative()
    async with program(scripted) as person:
        await cast_of(person, "Ann")
        entry(person, "takesPart_ann").setChecked(True)
        dialog = await library_of(person)
        await quiet(person)
        dialog.findChild(QAbstractButton, "bookNew").click()
        await person.until(lambda: dialog.findChild(QAbstractButton, "entryAdd").isEnabled())
        dialog.findChild(QAbstractButton, "entryAdd").click()
        dialog.findChild(QPlainTextEdit, "entry_keys").setPlainText("tower")
        dialog.findChild(QPlainTextEdit, "entry_content").setPlainText("The tower is green.")
        dialog.close()
        await quiet(person)
        await person.say("Tell me of the tower")
        sent = str(scripted.requests_for("chat")[-1].messages)

    assert "The tower is green." in sent
