"""The settings in force and their one writer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal, TypeVar

from desktop_app.coordinator.tasks import Tasks
from desktop_app.core.domain.errors import ProfileMissing, StorageError, ThroughlineError
from desktop_app.core.domain.events import NoticeRaised, SettingsChanged
from desktop_app.core.domain.ports import Publish, SettingsStore

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings, Settings

SaveState = Literal["saved", "saving"] | ThroughlineError
"""``saving`` from the edit on until it is on disk; an error when it could not be written."""


_Listener = TypeVar("_Listener")


class SettingsWriter:
    """The settings in force; a change is in memory and announced at once, the disk follows.

    One whole object per write and one write at a time: changes made meanwhile travel with the next
    write, and none is lost.

    Args:
        store: The settings file.
        publish: Told ``SettingsChanged``.
        tasks: Runs the writes that nobody awaits.
        built_in: Makes the profile of the model that comes with the program. It is always there, and
            stored only once the user changed it.
    """

    def __init__(
        self,
        store: SettingsStore,
        publish: Publish,
        tasks: Tasks,
        *,
        built_in: Callable[[], ProfileSettings],
    ) -> None:
        self._store = store
        self._publish = publish
        self._tasks = tasks
        self._built_in = built_in
        self._settings: Settings | None = None
        self._saved: Settings | None = None
        self._notices: tuple[ThroughlineError, ...] = ()
        self._load_lock = threading.Lock()
        self._write_lock = asyncio.Lock()
        self._save_state: SaveState = "saved"
        self._listeners: list[Callable[[SaveState], None]] = []
        self._change_listeners: list[Callable[[SettingsChanged], None]] = []

    async def load(self) -> tuple[ThroughlineError, ...]:
        """Read the file off the loop's thread; returns what the user should know about it."""
        await asyncio.to_thread(self._load_once)
        return self._notices

    @property
    def settings(self) -> Settings:
        """The settings in force; read from disk at the first access when ``load`` has not run."""
        return self._load_once()

    def _load_once(self) -> Settings:
        with self._load_lock:
            if self._settings is None:
                stored, self._notices = self._store.load()
                self._settings = self._saved = self._with_built_in(stored)
            return self._settings

    def _with_built_in(self, settings: Settings) -> Settings:
        ours = self._built_in()
        if any(p.id == ours.id for p in settings.profiles):
            return settings
        return settings.model_copy(update={"profiles": (ours, *settings.profiles)})

    def _for_disk(self, settings: Settings) -> Settings:
        """Leave the built-in profile out as long as it is what the program brings anyway."""
        if settings.profiles and settings.profiles[0] == self._built_in():
            return settings.model_copy(update={"profiles": settings.profiles[1:]})
        return settings

    def profile(self, profile_id: str | None) -> ProfileSettings:
        """The profile with this id, the default one for None.

        Raises:
            ProfileMissing: There is none of this id.
        """
        found = self.settings.profile(profile_id)
        if found is None:
            raise ProfileMissing("Choose another profile for this conversation.")
        return found

    @property
    def save_state(self) -> SaveState:
        """Whether what is in force is on disk."""
        return self._save_state

    def on_save_state(self, listener: Callable[[SaveState], None]) -> Callable[[], None]:
        """Tell a listener each new state; the returned function removes it."""
        return _added(self._listeners, listener)

    def on_change(self, listener: Callable[[SettingsChanged], None]) -> Callable[[], None]:
        """Tell a listener each change, before the program's other listeners hear of it.

        Returns:
            A function that removes the listener.
        """
        return _added(self._change_listeners, listener)

    def apply(self, change: Callable[[Settings], Settings], *, origin: str = "") -> bool:
        """Put a change in force in memory and announce it; the caller sees to ``flush``.

        Returns:
            Whether anything changed.
        """
        before = self.settings
        after = change(before)
        if after == before:
            return False
        self._settings = after
        self._set_state("saving")
        event = SettingsChanged(after, origin)
        for listener in tuple(self._change_listeners):
            listener(event)
        self._publish(event)
        return True

    async def update(self, change: Callable[[Settings], Settings], *, origin: str = "") -> None:
        """Change the settings: in force at once, on disk when this returns.

        Raises:
            StorageError: It is in force but not on disk; ``flush`` tries again.
        """
        if self.apply(change, origin=origin):
            await self.flush()

    def save_soon(self) -> None:
        """Write in a task of its own; a failure shows in ``save_state`` and as a notice."""
        self._tasks.start(self._announced(self.flush, "settings"), "save settings")

    async def _announced(self, work: Callable[[], Awaitable[None]], key: str) -> None:
        """Do work that nobody awaits; a failure of it becomes a notice."""
        try:
            await work()
        except ThroughlineError as error:
            self._publish(NoticeRaised(error, key=key))

    async def flush(self) -> None:
        """Write what is not on disk yet, and wait for it; also the *Retry* after a failure.

        Raises:
            StorageError: It could not be written; what is in force stays in force.
        """
        async with self._write_lock:
            while self._settings is not self._saved and self._settings is not None:
                await self._write(self._settings)

    async def _write(self, settings: Settings) -> None:
        self._set_state("saving")
        loop = asyncio.get_running_loop()
        writing = loop.run_in_executor(None, self._store.save, self._for_disk(settings))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            # The thread cannot be stopped: wait, so that no later write overtakes this one.
            await asyncio.wait([writing])
            self._note_written(settings, writing.exception())
            raise
        except Exception as error:
            self._note_written(settings, error)
            raise
        self._note_written(settings, None)

    def _note_written(self, settings: Settings, error: BaseException | None) -> None:
        if error is None:
            self._saved = settings
            self._set_state("saved" if self._settings is settings else "saving")
        else:
            ours = error if isinstance(error, ThroughlineError) else StorageError(type(error).__name__)
            self._set_state(ours)

    def _set_state(self, state: SaveState) -> None:
        if state == self._save_state:
            return
        self._save_state = state
        for listener in tuple(self._listeners):
            listener(state)


def _added(listeners: list[_Listener], listener: _Listener) -> Callable[[], None]:
    """Add a listener; the returned function removes it."""
    listeners.append(listener)

    def stop() -> None:
        if listener in listeners:
            listeners.remove(listener)

    return stop
