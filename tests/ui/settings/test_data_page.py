"""Export, import and what the data and appearance pages tell."""

from __future__ import annotations

import json

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel

from desktop_app import __version__
from desktop_app.core.domain.settings import ProfileSettings, Settings
from tests.ui.settings.conftest import SettingsHouse


def page_of(dialog):
    dialog.open_page("privacy")
    return dialog.pages["privacy"]


async def choose(house, page, button, path):
    button.click()
    chooser = page.findChild(QFileDialog, "settingsFileDialog")
    chooser.fileSelected.emit(str(path))
    chooser.close()
    await house.settle()


async def test_export_and_import_carry_settings_to_another_machine(house, tmp_path):
    file = tmp_path / "settings.json"
    house.preferences.apply_profile("a", lambda p: p.changed(extra_headers={"X-Api-Key": "hidden"}))
    house.keychain.keys["a"] = "sk-hidden"
    dialog = house.dialog()
    await choose(house, page_of(dialog), dialog.pages["privacy"].export, file)
    told = dialog.notices.texts()[-1]

    other = SettingsHouse(Settings(profiles=(ProfileSettings(id="z", name="Mine"),)))
    second = other.dialog()
    await choose(other, page_of(second), second.pages["privacy"].take, file)
    taken = [p.id for p in other.preferences.settings.profiles]
    second.notices.findChild(object, "noticeButton").click()
    undone = [p.id for p in other.preferences.settings.profiles]
    second.hide()
    second.deleteLater()
    await other.settle()

    assert "hidden" not in file.read_text("utf-8")
    assert json.loads(file.read_text("utf-8"))["default_profile_id"] == "a"
    assert told == "Settings exported. Values that look like secrets were left out: 1."
    assert set(taken) == {"built-in", "a", "b", "z"}
    assert undone == ["built-in", "z"]


async def test_faults_of_export_and_import_are_told(house, tmp_path):
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG")
    dialog = house.dialog()
    page = page_of(dialog)
    before = house.preferences.settings
    await choose(house, page, page.take, picture)
    await choose(house, page, page.take, tmp_path / "missing.json")
    await choose(house, page, page.export, tmp_path / "no" / "such" / "folder.json")

    texts = dialog.notices.texts()
    assert "not a settings file" in texts[0]
    assert "No such file" in texts[1]
    assert texts[2].startswith("The file could not be written")
    assert house.preferences.settings is before
    assert house.failures == []


async def test_allowed_pairs_are_shown_and_can_be_forgotten(house):
    house.preferences.apply(lambda s: s.changed(privacy=s.privacy.changed(allowed_pairs=("a > b",))))
    dialog = house.dialog()
    page = page_of(dialog)
    shown = page.findChild(QLabel, "allowedPairs").text()
    page.forget.click()
    await house.settle()

    assert shown == "Allowed without asking: a > b"
    assert house.store.stored.privacy.allowed_pairs == ()
    assert not page.forget.isVisible()


async def test_facts_for_a_report_can_be_copied(house):
    dialog = house.dialog(data_dir="/data/here")
    dialog.open_page("about")
    dialog.pages["about"].copy.click()

    copied = QGuiApplication.clipboard().text()
    assert __version__ in copied
    assert "/data/here" in copied


async def test_appearance_changes_are_announced_at_once(house):
    dialog = house.dialog()
    dialog.open_page("appearance")
    page = dialog.pages["appearance"]
    page.fields[(False, ("appearance", "color_scheme"))].control.setCurrentIndex(2)
    page.fields[(False, ("appearance", "language"))].control.setCurrentIndex(1)

    assert [event.settings.appearance.color_scheme for event in house.events] == ["dark", "dark"]
    assert house.events[-1].settings.appearance.language == "zh_CN"
