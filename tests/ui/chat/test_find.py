"""Find in conversation: all messages of the path, wherever the reader is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.ui.chat.conftest import talk


@pytest.fixture
def search(transcript, feeder):
    """Answers searches the way a store would: over all messages."""

    def answer(text):
        hits = [(m.id, m.text.casefold().count(text.casefold())) for m in feeder.messages.values()]
        transcript.set_find_results(text, [(i, n) for i, n in hits if n])

    transcript.find_requested.connect(answer)


def type_in(transcript, text):
    transcript.open_find()
    transcript.find_bar.field.setText(text)
    transcript.find_bar._tell()


def place(transcript):
    return transcript.findChild(QWidget, "findCount").text()


def test_hit_far_away_is_reached_and_counted(transcript, feeder, search):
    messages = talk(3_000)
    feeder.show(messages)

    type_in(transcript, "number 1234 ")

    assert place(transcript) == "1/1"
    assert "c-1234" in transcript.visible_ids()


def test_next_and_previous_go_round(transcript, feeder, search):
    feeder.show(talk(400, text="word {n}"))
    type_in(transcript, "word 39")
    assert place(transcript).endswith("/11")
    first = place(transcript)

    QTest.keyClick(transcript.find_bar.field, Qt.Key.Key_Return)
    second = place(transcript)
    QTest.keyClick(transcript.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)

    assert second != first
    assert place(transcript) == first
    for _ in range(11):
        QTest.keyClick(transcript.find_bar.field, Qt.Key.Key_Return)
    assert place(transcript) == first


def test_search_starts_at_what_the_reader_sees(transcript, feeder, search):
    feeder.show(talk(300, text="word {n}"))
    transcript.jump_to("c-150")

    type_in(transcript, "word")

    assert int(place(transcript).split("/")[0]) > 100
    assert "c-150" in transcript.visible_ids()


def test_several_hits_in_one_long_message_scroll_inside_it(qtbot, transcript, feeder, search):
    feeder.show(talk(1, text="needle {n}\n\n" + "hay\n\n" * 150 + "needle"))
    type_in(transcript, "needle")
    assert place(transcript) == "1/2"
    top = transcript.canvas.widgets()["c-0"].y()

    QTest.keyClick(transcript.find_bar.field, Qt.Key.Key_Return)

    view = transcript.canvas.widgets()["c-0"]
    assert view.y() < top - 300
    rect = view.body.match_rect(1)
    y = view.y() + view.body.y() + rect.top()
    assert 0 <= y <= transcript.canvas.viewport().height()


def test_no_hits_are_said(transcript, feeder, search):
    feeder.show(talk(5))

    type_in(transcript, "absent")

    assert place(transcript) == "No hits"


def test_answer_to_an_older_search_is_ignored(transcript, feeder):
    feeder.show(talk(5))
    type_in(transcript, "message")

    transcript.set_find_results("mess", [("c-1", 5)])

    assert place(transcript) == "No hits"


def test_escape_closes_and_unmarks(qtbot, transcript, feeder, search):
    feeder.show(talk(5))
    type_in(transcript, "Message")

    QTest.keyClick(transcript.find_bar.field, Qt.Key.Key_Escape)

    assert not transcript.find_bar.isVisible()
    assert transcript._find.text == ""


def test_another_conversation_forgets_the_hits(transcript, feeder, search):
    feeder.show(talk(8))
    type_in(transcript, "Message")

    feeder.show(talk(5, conversation_id="d"), "d")

    assert place(transcript) == "1/5"
    assert all(i.startswith("d-") for i in transcript.visible_ids())
