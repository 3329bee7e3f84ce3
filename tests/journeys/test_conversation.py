import asyncio

from desktop_app.core.domain.conversation import MessageState, TitleSource
from desktop_app.core.domain.errors import ServerFailed, StreamInterrupted
from desktop_app.core.domain.request import TextDelta
from desktop_app.core.provider.scripted import reply


async def test_a_person_types_and_the_words_are_there_after_a_restart(program, provider):
    provider.play("Hello back.", "Fine, thanks.")
    provider.play("Greeting", purpose="title")
    async with program(provider) as person:
        await person.say("Hello!")
        await person.say("How are you?")
        await person.until(lambda: person.window.windowTitle().startswith("Greeting"))

    async with program(provider) as person:
        texts = [message.text for message in await person.messages()]

        assert texts == ["Hello!", "Hello back.", "How are you?", "Fine, thanks."]
        assert person.window.windowTitle().startswith("Greeting")


async def test_the_users_words_are_stored_before_the_request_leaves(program, provider):
    seen = []
    async with program(provider) as person:

        async def look():
            seen.append([m.text for m in await person.messages()])

        provider.play([look, *reply("ok")])
        provider.play("t", purpose="title")
        await person.say("precious")

    assert seen[0][0] == "precious"


async def test_stop_keeps_what_arrived_and_says_so(program, provider):
    gate = asyncio.Event()
    provider.play([TextDelta("half a rep"), gate.wait, TextDelta("ly")])
    provider.play("t", purpose="title")
    async with program(provider) as person:
        await person.type_and_send("Go")
        await person.until(lambda: "half" in (person.partial_text() or ""))
        person.widget("stopButton").click()
        await person.finished()
        last = (await person.messages())[-1]

    assert last.text == "half a rep"
    assert last.state is MessageState.INTERRUPTED


async def test_quitting_in_the_middle_keeps_the_partial_reply(program, provider):
    gate = asyncio.Event()
    provider.play([TextDelta("half"), gate.wait])
    provider.play("t", purpose="title")
    async with program(provider) as person:
        await person.type_and_send("Go")
        await person.until(lambda: person.partial_text() == "half")

    async with program(provider) as person:
        last = (await person.messages())[-1]

    assert last.text == "half"
    assert last.state is MessageState.INTERRUPTED


async def test_a_failed_reply_says_why_and_can_be_retried(program, provider):
    provider.play([ServerFailed("Compute error.")], "Better.")
    provider.play("t", purpose="title")
    async with program(provider) as person:
        failed = await person.say("Go")
        await person.app.chat.retry(failed.id)
        await person.finished()
        texts = [(m.text, m.state) for m in await person.messages()]

    assert failed.state is MessageState.FAILED
    assert "Compute error." in failed.error
    assert texts == [("Go", MessageState.COMPLETE), ("Better.", MessageState.COMPLETE)]


async def test_an_interrupted_reply_is_continued_with_its_own_words_first(program, provider):
    provider.play([TextDelta("One, two"), StreamInterrupted("cut")], ", three.")
    provider.play("t", purpose="title")
    async with program(provider) as person:
        broken = await person.say("Count")
        await person.app.chat.continue_reply(broken.id)
        await person.finished()
        last = (await person.messages())[-1]
        siblings = await person.app.library.siblings(last.id)

    assert broken.state is MessageState.INTERRUPTED
    assert last.text == "One, two, three."
    assert len(siblings) == 2


async def test_editing_and_regenerating_add_siblings_and_overwrite_nothing(program, provider):
    provider.play("A1", "A2", "B1")
    provider.play("t", purpose="title")
    async with program(provider) as person:
        first = await person.say("Question")
        await person.app.chat.regenerate(first.id)
        await person.finished()
        question = (await person.messages())[0]
        await person.app.chat.edit_and_resend(question.id, "Better question")
        await person.finished()
        edited = [m.text for m in await person.messages()]
        await person.app.chat.select_branch(first.id)
        original = [m.text for m in await person.messages()]

    assert edited == ["Better question", "B1"]
    assert original == ["Question", "A1"]


async def test_text_streams_only_into_its_own_conversation(program, provider):
    gate = asyncio.Event()
    provider.play([TextDelta("for A"), gate.wait, TextDelta(" only"), *reply("")[-1:]], "for B")
    provider.play("t", "t", purpose="title")
    async with program(provider) as person:
        await person.type_and_send("in A")
        first = person.conversation_id
        await person.until(lambda: person.partial_text() == "for A")
        person.widget("newConversationButton").click()
        await person.until(lambda: person.conversation_id != first)
        await person.say("in B")
        second = [m.text for m in await person.messages()]
        gate.set()
        await person.until(lambda: not person.app.chat.busy(first))
        ids = await person.app.library.path_ids(first)
        texts = [m.text for m in await person.app.library.messages(ids)]

    assert second == ["in B", "for B"]
    assert texts == ["in A", "for A only"]


async def test_a_blank_message_sends_nothing(program, provider):
    async with program(provider) as person:
        sent = await person.app.chat.send(person.conversation_id, "  \n ")

    assert sent is None
    assert provider.requests == []


async def test_a_draft_stays_with_its_conversation_over_a_restart(program, provider):
    async with program(provider) as person:
        person.write("not yet sent")

    async with program(provider) as person:
        assert person.written() == "not yet sent"


async def test_a_title_of_the_user_is_never_replaced(program, provider):
    gate = asyncio.Event()
    asked = asyncio.Event()

    async def wait():
        asked.set()
        await gate.wait()

    provider.play("ok")
    provider.play([wait, *reply("Late title")], purpose="title")
    async with program(provider) as person:
        await person.say("Hello")
        await asked.wait()
        await person.app.library.rename(person.conversation_id, "My own")
        gate.set()
        await person.app.chat.send(person.conversation_id, "")  # a turn of the loop
        head = await person.app.library.conversation(person.conversation_id)

    assert head.title == "My own"
    assert head.title_source is TitleSource.USER


async def test_deleting_a_conversation_can_be_undone(program, provider):
    provider.play("ok")
    provider.play("t", purpose="title")
    async with program(provider) as person:
        await person.say("Hello")
        gone = person.conversation_id
        person.window.conversations.delete_requested.emit(gone)
        await person.until(lambda: person.conversation_id != gone)
        await person.until(lambda: person.window.findChild(object, "noticeButton") is not None)
        person.widget("noticeButton").click()
        await person.until(lambda: person.window.conversations.row_of(gone) is not None)
        ids = await person.app.library.path_ids(gone)

    assert len(ids) == 2


async def test_words_typed_while_another_conversation_opens_stay_with_theirs(program, provider):
    async with program(provider) as person:
        first = person.conversation_id
        await person.app.library.rename(first, "First")
        second = await person.app.library.create(title="Second")
        person.write("typed in the first")
        person.window.conversations.selected.emit(second.id)
        person.write("typed in the first, and more")
        await person.until(lambda: person.conversation_id == second.id)
        assert person.written() == ""
        person.window.conversations.selected.emit(first)
        await person.until(lambda: person.conversation_id == first)

        assert person.written() == "typed in the first, and more"


async def test_opening_the_shown_conversation_again_loses_no_word(program, provider):
    async with program(provider) as person:
        first = person.conversation_id
        person.write("one")
        person.window.conversations.selected.emit(first)
        person.write("one two")
        await person.app.show_conversation(first)

        assert person.written() == "one two"
