"""Prompts from the library, by a slash in the composer."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListWidget, QWidget

from tests.journeys.test_actions import talkative


async def choose(person, word):
    popup = person.widget("presetPopup", QListWidget)
    QTest.keyClicks(person.widget("composer"), f"/{word}")
    await person.until(lambda: popup.isVisible() and popup.count() == 1)
    QTest.keyClick(person.widget("composer"), Qt.Key.Key_Return)


async def test_a_prompt_goes_into_the_composer_by_its_name(program):
    async with program(talkative()) as person:
        await person.app._parts.cast.new_preset("review", "Review this code:")
        await person.app._parts.cast.new_preset("translate", "Translate this:")
        await person.until(lambda: len(person.window.composer._presets) == 2)
        await choose(person, "rev")

        assert person.written() == "Review this code:"


async def test_the_list_of_prompts_goes_with_the_keyboard(program):
    async with program(talkative()) as person:
        await person.app._parts.cast.new_preset("review", "Review this code:")
        await person.until(lambda: len(person.window.composer._presets) == 1)
        person.widget("composer").setFocus()
        QTest.keyClicks(person.widget("composer"), "/re")
        popup = person.widget("presetPopup", QListWidget)
        await person.until(popup.isVisible)
        person.window.transcript.open_find()

        assert not popup.isVisible()


async def test_variables_are_asked_for_and_blank_ones_stay_visible(program):
    async with program(talkative()) as person:
        text = "Translate {{what}} into {{language:English}} for {{reader}}."
        await person.app._parts.cast.new_preset("translate", text)
        await person.until(lambda: len(person.window.composer._presets) == 1)
        await choose(person, "tra")
        dialog = person.widget("presetVariables", QWidget)
        dialog.findChild(QLineEdit, "presetVariable_what").setText("{{reader}} & <b>")
        dialog.accept()

        assert person.written() == "Translate {{reader}} & <b> into English for {{reader}}."
