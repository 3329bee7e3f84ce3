"""What the settings dialog and the chats ask: settings, profiles, their keys and endpoints."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.coordinator import profile_list
from desktop_app.coordinator.profile_list import DeletedProfile
from desktop_app.coordinator.settings_writer import SaveState, SettingsWriter
from desktop_app.coordinator.tasks import Tasks
from desktop_app.coordinator.user_files import read_file, replace_file
from desktop_app.core.domain.errors import (
    ExchangeError,
    KeychainError,
    ThroughlineError,
)
from desktop_app.core.domain.ports import ChatProvider, Keychain, KeySaved, Publish, SettingsStore
from desktop_app.core.domain.request import FoundServer, ModelEntry, TestOutcome

MAX_IMPORT_BYTES = 16 * 1024 * 1024
"""Largest settings file that is read; one with the longest prompts in every field is smaller."""

__all__ = ["DeletedProfile", "ImportedSettings", "KeyState", "Preferences", "SaveState"]

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings, Settings


@dataclass(frozen=True, slots=True)
class KeyState:
    """What is known of a profile's key; never the key.

    Attributes:
        present: Whether there is one.
        place: Name of the keychain.
        problem: Why the keychain cannot be used; the key, if any, then lives for the session.
    """

    present: bool
    place: str
    problem: ThroughlineError | None = None


@dataclass(frozen=True, slots=True)
class ImportedSettings:
    """What an import replaced, for undo, and which of its values could not be used."""

    before: Settings
    fallen_back: tuple[str, ...]


class Preferences(SettingsWriter):
    """Profiles, keys and endpoints on top of the settings' one writer.

    Args:
        store: The settings file.
        keychain: Where keys live, one entry per profile id.
        provider: Asked for models and for tests of a profile.
        publish: Told ``SettingsChanged``.
        tasks: Runs the writes that nobody awaits.
        built_in: Makes the profile of the model that comes with the program.
    """

    def __init__(
        self,
        store: SettingsStore,
        keychain: Keychain,
        provider: ChatProvider,
        publish: Publish,
        tasks: Tasks,
        *,
        built_in: Callable[[], ProfileSettings],
    ) -> None:
        super().__init__(store, publish, tasks, built_in=built_in)
        self._keychain = keychain
        self._provider = provider
        self._deleted: set[str] = set()

    def apply_profile(
        self, profile_id: str, change: Callable[[ProfileSettings], ProfileSettings], *, origin: str = ""
    ) -> bool:
        """``apply`` for one profile.

        Raises:
            ProfileMissing: There is none of this id.
        """
        profile = self.profile(profile_id)
        return self.apply(lambda s: s.with_profile(change(profile)), origin=origin)

    async def update_profile(
        self, profile_id: str, change: Callable[[ProfileSettings], ProfileSettings], *, origin: str = ""
    ) -> None:
        """``update`` for one profile.

        Raises:
            ProfileMissing: There is none of this id.
            StorageError: As for ``update``.
        """
        if self.apply_profile(profile_id, change, origin=origin):
            await self.flush()

    def remember_refused(self, profile_id: str, parameter: str) -> None:
        """Note that a profile's server refuses a parameter, so that it is not sent again."""
        if self.settings.profile(profile_id) is None:
            return

        def change(profile: ProfileSettings) -> ProfileSettings:
            if parameter in profile.refused_parameters:
                return profile
            return profile.changed(refused_parameters=(*profile.refused_parameters, parameter))

        if self.apply_profile(profile_id, change):
            self.save_soon()

    def add_profile(self, template: ProfileSettings, *, origin: str = "") -> str:
        """Add a copy of a template under a new id and a free name; returns the id."""
        new_id = profile_list.new_profile_id()
        self._apply_and_save(lambda s: profile_list.added(s, template, new_id), origin)
        return new_id

    def duplicate_profile(self, profile_id: str, *, origin: str = "") -> str:
        """Add a copy below the original, its key included; returns the id."""
        self.profile(profile_id)
        new_id = profile_list.new_profile_id()
        self._apply_and_save(lambda s: profile_list.duplicated(s, profile_id, new_id), origin)
        copying = self._announced(lambda: self._copy_key(profile_id, new_id), "copied key")
        self._tasks.start(copying, "copy the key of a profile")
        return new_id

    async def _copy_key(self, source_id: str, target_id: str) -> None:
        key = await self._keychain.get(source_id)
        if key:
            await self._keychain.set(target_id, key)

    def move_profile(self, profile_id: str, index: int, *, origin: str = "") -> None:
        """Put a profile at another place in the list."""
        self.profile(profile_id)
        self._apply_and_save(lambda s: profile_list.moved(s, profile_id, index), origin)

    def set_default_profile(self, profile_id: str, *, origin: str = "") -> None:
        """Use a profile for new conversations."""
        self.profile(profile_id)
        self._apply_and_save(lambda s: s.changed(default_profile_id=profile_id), origin)

    def delete_profile(self, profile_id: str, *, origin: str = "") -> DeletedProfile:
        """Remove a profile; its key stays until ``forget_deleted``, so that undo is whole.

        Raises:
            SettingsInvalid: It is the built-in one, which is always there.
        """
        self.profile(profile_id)
        deleted, _ = profile_list.removed(self.settings, profile_id)
        self._deleted.add(profile_id)
        self._apply_and_save(lambda s: profile_list.removed(s, profile_id)[1], origin)
        return deleted

    def restore_profile(self, deleted: DeletedProfile, *, origin: str = "") -> None:
        """Undo a deletion."""
        self._deleted.discard(deleted.profile.id)
        self._apply_and_save(lambda s: profile_list.restored(s, deleted), origin)

    def _apply_and_save(self, change: Callable[[Settings], Settings], origin: str) -> None:
        if self.apply(change, origin=origin):
            self.save_soon()

    def forget_deleted_soon(self) -> None:
        """``forget_deleted`` in a task of its own; a failure becomes a notice."""
        if self._deleted:
            self._tasks.start(self._announced(self.forget_deleted, "deleted keys"), "forget deleted keys")

    async def forget_deleted(self) -> None:
        """Remove the keys of deleted profiles; their deletion can't be undone wholly any more.

        Raises:
            KeychainError: A key is still there; a later call tries again.
        """
        for profile_id in tuple(self._deleted):
            await self._keychain.delete(profile_id)
            self._deleted.discard(profile_id)

    def copy_summary(self, source_id: str, target_ids: Sequence[str], *, origin: str = "") -> None:
        """Give other profiles the summary settings of one."""
        summary = self.profile(source_id).summary

        def change(settings: Settings) -> Settings:
            for target in target_ids:
                profile = settings.profile(target)
                if profile is not None:
                    settings = settings.with_profile(profile.model_copy(update={"summary": summary}))
            return settings

        self._apply_and_save(change, origin)

    # export and import

    def export_settings(self) -> tuple[bytes, int]:
        """The settings as JSON without keys, and how many secret-looking values were left out."""
        from desktop_app.core.domain.settings_format import without_secrets, write_settings

        settings, dropped = without_secrets(self.settings)
        return write_settings(settings), dropped

    async def import_settings(self, data: bytes, *, origin: str = "") -> ImportedSettings:
        """Take over exported settings: profiles of equal id are replaced, others stay.

        Raises:
            ExchangeError: The bytes are no settings.
            StorageError: As for ``update``.
        """
        from desktop_app.core.domain.settings_format import read_settings

        reading = read_settings(data)
        if not reading.readable:
            raise ExchangeError("It is not a settings file of this program.")
        before = self.settings
        await self.update(lambda s: profile_list.merged(s, reading.settings), origin=origin)
        return ImportedSettings(before, reading.fallen_back)

    async def export_to(self, path: str) -> int:
        """Write the export to a file; returns how many secret-looking values were left out.

        Raises:
            ExchangeError: The file cannot be written.
        """
        data, dropped = self.export_settings()
        await asyncio.to_thread(replace_file, Path(path), data)
        return dropped

    async def import_from(self, path: str, *, origin: str = "") -> ImportedSettings:
        """``import_settings`` from a file.

        Raises:
            ExchangeError: The file cannot be read, is larger than 16 MiB, or holds no settings.
            StorageError: As for ``update``.
        """
        data = await asyncio.to_thread(read_file, Path(path), MAX_IMPORT_BYTES)
        return await self.import_settings(data, origin=origin)

    # keys and endpoints

    async def set_key(self, profile_id: str, key: str) -> KeySaved:
        """Store a profile's key in the keychain.

        Raises:
            KeyRejected: The key can't be used or stored; the old one is kept.
            ProfileMissing: There is none of this id.
        """
        self.profile(profile_id)
        return await self._keychain.set(profile_id, key)

    async def delete_key(self, profile_id: str) -> None:
        """Remove a profile's key from the keychain."""
        await self._keychain.delete(profile_id)

    async def key_state(self, profile_id: str, *, retry: bool = False) -> KeyState:
        """Whether a profile has a key, and where; ``retry`` looks for the keychain anew."""
        if retry:
            await self._keychain.retry()
        place, problem = await self._keychain.describe()
        if retry:
            try:
                await self._keychain.get(profile_id, refresh=True)
            except KeychainError as error:
                problem = problem or error  # a key in use is still there
        try:
            key = await self._keychain.get(profile_id)
        except KeychainError as error:
            return KeyState(False, place, problem or error)
        return KeyState(bool(key), place, problem)

    async def test(self, profile: ProfileSettings) -> TestOutcome:
        """Ask a profile's endpoint for a few tokens and tell what came of it."""
        return await self._provider.test(profile)

    async def models(self, profile: ProfileSettings) -> list[ModelEntry]:
        """Models that a profile's endpoint offers.

        Raises:
            ProviderError: It did not answer.
        """
        return await self._provider.models(profile)

    async def discover(self) -> list[FoundServer]:
        """Model servers on this machine."""
        return await self._provider.discover()
