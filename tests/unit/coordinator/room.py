"""All coordinators on a real store, with a scripted provider and no window."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field

from desktop_app.coordinator.coordinators import Coordinators, coordinate
from desktop_app.core.domain.conversation import Message, Role, Usage
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.domain.settings import ProfileSettings, Settings, SummarySettings, TitleSettings
from desktop_app.core.provider.catalog import Catalog
from desktop_app.core.provider.scripted import ScriptedProvider
from desktop_app.core.secrets.keychain import MemoryKeychain
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock, Ids, change_summary

GOOD_SUMMARY = (
    "[Core Task Status]\nUser asks questions.\n\n[Conversation Progress & Overview]\nAnswered so far."
)


class MemorySettings:
    """A settings store in memory."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.saves: list[Settings] = []

    def load(self):
        return self.settings, ()

    def save(self, settings: Settings) -> None:
        self.settings = settings
        self.saves.append(settings)


class TickingClock(FixedClock):
    """Each look at the time is a millisecond later, so that order is visible in time stamps."""

    def now(self) -> float:
        self.at += 0.001
        return self.at


@dataclass
class Room:
    parts: Coordinators
    provider: ScriptedProvider
    clock: TickingClock
    settings_store: MemorySettings
    events: list = field(default_factory=list)
    failures: list = field(default_factory=list)

    def __getattr__(self, name: str):
        """``room.chat``, ``room.store`` ... are the coordinators' own."""
        return getattr(self.parts, name)

    async def conversation(self, pairs: int = 0, *, profile_id: str = "p", tokens: int | None = None):
        """A stored conversation of n pairs: user "Q1 … fact-1", assistant "A1", and so on."""
        head = await self.library.create(profile_id=profile_id)
        await self.extend(head.id, 1, pairs, tokens=tokens)
        return head.id

    async def extend(self, conversation_id: str, first: int, last: int, *, tokens: int | None = None) -> None:
        head = await self.store.conversation(conversation_id)
        parent = head.active_leaf_id
        for number in range(first, last + 1):
            for role in (Role.USER, Role.ASSISTANT):
                asked = role is Role.USER
                text = f"Q{number} please remember fact-{number}. " * 4 if asked else f"A{number} noted. " * 8
                usage = Usage(tokens, 2) if tokens is not None and not asked else None
                message = Message(
                    id=f"{conversation_id}-{role.value[0]}{number}",
                    conversation_id=conversation_id,
                    parent_id=parent,
                    role=role,
                    text=text,
                    created_at=self.clock.now(),
                    usage=usage,
                )
                await self.store.add_message(message)
                parent = message.id

    async def say(self, conversation_id: str, text: str):
        await self.chat.send(conversation_id, text)
        await self.settle()
        return (await self.store.path(conversation_id))[-1]

    async def settle(self) -> None:
        """Wait until no task runs any more."""
        while len(self.tasks):
            await asyncio.sleep(0.002)

    def of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    async def summary_settings(self, profile_id: str = "p", **changes) -> None:
        await change_summary(self.preferences, profile_id, **changes)


def profile(profile_id: str = "p", **changes) -> ProfileSettings:
    summary = changes.pop("summary", {})
    defaults = {
        "name": profile_id,
        "base_url": f"https://{profile_id}.example/v1",
        "model": f"model-{profile_id}",
        "window": 100_000,
        "summary": SummarySettings(review_before_apply="never", **summary),
    }
    return ProfileSettings(id=profile_id, **{**defaults, **changes})


@contextlib.asynccontextmanager
async def open_room(
    tmp_path,
    *profiles: ProfileSettings,
    titles: bool = False,
    title_profile: str | None = None,
    provider=None,
):
    clock = TickingClock()
    store = SqliteStore(AppPaths(tmp_path / "data"), clock=clock)
    await store.open()
    settings = Settings(
        profiles=profiles or (profile(),),
        default_profile_id=(profiles or (profile(),))[0].id,
        titles=TitleSettings(enabled=titles, profile_id=title_profile),
    )
    provider = provider or ScriptedProvider()
    kept = MemorySettings(settings)
    parts = coordinate(
        store=store,
        provider=provider,
        catalog=Catalog(),
        settings=kept,
        keychain=MemoryKeychain(),
        clock=clock,
        new_id=Ids(),
        built_in=lambda: profile("built-in"),
    )
    await parts.preferences.load()
    room = Room(parts=parts, provider=provider, clock=clock, settings_store=kept)
    parts.crashes.take = lambda error, where="": room.failures.append((where, error))
    parts.announcer.listen(room.events.append)
    try:
        yield room
    finally:
        await parts.tasks.shutdown()
        await store.close()
    assert not room.failures, room.failures
