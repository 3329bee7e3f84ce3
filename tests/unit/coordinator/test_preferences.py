"""Preferences: one writer, nothing lost, the built-in profile always there."""

from __future__ import annotations

import asyncio
import errno
import os
import threading

import pytest

from desktop_app.coordinator.preferences import MAX_IMPORT_BYTES, Preferences
from desktop_app.coordinator.tasks import Tasks
from desktop_app.core.domain.errors import (
    DiskFull,
    ExchangeError,
    KeychainLocked,
    KeychainUnavailable,
    ProfileMissing,
    SettingsInvalid,
)
from desktop_app.core.domain.events import NoticeRaised, SettingsChanged
from desktop_app.core.domain.request import FoundServer, ModelEntry, TestOutcome
from desktop_app.core.domain.settings import LOCAL_PROFILE_ID, ProfileSettings, Settings, SummarySettings
from tests.builders import (
    MemoryKeychain,
    MemorySettingsStore,
    QueuedProvider,
    built_in_profile,
    change_summary,
    rename,
)


class House:
    """Preferences and the fakes around them."""

    def __init__(self, settings=None, notices=()):
        self.store = MemorySettingsStore(settings, notices)
        self.keychain = MemoryKeychain()
        self.provider = QueuedProvider()
        self.events = []
        self.failures = []
        self.tasks = Tasks(lambda name, error: self.failures.append((name, error)))
        self.preferences = Preferences(
            self.store,
            self.keychain,
            self.provider,
            self.events.append,
            self.tasks,
            built_in=built_in_profile,
        )

    async def settle(self):
        """Let every task that was started end."""
        await self.preferences.flush()
        await asyncio.gather(*self.tasks._tasks)


def two_profiles() -> Settings:
    return Settings(profiles=(ProfileSettings(id="a", name="A"), ProfileSettings(id="b", name="B")))


def ids(preferences):
    return [p.id for p in preferences.settings.profiles]


async def test_first_access_reads_the_store_once():
    house = House(two_profiles(), notices=[SettingsInvalid("odd")])

    assert ids(house.preferences) == [LOCAL_PROFILE_ID, "a", "b"]
    assert [n.message for n in await house.preferences.load()] == ["odd"]
    assert house.preferences.save_state == "saved"


async def test_unchanged_built_in_profile_is_not_written():
    house = House()

    await house.preferences.update(lambda s: s.changed(titles=s.titles.changed(enabled=False)))

    assert house.store.saves[-1].profiles == ()


async def test_changed_built_in_profile_is_written_and_read_back():
    house = House()
    await house.preferences.update_profile(LOCAL_PROFILE_ID, lambda p: p.changed(system_prompt="Be brief"))

    again = House(house.store.stored)

    assert again.preferences.profile(LOCAL_PROFILE_ID).system_prompt == "Be brief"


async def test_missing_profile_is_named():
    house = House()

    with pytest.raises(ProfileMissing):
        house.preferences.profile("gone")
    assert house.preferences.profile(None).id == LOCAL_PROFILE_ID


async def test_update_is_in_force_and_announced_before_it_is_on_disk():
    house = House(two_profiles())
    house.store.gate = threading.Event()

    writing = asyncio.ensure_future(change_summary(house.preferences, "a", recent_n=9, origin="me"))
    await asyncio.sleep(0)
    state_while_writing = house.preferences.save_state
    in_force = house.preferences.profile("a").summary.recent_n
    house.store.gate.set()
    await writing

    assert (in_force, state_while_writing, house.preferences.save_state) == (9, "saving", "saved")
    assert house.events == [SettingsChanged(house.preferences.settings, "me")]


async def test_no_change_means_no_write_and_no_event():
    house = House(two_profiles())

    await change_summary(house.preferences, "a", recent_n=SummarySettings().recent_n)

    assert (house.store.saves, house.events) == ([], [])


async def test_changes_during_a_write_travel_with_the_next_one():
    house = House(two_profiles())
    house.store.gate = threading.Event()
    jobs = [
        asyncio.ensure_future(house.preferences.update_profile(p, lambda x, n=n: x.changed(name=x.name + n)))
        for n in "123"
        for p in "ab"
    ]
    await asyncio.sleep(0)
    house.store.gate.set()
    await asyncio.gather(*jobs)

    assert [p.name for p in house.store.stored.profiles] == ["A123", "B123"]
    assert len(house.store.saves) == 2


