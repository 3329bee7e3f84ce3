"""Personas and groups in the real window: who takes part, who speaks, in whose name."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QListWidget, QWidget

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
