"""The real dialog over fakes of store, keychain, provider and catalog."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.tasks import Tasks
from desktop_app.core.domain.catalog import ModelFacts, Preset
from desktop_app.core.domain.settings import ProfileSettings, Settings
from tests.builders import MemoryKeychain, MemorySettingsStore, QueuedProvider, built_in_profile
from tests.ui.fake_time import FakeTime


class SmallCatalog:
    """Three presets and one known model."""

    _presets = (
        Preset("built-in", "Built-in model", needs_key=False),
        Preset(
            "deepseek",
            "DeepSeek",
            "https://api.deepseek.com/v1",
            models=("deepseek-chat", "deepseek-r"),
            key_page="https://platform.deepseek.com/api_keys",
        ),
        Preset("ollama", "Ollama", "http://localhost:11434/v1", needs_key=False, is_loopback=True),
        Preset("custom", "Another server"),
    )

    def presets(self):
        return self._presets

    def preset(self, preset_id):
        return next((p for p in self._presets if p.id == preset_id), self._presets[-1])

    def model_facts(self, model, preset_id=""):
        if model != "deepseek-chat":
            return None
        return ModelFacts(
            model, 128_000, 8192, currency="CNY", input=2.0, cached_input=0.2, output=3.0, as_of="2025-10"
        )


def sample_settings():
    return Settings(
        profiles=(
            ProfileSettings(
                id="a", name="A", preset="deepseek", base_url="https://a.example/v1", model="m", window=10_000
            ),
            ProfileSettings(id="b", name="B", base_url="https://b.example/v1", model="n"),
        ),
        default_profile_id="a",
    )


class SettingsHouse:
    """Preferences, fakes and dialogs of one test."""

    def __init__(self, settings=None):
        self.store = MemorySettingsStore(settings or sample_settings())
        self.keychain = MemoryKeychain()
        self.provider = QueuedProvider()
        self.catalog = SmallCatalog()
        self.time = FakeTime()
        self.events = []
        self.failures = []
        self.tasks = Tasks(lambda name, error: self.failures.append((name, error)))
        self.dialogs = []
        self.preferences = Preferences(
            self.store,
            self.keychain,
            self.provider,
            self.events.append,
            self.tasks,
            built_in=built_in_profile,
        )

    def dialog(self, **options):
        from desktop_app.ui.settings.dialog import SettingsDialog

        dialog = SettingsDialog(
            self.preferences,
            self.tasks,
            catalog=self.catalog,
            count_tokens=lambda text: len(text) // 3,
            timer=self.time.timer,
            **options,
        )
        self.dialogs.append(dialog)
        dialog.open()
        return dialog

    def profile(self, profile_id="a"):
        """As it is in force."""
        return self.preferences.profile(profile_id)

    async def stored(self, profile_id="a"):
        """As it is on disk once all writes are through."""
        await self.settle()
        return self.store.stored.profile(profile_id)

    async def settle(self):
        """Let every task that was started end."""
        for _ in range(50):
            await asyncio.sleep(0)
            if not self.tasks._tasks:
                break
            await asyncio.wait(list(self.tasks._tasks), timeout=2)


@pytest.fixture
def house(qloop):
    house = SettingsHouse()
    yield house

    async def close():
        for dialog in house.dialogs:
            dialog.hide()
            dialog.deleteLater()
        await house.settle()

    qloop.run_until_complete(close())
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
