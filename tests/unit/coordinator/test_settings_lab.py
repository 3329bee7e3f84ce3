"""The lab runs the real engine with unsaved settings, stores nothing and asks before others see a text."""

from __future__ import annotations

import pytest

from desktop_app.coordinator.cast import Cast
from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.requests import Requests
from desktop_app.coordinator.settings_lab import SettingsLab, TrialListener
from desktop_app.coordinator.tasks import Tasks
from desktop_app.core.domain.conversation import Usage
from desktop_app.core.domain.errors import ConsentNeeded, NothingToSummarize
from desktop_app.core.domain.request import ReplyFinished, TextDelta, UsageReported
from desktop_app.core.domain.settings import (
    LanguageSummarySettings,
    ProfileSettings,
    SectionOverrideSettings,
    Settings,
    SummarySettings,
)
from tests.builders import (
    Ids,
    MemoryKeychain,
    MemorySettingsStore,
    QueuedProvider,
    built_in_profile,
    conversation,
    pairs,
)

ANSWER = "==========Conversation Summary==========\n\n[Core Task Status]\nfact-1\n\n" + "=" * 39


class PastConversations:
    """What the lab reads of a conversation store."""

    def __init__(self, *conversations, messages=()):
        self._conversations = conversations
        self._messages = list(messages)

    async def conversations(self):
        return list(self._conversations)

    async def conversation(self, conversation_id):
        return next((c for c in self._conversations if c.id == conversation_id), None)

    async def path(self, conversation_id, leaf_id=None):
        return self._messages

    async def calibration(self, model):
        return 1.0, 0


def lab_of(settings, *, count=8):
    provider = QueuedProvider()
    preferences = Preferences(
        MemorySettingsStore(settings),
        MemoryKeychain(),
        provider,
        lambda event: None,
        Tasks(lambda name, error: None),
        built_in=built_in_profile,
    )
    store = PastConversations(conversation(profile_id="a"), messages=pairs(count))
    return SettingsLab(
        store, provider, preferences, Requests(store, preferences, Cast(store, lambda event: None, Ids()))
    ), provider


def settings_with(**summary):
    return Settings(
        profiles=(
            ProfileSettings(
                id="a", base_url="https://a.example/v1", model="m", summary=SummarySettings(**summary)
            ),
            ProfileSettings(id="b", base_url="https://b.example/v1", model="n"),
        )
    )


def edited():
    override = SectionOverrideSettings(id="core_task", title="Edited title")
    return SummarySettings(en=LanguageSummarySettings(sections=(override,)))


async def test_each_side_gets_its_own_prompt_and_the_same_messages():
    lab, provider = lab_of(settings_with(recent_n=4))
    provider.answers = [
        [TextDelta(ANSWER), UsageReported(Usage(500, 20)), ReplyFinished("stop")],
        [
            TextDelta(ANSWER.replace("Core Task Status", "Edited title")),
            ReplyFinished("stop"),
        ],
    ]
    heard = []

    trial = await lab.prepare("c", "a", use_english=True)
    saved = await lab.run(trial, trial.profile.summary, TrialListener(on_text=heard.append))
    other = await lab.run(trial, edited(), TrialListener())

    prompts = [request.messages[0].text for request in provider.requests]
    dialogues = [request.messages[1].text for request in provider.requests]
    assert "[Core Task Status]" in prompts[0]
    assert "[Edited title]" in prompts[1]
    assert dialogues[0] == dialogues[1]
    assert "fact-6" in dialogues[0]
    assert "fact-7" not in dialogues[0]  # kept word for word
    assert heard == [ANSWER]
    assert (saved.usage, other.usage) == (Usage(500, 20), None)
    assert other.text.count("Edited title") == 1
    assert saved.tokens > 5


async def test_short_conversation_is_told():
    lab, _ = lab_of(settings_with(), count=0)

    with pytest.raises(NothingToSummarize):
        await lab.prepare("c", "a", use_english=True)


async def test_another_provider_does_not_see_the_conversation_unasked():
    lab, provider = lab_of(settings_with(profile_id="b"))

    with pytest.raises(ConsentNeeded):
        await lab.prepare("c", "a", use_english=True)

    assert provider.requests == []


async def test_newest_conversation_comes_first():
    lab, _ = lab_of(settings_with())
    lab._store._conversations = (
        conversation("old"),
        conversation("new").__class__(id="new", title="", created_at=0, updated_at=9),
    )

    assert [c.id for c in await lab.conversations()] == ["new", "old"]
