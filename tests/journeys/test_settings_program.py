"""The settings dialog in the whole program: quitting, signals, kills, live looks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from desktop_app.ui.resources import current_theme

ROOT = Path(__file__).resolve().parents[2]

TYPE_AND_WAIT = """
import asyncio, os, signal, sys
from pathlib import Path
import qasync
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from desktop_app import bootstrap
from desktop_app.core.provider.scripted import ScriptedProvider
from desktop_app.core.secrets.keychain import MemoryKeychain

app = bootstrap.build(Path(sys.argv[1]), provider=ScriptedProvider(), keychain=MemoryKeychain())

def type_text():
    app.open_settings("summary")
    dialog = app.window.findChild(object, "settingsDialog")
    section = dialog.summary.page.sections["core_task"]
    section.set_unfolded(True)
    QTest.keyClicks(section.title, "Typed last")
    QTimer.singleShot(int(sys.argv[3]), lambda: os.kill(os.getpid(), getattr(signal, sys.argv[2])))

async def main():
    QTimer.singleShot(1500, type_text)
    return await app.run()

with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(QApplication.instance())) as runner:
    sys.exit(runner.run(main()))
"""


def run_until_signal(tmp_path, name, milliseconds):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LANG": "en_US.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", TYPE_AND_WAIT, str(tmp_path / "data"), name, str(milliseconds)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    file = tmp_path / "data" / "settings.json"
    return done, json.loads(file.read_text("utf-8")) if file.exists() else {}


def title_in(data):
    profile = data["profiles"][0]["summary"]
    return (profile.get("en") or profile.get("zh"))["sections"][0]["title"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_sigterm_within_the_pause_saves_what_was_typed(tmp_path):
    done, data = run_until_signal(tmp_path, "SIGTERM", 50)

    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert title_in(data) == "Typed last"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_kill_after_the_pause_keeps_what_was_typed_and_a_whole_file(tmp_path):
    done, data = run_until_signal(tmp_path, "SIGKILL", 2500)

    assert done.returncode == -signal.SIGKILL
    assert title_in(data) == "Typed last"


async def test_quit_within_the_pause_saves_what_was_typed(program, provider, paths):
    async with program(provider) as person:
        person.app.open_settings("summary")
        dialog = person.widget("settingsDialog")
        rules = dialog.summary.page.rules[dialog.summary.page.language].control
        rules.setPlainText("Only lists.")
        before = paths.settings.exists()
        await person.app.shutdown()

        assert not before
        assert "Only lists." in paths.settings.read_text("utf-8")


async def test_theme_and_language_apply_live_and_the_dialog_follows(program, provider, until):
    async with program(provider) as person:
        person.app.open_settings("appearance")
        dialog = person.widget("settingsDialog")
        page = dialog.pages["appearance"]
        page.fields[(False, ("appearance", "color_scheme"))].control.setCurrentIndex(2)
        dark = current_theme().name
        page.fields[(False, ("appearance", "color_scheme"))].control.setCurrentIndex(1)
        light = current_theme().name
        QTest.keyClicks(dialog.search, "zoom")
        dialog.search.clear()

        assert (dark, light) == ("dark", "light")
        assert dialog.list.currentRow() == 3


async def test_zoom_of_the_main_window_shows_in_the_open_dialog(program, provider):
    async with program(provider) as person:
        person.app.open_settings("appearance")
        dialog = person.widget("settingsDialog")
        zoom = dialog.pages["appearance"].fields[(False, ("appearance", "zoom"))]
        preferences = person.app.preferences
        await preferences.update(lambda s: s.changed(appearance=s.appearance.changed(zoom=1.2)))

        assert zoom.control.value() == 120
        assert zoom.result.text() == "120%"


SUMMARY = "[Core Task Status]\nThe user counts.\n\n[Key Information & Context]\n- 1, 2, 3"


async def test_lab_compares_on_a_real_conversation_and_keeps_the_edit(program, provider, until):
    async with program(provider) as person:
        for number in range(1, 6):
            await person.say(f"Please say the number {number} and some words about it")
        person.app.open_settings("summary")
        dialog = person.widget("settingsDialog")
        dialog.findChild(object, "sectionLanguage_en").click()
        dialog.findChild(object, "openSettingsLab").click()
        lab = dialog.findChild(object, "settingsLab")
        await until(lab.run.isEnabled)
        section = lab.sections["core_task"]
        section.set_unfolded(True)
        QTest.keyClicks(section.title, "Counting")
        provider.play(SUMMARY, SUMMARY.replace("Core Task Status", "Counting"), purpose="summary")
        lab.run.click()
        await until(lambda: all(pane.result for pane in lab.panes), timeout=20)
        texts = sorted(pane.text.toPlainText() for pane in lab.panes)
        summaries = await person.app.store.summaries(person.conversation_id)
        lab.keep.click()

        assert "[Counting]" in texts[1]
        assert "[Core Task Status]" in texts[0]
        assert summaries == []
        kept = person.app.preferences.profile(None).summary.en.sections
        assert [(s.id, s.title) for s in kept] == [("core_task", "Counting")]


async def test_full_disk_is_told_and_the_next_save_catches_up(program, provider, until, monkeypatch, paths):
    async with program(provider) as person:
        person.app.open_settings("profiles")
        dialog = person.widget("settingsDialog")
        real = os.fsync

        def full(_descriptor):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        dialog.pages["profiles"].fields[(True, ("system_prompt",))].control.setPlainText("Be brief.")
        dialog.session.flush()
        await until(dialog.footer.retry.isVisible)
        told = dialog.footer.state.text()
        monkeypatch.setattr(os, "fsync", real)
        dialog.footer.retry.click()
        await until(lambda: dialog.footer.state.text() == "Saved")

        assert told.startswith("Could not save: ")
        assert "Be brief." in paths.settings.read_text("utf-8")
