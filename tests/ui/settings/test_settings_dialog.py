"""Every control to the store and back, through the real dialog."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QListWidget, QPlainTextEdit, QScrollArea

from desktop_app.core.domain.settings import ProfileSettings, Settings
from desktop_app.core.domain.settings_path import value_at
from desktop_app.ui.settings.fields import ChoiceField, ToggleField
from desktop_app.ui.settings.json_field import JsonField
from desktop_app.ui.settings.model_field import ModelField
from desktop_app.ui.settings.number_fields import NumberField, ShareField
from desktop_app.ui.settings.text_fields import LineField, TextField
from desktop_app.ui.widgets.debounced_edit import DEBOUNCE_MS
from tests.ui.settings.conftest import SettingsHouse

PAGES = ("profiles", "summary", "tasks", "appearance", "privacy", "about")


def named(dialog, kind, name):
    found = dialog.findChild(kind, name)
    assert found is not None, name
    return found


def operate(field):  # noqa: PLR0911
    """Change a control as a user would; returns the value that should be stored."""
    if isinstance(field, ToggleField):
        field.control.click()
        return field.control.isChecked()
    if isinstance(field, JsonField):
        field.control.setPlainText('{"X-A": "1"}')
        return {"X-A": "1"}
    if isinstance(field, ModelField):
        field.control.lineEdit().selectAll()
        QTest.keyClicks(field.control.lineEdit(), "gpt-x")
        return "gpt-x"
    if isinstance(field, ChoiceField):
        index = (field.control.currentIndex() + 1) % field.control.count()
        field.control.setCurrentIndex(index)
        return field.control.itemData(index)
    if isinstance(field, NumberField):
        if field.is_set is not None:
            field.is_set.setChecked(True)
        step = 1 if field.control.value() < field.control.maximum() else -1
        field.control.stepBy(step)
        return field.control.value()
    if isinstance(field, ShareField):
        field.control.setValue(field.control.value() - 7)
        return field.control.value() / 100
    if isinstance(field, TextField):
        field.control.setFocus()
        QTest.keyClicks(field.control, "line")
        return field.control.toPlainText()
    assert isinstance(field, LineField), field
    field.control.selectAll()
    QTest.keyClicks(field.control, "http://localhost:9/v1")
    return "http://localhost:9/v1"


@pytest.mark.parametrize("page_name", PAGES)
async def test_every_control_reaches_the_store_and_comes_back(house, page_name):
    dialog = house.dialog()
    dialog.open_page(page_name)
    page = dialog.pages[page_name]
    wanted = {}
    # Switches last: some of them grey other controls.
    for (of_profile, path), field in sorted(page.fields.items(), key=lambda i: isinstance(i[1], ToggleField)):
        wanted[(of_profile, path)] = operate(field)
    house.time.advance(DEBOUNCE_MS)
    await house.settle()
    dialog.close()

    stored = house.store.stored
    for (of_profile, path), value in wanted.items():
        root = stored.profile("a") if of_profile else stored
        assert value_at(root, path) == pytest.approx(value), path
    again = SettingsHouse(stored)
    reopened = again.dialog()
    for key, field in reopened.pages[page_name].fields.items():
        if key in wanted:
            root = again.profile() if key[0] else again.preferences.settings
            assert value_at(root, key[1]) == pytest.approx(wanted[key]), key
            assert shown_value(field) == pytest.approx(wanted[key]), key
    reopened.hide()
    reopened.deleteLater()
    assert again.events == []


def shown_value(field):  # noqa: PLR0911
    control = field.control
    if isinstance(field, ToggleField):
        return control.isChecked()
    if isinstance(field, JsonField):
        from desktop_app.ui.settings.json_field import parse_object

        return parse_object(control.toPlainText())
    if isinstance(field, ModelField):
        return control.currentText()
    if isinstance(field, ChoiceField):
        return control.currentData()
    if isinstance(field, ShareField):
        return control.value() / 100
    if isinstance(field, NumberField):
        return control.value() if control.isEnabled() or field.is_set is None else None
    return control.toPlainText() if isinstance(field, TextField) else control.text()


async def test_object_names_are_those_of_the_issue(house):
    dialog = house.dialog()

    assert dialog.objectName() == "settingsDialog"
    assert named(dialog, QListWidget, "settingsPages").count() == len(PAGES)
    page = named(dialog, QScrollArea, "summaryPage")
    for section in ("core_task", "interaction", "progress", "key_info"):
        editor = page.findChild(object, f"sectionEditor_{section}")
        for part in ("Enabled", "Title", "Instruction", "Reset", "FullScreen"):
            assert editor.findChild(object, f"section{part}") is not None, (section, part)


async def test_dialog_is_modeless(house):
    dialog = house.dialog()

    assert not dialog.isModal()
    assert dialog.windowModality() == Qt.WindowModality.NonModal


async def test_every_interactive_widget_has_a_name_and_an_accessible_name(house):
    dialog = house.dialog()
    from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QAbstractSpinBox, QLineEdit, QScrollBar

    nameless = []
    for kind in (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit):
        for widget in dialog.findChildren(kind):
            internal = widget.objectName().startswith("qt_") or isinstance(widget, QScrollBar)
            inner = isinstance(widget, QLineEdit) and isinstance(
                widget.parentWidget(), (QAbstractSpinBox, QComboBox)
            )
            inner = inner or isinstance(widget.parentWidget(), QLineEdit)
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            if not internal and not inner and not (widget.objectName() and (widget.accessibleName() or text)):
                nameless.append((type(widget).__name__, widget.objectName()))

    assert nameless == []


async def test_every_label_is_plain_text(house):
    house = SettingsHouse(
        Settings(
            profiles=(ProfileSettings(id="x", name="<h1>Big</h1>", model="<b>m</b>"),), default_profile_id="x"
        )
    )
    dialog = house.dialog()

    assert [w.text() for w in dialog.findChildren(QLabel) if w.textFormat() != Qt.TextFormat.PlainText] == []
    texts = [named(dialog, QListWidget, "profileList").item(i).text() for i in range(2)]
    assert "<h1>Big</h1>  (default)" in texts
    dialog.hide()
    dialog.deleteLater()


async def test_search_leads_to_the_page_and_marks_the_field(house):
    dialog = house.dialog()

    dialog.search.setText("recent kept")
    hidden = [dialog.list.item(row).isHidden() for row in range(dialog.list.count())]
    field = dialog.pages["summary"].fields[(True, ("summary", "recent_n"))]
    marked = field.label.property("found")
    dialog.search.setText("no such setting")
    none_found = dialog.none_found.isVisible()
    dialog.search.clear()

    assert hidden == [True, False, True, True, True, True]
    assert dialog.list.currentRow() == 1
    assert (marked, field.label.property("found")) == (True, False)
    assert none_found
    assert not dialog.none_found.isVisible()


async def test_escape_ends_a_search_before_it_closes_the_dialog(house, until):
    dialog = house.dialog()
    await until(dialog.isActiveWindow)
    QTest.keySequence(dialog, QKeySequence(QKeySequence.StandardKey.Find))
    QTest.keyClicks(dialog.search, "zoom")
    QTest.keyClick(dialog.search, Qt.Key.Key_Escape)
    after_first = (dialog.search.text(), dialog.isVisible())
    QTest.keyClick(dialog.search, Qt.Key.Key_Escape)

    assert after_first == ("", True)
    assert not dialog.isVisible()


async def test_open_page_shows_page_and_profile(house):
    dialog = house.dialog()

    dialog.open_page("summary", "b")
    dialog.open_page("nonsense", "gone")

    assert dialog.list.currentItem().data(Qt.ItemDataRole.UserRole) == "summary"
    assert dialog.profile_id == "b"
    assert named(dialog, QComboBox, "summaryProfile").currentText() == "B"


async def test_values_outside_the_bounds_of_the_models_cannot_be_entered(house):
    dialog = house.dialog()
    page = dialog.pages["summary"]

    slider = page.fields[(True, ("summary", "token_share"))].control
    count = page.fields[(True, ("summary", "message_count"))].control

    assert (slider.minimum(), slider.maximum()) == (10, 95)
    assert (count.minimum(), count.maximum()) == (1, 200)


async def test_share_tells_its_tokens_for_this_profile(house):
    dialog = house.dialog()
    label = named(dialog, QLabel, "tokenShareResult")

    first = label.text()
    dialog.pages["summary"].share.control.setValue(50)
    second = label.text()
    dialog.show_profile("b")

    assert "5,250 tokens" in first
    assert "3,750 tokens" in second
    assert "unknown" in label.text()


async def test_live_line_follows_what_is_typed(house):
    dialog = house.dialog()
    dialog.open_page("summary")
    line = named(dialog, QLabel, "summaryForecast")

    before = line.text()
    dialog.pages["summary"].fields[(True, ("summary", "message_count"))].control.setValue(5)
    after = line.text()
    named(dialog, QCheckBox, "summaryEnabled").click()

    assert "after about 5,200 more tokens or 16 messages" in before
    assert "or 5 messages" in after
    assert "off" in line.text()


async def test_live_line_of_the_open_conversation(house):
    from desktop_app.coordinator.summary_forecast import Forecast

    left = [9312]
    dialog = house.dialog(forecast=lambda profile: Forecast(left[0], 5, None))
    line = named(dialog, QLabel, "summaryForecast")
    before = line.text()
    left[0] = 800
    dialog.refresh_forecast()

    assert before == "Next automatic summary: after about 9,300 more tokens or 5 messages"
    assert "after about 800 more tokens" in line.text()


async def test_dialog_fits_a_small_screen_and_scrolls(house):
    dialog = house.dialog()
    dialog.resize(900, 460)  # 1366 x 768 at 150 %, less the panel

    for name in PAGES:
        dialog.open_page(name)
        page = dialog.pages[name]
        await asyncio.sleep(0.01)
        assert page.viewport().height() < 460
        assert page.widget().width() <= page.viewport().width(), name
    assert dialog.minimumHeight() <= 460


async def test_language_change_keeps_page_profile_and_text(house, until):
    from PySide6.QtCore import QCoreApplication, QEvent

    dialog = house.dialog()
    dialog.open_page("summary", "b")
    dialog.pages["summary"].fields[(True, ("summary", "en", "global_rules"))].control.setPlainText("keep")
    old = dialog.pages["summary"]

    QCoreApplication.sendEvent(dialog, QEvent(QEvent.Type.LanguageChange))
    await until(lambda: dialog.pages["summary"] is not old)

    assert dialog.list.currentRow() == 1
    assert dialog.profile_id == "b"
    rules = dialog.pages["summary"].fields[(True, ("summary", "en", "global_rules"))].control
    assert rules.toPlainText() == "keep"
    assert (await house.stored("b")).summary.en.global_rules == "keep"


async def test_failing_store_keeps_the_text_and_retry_saves_it(house):
    from desktop_app.core.domain.errors import DiskFull

    dialog = house.dialog()
    state, retry = named(dialog, QLabel, "saveState"), dialog.footer.retry
    house.store.failure = DiskFull("Free some space, then try again.")
    name = dialog.pages["profiles"].fields[(True, ("name",))]
    QTest.keyClicks(name.control, "!")
    typed = state.text()
    house.time.advance(DEBOUNCE_MS)
    await house.settle()
    failed, offered, text = state.text(), retry.isVisible(), name.control.text()
    house.store.failure = None
    retry.click()
    await house.settle()

    assert typed == "Saving…"
    assert failed.startswith("Could not save: Free some space")
    assert offered
    assert text == "A!"
    assert (state.text(), retry.isVisible()) == ("Saved", False)
    assert house.store.stored.profile("a").name == "A!"


async def test_slow_store_shows_saving_until_it_is_saved(house):
    import threading

    dialog = house.dialog()
    house.store.gate = threading.Event()
    QTest.keyClicks(dialog.pages["profiles"].fields[(True, ("name",))].control, "!")
    house.time.advance(DEBOUNCE_MS)
    during = dialog.footer.state.text()
    house.store.gate.set()
    await house.settle()

    assert (during, dialog.footer.state.text()) == ("Saving…", "Saved")
