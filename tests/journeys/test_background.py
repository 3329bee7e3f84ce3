"""Where we were: the card after a day, the tooltip, and the way on and back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from desktop_app.core.provider.scripted import ScriptedProvider, reply
from tests.builders import FixedClock

WHERE = "The user plans a trip to Kyoto. Hotels are still open."


def provider():
    def answer(request):
        return reply({"background": WHERE, "title": "Kyoto trip"}.get(request.purpose, "An answer"))

    return ScriptedProvider(default=answer)


async def test_the_card_comes_after_a_day_and_not_before(program):
    clock = FixedClock()
    async with program(provider(), clock=clock) as person:
        await person.say("Let us plan")
    clock.at += 23 * 3600
    async with program(provider(), clock=clock) as person:
        assert not person.widget("backgroundCard").isVisible()
    clock.at += 2 * 3600
    async with program(provider(), clock=clock) as person:
        text = person.widget("backgroundText", QLabel)
        await person.until(lambda: text.text() == WHERE)
        assert person.widget("backgroundCard").isVisible()
        await person.until(lambda: WHERE in tooltip(person))
        person.widget("conversationFilter", QLineEdit).setText("hotels")
        assert person.window.conversations.view.model().rowCount() == 1
        person.widget("conversationFilter", QLineEdit).setText("osaka")
        assert person.window.conversations.view.model().rowCount() == 0


def tooltip(person):
    model = person.window.conversations.view.model()
    return model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) or ""


async def test_a_new_conversation_starts_from_the_background_and_leads_back(program):
    scripted = provider()
    async with program(scripted) as person:
        await person.say("Let us plan")
        await person.until(lambda: person.window.windowTitle().startswith("Kyoto"))
        source = person.conversation_id
        await person.app.library.add_fact("Budget 900 EUR", conversation_id=source)
        person.window.action("continueAction").trigger()
        await person.until(lambda: person.conversation_id != source)
        card, back = person.widget("backgroundCard"), person.widget("originButton", QWidget)
        await person.until(back.isVisible)
        shown = card.isVisible(), person.widget("backgroundText", QLabel).text(), back.text()
        await person.say("Which hotel?")
        system = scripted.requests_for("chat")[-1].messages[0].content
        back.click()
        await person.until(lambda: person.conversation_id == source and not back.isVisible())

    assert shown == (True, WHERE, "↩ Kyoto trip")
    assert WHERE in system
    assert "Budget 900 EUR" in system