async def test_failed_write_keeps_the_value_and_retry_writes_it():
    house = House(two_profiles())
    house.store.failure = DiskFull("full")

    with pytest.raises(DiskFull):
        await house.preferences.update_profile("a", lambda p: p.changed(name="kept"))
    state = house.preferences.save_state
    house.store.failure = None
    await house.preferences.flush()

    assert isinstance(state, DiskFull)
    assert house.store.stored.profile("a").name == "kept"
    assert house.preferences.save_state == "saved"


async def test_foreign_failure_still_shows_as_could_not_save():
    house = House(two_profiles())
    house.store.failure = RuntimeError("odd")

    with pytest.raises(RuntimeError):
        await house.preferences.update_profile("a", lambda p: p.changed(name="kept"))

    assert "RuntimeError" in house.preferences.save_state.message


async def test_cancelled_update_is_written_all_the_same():
    house = House(two_profiles())
    house.store.gate = threading.Event()
    job = asyncio.ensure_future(house.preferences.update_profile("a", lambda p: p.changed(name="x")))
    await asyncio.sleep(0.01)
    job.cancel()
    await asyncio.sleep(0)
    house.store.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await job

    assert house.store.stored.profile("a").name == "x"
    assert house.preferences.save_state == "saved"


async def test_save_state_is_told_in_order():
    house = House(two_profiles())
    states = []
    stop = house.preferences.on_save_state(states.append)

    await house.preferences.update_profile("a", lambda p: p.changed(name="x"))
    stop()
    await house.preferences.update_profile("a", lambda p: p.changed(name="y"))

    assert states == ["saving", "saved"]


async def test_value_outside_its_bounds_names_the_field():
    house = House(two_profiles())

    with pytest.raises(SettingsInvalid) as caught:
        await change_summary(house.preferences, "a", token_share=3)

    assert caught.value.field == "token_share"
    assert house.store.saves == []


async def test_profiles_are_added_duplicated_renamed_and_moved():
    house = House(two_profiles())
    house.keychain.keys["a"] = "secret"

    added = house.preferences.add_profile(ProfileSettings(id="ignored", name="A"))
    copy = house.preferences.duplicate_profile("a")
    rename(house.preferences, added, "<h1>New</h1>")
    house.preferences.move_profile(added, 0)
    house.preferences.set_default_profile("b")
    await house.settle()

    assert ids(house.preferences) == [added, LOCAL_PROFILE_ID, "a", copy, "b"]
    assert house.preferences.profile(copy).name == "A 3"
    assert house.preferences.profile(added).name == "<h1>New</h1>"
    assert house.keychain.keys[copy] == "secret"
    assert house.store.stored.default_profile_id == "b"


async def test_deleted_profile_comes_back_whole():
    house = House(two_profiles())
    house.keychain.keys["a"] = "secret"
    house.preferences.set_default_profile("a")
    before = house.preferences.settings

    deleted = house.preferences.delete_profile("a")
    between = (ids(house.preferences), house.preferences.settings.default_profile_id)
    house.preferences.restore_profile(deleted)
    house.preferences.restore_profile(deleted)
    await house.preferences.forget_deleted()

    assert between == ([LOCAL_PROFILE_ID, "b"], LOCAL_PROFILE_ID)
    assert house.preferences.settings == before
    assert house.keychain.keys == {"a": "secret"}


async def test_key_of_a_deleted_profile_goes_when_undo_ends():
    house = House(two_profiles())
    house.keychain.keys["a"] = "secret"
    house.preferences.delete_profile("a")
    house.keychain.failure = KeychainLocked()
    with pytest.raises(KeychainLocked):
        await house.preferences.forget_deleted()

    house.keychain.failure = None
    await house.preferences.forget_deleted()

    assert house.keychain.keys == {}


async def test_built_in_profile_cannot_be_deleted():
    house = House()

    with pytest.raises(SettingsInvalid):
        house.preferences.delete_profile(LOCAL_PROFILE_ID)


async def test_refused_parameter_is_remembered_once():
    house = House(two_profiles())

    for profile in ("a", "a", "gone"):
        house.preferences.remember_refused(profile, "temperature")
    await house.preferences.flush()

    assert house.store.stored.profile("a").refused_parameters == ("temperature",)


async def test_summary_settings_are_copied_to_chosen_profiles():
    house = House(two_profiles())
    await change_summary(house.preferences, "a", recent_n=7)

    house.preferences.copy_summary("a", ["b", "gone"])

    assert house.preferences.profile("b").summary == SummarySettings(recent_n=7)
    assert house.preferences.profile(LOCAL_PROFILE_ID).summary == SummarySettings()


