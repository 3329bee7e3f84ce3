"""Random interleavings of edits, writes that fail or wait, deletions and undo: nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.tasks import Tasks
from desktop_app.core.domain.errors import StorageError
from desktop_app.core.domain.settings import ProfileSettings, Settings
from tests.builders import MemoryKeychain, MemorySettingsStore, QueuedProvider, built_in_profile

NAMES = ("a", "b", "c")


class Writes(RuleBasedStateMachine):
    """A model of what each profile should hold, beside the real thing."""

    def __init__(self):
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.store = MemorySettingsStore(Settings(profiles=tuple(ProfileSettings(id=n) for n in NAMES)))
        self.preferences = Preferences(
            self.store,
            MemoryKeychain(),
            QueuedProvider(),
            lambda event: None,
            Tasks(lambda name, error: None),
            built_in=built_in_profile,
        )
        self.wanted = dict.fromkeys(NAMES, "")
        self.deleted = []
        self.running = []

    def step(self):
        self.loop.run_until_complete(asyncio.sleep(0))

    async def _edit(self, name, text):
        with contextlib.suppress(StorageError):
            await self.preferences.update_profile(name, lambda p: p.changed(system_prompt=text), origin=name)

    @rule(name=st.sampled_from(NAMES), text=st.text(max_size=4))
    def edit(self, name, text):
        if name not in self.wanted:
            return
        self.running.append(self.loop.create_task(self._edit(name, text)))
        self.step()
        self.wanted[name] = text

    @rule(fails=st.booleans())
    def disk(self, fails):
        self.store.failure = StorageError("no") if fails else None

    @precondition(lambda self: self.running)
    @rule()
    def cancel_one(self):
        self.running.pop().cancel()
        self.step()

    @rule(name=st.sampled_from(NAMES))
    def delete(self, name):
        if name not in self.wanted:
            return

        async def go():
            return self.preferences.delete_profile(name)

        deleted = self.loop.run_until_complete(go())
        self.deleted.append((deleted, self.wanted.pop(name)))

    @precondition(lambda self: self.deleted)
    @rule()
    def undo(self):
        deleted, text = self.deleted.pop()

        async def go():
            self.preferences.restore_profile(deleted)

        self.loop.run_until_complete(go())
        self.wanted[deleted.profile.id] = text

    @invariant()
    def memory_holds_the_newest(self):
        held = {p.id: p.system_prompt for p in self.preferences.settings.profiles if p.id in NAMES}
        assert held == self.wanted

    def teardown(self):
        async def end():
            self.store.failure = None
            await asyncio.gather(*self.running, return_exceptions=True)
            await self.preferences.flush()

        self.loop.run_until_complete(end())
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        assert {p.id: p.system_prompt for p in self.store.stored.profiles} == self.wanted
        assert self.preferences.save_state == "saved"


TestWrites = Writes.TestCase
TestWrites.settings = settings(
    max_examples=60,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
