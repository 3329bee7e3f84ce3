"""Edits, saves and switches with a 700 ms timer on a fake clock, and what must never move while saving."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QInputMethodEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPlainTextEdit

from desktop_app.core.domain.settings import LOCAL_PROFILE_ID
from desktop_app.ui.widgets.debounced_edit import DEBOUNCE_MS
from tests.builders import rename

SOON = 200


def opened(house, **options):
    dialog = house.dialog(use_english=True, **options)
    dialog.open_page("summary", "a")
    return dialog


def editor(dialog, section_id="core_task"):
    found = dialog.summary.page.sections[section_id]
    found.set_unfolded(True)
    return found


def type_title(dialog, text, section_id="core_task"):
    line = editor(dialog, section_id).title
    line.setFocus()
    line.end(False)
    if text.isascii():
        QTest.keyClicks(line, text)
    else:
        commit(line, text)


def commit(widget, text):
    """What an input method does at the end of a composition."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QCoreApplication.sendEvent(widget, event)


def title(profile, section_id="core_task", language="en"):
    sections = getattr(profile.summary, language).sections
    return next((s.title for s in sections if s.id == section_id), None)


def instruction(profile, section_id="core_task", language="en"):
    sections = getattr(profile.summary, language).sections
    return next((s.instruction for s in sections if s.id == section_id), None)


async def test_edit_is_saved_after_the_pause_without_any_further_act(house):
    dialog = opened(house)
    type_title(dialog, "Mine")
    house.time.advance(DEBOUNCE_MS - 1)
    early = title(house.profile())
    house.time.advance(1)

    assert early is None
    assert title(await house.stored()) == "Mine"


async def test_switching_the_profile_saves_where_it_was_typed(house):
    dialog = opened(house)
    before = house.profile("b")
    type_title(dialog, "For A")
    house.time.advance(SOON)
    dialog.show_profile("b")
    shown = editor(dialog).title.text()
    house.time.advance(2000)

    assert title(await house.stored("a")) == "For A"
    assert await house.stored("b") == before
    assert shown == ""


async def test_switch_there_and_back_within_the_pause(house):
    dialog = opened(house)
    type_title(dialog, "For A")
    dialog.show_profile("b")
    type_title(dialog, "For B")
    dialog.show_profile("a")
    again = editor(dialog).title.text()
    house.time.advance(2000)

    assert again == "For A"
    assert (title(await house.stored("a")), title(await house.stored("b"))) == ("For A", "For B")


async def test_deleting_the_profile_within_the_pause_saves_first_and_touches_no_other(house):
    dialog = opened(house)
    others = {p.id: p for p in house.preferences.settings.profiles if p.id != "a"}
    type_title(dialog, "For A")
    dialog.pages["profiles"].box.delete.click()
    house.time.advance(2000)
    await house.settle()
    gone = house.store.stored.profile("a")
    stored_others = {p.id: p for p in house.preferences.settings.profiles}
    dialog.notices.findChild(object, "noticeButton").click()

    assert gone is None
    assert stored_others == others
    assert title(await house.stored("a")) == "For A"
    assert house.preferences.settings.default_profile_id == "a"


async def test_profile_deleted_elsewhere_within_the_pause_is_not_brought_back(house):
    dialog = opened(house)
    type_title(dialog, "For A")
    house.preferences.delete_profile("a")
    house.time.advance(2000)
    await house.settle()

    assert house.preferences.settings.profile("a") is None
    assert dialog.profile_id == LOCAL_PROFILE_ID
    assert all(title(p) is None for p in house.preferences.settings.profiles)


async def test_renaming_within_the_pause_keeps_both(house):
    dialog = opened(house)
    type_title(dialog, "For A")
    rename(house.preferences, "a", "New name")
    house.time.advance(2000)

    stored = await house.stored("a")
    assert (stored.name, title(stored)) == ("New name", "For A")


def close_by_x(dialog):
    dialog.close()


def close_by_escape(dialog):
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def close_by_button(dialog):
    dialog.footer.close_button.click()


def hide(dialog):
    dialog.hide()


def flush_at_quit(dialog):
    dialog.flush()


@pytest.mark.parametrize("leave", [close_by_x, close_by_escape, close_by_button, hide, flush_at_quit])
async def test_edit_is_saved_when_the_dialog_goes_away_within_the_pause(house, leave):
    dialog = opened(house)
    type_title(dialog, "Last words")

    leave(dialog)
    in_force = title(house.profile())
    await house.preferences.flush()

    assert in_force == "Last words"
    assert title(house.store.stored.profile("a")) == "Last words"


