"""How long the settings make the user wait."""

from __future__ import annotations

import asyncio

import pytest
import qasync

from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.domain.settings import ProfileSettings, Settings
from desktop_app.core.storage.settings import SettingsFile
from tests.builders import FixedClock
from tests.ui.settings.conftest import SettingsHouse

FIFTY = Settings(
    profiles=tuple(
        ProfileSettings(id=f"p{n}", name=f"Profile {n}", system_prompt="x" * 500) for n in range(50)
    )
)


@pytest.fixture
def loop(qapp):
    loop = qasync.QEventLoop(qapp)
    asyncio.set_event_loop(loop)
    yield loop
    loop.close()
    asyncio.set_event_loop(None)


def test_a_file_of_fifty_profiles_is_saved(benchmark, tmp_path):
    file = SettingsFile(AppPaths(tmp_path), clock=FixedClock())

    benchmark(file.save, FIFTY)

    assert benchmark.stats.stats.median < 0.05


def test_a_file_of_fifty_profiles_is_loaded(benchmark, tmp_path):
    file = SettingsFile(AppPaths(tmp_path), clock=FixedClock())
    file.save(FIFTY)

    settings, _ = benchmark(file.load)

    assert settings == FIFTY
    assert benchmark.stats.stats.median < 0.02


def test_a_keystroke_reaches_preview_and_checks(benchmark, loop):
    async def run():
        house = SettingsHouse()
        dialog = house.dialog()
        dialog.open_page("summary")
        dialog.summary.page.show_prompt.setChecked(True)
        text = dialog.summary.page.sections["core_task"].instruction
        count = iter(range(1_000_000))
        benchmark(lambda: text.setPlainText(f"Instruction {next(count)}"))
        dialog.hide()
        await house.settle()

    loop.run_until_complete(run())

    assert benchmark.stats.stats.median < 0.016  # one frame


def test_the_dialog_opens(benchmark, loop):
    async def run():
        house = SettingsHouse()

        def open_it():
            house.dialog().grab()  # painted once, without letting another task run inside this one

        benchmark.pedantic(open_it, rounds=5)
        for dialog in house.dialogs:
            dialog.hide()
        await house.settle()

    loop.run_until_complete(run())

    assert benchmark.stats.stats.median < 1.0
