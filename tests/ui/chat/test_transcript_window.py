"""Only what is near the reader exists, and nothing moves under the reader's eyes."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextEdit

from desktop_app.core.domain.conversation import MessageState, Role
from desktop_app.ui.chat.canvas import MAX_WIDGETS
from tests.ui.chat.conftest import message, talk


def test_opens_at_the_end_with_few_widgets_and_few_requests(transcript, feeder):
    feeder.show(talk(10_000))

    assert transcript.visible_ids()[-1] == "c-9999"
    assert len(transcript.canvas.widgets()) <= MAX_WIDGETS
    assert sum(map(len, feeder.asked)) < 150


def test_short_conversation_starts_at_the_top(transcript, feeder, top_of):
    feeder.show(talk(2))

    assert top_of("c-0") == 0


def test_widgets_stay_bounded_while_the_reader_scrolls(qtbot, transcript, feeder):
    feeder.show(talk(2_000))
    bar = transcript.canvas.verticalScrollBar()

    for step in range(120):
        bar.setValue(bar.value() - 400)
        if step % 20 == 0:
            qtbot.wait(20)

    assert len(transcript.canvas.widgets()) <= MAX_WIDGETS
    assert not transcript.is_at_end()


def test_scrolling_by_the_wheel_moves_text_by_that_much(transcript, feeder, top_of):
    feeder.show(talk(300, text="word {n} " * 60))
    bar = transcript.canvas.verticalScrollBar()
    for _ in range(40):
        seen = transcript.visible_ids()[-1]
        before = top_of(seen)

        bar.setValue(bar.value() - 90)

        if seen in transcript.canvas.widgets() and top_of(seen) > -1000:
            assert top_of(seen) == before + 90


def test_reader_above_stays_put_while_a_reply_grows(qtbot, transcript, feeder, top_of):
    feeder.show(talk(200))
    transcript.append(message("new", text="", state=MessageState.STREAMING))
    bar = transcript.canvas.verticalScrollBar()
    bar.setValue(bar.value() - 300)
    seen = transcript.visible_ids()[0]
    before = top_of(seen)

    for _ in range(20):
        transcript.stream("new", "more text\n\n")
    transcript.update_message(message("new", text="more text\n\n" * 20))
    qtbot.wait(80)

    assert top_of(seen) == before
    assert transcript.jump_button.isVisible()


def test_reader_at_the_end_follows_a_growing_reply(qtbot, transcript, feeder):
    feeder.show(talk(50))
    transcript.append(message("new", text="", state=MessageState.STREAMING))

    for _ in range(20):
        transcript.stream("new", "more text\n\n")
    qtbot.waitUntil(lambda: "new" in transcript.canvas.widgets() and view_bottom(transcript, "new") > 300)
    qtbot.wait(60)

    assert transcript.is_at_end()
    assert abs(view_bottom(transcript, "new") - transcript.canvas.viewport().height()) <= 1
    assert not transcript.jump_button.isVisible()


def view_bottom(transcript, message_id):
    widget = transcript.canvas.widgets()[message_id]
    return widget.y() + widget.height()


def test_jump_button_counts_what_arrived_and_leads_to_the_end(qtbot, transcript, feeder):
    feeder.show(talk(100))
    transcript.jump_to("c-3")

    transcript.append(message("n1", text="one"))
    transcript.append(message("n2", text="two"))

    assert "(2)" in transcript.jump_button.text()
    transcript.jump_button.click()
    assert transcript.is_at_end()
    assert transcript.visible_ids()[-1] == "n2"
    assert not transcript.jump_button.isVisible()


def test_own_message_brings_the_view_to_the_end(transcript, feeder):
    feeder.show(talk(100))
    transcript.jump_to("c-3")

    transcript.append(message("mine", Role.USER, "hello"))

    assert transcript.is_at_end()


def test_jump_reaches_any_message(transcript, feeder):
    feeder.show(talk(10_000))

    assert transcript.jump_to("c-5000")
    assert "c-5000" in transcript.visible_ids()
    assert "c-5000" in transcript.canvas.widgets()
    assert not transcript.jump_to("unknown")


def test_place_is_kept_per_conversation(transcript, feeder, top_of):
    one, two = talk(300), talk(300, conversation_id="d")
    feeder.show(one)
    transcript.jump_to("c-120")
    before = top_of("c-120")

    feeder.show(two, "d")
    assert transcript.is_at_end()
    feeder.show(one)

    assert "c-120" in transcript.visible_ids()
    assert top_of("c-120") == before


def test_place_survives_a_deleted_message_above(transcript, feeder, top_of):
    messages = talk(200)
    feeder.show(messages)
    transcript.jump_to("c-100")
    before = top_of("c-100")

    feeder.show(messages[:20] + messages[22:])

    assert abs(top_of("c-100") - before) <= 1


def test_narrower_window_keeps_the_readers_message(transcript, feeder, top_of):
    feeder.show(talk(300, text="word {n} " * 60))
    transcript.jump_to("c-150")

    transcript.resize(500, 700)

    assert "c-150" in transcript.visible_ids()


def test_late_events_of_another_conversation_do_nothing(transcript, feeder):
    feeder.show(talk(10))
    stranger = message("x", conversation_id="other", text="secret")

    transcript.append(stranger)
    transcript.update_message(stranger)
    transcript.provide([stranger])
    transcript.stream("x", "text")
    transcript.reset_stream("x")

    assert transcript.canvas.ids() == [f"c-{n}" for n in range(10)]
    assert "x" not in transcript._facts.messages


def test_reset_voids_streamed_text(qtbot, transcript, feeder, view_of):
    feeder.show(talk(3))
    reply = message("r", text="", state=MessageState.STREAMING)
    transcript.append(reply)
    transcript.stream("r", "half a")

    transcript.reset_stream("r")
    transcript.stream("r", "whole")
    transcript.update_message(replace(reply, text="whole", state=MessageState.COMPLETE))
    qtbot.wait(60)

    assert view_of("r").body.plain_text().strip() == "whole"


def chain(count):
    """Messages with real parents."""
    return [replace(m, parent_id=f"c-{n - 1}" if n else None) for n, m in enumerate(talk(count))]


def test_a_branch_begins_below_its_parent(transcript, feeder):
    feeder.show(chain(6))

    transcript.append(replace(message("again", text="", state=MessageState.STREAMING), parent_id="c-2"))

    assert transcript.canvas.ids() == ["c-0", "c-1", "c-2", "again"]


def test_reply_to_an_edited_question_is_never_lost_nor_misplaced(qtbot, transcript, feeder):
    messages = chain(6)
    feeder.show(messages)
    edited = replace(message("edited", Role.USER, "better"), parent_id="c-3")
    feeder.messages["edited"] = edited
    reply = replace(message("reply", text="", state=MessageState.STREAMING), parent_id="edited")

    transcript.append(reply)  # told before the new path is known
    transcript.stream("reply", "words")
    assert "reply" not in transcript.canvas.ids()
    feeder.show([*messages[:4], edited])  # read before the reply was stored

    assert transcript.canvas.ids()[-2:] == ["edited", "reply"]
    assert transcript._facts.messages.get("reply").text == "words"


def test_deleted_newest_message_does_not_come_back(transcript, feeder):
    messages = chain(4)
    feeder.show(messages)
    added = replace(message("new", text="done"), parent_id="c-3")
    transcript.append(added)

    feeder.show(messages)

    assert transcript.canvas.ids()[-1] == "c-3"


def test_jump_inside_a_conversation_that_fits_needs_no_way_back(transcript, feeder):
    feeder.show(talk(3))

    transcript.jump_to("c-1")

    assert transcript.is_at_end()
    assert not transcript.jump_button.isVisible()


def test_selection_survives_while_the_reply_grows(qtbot, transcript, feeder, view_of):
    feeder.show(talk(3))
    transcript.append(message("r", text="", state=MessageState.STREAMING))
    transcript.stream("r", "First paragraph to select.\n\n")
    qtbot.waitUntil(
        lambda: "r" in transcript.canvas.widgets() and "First" in view_of("r").body.visible_text()
    )
    text = view_of("r").body.findChild(QTextEdit)
    cursor = text.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(5, cursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)

    for n in range(10):
        transcript.stream("r", f"Paragraph {n} with more words.\n\n")
        qtbot.wait(45)
    transcript.update_message(
        replace(transcript._facts.messages.get("r"), state=MessageState.COMPLETE, finish_reason="stop")
    )
    qtbot.wait(20)

    assert view_of("r").selected_text() == "First"


def test_messages_that_could_not_be_read_are_asked_for_again(qtbot, transcript, monkeypatch):
    monkeypatch.setattr("desktop_app.ui.chat.canvas._ASK_AGAIN", 0.05)
    asked = []
    transcript.messages_requested.connect(asked.append)
    transcript.show_path("c", [f"c-{n}" for n in range(30)])
    assert len(asked) == 1

    transcript.canvas.arrange()
    assert len(asked) == 1
    qtbot.wait(80)
    transcript.canvas.arrange()

    assert len(asked) == 2


def test_pages_over_the_text_scroll_the_conversation(transcript, feeder, view_of):
    feeder.show(talk(100, text="word {n} " * 60))
    bar = transcript.canvas.verticalScrollBar()
    before = bar.value()

    QTest.keyClick(view_of("c-99").body.findChild(QTextEdit), Qt.Key.Key_PageUp)

    assert bar.value() < before


def test_text_leaves_the_wheel_to_the_conversation(transcript, feeder, view_of):
    feeder.show(talk(100, text="word {n} " * 60))
    text = view_of("c-99").body.findChild(QTextEdit)
    before = transcript.canvas.verticalScrollBar().value()

    assert not turn_wheel(text.viewport())  # a real one goes on to the parents
    assert turn_wheel(transcript.canvas.viewport())

    assert transcript.canvas.verticalScrollBar().value() < before


def turn_wheel(widget):
    at, none = QPointF(5, 5), QPoint()
    turn = QPoint(0, 120)
    button, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, widget.mapToGlobal(at), none, turn, button, keys, phase, False)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()