async def test_edit_is_saved_when_the_field_loses_the_focus(house, until):
    dialog = opened(house)
    await until(dialog.isActiveWindow)
    type_title(dialog, "Mine")
    editor(dialog).instruction.setFocus()

    assert title(await house.stored()) == "Mine"


async def test_edit_is_saved_when_another_page_is_shown(house):
    dialog = opened(house)
    type_title(dialog, "Mine")
    dialog.list.setCurrentRow(3)

    assert title(await house.stored()) == "Mine"


async def test_nothing_is_written_when_nothing_changed(house):
    dialog = opened(house)
    type_title(dialog, "x")
    QTest.keyClick(editor(dialog).title, Qt.Key.Key_Backspace)
    house.time.advance(2000)
    dialog.show_profile("b")
    dialog.show_profile("a")
    for name in dialog.pages:
        dialog.open_page(name)
    dialog.close()
    await house.settle()

    assert house.store.saves == []
    assert house.events == []


async def test_white_space_around_a_text_is_no_change_and_stays_as_typed(house):
    dialog = opened(house)
    type_title(dialog, "Mine")
    house.time.advance(2000)
    await house.settle()
    count = len(house.store.saves)
    QTest.keyClicks(editor(dialog).title, "  ")
    house.time.advance(2000)
    await house.settle()

    assert editor(dialog).title.text() == "Mine  "
    assert len(house.store.saves) == count


async def test_one_write_holds_all_that_was_typed(house):
    dialog = opened(house)
    type_title(dialog, "One")
    type_title(dialog, "Two", "progress")
    house.time.advance(2000)
    await house.settle()

    assert (
        title(house.store.saves[-1].profile("a")),
        title(house.store.saves[-1].profile("a"), "progress"),
    ) == (
        "One",
        "Two",
    )


async def test_caret_selection_and_undo_survive_a_save(house):
    dialog = opened(house)
    text = editor(dialog).instruction
    text.setFocus()
    QTest.keyClicks(text, "hello world")
    cursor = text.textCursor()
    cursor.setPosition(2)
    cursor.setPosition(7, cursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)
    house.time.advance(2000)
    await house.settle()
    now = text.textCursor()
    selection = (now.anchor(), now.position())
    QTest.keySequence(text, QKeySequence(QKeySequence.StandardKey.Undo))

    assert selection == (2, 7)
    assert text.toPlainText() != "hello world"
    assert text.document().isRedoAvailable()


async def test_composition_survives_a_save_of_another_field(house):
    dialog = opened(house)
    text = editor(dialog).instruction
    type_title(dialog, "Mine")
    text.setFocus()
    QCoreApplication.sendEvent(text, QInputMethodEvent("nihon", []))
    house.time.advance(2000)
    await house.settle()
    preedit = text.textCursor().block().layout().preeditAreaText()
    commit(text, "日本")
    house.time.advance(2000)

    assert preedit == "nihon"
    assert instruction(await house.stored()) == "日本"


@pytest.mark.parametrize("field", ["title", "instruction"])
async def test_composition_is_kept_when_the_profile_is_switched(house, field):
    dialog = opened(house)
    before = house.profile("b")
    widget = getattr(editor(dialog), field)
    widget.setFocus()
    QCoreApplication.sendEvent(widget, QInputMethodEvent("nihon", []))
    dialog.show_profile("b")
    house.time.advance(2000)

    stored = await house.stored("a")
    assert (title if field == "title" else instruction)(stored) == "nihon"
    assert await house.stored("b") == before


async def test_undo_does_not_bring_the_text_of_another_profile(house):
    dialog = opened(house)
    type_title(dialog, "For A")
    editor(dialog).instruction.setPlainText("Text of A")
    dialog.show_profile("b")
    for widget in (editor(dialog).title, editor(dialog).instruction):
        widget.setFocus()
        QTest.keySequence(widget, QKeySequence(QKeySequence.StandardKey.Undo))
    house.time.advance(2000)
    await house.settle()

    assert (editor(dialog).title.text(), editor(dialog).instruction.toPlainText()) == ("", "")
    assert house.profile("b").summary.en.sections == ()


