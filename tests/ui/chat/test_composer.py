"""The composer: keys, input methods, drafts, pastes, presets, states."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget

from desktop_app.core.domain.conversation import Attachment, Draft
from desktop_app.ui.chat.composer import Composer, CompressState, PromptPreset
from desktop_app.ui.chat.composer_edit import CHUNK

ENTER = Qt.Key.Key_Return


@pytest.fixture
def composer(qtbot):
    window = QWidget()
    from PySide6.QtWidgets import QVBoxLayout

    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.addStretch(1)
    made = Composer(delay=0)
    column.addWidget(made)
    window.resize(800, 500)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    made.edit.setFocus()
    made.window_kept = window
    return made


def sent(composer):
    got = []
    composer.send_requested.connect(got.append)
    return got


def preedit(edit, text, commit=""):
    event = QInputMethodEvent(text, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(edit, event)


# keys
def test_enter_sends_and_empties_the_box(composer):
    got = sent(composer)
    QTest.keyClicks(composer.edit, "hello")
    QTest.keyClick(composer.edit, ENTER)

    assert got == [Draft("hello")]
    assert composer.text() == ""


def test_shift_enter_makes_a_line(composer):
    got = sent(composer)
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, ENTER, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(composer.edit, "b")

    assert got == []
    assert composer.text() == "a\nb"


def test_ctrl_enter_mode_swaps_the_keys(composer):
    composer.set_send_key("ctrl_enter")
    got = sent(composer)
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, ENTER)
    assert got == []
    assert composer.text() == "a\n"
    QTest.keyClick(composer.edit, ENTER, Qt.KeyboardModifier.ControlModifier)

    assert got == [Draft("a\n")]


def test_keypad_enter_sends_too(composer):
    got = sent(composer)
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)

    assert got == [Draft("a")]


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "\u3000\t", "\u200b\ufeff \n"])
def test_blank_message_sends_nothing(composer, text):
    got = sent(composer)
    composer.edit.setPlainText(text)
    QTest.keyClick(composer.edit, ENTER)
    composer.send_button.click()

    assert got == []
    assert composer.text() == text


def test_busy_shows_stop_and_keeps_what_is_typed(qtbot, composer):
    got = sent(composer)
    composer.set_busy(True)
    QTest.keyClicks(composer.edit, "next question")
    QTest.keyClick(composer.edit, ENTER)

    assert got == []
    assert composer.text() == "next question"
    assert composer.stop_button.isVisible()
    assert not composer.send_button.isVisible()
    with qtbot.waitSignal(composer.stop_requested):
        composer.stop_button.click()


# input methods
def test_return_during_composition_sends_nothing(composer):
    got = sent(composer)
    preedit(composer.edit, "nihon")
    for modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
        QTest.keyClick(composer.edit, ENTER, modifiers)
    assert got == []
    preedit(composer.edit, "", commit="日本")
    assert composer.text() == "日本"

    QTest.keyClick(composer.edit, ENTER)

    assert got == [Draft("日本")]


def test_send_button_commits_what_is_composed(composer):
    got = sent(composer)
    composer.edit.setPlainText("in ")
    composer.edit.moveCursor(composer.edit.textCursor().MoveOperation.End)
    preedit(composer.edit, "nihon")

    composer.send_button.click()

    assert got == [Draft("in nihon")]
    assert composer.edit.preedit_text() == ""


def test_send_button_is_ready_while_only_a_composition_stands(composer):
    preedit(composer.edit, "nihon")

    assert composer.send_button.isEnabled()


def test_switch_of_conversation_keeps_what_is_composed(composer):
    drafts = []
    composer.draft_changed.connect(lambda key, draft: drafts.append((key, draft.text)))
    composer.set_draft(None, "one")
    preedit(composer.edit, "nihon")

    composer.set_draft(Draft("other"), "two")

    assert drafts == [("one", "nihon")]
    assert composer.text() == "other"


def test_pause_during_composition_disturbs_nothing(qtbot, composer):
    QTest.keyClicks(composer.edit, "a")
    preedit(composer.edit, "nihon")
    qtbot.wait(20)

    assert composer.edit.preedit_text() == "nihon"


# drafts
def test_draft_is_told_once_per_change(qtbot, composer):
    drafts = []
    composer.set_draft(Draft("kept"), "one")
    composer.draft_changed.connect(lambda key, draft: drafts.append((key, draft.text)))

    QTest.keyClicks(composer.edit, "!?")
    qtbot.wait(20)
    composer.flush()

    assert drafts[-1] == ("one", "kept!?")
    assert len(drafts) <= 2


def test_draft_of_the_conversation_left_goes_to_it(qtbot):
    composer = Composer(delay=60_000)
    qtbot.addWidget(composer)
    drafts = []
    composer.draft_changed.connect(lambda key, draft: drafts.append((key, draft.text)))
    composer.set_draft(None, "one")
    composer.edit.insertPlainText("for one")

    composer.set_draft(Draft("for two"), "two")
    composer.set_draft(Draft("for one"), "one")

    assert drafts == [("one", "for one")]


def test_sending_empties_the_stored_draft(qtbot, composer):
    composer.set_draft(Draft("hello"), "one")
    drafts = []
    composer.draft_changed.connect(lambda key, draft: drafts.append((key, draft)))

    composer.send_button.click()

    assert drafts == [("one", Draft(""))]


def test_failed_send_gives_the_text_back_unless_something_new_stands(composer):
    composer.restore(Draft("lost"))
    assert composer.text() == "lost"

    composer.restore(Draft("older"))

    assert composer.text() == "lost"


# long text
def test_a_million_letters_in_one_line_are_accepted_whole(composer):
    text = "x" * 1_000_000
    QGuiApplication.clipboard().setText(text)
    composer.edit.paste()
    got = sent(composer)
    assert composer.text() == text

    QTest.keyClicks(composer.edit, "y")
    composer.send_button.click()

    assert got[0].text == text + "y"


def test_long_lines_survive_copy_undo_and_set(composer):
    text = "short\n" + "z" * (3 * CHUNK + 5) + "\n\nend"
    composer.edit.setPlainText(text)
    composer.edit.selectAll()
    assert composer.text() == text
    assert composer.edit.createMimeDataFromSelection().text() == text

    composer.edit.insertPlainText("k" * (2 * CHUNK))
    assert composer.text() == "k" * (2 * CHUNK)
    composer.edit.undo()

    assert composer.text().replace("\n", "") == text.replace("\n", "")


def test_box_grows_to_a_limit(composer):
    one = composer.edit.height()
    composer.edit.setPlainText("a\nb\nc")
    three = composer.edit.height()
    composer.edit.setPlainText("\n".join("abc" * 20))

    assert one < three < composer.edit.height() < 400


# paste and drop
def test_files_are_told_by_path_and_not_read(qtbot, composer, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "not there.txt"))])

    with qtbot.waitSignal(composer.files_dropped) as dropped:
        composer.edit.insertFromMimeData(data)

    assert dropped.args == [[str(tmp_path / "not there.txt")]]
    assert composer.text() == ""


def test_image_file_in_the_clipboard_is_handed_on_as_it_is(qtbot, composer):
    data = QMimeData()
    data.setData("image/png", b"\x89PNG not really")

    with qtbot.waitSignal(composer.images_pasted) as pasted:
        composer.edit.insertFromMimeData(data)

    assert pasted.args == [[(b"\x89PNG not really", "image/png")]]


def test_pixels_are_encoded_off_the_window_thread(qtbot, composer):
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    data = QMimeData()
    data.setImageData(image)

    with qtbot.waitSignal(composer.images_pasted) as pasted:
        composer.edit.insertFromMimeData(data)

    (content, media_type), *_ = pasted.args[0]
    assert media_type == "image/png"
    assert QImage.fromData(content).size() == image.size()


def test_image_is_refused_with_a_word_when_the_model_has_no_eyes(qtbot, composer):
    composer.set_vision(False)
    data = QMimeData()
    data.setData("image/png", b"x")

    with qtbot.assertNotEmitted(composer.images_pasted):
        composer.edit.insertFromMimeData(data)

    assert "does not accept images" in composer.findChild(QWidget, "composerNotice").text()


def test_too_large_image_is_refused_with_its_limit(qtbot, composer, monkeypatch):
    monkeypatch.setattr("desktop_app.ui.chat.composer.MAX_IMAGE_BYTES", 10)
    data = QMimeData()
    data.setData("image/png", b"x" * 11)

    with qtbot.assertNotEmitted(composer.images_pasted):
        composer.edit.insertFromMimeData(data)

    assert "10 B" in composer.findChild(QWidget, "composerNotice").text()


def test_rich_text_keeps_its_form_and_code_colours_do_not_matter(composer):
    data = QMimeData()
    data.setText("Title\nx")
    data.setHtml("<h2>Title</h2><ul><li>x</li></ul>")
    composer.edit.insertFromMimeData(data)
    assert composer.text() == "## Title\n\n- x"

    composer.edit.clear()
    data.setHtml("<div><span style='color:red'>Title</span></div><div>x</div>")
    composer.edit.insertFromMimeData(data)

    assert composer.text() == "Title\nx"


def test_attachments_are_chips_sent_with_the_text(qtbot, composer):
    got = sent(composer)
    file = Attachment("d1", "notes <b>.txt", "text/plain", 2048)
    composer.add_attachment(file)
    composer.add_attachment(file)
    chips = composer.chips.findChildren(QWidget, "attachmentChip")
    assert len(chips) == 1
    assert chips[0].accessibleName() == "Attachment notes <b>.txt"

    composer.send_button.click()

    assert got == [Draft("", (file,))]
    assert not composer.chips.isVisible()


def test_chip_can_be_removed(composer):
    composer.add_attachment(Attachment("d1", "a.txt", "text/plain", 1))

    composer.chips.findChild(QToolButton, "removeAttachmentButton").click()

    assert composer.draft() == Draft("")


# history, quotes, presets
def test_up_in_an_empty_box_brings_former_messages(composer):
    composer.set_history(["first", "second\nline"])
    edit = composer.edit
    QTest.keyClick(edit, Qt.Key.Key_Up)
    assert composer.text() == "second\nline"
    QTest.keyClick(edit, Qt.Key.Key_Up)
    assert composer.text() == "first"
    QTest.keyClick(edit, Qt.Key.Key_Down)
    assert composer.text() == "second\nline"
    QTest.keyClick(edit, Qt.Key.Key_Down)
    assert composer.text() == ""


def test_up_moves_the_cursor_once_something_is_typed(composer):
    composer.set_history(["first"])
    QTest.keyClicks(composer.edit, "typed")
    QTest.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.text() == "typed"

    composer.edit.clear()
    QTest.keyClick(composer.edit, Qt.Key.Key_Up)
    QTest.keyClicks(composer.edit, "!")
    QTest.keyClick(composer.edit, Qt.Key.Key_Up)

    assert composer.text() == "first!"


def test_quote_goes_below_what_stands_there(composer):
    composer.edit.setPlainText("See:")
    composer.quote("one\n\ntwo")

    assert composer.text() == "See:\n\n> one\n>\n> two\n\n"


PRESETS = [
    PromptPreset("1", "Translate", "Translate into English:\n"),
    PromptPreset("2", "Review <b>", "Review this code:\n"),
]


def test_slash_opens_presets_and_return_takes_one(qtbot, composer):
    composer.set_presets(PRESETS)
    got = sent(composer)
    QTest.keyClicks(composer.edit, "/rev")
    assert composer.popup.isVisible()
    assert composer.popup.count() == 1

    with qtbot.waitSignal(composer.preset_chosen) as chosen:
        QTest.keyClick(composer.edit, ENTER)

    assert chosen.args == ["2"]
    assert composer.text() == "Review this code:\n"
    assert got == []
    assert not composer.popup.isVisible()


def test_escape_and_other_text_close_the_presets(composer):
    composer.set_presets(PRESETS)
    QTest.keyClicks(composer.edit, "/")
    assert composer.popup.count() == 2
    QTest.keyClick(composer.edit, Qt.Key.Key_Escape)
    assert not composer.popup.isVisible()
    QTest.keyClicks(composer.edit, "t")
    assert composer.popup.isVisible()

    QTest.keyClicks(composer.edit, "r and more")

    assert not composer.popup.isVisible()
    assert composer.text() == "/tr and more"


def test_a_slash_without_presets_is_just_a_slash(composer):
    got = sent(composer)
    QTest.keyClicks(composer.edit, "/usr/bin")
    QTest.keyClick(composer.edit, ENTER)

    assert got == [Draft("/usr/bin")]


# states
def test_compress_button_has_states_and_says_them(qtbot, composer):
    button = composer.compress_button
    composer.set_compress_state(CompressState.UNAVAILABLE)
    assert not button.isEnabled()
    composer.set_compress_state(CompressState.NOTHING_NEW)
    assert "Nothing new" in button.accessibleDescription()
    composer.set_compress_state(CompressState.READY)
    with qtbot.waitSignal(composer.compress_requested):
        button.click()
    composer.set_compress_state(CompressState.RUNNING)
    assert button.accessibleName() == "Cancel compressing"

    with qtbot.waitSignal(composer.compress_cancel_requested):
        button.click()


def test_count_is_asked_for_and_shown(qtbot, composer):
    composer.count_requested.connect(lambda _key, text: composer.set_token_count(len(text) // 4))
    QTest.keyClicks(composer.edit, "four times four!")

    label = composer.findChild(QWidget, "composerCount")
    qtbot.waitUntil(lambda: "tokens" in label.text())
    assert label.text() == "16 chars · ≈ 4 tokens"


def test_every_control_has_names(composer):
    composer.add_attachment(Attachment("d1", "a.txt", "text/plain", 1))
    controls = [composer.edit, composer.gauge]
    controls += composer.findChildren(QToolButton) + composer.findChildren(QPushButton)

    for control in controls:
        assert control.objectName(), control
        assert control.accessibleName(), control.objectName()


def test_focus_goes_from_text_to_send_to_the_rest(composer):
    composer.edit.setPlainText("x")
    composer.set_compress_state(CompressState.READY)
    composer.edit.setFocus()
    names = []
    for _ in range(4):
        QTest.keyClick(composer.window_kept.focusWidget(), Qt.Key.Key_Tab)
        names.append(composer.window_kept.focusWidget().objectName())

    assert names[:3] == ["sendButton", "attachButton", "compressButton"]


def test_escape_during_composition_reaches_the_input_method(composer):
    preedit(composer.edit, "ni")
    event = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(composer.edit, event)

    assert composer.text() == ""
