"""Makes domain objects for tests with as few words as possible."""

from __future__ import annotations

import itertools

from desktop_app.core.domain.conversation import Conversation, Message, Role


class Ids:
    """Predictable ids: id-1, id-2, ..."""

    def __init__(self, prefix: str = "id") -> None:
        self._prefix = prefix
        self._numbers = itertools.count(1)

    def __call__(self) -> str:
        return f"{self._prefix}-{next(self._numbers)}"


class FixedClock:
    """A clock that moves only when told to."""

    def __init__(self, at: float = 1_800_000_000.0) -> None:
        self.at = at

    def now(self) -> float:
        return self.at

    def monotonic(self) -> float:
        return self.at


def conversation(id: str = "c", **changes) -> Conversation:  # noqa: A002
    return Conversation(id=id, title="", created_at=0.0, updated_at=0.0, **changes)


def pairs(
    count: int, *, start: int = 1, conversation_id: str = "c", parent: str | None = None
) -> list[Message]:
    """``count`` pairs in a chain: user "Q1 … fact-1", assistant "A1", and so on."""
    messages: list[Message] = []
    for number in range(start, start + count):
        for role, text in ((Role.USER, f"Q{number} about fact-{number}"), (Role.ASSISTANT, f"A{number}")):
            message = Message(
                id=f"{role.value[0]}{number}",
                conversation_id=conversation_id,
                parent_id=parent,
                role=role,
                text=text,
                created_at=float(number),
            )
            messages.append(message)
            parent = message.id
    return messages


def rename(preferences, profile_id: str, name: str) -> None:
    """Give a profile another name, as somebody else than an open dialog would."""
    preferences.apply_profile(profile_id, lambda profile: profile.changed(name=name))
    preferences.save_soon()


async def change_summary(preferences, profile_id: str, *, origin: str = "", **changes) -> None:
    """Change summary settings of a profile and wait until they are stored."""
    await preferences.update_profile(
        profile_id, lambda profile: profile.changed(summary=profile.summary.changed(**changes)), origin=origin
    )


class MemorySettingsStore:
    """A settings store in memory: keeps each saved object, fails or waits when told to."""

    def __init__(self, settings=None, notices=()):
        self.stored = settings
        self.notices = tuple(notices)
        self.saves = []
        self.failure = None
        self.gate = None

    def load(self):
        from desktop_app.core.domain.settings import Settings

        return self.stored or Settings(), self.notices

    def save(self, settings):
        if self.gate is not None:
            self.gate.wait(10)
        if self.failure is not None:
            raise self.failure
        self.stored = settings
        self.saves.append(settings)


class MemoryKeychain:
    """A keychain in memory; ``failure`` is raised by every call that could meet it."""

    def __init__(self, *, place="Test keychain", problem=None):
        self.keys = {}
        self.place = place
        self.problem = problem
        self.failure = None

    async def get(self, account, *, refresh=False):
        if self.failure is not None:
            raise self.failure
        return self.keys.get(account)

    async def set(self, account, key):
        from desktop_app.core.domain.ports import KeySaved

        if self.failure is not None:
            raise self.failure
        self.keys[account] = key
        return KeySaved(self.place, persistent=self.problem is None, warning=self.problem)

    async def delete(self, account):
        if self.failure is not None:
            raise self.failure
        self.keys.pop(account, None)

    async def describe(self):
        return self.place, self.problem

    async def retry(self):
        self.problem = None


class QueuedProvider:
    """Answers ``test``, ``models`` and ``discover`` with what it was given; streams a queue of items."""

    def __init__(self):
        self.entries = []
        self.found = []
        self.outcome = None
        self.answers = []
        self.requests = []
        self.failure = None
        self.gate = None

    async def stream(self, request):
        self.requests.append(request)
        for item in self.answers.pop(0):
            if isinstance(item, BaseException):
                raise item
            yield item

    async def models(self, profile):
        if self.gate is not None:
            await self.gate.wait()
        if self.failure is not None:
            raise self.failure
        return self.entries

    async def test(self, profile):
        if self.gate is not None:
            await self.gate.wait()
        return self.outcome

    async def discover(self):
        return self.found

    async def aclose(self):
        pass


def built_in_profile():
    """The profile that comes with the program, as far as tests need it."""
    from desktop_app.core.domain.settings import LOCAL_PROFILE_ID, ProfileSettings

    return ProfileSettings(id=LOCAL_PROFILE_ID, name="Built-in model", preset="built-in", window=2048)
