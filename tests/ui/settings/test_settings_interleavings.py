"""A thousand random interleavings of typing, pauses, profile switches, deletions and failing saves."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from PySide6.QtCore import QObject

from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.settings_edit import EditKey, stored_value
from desktop_app.coordinator.tasks import Tasks
from desktop_app.core.domain.errors import StorageError
from desktop_app.core.domain.settings import ProfileSettings, Settings
from desktop_app.ui.settings.edit_session import EditSession
from tests.builders import MemoryKeychain, MemorySettingsStore, QueuedProvider, built_in_profile
from tests.ui.fake_time import FakeTime

NAMES = ("a", "b", "c")
PATHS = (
    ("summary", "en", "sections", "core_task", "title"),
    ("summary", "zh", "sections", "core_task", "instruction"),
    ("system_prompt",),
)
TEXTS = st.sampled_from(["", "x", "y z", "第", "{k}"])


class Switching(RuleBasedStateMachine):
    """``wanted`` is what the user typed last, for each profile and field."""

    loop: asyncio.AbstractEventLoop

    def __init__(self):
        super().__init__()
        self.time = FakeTime()
        self.owner = QObject()
        profiles = tuple(ProfileSettings(id=name) for name in NAMES)
        self.store = MemorySettingsStore(Settings(profiles=profiles))
        self.tasks = Tasks(lambda name, error: None)
        self.preferences = Preferences(
            self.store,
            MemoryKeychain(),
            QueuedProvider(),
            lambda event: None,
            self.tasks,
            built_in=built_in_profile,
        )
        self.session = EditSession(self.preferences, self.owner, timer=self.time.timer)
        self.shown = "a"
        self.wanted = {(name, path): "" for name in NAMES for path in PATHS}
        self.deleted = []

    def run(self, act, *, turns=1):
        async def go():
            act()
            for _ in range(turns):
                await asyncio.sleep(0)

        self.loop.run_until_complete(go())

    @property
    def present(self):
        return [p.id for p in self.preferences.settings.profiles if p.id in NAMES]

    @precondition(lambda self: self.shown in self.present)
    @rule(path=st.sampled_from(PATHS), text=TEXTS)
    def type(self, path, text):
        self.run(lambda: self.session.edit(self.shown, path, text))
        self.wanted[(self.shown, path)] = text

    @rule(milliseconds=st.sampled_from([1, 100, 350, 699, 700, 2000]), turns=st.integers(0, 4))
    def wait(self, milliseconds, turns):
        self.run(lambda: self.time.advance(milliseconds), turns=turns)

    @rule(name=st.sampled_from(NAMES))
    def switch(self, name):
        self.run(self.session.flush)
        self.shown = name

    @precondition(lambda self: self.present)
    @rule(data=st.data())
    def delete(self, data):
        name = data.draw(st.sampled_from(self.present))
        self.run(self.session.flush)
        self.run(lambda: self.deleted.append(self.preferences.delete_profile(name)))

    @precondition(lambda self: self.deleted)
    @rule()
    def undo(self):
        self.run(lambda: self.preferences.restore_profile(self.deleted.pop()))

    @rule(fails=st.booleans())
    def disk(self, fails):
        self.store.failure = StorageError("no") if fails else None

    @rule(name=st.sampled_from(NAMES), text=TEXTS)
    def other_dialog(self, name, text):
        """Someone else changes a field that is not being typed."""
        if name in self.present:
            self.run(
                lambda: self.preferences.apply_profile(name, lambda p: p.changed(name=text), origin="other")
            )

    @invariant()
    def draft_is_what_was_typed(self):
        draft = self.session.draft()
        for (name, path), text in self.wanted.items():
            if draft.profile(name) is not None:
                assert stored_value(draft, EditKey(name, path)) == text, (name, path)

    def teardown(self):
        async def end():
            self.session.flush()
            self.store.failure = None
            await self.preferences.flush()
            if self.tasks._tasks:
                await asyncio.wait(self.tasks._tasks)

        self.loop.run_until_complete(end())
        self.session.close()
        stored = self.store.stored
        for (name, path), text in self.wanted.items():
            if name in self.present:
                assert stored_value(stored, EditKey(name, path)) == text, (name, path)


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_saves_during_profile_switches_land_where_they_were_typed(qapp):
    loop = asyncio.new_event_loop()
    Switching.loop = loop
    try:
        run_state_machine_as_test(
            Switching,
            settings=settings(
                max_examples=1000,
                stateful_step_count=9,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
