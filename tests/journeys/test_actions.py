"""Every action on a message, from the button in the window to the store and back."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from desktop_app.core.domain.conversation import MessageState, Usage
from desktop_app.core.domain.errors import StreamInterrupted
from desktop_app.core.domain.request import ReplyFinished, TextDelta, UsageReported
from desktop_app.core.provider.scripted import ScriptedProvider, reply
from desktop_app.ui.chat.message_actions import MessageAction
from tests.unit.coordinator.room import GOOD_SUMMARY


def talkative() -> ScriptedProvider:
    numbers = iter(range(1, 1000))

    def answer(request):
        if request.purpose == "summary":
            return reply(GOOD_SUMMARY)
        return reply("Title") if request.purpose == "title" else reply(f"Answer {next(numbers)}")

    return ScriptedProvider(default=answer)


def view_of(person, message_id):
    return person.window.transcript.canvas.widgets()[message_id]


async def press(person, message_id, name):
    await person.until(lambda: message_id in person.window.transcript.canvas.widgets())
    view = view_of(person, message_id)
    view.setFocus()
    button = view.findChild(QAbstractButton, name)
    assert button is not None, name
    button.click()


async def undo(person):
    await person.until(lambda: person.window.findChild(QWidget, "noticeButton") is not None)
    person.widget("noticeButton").click()


async def test_delete_and_undo(program):
    async with program(talkative()) as person:
        await person.say("One")
        last = await person.say("Two")
        await press(person, last.id, "messageDeleteButton")
        await person.until(lambda: last.id not in person.window.transcript.canvas.widgets())
        left = [m.text for m in await person.messages()]
        await undo(person)
        await person.until(lambda: last.id in person.window.transcript.canvas.widgets())

        assert left == ["One", "Answer 1", "Two"]
        assert [m.text for m in await person.messages()] == ["One", "Answer 1", "Two", "Answer 2"]


async def test_pin_reaches_the_next_request_and_undo_takes_it_out(program):
    provider = talkative()
    async with program(provider) as person:
        first = await person.say("One")
        await press(person, first.id, "messagePinButton")
        await person.until(lambda: person.window.findChild(QWidget, "noticeButton") is not None)
        await person.say("Two")
        with_fact = provider.requests_for("chat")[-1].messages[0].content
        await undo(person)
        await person.until(lambda: person.window.findChild(QWidget, "noticeButton") is None)
        await person.say("Three")
        without = provider.requests_for("chat")[-1].messages[0].content

    assert "Answer 1" in with_fact
    assert "Answer 1" not in without


async def test_quote_goes_into_the_composer(program):
    async with program(talkative()) as person:
        last = await person.say("One")
        await press(person, last.id, "messageQuoteButton")

        assert person.written() == "> Answer 1\n\n"


async def test_fork_opens_a_conversation_of_its_own(program):
    async with program(talkative()) as person:
        first = await person.say("One")
        await person.say("Two")
        source = person.conversation_id
        view_of(person, first.id).do(MessageAction.FORK)
        await person.until(lambda: person.conversation_id != source)
        copied = [m.text for m in await person.messages()]

    assert copied == ["One", "Answer 1"]


async def test_edit_resend_and_branch_switch(program):
    async with program(talkative()) as person:
        await person.say("One")
        question = (await person.messages())[0]
        view = view_of(person, question.id)
        view.do(MessageAction.EDIT)
        view.findChild(QWidget, "inlineEdit").setPlainText("Uno")
        QTest.keyClick(view.findChild(QWidget, "inlineEdit"), Qt.Key.Key_Return)
        await person.until(lambda: not person.app.chat.busy(person.conversation_id))
        while [m.text for m in await person.messages()] != ["Uno", "Answer 2"]:
            await person.until(lambda: True)
        await person.finished()
        edited = (await person.messages())[0]
        await person.until(lambda: edited.id in person.window.transcript.canvas.widgets())
        place = lambda: view_of(person, edited.id).findChild(QLabel, "branchPlace")  # noqa: E731
        await person.until(lambda: place() is not None and place().text() == "2/2")
        await press(person, edited.id, "messagePreviousButton")
        await person.until(lambda: question.id in person.window.transcript.canvas.widgets())

        assert [m.text for m in await person.messages()] == ["One", "Answer 1"]


async def test_summarise_up_to_here_and_undo_from_the_card(program):
    provider = talkative()
    async with program(provider) as person:
        for number in range(1, 7):
            await person.say(f"Q{number} about fact-{number}, " + "with words worth folding, " * 30)
        third = (await person.messages())[5]
        await person.until(lambda: third.id in person.window.transcript.canvas.widgets())
        view_of(person, third.id).do(MessageAction.SUMMARISE)
        await person.until(lambda: person.window.findChild(QWidget, "reviewAccept") is not None)
        person.widget("reviewAccept").click()
        await person.until(lambda: person.window.findChild(QWidget, "summaryUndoButton") is not None)
        stored = await person.app.store.summaries(person.conversation_id)
        await person.say("Next")
        sent = [m.content for m in provider.requests_for("chat")[-1].messages]
        person.widget("summaryUndoButton").click()
        await person.until(lambda: person.window.findChild(QWidget, "noticeButton") is not None)
        await person.say("And next")
        whole = [m.content for m in provider.requests_for("chat")[-1].messages]

    assert [s.boundary_id for s in stored] == [third.id]
    assert not any("Q1 about" in str(text) for text in sent[1:])
    assert any("Q4 about" in str(text) for text in sent)
    assert any("Q1 about" in str(text) for text in whole)


async def test_interrupted_reply_offers_continue_and_retry(program, provider):
    provider.play([TextDelta("One, two"), StreamInterrupted("cut")], ", three.")
    provider.play("t", purpose="title")
    async with program(provider) as person:
        broken = await person.say("Count")
        assert broken.state is MessageState.INTERRUPTED
        view = view_of(person, broken.id)
        await person.until(lambda: view.findChild(QAbstractButton, "retryButton") is not None)
        view.findChild(QAbstractButton, "continueButton").click()
        while (await person.messages())[-1].text != "One, two, three.":
            await person.until(lambda: True)


async def test_details_show_tokens_and_cost(program, provider):
    provider.play(
        [TextDelta("ok"), UsageReported(Usage(1000, 500, 400)), ReplyFinished("stop", "gpt-4o-mini")]
    )
    provider.play("t", purpose="title")
    async with program(provider) as person:
        last = await person.say("Hi")
        await press(person, last.id, "messageDetailsButton")
        popup = person.window.findChild(QWidget, "messageDetails")
        words = " ".join(label.text() for label in popup.findChildren(QLabel))

        assert "1,000" in words
        assert "400" in words
        assert "stop" in words


async def test_find_counts_messages_that_are_not_on_screen(program):
    async with program(talkative()) as person:
        for number in range(1, 5):
            await person.say(f"Needle {number}\n" + "line\n" * 60)
        QTest.keyClick(person.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        field = person.window.findChild(QLineEdit, "findField")
        field.setText("needle")
        count = person.window.findChild(QLabel, "findCount")
        await person.until(lambda: "4" in count.text())
        assert person.window.findChild(QWidget, "findBar").isVisible()


async def test_a_dropped_text_file_and_a_pasted_image_are_chips_and_are_sent(program, tmp_path):
    provider = talkative()
    note = tmp_path / "note.txt"
    note.write_text("words in a file")
    async with program(provider) as person:
        await person.app.preferences.update(with_vision(True))
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(note))])
        person.window.composer.edit.insertFromMimeData(mime)
        picture = QMimeData()
        image = QImage(20, 20, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.red)
        picture.setImageData(image)
        person.window.composer.edit.insertFromMimeData(picture)
        chips = lambda: person.window.composer.findChildren(QWidget, "attachmentChip")  # noqa: E731
        await person.until(lambda: len(chips()) == 2)
        person.write("Look")
        await person.until(lambda: "tokens" in person.widget("composerCount", QLabel).text())
        last = await person.say("Look")
        question = (await person.messages())[-2]
        sent = str(provider.requests_for("chat")[-1].messages[-1].content)

    assert len(question.attachments) == 2
    assert "words in a file" in sent
    assert last.text == "Answer 1"


async def test_a_dropped_image_is_refused_where_the_model_has_no_eyes(program, tmp_path):
    path = tmp_path / "dot.png"
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    image.save(str(path))
    async with program(talkative()) as person:
        await person.app.preferences.update(with_vision(False))
        person.window.composer.files_dropped.emit([str(path)])
        notice = person.widget("composerNotice", QLabel)
        await person.until(notice.isVisible)

        assert "does not accept images" in notice.text()
        assert person.window.composer.draft().attachments == ()


def with_vision(on):
    def change(settings):
        first, *others = settings.profiles
        return settings.model_copy(update={"profiles": (first.model_copy(update={"vision": on}), *others)})

    return change
