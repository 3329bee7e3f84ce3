"""Titles in the real window: beside the chat, once for each conversation, suggested with undo."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QWidget

from desktop_app.core.domain.conversation import TitleSource
from desktop_app.core.provider.scripted import reply


async def test_the_title_is_asked_for_while_the_reply_still_streams(program, provider):
    gate = asyncio.Event()
    provider.play([gate.wait, *reply("Late reply")])
    provider.play("Rain poem", purpose="title")
    async with program(provider) as person:
        await person.type_and_send("Write a poem about rain")
        await person.until(lambda: person.window.windowTitle().startswith("Rain poem"))
        assert person.app.chat.busy(person.conversation_id)
        gate.set()
        await person.finished()


async def test_a_hanging_title_holds_nothing_up_and_each_conversation_asks_once(program, provider):
    gate = asyncio.Event()
    provider.play("one", "two", "three")
    provider.play([gate.wait, *reply("Never")], "Second title", purpose="title")
    async with program(provider) as person:
        await person.say("First question")
        await person.say("Again")
        title = person.window.windowTitle()
        person.widget("newConversationButton").click()
        first = person.conversation_id
        await person.until(lambda: person.conversation_id != first)
        await person.say("Second question")
        await person.until(lambda: person.window.windowTitle().startswith("Second title"))
        asked = len(provider.requests_for("title"))

    assert title.startswith("First question")
    assert asked == 2


async def test_a_suggested_title_can_be_undone_wholly(program, provider):
    provider.play("An answer")
    provider.play("Tea", "Green tea brewing", purpose="title")
    async with program(provider) as person:
        await person.say("How do I brew green tea?")
        await person.until(lambda: person.window.windowTitle().startswith("Tea "))
        person.window.conversations.suggest_title_requested.emit(person.conversation_id)
        await person.until(lambda: person.window.windowTitle().startswith("Green tea brewing"))
        await person.until(lambda: person.window.findChild(QWidget, "noticeButton") is not None)
        person.widget("noticeButton").click()
        await person.until(lambda: person.window.windowTitle().startswith("Tea "))
        head = await person.app.library.conversation(person.conversation_id)

    assert head.title_source is not TitleSource.USER


async def test_a_suggestion_knows_the_background_and_an_empty_conversation_asks_nobody(program, provider):
    provider.play("An answer")
    provider.play("Tea", "Tea plans", purpose="title")
    async with program(provider) as person:
        empty = await person.app._parts.titles.suggest(person.conversation_id)
        await person.say("How do I brew green tea?")
        await person.app.library.set_background(person.conversation_id, "The user plans a tea shop.")
        await person.app._parts.titles.suggest(person.conversation_id)
        sent = str(provider.requests_for("title")[-1].messages)

    assert empty == ""
    assert "tea shop" in sent
    assert len(provider.requests_for("title")) == 2