async def test_two_dialogs_see_each_other_without_echo(house):
    first, second = opened(house), opened(house)
    type_title(first, "Shared")
    house.time.advance(2000)
    await house.settle()
    seen = editor(second).title.text()
    writes, events = len(house.store.saves), len(house.events)
    house.time.advance(5000)
    second.close()
    first.close()
    await house.settle()

    assert seen == "Shared"
    assert (writes, events) == (1, 1)
    assert (len(house.store.saves), len(house.events)) == (1, 1)


async def test_two_dialogs_edit_different_fields_of_one_profile(house):
    first, second = opened(house), opened(house)
    type_title(first, "First")
    type_title(second, "Second", "progress")
    first.session.flush()
    second.session.flush()

    stored = await house.stored()
    assert (title(stored), title(stored, "progress")) == ("First", "Second")


async def test_change_elsewhere_does_not_overwrite_what_is_being_typed(house):
    first, second = opened(house), opened(house)
    type_title(first, "Being typed")
    editor(second).title.setFocus()
    QTest.keyClicks(editor(second).title, "Other")
    second.session.flush()
    still = editor(first).title.text()
    house.time.advance(2000)

    assert still in ("Being typed", "BeingOther typed", "Other")
    assert title(await house.stored()) == editor(first).title.text() == editor(second).title.text()


async def test_change_elsewhere_keeps_the_caret(house):
    first, second = opened(house), opened(house)
    for dialog in (first, second):
        dialog.show_profile("b")
        dialog.show_profile("a")
    editor(first).instruction.setPlainText("alpha beta gamma")
    first.session.flush()
    text = editor(second).instruction
    cursor = text.textCursor()
    cursor.setPosition(11)
    text.setTextCursor(cursor)
    editor(first).instruction.setPlainText("ALPHA beta gamma")
    first.session.flush()

    assert text.toPlainText() == "ALPHA beta gamma"
    assert text.textCursor().position() == 11


async def test_empty_field_means_the_default_which_is_the_placeholder(house):
    dialog = opened(house)
    part = editor(dialog)
    type_title(dialog, "Mine")
    house.time.advance(2000)
    edited = part.mark.isVisible()
    part.title.selectAll()
    QTest.keyClick(part.title, Qt.Key.Key_Delete)
    house.time.advance(2000)

    assert part.title.placeholderText() == "Core Task Status"
    assert part.header.text() == "Core Task Status"
    assert edited
    assert not part.mark.isVisible()
    assert (await house.stored()).summary.en.sections == ()


async def test_switched_off_section_is_greyed_and_leaves_the_prompt(house):
    dialog = opened(house)
    dialog.summary.page.show_prompt.setChecked(True)
    part = editor(dialog, "progress")
    part.enabled.click()

    assert (part.title.isEnabled(), part.instruction.isEnabled()) == (False, False)
    assert "[Conversation Progress" not in dialog.summary.preview.text.toPlainText()
    assert (await house.stored()).summary.en.sections[0].enabled is False


async def test_reset_can_be_undone(house):
    dialog = opened(house)
    part = editor(dialog)
    type_title(dialog, "Mine")
    part.instruction.setPlainText("My rule")
    part.enabled.click()
    part.reset.click()
    await house.settle()
    after_reset = house.profile().summary.en.sections
    part.undo_reset.click()

    stored = await house.stored()
    assert after_reset == ()
    assert (title(stored), instruction(stored)) == ("Mine", "My rule")
    assert stored.summary.en.sections[0].enabled is False


async def test_full_screen_ok_and_cancel(house):
    dialog = opened(house)
    part = editor(dialog)
    part.full_screen.click()
    large = part.findChild(object, "sectionFullScreenEditor")
    large.editor.setPlainText("dropped")
    large.reject()
    after_cancel = part.instruction.toPlainText()
    part.full_screen.click()
    large = part.findChildren(object, "sectionFullScreenEditor")[-1]
    large.editor.setPlainText("kept")
    large.accept()

    assert after_cancel == ""
    assert part.instruction.toPlainText() == "kept"
    assert instruction(await house.stored()) == "kept"


async def test_full_screen_text_goes_to_the_profile_it_was_opened_for(house):
    dialog = opened(house)
    part = editor(dialog)
    part.full_screen.click()
    large = part.findChild(object, "sectionFullScreenEditor")
    large.editor.setPlainText("for A")
    dialog.show_profile("b")
    large.accept()

    assert part.instruction.toPlainText() == ""
    assert instruction(await house.stored("a")) == "for A"
    assert (await house.stored("b")).summary.en.sections == ()


