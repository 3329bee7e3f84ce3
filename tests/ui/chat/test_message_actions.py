"""What can be done with a message: by mouse, menu and keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QWidget

from desktop_app.core.domain.conversation import MessageState, Role, Usage
from desktop_app.core.domain.errors import Action
from desktop_app.core.domain.request import ModelLoading, RetryScheduled
from desktop_app.ui.chat.details_popup import tokens_per_second
from desktop_app.ui.chat.message_actions import MessageAction
from tests.ui.chat.conftest import message


@pytest.fixture
def pair(transcript, feeder):
    messages = [
        message("u", Role.USER, "a *question*"),
        message("a", Role.ASSISTANT, "an **answer**", model="m"),
    ]
    feeder.show(messages)
    return messages


def button(view, name):
    return view.findChild(QToolButton, name) or view.findChild(QPushButton, name)


def test_newest_message_shows_its_actions(pair, view_of):
    assert button(view_of("a"), "messageCopyButton").isVisible()
    assert view_of("u").findChild(QWidget, "messageActions") is None


def test_pointer_brings_actions_and_takes_them_away(qtbot, pair, view_of):
    view = view_of("u")

    qtbot.mouseMove(view, QPoint(300, 10))
    view.enterEvent(_enter())
    assert button(view, "messageEditButton").isVisible()
    view.leaveEvent(_enter())

    assert not button(view, "messageEditButton").isVisible()


def _enter():
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QEnterEvent

    return QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1))


def test_copy_gives_the_source_and_plain_copy_the_text(qtbot, transcript, pair, view_of):
    with qtbot.waitSignal(transcript.copied) as copied:
        button(view_of("a"), "messageCopyButton").click()
    assert QGuiApplication.clipboard().text() == "an **answer**"
    assert copied.args == ["a"]

    view_of("a").do(MessageAction.COPY_PLAIN)

    assert QGuiApplication.clipboard().text().strip() == "an answer"


@pytest.mark.parametrize(
    ("action", "signal", "arguments"),
    [
        (MessageAction.REGENERATE, "regenerate_requested", ["a"]),
        (MessageAction.DELETE, "delete_requested", ["a"]),
        (MessageAction.SUMMARISE, "summarise_requested", ["a"]),
        (MessageAction.FORK, "fork_requested", ["a"]),
        (MessageAction.QUOTE, "quoted", ["an **answer**"]),
        (MessageAction.PIN, "fact_pinned", ["a", "an **answer**"]),
        (MessageAction.PREVIOUS, "branch_requested", ["a", -1]),
        (MessageAction.NEXT, "branch_requested", ["a", 1]),
    ],
)
def test_action_is_told_with_its_message(qtbot, transcript, pair, view_of, action, signal, arguments):
    with qtbot.waitSignal(getattr(transcript, signal)) as told:
        view_of("a").do(action)

    assert told.args == arguments


def test_pin_and_quote_take_the_selection(qtbot, transcript, pair, view_of):
    select_all(view_of("a"))

    with qtbot.waitSignal(transcript.fact_pinned) as pinned:
        view_of("a").do(MessageAction.PIN)
    with qtbot.waitSignal(transcript.quoted) as quoted:
        view_of("a").do(MessageAction.QUOTE)

    assert pinned.args == ["a", "an answer"]
    assert quoted.args == ["an answer"]


def select_all(view):
    from PySide6.QtWidgets import QTextEdit

    view.body.findChild(QTextEdit).selectAll()


def test_edit_opens_in_place_and_sends_a_new_version(qtbot, transcript, pair, view_of):
    view = view_of("u")
    view.do(MessageAction.EDIT)
    editor = view.findChild(QWidget, "inlineEdit")
    assert editor.toPlainText() == "a *question*"
    assert view.is_in_use()
    editor.setPlainText("a better question")

    with qtbot.waitSignal(transcript.edit_submitted) as submitted:
        qtbot.keyClick(editor, Qt.Key.Key_Return)

    assert submitted.args == ["u", "a better question"]
    assert view.body.isVisible()


def test_blank_edit_sends_nothing_and_escape_cancels(qtbot, transcript, pair, view_of):
    view = view_of("u")
    view.do(MessageAction.EDIT)
    editor = view.findChild(QWidget, "inlineEdit")
    editor.setPlainText("  \n ")

    with qtbot.assertNotEmitted(transcript.edit_submitted, wait=20):
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.keyClick(editor, Qt.Key.Key_Escape)

    assert not [e for e in view.findChildren(QWidget, "inlineEdit") if e.isVisible()]
    assert view.body.isVisible()


def test_open_editor_survives_a_far_scroll(qtbot, transcript, feeder, view_of):
    from tests.ui.chat.conftest import talk

    feeder.show(talk(500))
    transcript.jump_to("c-400")
    view_of("c-400").edit()
    view_of("c-400").findChild(QWidget, "inlineEdit").setPlainText("half written")

    for at in (10, 100, 200, 300):
        transcript.jump_to(f"c-{at}")
        qtbot.wait(60)
    transcript.jump_to("c-400")

    assert view_of("c-400").findChild(QWidget, "inlineEdit").toPlainText() == "half written"


def test_branch_switcher_shows_place_and_number(transcript, pair, view_of):
    transcript.set_branches("u", 2, 3)

    bar = view_of("u").findChild(QWidget, "messageActions")
    assert bar.isVisible()
    assert bar.findChild(QWidget, "branchPlace").text() == "2/3"
    assert bar.findChild(QWidget, "branchPlace").accessibleName() == "Version 2 of 3"
    view_of("u").leaveEvent(_enter())  # the pointer may rest there
    assert not button(view_of("u"), "messageEditButton").isVisible()
    assert bar.isVisible()


def test_first_and_last_version_have_no_further_step(transcript, pair, view_of):
    transcript.set_branches("a", 1, 2)
    assert not button(view_of("a"), "messagePreviousButton").isEnabled()
    assert button(view_of("a"), "messageNextButton").isEnabled()


def test_tree_changes_wait_while_a_reply_streams(transcript, pair, view_of):
    transcript.set_busy(True)
    menu = open_menu(view_of("u"))

    names = [a.objectName() for a in menu.actions() if a.objectName()]

    assert "copyAction" in names
    assert not {"editAction", "deleteAction", "forkAction", "summariseAction"} & set(names)


def open_menu(view):
    view.open_menu(view.mapToGlobal(QPoint(5, 5)))
    return view.findChild(QMenu, "messageMenu")


def test_menu_holds_every_action_and_acts(qtbot, transcript, pair, view_of):
    menu = open_menu(view_of("a"))
    actions = {a.objectName(): a for a in menu.actions() if a.objectName()}
    assert set(actions) == {
        f"{name}Action"
        for name in (
            "copy",
            "copy_plain",
            "quote",
            "pin",
            "regenerate",
            "fork",
            "summarise",
            "details",
            "delete",
        )
    }

    with qtbot.waitSignal(transcript.fork_requested):
        actions["forkAction"].trigger()


def test_right_click_on_the_text_offers_the_same_actions(qtbot, transcript, pair, view_of):
    from PySide6.QtGui import QContextMenuEvent
    from PySide6.QtWidgets import QApplication, QTextEdit

    text = view_of("a").body.findChild(QTextEdit)
    at = QPoint(5, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, text.mapToGlobal(at))
    QApplication.sendEvent(text.viewport(), event)
    menu = text.findChild(QMenu)
    actions = {a.objectName(): a for a in menu.actions()}
    assert {"copyAction", "regenerateAction", "pinAction"} <= set(actions)
    assert any(a.text() == "Select all" for a in menu.actions())

    with qtbot.waitSignal(transcript.regenerate_requested):
        actions["regenerateAction"].trigger()


def test_interrupted_reply_says_so_and_offers_retry_and_continue(qtbot, transcript, pair, view_of):
    transcript.update_message(
        replace(pair[1], state=MessageState.INTERRUPTED, error="The reply was interrupted: reset")
    )

    status = view_of("a").findChild(QWidget, "messageStatus")
    assert status.isVisible()
    assert "interrupted" in status.accessibleName()
    with qtbot.waitSignal(transcript.continue_requested):
        button(view_of("a"), "continueButton").click()
    with qtbot.waitSignal(transcript.retry_requested):
        button(view_of("a"), "retryButton").click()


def test_failed_reply_offers_what_helps(qtbot, transcript, pair, view_of):
    failed = replace(
        pair[1], text="", state=MessageState.FAILED, error="401 <b>x</b>", error_action="open_profile"
    )
    transcript.update_message(failed)

    label = view_of("a").findChild(QWidget, "messageStatusText")
    assert label.text() == "401 <b>x</b>"
    assert label.textFormat() == Qt.TextFormat.PlainText
    with qtbot.waitSignal(transcript.error_action_requested) as asked:
        button(view_of("a"), "open_profileButton").click()
    assert asked.args == ["a", Action.OPEN_PROFILE]


@pytest.mark.parametrize(
    ("reason", "name"), [("length", "continueButton"), ("content_filter", "retryButton")]
)
def test_cut_off_reply_says_so(transcript, pair, view_of, reason, name):
    transcript.update_message(replace(pair[1], finish_reason=reason))

    assert "Cut off" in view_of("a").findChild(QWidget, "messageStatus").accessibleName()
    assert button(view_of("a"), name).isVisible()


def test_waiting_is_shown_beside_the_reply_until_text_comes(qtbot, transcript, pair, view_of):
    transcript.append(message("r", text="", state=MessageState.STREAMING))
    qtbot.waitUntil(lambda: "r" in transcript.canvas.widgets())
    transcript.set_waiting("r", RetryScheduled(12.0, 2, "Too many requests"))
    status = view_of("r").findChild(QWidget, "messageStatus")
    assert "Too many requests. Attempt 2 in 12 s" in status.accessibleName()

    transcript.set_waiting("r", ModelLoading(3.0, "tiny.gguf"))
    assert "Loading tiny.gguf… 3 s" in status.accessibleName()
    transcript.stream("r", "first words")
    qtbot.waitUntil(lambda: not status.isVisible())


def test_speed_needs_all_its_figures():
    reply = message("a", usage=Usage(10, 100), first_token_seconds=1.0, duration_seconds=6.0)

    assert tokens_per_second(reply) == 20.0
    assert tokens_per_second(replace(reply, usage=None)) is None
    assert tokens_per_second(replace(reply, duration_seconds=1.0)) is None


def test_details_name_what_is_known_and_what_is_not(qtbot, transcript, pair, view_of):
    transcript.set_cost_formatter(lambda _message: "$0.01")
    transcript.update_message(
        replace(pair[1], usage=Usage(1000, 50, 900), first_token_seconds=0.25, finish_reason="stop")
    )

    view_of("a").do(MessageAction.DETAILS)

    popup = transcript.findChild(QWidget, "messageDetails")
    words = " ".join(label.text() for label in popup.findChildren(QWidget) if hasattr(label, "text"))
    for expected in ("1,000", "900", "$0.01", "0.25 s", "stop", "not reported"):
        assert expected in words
    popup.close()


def test_keyboard_reaches_messages_and_their_actions(qtbot, transcript, pair, view_of):
    transcript.activateWindow()
    transcript.canvas.setFocus()
    qtbot.keyClick(transcript.canvas, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert view_of("a").hasFocus()

    qtbot.keyClick(view_of("a"), Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)

    assert view_of("u").hasFocus()
    assert button(view_of("u"), "messageEditButton").isVisible()
    reached = set()
    for _ in range(12):
        qtbot.keyClick(transcript.focusWidget(), Qt.Key.Key_Tab)
        reached.add(transcript.focusWidget().objectName())
    assert {"messageCopyButton", "messageEditButton", "messageMoreButton"} <= reached
