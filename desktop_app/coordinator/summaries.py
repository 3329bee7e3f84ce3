"""Why the product exists: one path for every summary, automatic, manual, or to rescue a request.

A run reads, asks, checks and stores one row. It never touches a message; whatever goes wrong, the
summary in force before stays in force.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.privacy import may_see, pair_key
from desktop_app.coordinator.requests import Requests
from desktop_app.coordinator.summary_outlook import AutoMemory, Outlook, Outlooks, SummaryStanding
from desktop_app.coordinator.summary_run import SummaryRunner, Work
from desktop_app.coordinator.tasks import Tasks
from desktop_app.coordinator.turns import Turns
from desktop_app.core.domain.errors import (
    Action,
    AuthenticationFailed,
    CertificateNotTrusted,
    ConsentNeeded,
    ContextTooLong,
    NotAStream,
    NotFound,
    NothingToSummarize,
    PaymentRequired,
    ProfileMissing,
    RequestRefused,
    SummaryRefused,
    ThroughlineError,
)
from desktop_app.core.domain.events import (
    SummaryCancelled,
    SummaryFailed,
    SummaryFinished,
    SummaryStateChanged,
)
from desktop_app.core.domain.ports import ChatProvider, Clock, ConversationStore, NewId, Publish
from desktop_app.core.domain.summary import Reason, Summary, SummaryState

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings, Settings

FIRST_PAUSE = 60.0
LONGEST_PAUSE = 3600.0
"""Seconds without automatic runs after a passing failure; doubled at each further one."""

_FOR_GOOD = (
    AuthenticationFailed,
    CertificateNotTrusted,
    ConsentNeeded,
    ContextTooLong,
    NotAStream,
    NotFound,
    PaymentRequired,
    ProfileMissing,
    RequestRefused,
    SummaryRefused,
)
"""Failures that waiting does not cure: no automatic run until the settings change or the user acts."""


@dataclass(slots=True)
class _Memory:
    """What automatic runs of one conversation remember."""

    user_acted: bool = False
    failures: int = 0
    not_before: float = 0.0
    failed_with: ProfileSettings | None = None


class Summaries:
    """The one coordinator of summaries; one run at a time in each conversation.

    Args:
        store: Messages and summaries.
        provider: Model endpoints.
        preferences: Profiles, read once at the start of each run.
        requests: Builds the chat request that a run shortens.
        turns: A run waits for the turn in progress.
        publish: Where events go.
        tasks: Where runs live.
        clock: Time stamps and pauses.
        new_id: Ids of summaries.
    """

    def __init__(
        self,
        *,
        store: ConversationStore,
        provider: ChatProvider,
        preferences: Preferences,
        requests: Requests,
        turns: Turns,
        publish: Publish,
        tasks: Tasks,
        clock: Clock,
        new_id: NewId,
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._requests = requests
        self._turns = turns
        self._publish = publish
        self._tasks = tasks
        self._clock = clock
        self._new_id = new_id
        self._outlooks = Outlooks(store, requests, clock)
        self._runner = SummaryRunner(store, provider, requests, publish, clock, new_id)
        self._runs: dict[str, asyncio.Task[Summary | None]] = {}
        self._memories: dict[str, _Memory] = {}

    # when
    def consider(self, conversation_id: str) -> None:
        """After each finished reply: start an automatic run if one is due."""
        self._tasks.start(self._consider(conversation_id), f"consider a summary in {conversation_id}")

    async def _consider(self, conversation_id: str) -> None:
        memory = self._memory(conversation_id)
        if conversation_id in self._runs or self._clock.monotonic() < memory.not_before:
            return
        try:
            outlook = await self.outlook(conversation_id)
        except ThroughlineError:
            return  # the conversation or its profile is gone; sending will say so
        if outlook.decision.fires:
            await self.run(conversation_id, Reason.AUTO)

    async def outlook(self, conversation_id: str) -> Outlook:
        """Where the conversation stands, for the gauge and the button.

        Raises:
            ProfileMissing: The conversation's profile is gone.
            StorageError: The conversation is gone.
        """
        memory = self._memory(conversation_id)
        profile = await self._profile(conversation_id)
        seen = AutoMemory(memory.user_acted, memory.failed_with is not None and memory.failed_with == profile)
        return await self._outlooks.look(conversation_id, seen, streaming=self._turns.busy(conversation_id))

    # runs
    async def run(
        self, conversation_id: str, reason: Reason, *, up_to: str | None = None, extract: bool = False
    ) -> Summary | None:
        """Make a summary, or join the run in progress.

        Args:
            conversation_id: The conversation; its profile and settings are read when the run starts.
            reason: Who asked. All but ``OVERFLOW`` wait for a reply in progress to end.
            up_to: Last message to cover; None keeps the newest ``recent_n`` out.
            extract: Do this one without a model, whatever the settings say.

        Returns:
            The stored summary; None when it failed or was cancelled, which events have told.
        """
        task = self._runs.get(conversation_id)
        if task is None:
            task = self._tasks.start(
                self._run(conversation_id, reason, up_to, extract=extract), f"summary of {conversation_id}"
            )
            if task is None:
                return None
            self._runs[conversation_id] = task
            # A task that is cancelled before its first step never gets to its own tidying.
            task.add_done_callback(lambda done: self._forget(conversation_id, done))
        await asyncio.wait([task])
        return None if task.cancelled() or task.exception() is not None else task.result()

    async def rescue(self, conversation_id: str) -> bool:
        """Make room after a request was refused for its length; whether there is room now.

        With automatic summaries off nothing is done: off means that only the user starts one. A run
        that waits for the end of this very turn does it at once.
        """
        profile = await self._profile(conversation_id)
        if profile is None or not profile.summary.enabled:
            return False
        self._turns.let_through(conversation_id)
        try:
            return await self.run(conversation_id, Reason.OVERFLOW) is not None
        finally:
            self._turns.hold(conversation_id)

    def _forget(self, conversation_id: str, task: asyncio.Task[Summary | None]) -> None:
        if self._runs.get(conversation_id) is task:
            del self._runs[conversation_id]

    def running(self, conversation_id: str) -> bool:
        """Whether a run is in progress."""
        return conversation_id in self._runs

    def cancel(self, conversation_id: str) -> None:
        """End the run in progress, at once; nothing changes."""
        task = self._runs.get(conversation_id)
        if task is not None:
            task.cancel()

    async def _run(
        self, conversation_id: str, reason: Reason, up_to: str | None, *, extract: bool
    ) -> Summary | None:
        memory = self._memory(conversation_id)
        try:
            if reason is not Reason.OVERFLOW and not await self._turns.wait_idle(conversation_id):
                reason = Reason.OVERFLOW
            outlook = await self.outlook(conversation_id)
            work = self._work(outlook, reason, up_to, extract=extract)
            summary = await self._runner.run(work)
        except asyncio.CancelledError:
            self._publish(SummaryCancelled(conversation_id))
            raise
        except ThroughlineError as error:
            await self._note_failure(conversation_id, memory, error)
            self._publish(SummaryFailed(conversation_id, reason, error))
            return None
        finally:
            self._runs.pop(conversation_id, None)
        memory.user_acted = reason in (Reason.MANUAL, Reason.REWRITE)
        memory.failures, memory.not_before, memory.failed_with = 0, 0.0, None
        for name in work.dropped:
            self._preferences.remember_refused(work.writer.id, name)
        self._publish(SummaryFinished(conversation_id, summary))
        self._publish(SummaryStateChanged(conversation_id))
        return summary

    def _work(self, outlook: Outlook, reason: Reason, up_to: str | None, *, extract: bool) -> Work:
        """What the run does, settled before anything is sent.

        Raises:
            NothingToSummarize, ProfileMissing, ConsentNeeded: Nothing is sent then.
        """
        chat = outlook.assembled.profile
        writer = chat
        wanted = chat.summary.profile_id
        by_extract = extract or chat.summary.engine == "extract"
        if wanted is not None and not by_extract:
            writer = self._preferences.profile(wanted)
            if not may_see(self._preferences.settings, chat, writer):
                raise ConsentNeeded(
                    f"The summary would be written by “{writer.name or writer.model}”, another provider than "
                    "the chat's. It would see this conversation.",
                    action=Action.ALLOW_PROVIDER,
                )
        work = Work.of(outlook, writer, reason, up_to)
        work.by_extract = by_extract
        if not any(message.is_sendable for message in work.messages):
            raise NothingToSummarize("There are no new messages beyond those that stay word for word.")
        return work

    async def _note_failure(self, conversation_id: str, memory: _Memory, error: ThroughlineError) -> None:
        if isinstance(error, NothingToSummarize):
            return
        if isinstance(error, _FOR_GOOD):
            memory.failed_with = await self._profile(conversation_id)
            return
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**memory.failures)
        memory.failures += 1
        memory.not_before = self._clock.monotonic() + pause

    # afterwards
    async def allow_writer(self, conversation_id: str) -> None:
        """The user agrees that the summary's provider sees conversations of the chat's; run again."""
        chat = await self._profile(conversation_id)
        if chat is None:
            return
        pair = pair_key(chat, self._preferences.profile(chat.summary.profile_id))

        def change(settings: Settings) -> Settings:
            allowed = tuple(dict.fromkeys((*settings.privacy.allowed_pairs, pair)))
            return settings.changed(privacy=settings.privacy.changed(allowed_pairs=allowed))

        await self._preferences.update(change)
        await self.run(conversation_id, Reason.MANUAL)

    async def apply(self, summary: Summary, text: str | None = None) -> Summary:
        """Take a pending summary, or store an edited text as a new version of any summary.

        Args:
            summary: The summary under review.
            text: Its text as edited, dialogue review excluded; None or equal takes it as it is.

        Returns:
            The summary that was put in force: the same, or the new version.
        """
        if text is None or text.strip() == summary.model_text.strip():
            await self._set_state(summary, SummaryState.ACTIVE)
            return summary
        version = await self._runner.edited(summary, text.strip())
        await self._store.add_summary(version)
        if summary.state is SummaryState.PENDING:
            await self._store.set_summary_state(summary.id, SummaryState.UNDONE)
        self._changed(summary.conversation_id)
        return version

    async def discard(self, summary: Summary) -> None:
        """Drop a pending summary; ``reconsider`` with the same object brings it back."""
        await self._store.delete_summary(summary.id)
        self._changed(summary.conversation_id)

    async def reconsider(self, summary: Summary, applied: Summary | None = None) -> None:
        """Take back what was decided in a review.

        Args:
            summary: As it was when the review was opened.
            applied: What ``apply`` put in force; None after ``discard``.
        """
        if applied is None:
            await self._store.add_summary(summary)
        elif applied.id != summary.id:
            await self._store.set_summary_state(applied.id, SummaryState.UNDONE)
        await self._set_state(summary, summary.state)

    async def undo(self, summary: Summary) -> None:
        """Switch a summary off: the one before it, or the whole history, is sent again."""
        await self._set_state(summary, SummaryState.UNDONE)

    async def restore(self, summary: Summary) -> None:
        """Put a summary or an older version in force: newer ones on its path are switched off."""
        stored = await self._store.summaries(summary.conversation_id)
        path = await self._store.path(summary.conversation_id)
        on_path = {message.id for message in path}
        newer = stored[[s.id for s in stored].index(summary.id) + 1 :]
        for other in newer:
            if other.state is SummaryState.ACTIVE and other.boundary_id in on_path:
                await self._store.set_summary_state(other.id, SummaryState.UNDONE)
        await self._set_state(summary, SummaryState.ACTIVE)

    async def summary(self, conversation_id: str, summary_id: str) -> Summary | None:
        """A stored summary by its id."""
        found = (s for s in await self._store.summaries(conversation_id) if s.id == summary_id)
        return next(found, None)

    async def versions(self, summary: Summary) -> list[Summary]:
        """All versions of a summary and all other summaries of its conversation, newest first."""
        return (await self._store.summaries(summary.conversation_id))[::-1]

    async def standings(self, conversation_id: str) -> list[SummaryStanding]:
        """The summaries on the path shown, for their cards."""
        return await self._outlooks.standings(conversation_id)

    def user_acted(self, conversation_id: str) -> None:
        """The user changed something that makes an automatic run worth trying again."""
        self._memory(conversation_id).user_acted = True
        self._memory(conversation_id).not_before = 0.0

    async def _set_state(self, summary: Summary, state: SummaryState) -> None:
        await self._store.set_summary_state(summary.id, state)
        self._changed(summary.conversation_id)

    def _changed(self, conversation_id: str) -> None:
        self.user_acted(conversation_id)
        self._publish(SummaryStateChanged(conversation_id))

    def _memory(self, conversation_id: str) -> _Memory:
        return self._memories.setdefault(conversation_id, _Memory())

    async def _profile(self, conversation_id: str) -> ProfileSettings | None:
        conversation = await self._store.conversation(conversation_id)
        if conversation is None:
            return None
        return self._preferences.settings.profile(conversation.profile_id)
