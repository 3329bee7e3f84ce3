"""The look for a newer version: never unasked, asked once, and quiet when it fails."""

from __future__ import annotations

import pytest

from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.tasks import Tasks
from desktop_app.coordinator.updates import Updates
from desktop_app.core.domain.errors import ConnectionFailed
from tests.builders import MemoryKeychain, MemorySettingsStore, QueuedProvider, built_in_profile


class Source:
    def __init__(self, newest="2.0", *, known=True):
        self.known = known
        self.answer = newest
        self.reads = 0

    async def newest(self):
        self.reads += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


async def opened(source, current="1.0"):
    tasks = Tasks(lambda *_: None)
    preferences = Preferences(
        MemorySettingsStore(None, ()),
        MemoryKeychain(),
        QueuedProvider(),
        lambda _event: None,
        tasks,
        built_in=built_in_profile,
    )
    await preferences.load()
    return Updates(preferences, source, current=current)


async def test_nothing_is_read_before_the_user_said_yes():
    source = Source()
    updates = await opened(source)

    assert updates.question_due
    assert await updates.look() is None
    assert source.reads == 0


async def test_the_question_comes_once_whatever_the_answer():
    updates = await opened(Source())

    await updates.answer(allowed=False)

    assert not updates.question_due
    assert await updates.look() is None


async def test_a_build_without_an_address_never_asks():
    source = Source(known=False)
    updates = await opened(source)
    asked = updates.question_due
    await updates.answer(allowed=True)

    assert not asked
    assert await updates.look() is None
    assert source.reads == 0


@pytest.mark.parametrize(
    ("newest", "current", "told"),
    [
        ("0.10.0", "0.9.9", "0.10.0"),
        ("1.0", "1.0.0", None),
        ("1.0.1", "1.0", "1.0.1"),
        ("0.9", "1.0", None),
        ("2", "1.9.9", "2"),
    ],
)
async def test_versions_are_compared_by_number(newest, current, told):
    updates = await opened(Source(newest), current)
    await updates.answer(allowed=True)

    assert await updates.look() == told


async def test_a_failed_look_is_no_news():
    updates = await opened(Source(ConnectionFailed("no")))
    await updates.answer(allowed=True)

    assert await updates.look() is None
