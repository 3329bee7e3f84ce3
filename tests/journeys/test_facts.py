"""The pinned facts at the side of the window: typed, suggested, ordered, switched, taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QLineEdit, QListWidget, QTabWidget

from desktop_app.core.provider.scripted import ScriptedProvider, reply
from tests.journeys.test_actions import talkative
from tests.unit.coordinator.room import profile


def provider():
    answers = {"title": "Title", "facts": '["The budget is 900 EUR.", "The train leaves at 9:40."]'}
    return ScriptedProvider(default=lambda request: reply(answers.get(request.purpose, "An answer")))


async def panel_of(person):
    person.window.action("factsAction").trigger()
    await person.until(lambda: person.window.findChild(QDockWidget, "factsPanel") is not None)
    return person.window.findChild(QDockWidget, "factsPanel")


def texts(found):
    return [found.item(row).text() for row in range(found.count())]


def system(scripted):
    return str(scripted.requests_for("chat")[-1].messages[0].content)


async def test_typed_facts_are_sent_here_or_everywhere_and_follow_the_switch(program):
    scripted = provider()
    async with program(scripted) as person:
        panel = await panel_of(person)
        for scope, text in (("conversation", "My name is Kim."), ("global", "Answer in metric units.")):
            panel.findChild(QTabWidget, "factsTabs").setCurrentIndex(scope == "global")
            panel.findChild(QLineEdit, f"{scope}FactEntry").setText(text)
            panel.findChild(QAbstractButton, f"{scope}FactAdd").click()
            found = panel.findChild(QListWidget, f"{scope}Facts")
            await person.until(lambda found=found, text=text: texts(found) == [text])
        await person.say("One")
        both = system(scripted)
        panel.findChild(QListWidget, "conversationFacts").item(0).setCheckState(Qt.CheckState.Unchecked)
        await person.say("Two")
        one = system(scripted)
        person.widget("newConversationButton").click()
        await person.until(lambda: texts(panel.findChild(QListWidget, "conversationFacts")) == [])
        await person.say("Three")
        other = system(scripted)

    assert "My name is Kim." in both
    assert "Answer in metric units." in both
    assert "Kim" not in one
    assert "metric" in one
    assert "Kim" not in other
    assert "metric" in other


async def test_suggested_facts_are_sent_only_once_they_are_accepted(program):
    scripted = provider()
    async with program(scripted) as person:
        await person.say("Plan the trip")
        panel = await panel_of(person)
        panel.findChild(QAbstractButton, "factsSuggest").click()
        found = panel.findChild(QListWidget, "conversationFacts")
        await person.until(lambda: found.count() == 2)
        await person.say("Go on")
        before = system(scripted)
        found.item(1).setCheckState(Qt.CheckState.Checked)
        await person.say("And on")
        after = system(scripted)

    assert "900" not in before
    assert "9:40" not in before
    assert "9:40" in after
    assert "900" not in after


async def test_removing_a_fact_can_be_undone_and_order_is_kept(program):
    scripted = provider()
    async with program(scripted) as person:
        panel = await panel_of(person)
        found = panel.findChild(QListWidget, "conversationFacts")
        for number, text in enumerate(("first", "second", "third"), start=1):
            await person.app.library.add_fact(text, conversation_id=person.conversation_id)
            await person.until(lambda number=number: found.count() == number)
        panel.reordered.emit([found.item(row).data(Qt.ItemDataRole.UserRole) for row in (2, 0, 1)])
        await person.until(lambda: texts(found) == ["third", "first", "second"])
        found.setCurrentRow(1)
        panel.findChild(QAbstractButton, "conversationFactRemove").click()
        await person.until(lambda: texts(found) == ["third", "second"])
        await person.until(lambda: person.window.findChild(QAbstractButton, "noticeButton") is not None)
        person.widget("noticeButton").click()
        await person.until(lambda: texts(found) == ["third", "first", "second"])


async def test_a_changed_fact_can_be_taken_back(program):
    async with program(provider()) as person:
        panel = await panel_of(person)
        found = panel.findChild(QListWidget, "conversationFacts")
        await person.app.library.add_fact("first", conversation_id=person.conversation_id)
        await person.until(lambda: found.count() == 1)
        found.item(0).setText("worse")
        await person.until(lambda: person.window.findChild(QAbstractButton, "noticeButton") is not None)
        person.widget("noticeButton").click()
        await person.until(lambda: texts(found) == ["first"])


async def test_what_a_summary_lost_is_pinned_from_its_review(program):
    async with program(talkative()) as person:
        made = profile("p", summary={})
        review = made.summary.model_copy(update={"review_before_apply": "manual"})
        made = made.model_copy(update={"summary": review})
        await person.app.preferences.update(
            lambda s: s.with_profile(made).model_copy(update={"default_profile_id": "p"})
        )
        for number in range(1, 7):
            await person.say(f"The bucket is zx-4{number} and costs 31{number}7 EUR. " + "More words. " * 40)
        await person.until(lambda: person.widget("compressButton").isEnabled())
        person.widget("compressButton").click()
        await person.until(lambda: person.window.findChild(QAbstractButton, "reviewPinLosses") is not None)
        losses = person.window.findChild(QListWidget, "reviewLosses")
        before = losses.count()
        person.widget("reviewPinLosses").click()
        await person.until(lambda: losses.count() < before)
        facts = await person.app.library.facts(person.conversation_id)

    assert any("3117 EUR" in fact.text for fact in facts)
    assert all(fact.source_message_id for fact in facts)
