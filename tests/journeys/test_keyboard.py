"""Where the keyboard goes: focus comes back to the composer, Esc closes what it should, Tab makes sense."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QLineEdit,
    QTabWidget,
    QWidget,
)

from desktop_app.core.domain.request import TextDelta
from tests.journeys.test_actions import talkative


def composer(person):
    return person.window.composer.edit


async def focused(person, widget):
    await person.until(lambda: QApplication.focusWidget() is widget)


async def active(person):
    person.window.activateWindow()
    await person.until(lambda: QApplication.activeWindow() is person.window)


async def test_the_program_starts_ready_to_type(program):
    async with program(talkative()) as person:
        await active(person)
        await focused(person, composer(person))


async def test_a_new_conversation_takes_what_is_typed(program):
    async with program(talkative()) as person:
        await active(person)
        first = person.conversation_id
        await person.say("Hello")
        person.window.conversations.view.setFocus()
        person.window.action("newAction").trigger()
        await person.until(lambda: person.conversation_id != first)
        await focused(person, composer(person))
        QTest.keyClicks(QApplication.focusWidget(), "typed")

        assert person.written() == "typed"


async def test_a_click_or_return_on_a_conversation_leads_to_the_composer_and_arrows_do_not(program):
    async with program(talkative()) as person:
        await active(person)
        await person.say("Hello")
        person.window.action("newAction").trigger()
        view = person.window.conversations.view
        await person.until(lambda: view.model().rowCount() == 2)
        await focused(person, composer(person))
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Down)
        stays = QApplication.focusWidget() is view
        QTest.keyClick(view, Qt.Key.Key_Return)
        by_return = QApplication.focusWidget() is composer(person)
        QTest.mouseClick(
            view.viewport(),
            Qt.MouseButton.LeftButton,
            pos=view.visualRect(view.model().index(0, 0)).center(),
        )
        by_click = QApplication.focusWidget() is composer(person)
        view.edit(view.model().index(0, 0))
        editing = view.state() is QAbstractItemView.State.EditingState
        person.window.conversations._on_view_settled(view.model().index(0, 0))
        still = view.state() is QAbstractItemView.State.EditingState

        assert (stays, by_return, by_click, editing, still) == (True, True, True, True, True)


@pytest.mark.parametrize(
    ("signal", "name"),
    [
        ("viewer_requested", "requestViewer"),
        ("ledger_requested", "savingsDialog"),
        ("personas_requested", "castDialog"),
        ("settings_requested", "settingsDialog"),
    ],
)
async def test_esc_closes_a_window_and_the_composer_has_the_focus_again(program, signal, name):
    async with program(talkative()) as person:
        await active(person)
        getattr(person.window, signal).emit()
        await person.until(lambda: person.window.findChild(QWidget, name) is not None)
        window = person.widget(name)
        await person.until(window.isVisible)
        QTest.keyClick(window, Qt.Key.Key_Escape)
        await person.until(lambda: not window.isVisible())
        await active(person)
        await focused(person, composer(person))


async def test_esc_closes_the_facts_and_the_composer_has_the_focus_again(program):
    async with program(talkative()) as person:
        await active(person)
        person.window.facts_requested.emit()
        await person.until(lambda: person.window.findChild(QDockWidget, "factsPanel") is not None)
        panel = person.widget("factsPanel")
        await person.until(panel.isVisible)
        entry = panel.findChild(QLineEdit, "conversationFactEntry")
        entry.setFocus()
        QTest.keyClick(entry, Qt.Key.Key_Escape)
        await person.until(lambda: not panel.isVisible())
        await focused(person, composer(person))


async def test_esc_in_the_composer_stops_no_reply(program):
    scripted, hold = talkative(), asyncio.Event()
    scripted.play([TextDelta("part"), hold.wait], purpose="chat")
    async with program(scripted) as person:
        await active(person)
        await person.type_and_send("Hello")
        await person.until(lambda: person.partial_text() == "part")
        QTest.keyClick(composer(person), Qt.Key.Key_Escape)
        await asyncio.sleep(0)
        busy = person.app.chat.busy(person.conversation_id)
        hold.set()
        await person.finished()

    assert busy


async def test_tab_reaches_the_buttons_of_the_settings_after_the_fields_of_each_page(program):
    async with program(talkative()) as person:
        for page in ("profiles", "summary", "appearance"):
            person.app.open_settings(page)
            dialog = person.widget("settingsDialog")
            order, part = [], dialog.nextInFocusChain()
            while part is not dialog:
                if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
                    order.append(part.objectName())
                part = part.nextInFocusChain()

            assert order[-1] == "settingsClose"
            assert order.index("settingsSearch") < order.index("settingsPages") < order.index(f"{page}Page")


CONTROLS = (QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView, QTabWidget)


async def test_every_control_has_a_name_for_a_screen_reader(program):
    async with program(talkative()) as person:
        await person.say("Hello")
        window = person.window
        for name in ("viewerAction", "factsAction", "personasAction", "findAction", "ledgerAction"):
            window.action(name).trigger()
        window.conversations.search_requested.emit("x")
        for page in ("profiles", "summary", "tasks", "appearance", "privacy", "about"):
            person.app.open_settings(page)
        await person.until(lambda: not len(person.app._parts.tasks))
        nameless = [
            f"{type(part).__name__} {part.objectName()} in {part.window().objectName()}"
            for kind in CONTROLS
            for part in window.findChildren(kind)
            if not part.accessibleName()
            and not part.objectName().startswith("qt_")
            and not isinstance(part.parentWidget(), QComboBox | QAbstractSpinBox)
            and part.window().windowType() is not Qt.WindowType.Popup
            and part.focusPolicy() is not Qt.FocusPolicy.NoFocus
        ]

        assert nameless == []
