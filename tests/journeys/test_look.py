"""What the Appearance page changes is seen in the open window at once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.journeys.test_actions import talkative


def look(**changes):
    def change(settings):
        return settings.model_copy(update={"appearance": settings.appearance.model_copy(update=changes)})

    return change


def rows(person):
    return [view.height() for view in person.window.transcript.canvas.widgets().values()]


async def test_compact_density_leaves_less_room_between_the_messages(program):
    async with program(talkative()) as person:
        await person.say("Hello")
        roomy = sum(rows(person)), person.window.conversations.view.sizeHintForRow(0)
        await person.app.preferences.update(look(density="compact"))
        await person.until(lambda: sum(rows(person)) < roomy[0])
        assert person.window.conversations.view.sizeHintForRow(0) < roomy[1]
        await person.app.preferences.update(look(density="comfortable"))
        await person.until(lambda: sum(rows(person)) == roomy[0])


async def test_the_send_key_changes_in_the_open_composer(program):
    provider = talkative()
    async with program(provider) as person:
        await person.app.preferences.update(look(send_key="ctrl_enter"))
        person.write("Hello")
        QTest.keyClick(person.widget("composer"), Qt.Key.Key_Return)
        kept = person.written()
        QTest.keyClick(person.widget("composer"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await person.until(lambda: not person.written())

        assert kept == "\nHello"


async def test_zoom_keys_change_the_letters_and_are_kept(program):
    async with program(talkative()) as person:
        before = person.window.font().pointSizeF()
        QTest.keyClick(person.window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
        await person.until(lambda: person.widget("composer", QWidget).font().pointSizeF() > before)
        kept = person.app.preferences.settings.appearance.zoom
        QTest.keyClick(person.window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
        await person.until(lambda: person.widget("composer", QWidget).font().pointSizeF() == before)

        assert kept == 1.1


async def test_the_facts_at_the_side_follow_the_language(program):
    async with program(talkative()) as person:
        await person.app.preferences.update(look(language="en"))
        person.window.action("factsAction").trigger()
        english = person.widget("factsPanel", QWidget).windowTitle()
        await person.app.preferences.update(look(language="zh_CN"))
        await person.until(lambda: shown_titles(person) not in ([], [english]))
        await person.app.preferences.update(look(language="en"))
        await person.until(lambda: shown_titles(person) == [english])


def shown_titles(person):
    panels = person.window.findChildren(QWidget, "factsPanel")
    return [panel.windowTitle() for panel in panels if panel.isVisible()]