async def test_character_counter_counts_what_applies(house):
    dialog = opened(house)
    part = editor(dialog)
    default = part.count.text()
    part.instruction.setPlainText("四个字符")

    assert default.endswith("characters (default)")
    assert part.count.text() == "4 characters"


async def test_preview_shows_edits_at_once_and_marks_them(house):
    dialog = opened(house)
    dialog.summary.page.show_prompt.setChecked(True)
    text = dialog.findChild(QPlainTextEdit, "promptPreviewText")
    plain = len(text.extraSelections())
    type_title(dialog, "{braces} %s 标题")

    assert plain == 0
    assert "[{braces} %s 标题]" in text.toPlainText()
    assert len(text.extraSelections()) == 1
    assert title(house.profile()) is None  # not saved yet


async def test_languages_never_mix(house):
    dialog = opened(house)
    type_title(dialog, "English title")
    dialog.findChild(object, "sectionLanguage_zh").click()
    chinese = editor(dialog)
    placeholder, text = chinese.title.placeholderText(), chinese.title.text()
    type_title(dialog, "中文标题")
    dialog.findChild(object, "sectionLanguage_en").click()
    back = editor(dialog).title.text()
    house.time.advance(2000)

    stored = await house.stored()
    assert (placeholder, text, back) == ("核心任务状态", "", "English title")
    assert (title(stored), title(stored, language="zh")) == ("English title", "中文标题")


async def test_reset_all_asks_first_and_can_be_undone(house):
    dialog = opened(house)
    type_title(dialog, "Mine")
    dialog.summary.page.reset_all.click()
    box = dialog.findChild(QMessageBox, "confirmResetAll")
    before_answer = editor(dialog).title.text()
    next(b for b in box.buttons() if b.objectName() == "confirmResetAllButton").click()
    after = house.profile().summary.en.sections
    shown = editor(dialog).title.text()
    dialog.notices.findChild(object, "noticeButton").click()

    assert before_answer == "Mine"
    assert (after, shown) == ((), "")
    assert title(await house.stored()) == "Mine"


async def test_summary_settings_are_copied_and_the_copy_undone(house):
    dialog = opened(house)
    type_title(dialog, "Mine")
    dialog.session.flush()
    dialog.summary.copy_to("a", ("b", LOCAL_PROFILE_ID))
    copied = title(house.profile("b"))
    dialog.notices.findChild(object, "noticeButton").click()

    assert copied == "Mine"
    assert title(await house.stored("b")) is None


async def test_contradictions_are_named_where_they_are(house):
    dialog = opened(house)
    type_title(dialog, "Progress")
    type_title(dialog, "progress", "progress")
    same = editor(dialog, "progress").faults["title"].text()
    dialog.summary.page.fields[(True, ("summary", "en", "global_rules"))].control.setPlainText(
        "一律用列表回答"
    )
    mixed = dialog.summary.page.rules["en"].fault.text()
    for part in dialog.summary.page.sections.values():
        if part.enabled.isChecked():
            part.enabled.click()
    all_off = editor(dialog).faults["enabled"].text()

    assert "“progress”" in same
    assert "another language" in mixed
    assert "All sections are off" in all_off


async def test_the_same_settings_object_reaches_whoever_asks(house):
    dialog = opened(house)
    type_title(dialog, "Mine")
    dialog.flush()

    assert house.events[-1].settings is house.preferences.settings
    assert house.preferences.profile("a").summary is house.preferences.profile("a").summary


async def test_kill_loses_at_most_the_pause(house):
    dialog = opened(house)
    type_title(dialog, "Saved")
    house.time.advance(2000)
    await house.settle()
    type_title(dialog, " and lost")

    # Nothing more happens: the process is gone.
    assert title(house.store.stored.profile("a")) == "Saved"
    dialog.session._waiting.discard()


async def test_dialog_deleted_during_a_question_is_no_fault(house):
    house.provider.gate = asyncio.Event()
    dialog = opened(house)
    dialog.profile_actions._on_models_requested("a")
    dialog.hide()
    dialog.deleteLater()
    QApplication.sendPostedEvents(None, 52)
    house.dialogs.clear()
    house.provider.gate.set()
    await house.settle()
    rename(house.preferences, "a", "later")
    await house.settle()

    assert house.failures == []