async def test_export_and_import_bring_profiles_but_no_secrets():
    profile = ProfileSettings(
        id="a",
        name="A",
        base_url="https://me:pw@host/v1",
        extra_headers={"X-Api-Key": "s3cret", "X-Team": "blue"},
        extra_body={"auth_token": "s3cret", "top_k": 3},
    )
    data, dropped = House(Settings(profiles=(profile,))).preferences.export_settings()
    house = House(Settings(profiles=(ProfileSettings(id="b"),)))

    imported = await house.preferences.import_settings(data)

    assert dropped == 3
    assert b"s3cret" not in data
    assert b"pw" not in data
    assert set(ids(house.preferences)) == {LOCAL_PROFILE_ID, "a", "b"}
    assert house.preferences.profile("a").extra_headers == {"X-Team": "blue"}
    assert imported.before.profile("a") is None


async def test_import_of_something_else_changes_nothing():
    house = House(two_profiles())

    with pytest.raises(ExchangeError):
        await house.preferences.import_settings(b"\x89PNG")

    assert house.events == []


async def test_key_is_set_described_and_deleted():
    house = House(two_profiles())

    saved = await house.preferences.set_key("a", "sk-1")
    state = await house.preferences.key_state("a")
    await house.preferences.delete_key("a")

    assert (saved.place, saved.persistent) == ("Test keychain", True)
    assert (state.present, state.place, state.problem) == (True, "Test keychain", None)
    assert (await house.preferences.key_state("a")).present is False
    with pytest.raises(ProfileMissing):
        await house.preferences.set_key("gone", "sk-1")


async def test_unusable_keychain_is_told_and_can_be_tried_again():
    house = House(two_profiles())
    house.keychain.problem = KeychainUnavailable("none here")
    house.keychain.failure = KeychainLocked()

    state = await house.preferences.key_state("a")
    house.keychain.failure = None
    again = await house.preferences.key_state("a", retry=True)

    assert isinstance(state.problem, KeychainUnavailable)
    assert again.problem is None


async def test_endpoint_questions_go_to_the_provider():
    house = House(two_profiles())
    house.provider.entries = [ModelEntry("m", 1000)]
    house.provider.found = [FoundServer("ollama", "http://localhost:11434/v1")]
    house.provider.outcome = TestOutcome(True, "ok", "url", 0.1)
    profile = house.preferences.profile("a")

    assert await house.preferences.models(profile) == house.provider.entries
    assert await house.preferences.discover() == house.provider.found
    assert (await house.preferences.test(profile)).ok


async def test_failure_of_a_save_that_nobody_awaits_is_a_notice_and_no_crash():
    house = House(two_profiles())
    house.store.failure = DiskFull("full")

    rename(house.preferences, "a", "kept")
    await asyncio.gather(*house.tasks._tasks)

    notices = [event for event in house.events if isinstance(event, NoticeRaised)]
    assert [(n.error, n.key) for n in notices] == [(house.store.failure, "settings")]
    assert house.failures == []
    assert house.preferences.profile("a").name == "kept"


async def test_locked_keychain_while_a_key_is_copied_or_forgotten_is_a_notice():
    house = House(two_profiles())
    house.keychain.failure = KeychainLocked()

    house.preferences.duplicate_profile("a")
    house.preferences.delete_profile("b")
    house.preferences.forget_deleted_soon()
    await asyncio.gather(*house.tasks._tasks)

    assert [e.key for e in house.events if isinstance(e, NoticeRaised)] == ["copied key", "deleted keys"]
    assert house.failures == []


async def test_work_begun_after_the_end_is_closed():
    house = House(two_profiles())
    await house.tasks.shutdown()

    rename(house.preferences, "a", "late")
    await house.preferences.flush()

    assert house.store.stored.profile("a").name == "late"


async def test_export_on_a_full_disk_leaves_the_former_file(tmp_path, monkeypatch):
    former = tmp_path / "settings.json"
    former.write_bytes(b"former")
    monkeypatch.setattr(os, "fsync", _full)

    with pytest.raises(ExchangeError, match=r"settings\.json: No space left"):
        await House(two_profiles()).preferences.export_to(str(former))

    assert former.read_bytes() == b"former"


def _full(_descriptor):
    raise OSError(errno.ENOSPC, "No space left on device")


async def test_a_file_too_large_for_settings_is_not_read(tmp_path):
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(MAX_IMPORT_BYTES + 1)

    with pytest.raises(ExchangeError, match="larger than 16 MB"):
        await House(two_profiles()).preferences.import_from(str(large))
