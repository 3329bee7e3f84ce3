"""Tries summary settings on a past conversation; nothing is stored, neither summary nor settings."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.privacy import may_see
from desktop_app.coordinator.requests import Requests
from desktop_app.core.domain.conversation import Conversation, Message, Usage
from desktop_app.core.domain.errors import Action, ConsentNeeded, NothingToSummarize
from desktop_app.core.domain.ports import ChatProvider, ConversationStore
from desktop_app.core.summary import engine, span
from desktop_app.core.summary.plan import Listener, RunPlan, input_limit
from desktop_app.core.summary.sections import summary_config

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings, SummarySettings

TrialListener = Listener
"""Told about text, resets and waits of one side."""

FEWEST_MESSAGES = 2
"""A conversation with less holds nothing to compare on."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One conversation and what is tried on it.

    Attributes:
        profile: The profile whose settings are edited.
        writer: The profile that writes the summaries.
        messages: What both sides read, from the first message on.
    """

    conversation: Conversation
    profile: ProfileSettings
    writer: ProfileSettings
    messages: tuple[Message, ...]
    use_english: bool


@dataclass(frozen=True, slots=True)
class TrialResult:
    """What one side wrote.

    Attributes:
        text: The summary, without a dialogue review.
        tokens: Estimated size of the text.
        usage: As the provider reported it; None when it did not.
        seconds: Time it took.
    """

    text: str
    tokens: int
    usage: Usage | None
    seconds: float


class SettingsLab:
    """Runs the engine of the real summaries with settings that are not saved.

    Args:
        store: Past conversations.
        provider: Writes the summaries.
        preferences: Profiles.
        requests: Token estimators.
    """

    def __init__(
        self,
        store: ConversationStore,
        provider: ChatProvider,
        preferences: Preferences,
        requests: Requests,
    ) -> None:
        self._store = store
        self._provider = provider
        self._preferences = preferences
        self._requests = requests

    async def conversations(self) -> list[Conversation]:
        """Past conversations to try on, the newest first."""
        found = await self._store.conversations()
        return sorted(found, key=lambda c: c.updated_at, reverse=True)

    async def prepare(self, conversation_id: str, profile_id: str, *, use_english: bool) -> Trial:
        """Settle what both sides read; nothing is sent.

        Raises:
            NothingToSummarize: The conversation is too short.
            ConsentNeeded: The provider that would see it is not its own.
            ProfileMissing: A profile is gone.
        """
        profile = self._preferences.profile(profile_id)
        writer = self._preferences.profile(profile.summary.profile_id or profile_id)
        conversation = await self._store.conversation(conversation_id)
        path = await self._store.path(conversation_id)
        cut = span.choose(path, 0, profile.summary.recent_n)
        messages = cut.folded or tuple(path)
        if conversation is None or sum(m.is_sendable for m in messages) < FEWEST_MESSAGES:
            raise NothingToSummarize("This conversation is too short to compare on.")
        owner = self._requests.profile_of(conversation)
        if owner is None or not may_see(self._preferences.settings, owner, writer):
            raise ConsentNeeded(
                f"“{writer.name or writer.model}” is another provider than the conversation's own. Choose a "
                "conversation of this provider, or allow it under Data & privacy.",
                action=Action.NONE,
            )
        return Trial(conversation, profile, writer, messages, use_english)

    async def run(self, trial: Trial, summary: SummarySettings, listener: TrialListener) -> TrialResult:
        """Write one summary with these settings; cancel the task to stop it.

        Raises:
            SummaryRefused: No acceptable text came.
            ProviderError: The endpoint failed.
        """
        counter = await self._requests.counter(trial.writer)
        plan = RunPlan(
            profile=trial.writer,
            messages=trial.messages,
            use_english=trial.use_english,
            config=summary_config(summary, trial.use_english),
            input_limit=input_limit(trial.writer.window, summary.max_output_tokens),
            max_output_tokens=summary.max_output_tokens,
            timeout=summary.timeout_seconds,
            group=trial.conversation.is_group,
        )
        began = time.monotonic()
        result = await engine.run(plan, self._provider.stream, counter.text, listener)
        return TrialResult(result.text, counter.text(result.text), result.usage, time.monotonic() - began)
