"""One summary run from plan to stored row."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from desktop_app.coordinator.requests import Requests
from desktop_app.coordinator.summary_outlook import Outlook
from desktop_app.core.domain.conversation import Conversation, Message
from desktop_app.core.domain.errors import SummaryRefused
from desktop_app.core.domain.events import SummaryDelta, SummaryStarted, SummaryWaiting
from desktop_app.core.domain.ports import ChatProvider, Clock, ConversationStore, NewId, Publish
from desktop_app.core.domain.request import ChatMessage
from desktop_app.core.domain.summary import (
    ConversationSummaryConfig,
    LedgerEntry,
    Reason,
    Summary,
    SummaryEngineKind,
    SummaryMode,
    SummaryState,
)
from desktop_app.core.summary import dialogue_review, engine, policy, span
from desktop_app.core.summary.plan import Layout, Listener, RunPlan, RunResult, choose_layout, input_limit
from desktop_app.core.summary.sections import resolve_summary_sections, summary_config, uses_english

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings, SummarySettings

LEAST_REVIEW = 1000
"""Characters a dialogue review may always take, some 250 tokens."""


@dataclass(slots=True)
class Work:
    """What a run does; settled before anything is sent.

    Attributes:
        outlook: The state it starts from.
        writer: Profile that writes the summary.
        cut: The path in three: covered before, folded now, kept.
        by_extract: Whether code picks sentences instead of asking a model.
        dropped: Parameters the server refused, to be remembered.
    """

    outlook: Outlook
    writer: ProfileSettings
    reason: Reason
    cut: span.Span
    mode: SummaryMode
    use_english: bool
    config: ConversationSummaryConfig
    by_extract: bool = False
    dropped: tuple[str, ...] = field(default=())

    @classmethod
    def of(cls, outlook: Outlook, writer: ProfileSettings, reason: Reason, up_to: str | None) -> Work:
        """Settle span, mode and language from the state and the chat profile's settings."""
        assembled = outlook.assembled
        settings = assembled.profile.summary
        cut = _cut(outlook, settings, reason, up_to)
        force = assembled.summary
        mode = policy.choose_mode(
            reason,
            has_previous=force is not None,
            runs_since_rewrite=span.runs_since_rewrite(force, outlook.summaries),
            rewrite_every=settings.rewrite_every,
            raw_tokens=assembled.built.tokens + assembled.saved_tokens,
            rewrite_budget=settings.rewrite_limit,
        )
        english = uses_english(
            settings.language,
            (message.text for message in cut.covered if message.is_sendable),
            fallback_english=assembled.use_english,
        )
        return cls(outlook, writer, reason, cut, mode, english, summary_config(settings, english))

    @property
    def settings(self) -> SummarySettings:
        """The chat profile's summary settings."""
        return self.outlook.assembled.profile.summary

    @property
    def conversation(self) -> Conversation:
        """The conversation."""
        return self.outlook.assembled.conversation

    @property
    def previous(self) -> Summary | None:
        """The summary an update starts from."""
        return None if self.mode is SummaryMode.REWRITE else self.outlook.assembled.summary

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is read: the new messages of an update, all covered ones of a rewrite."""
        return self.cut.covered if self.mode is SummaryMode.REWRITE else self.cut.folded

    @property
    def waits_for_review(self) -> bool:
        """Whether the user looks at the result before it is in force; a rescue can't wait."""
        asked = self.reason in (Reason.MANUAL, Reason.REWRITE)
        wish = self.settings.review_before_apply
        return self.reason is not Reason.OVERFLOW and (wish == "always" or (wish == "manual" and asked))


class SummaryRunner:
    """Carries out a ``Work`` and stores its result.

    Args:
        store: Where the summary goes.
        provider: Who writes it.
        requests: Builds the chat request that the in-place layout continues.
        publish: Told about progress.
        clock: Time stamps.
        new_id: Ids of summaries.
    """

    def __init__(
        self,
        store: ConversationStore,
        provider: ChatProvider,
        requests: Requests,
        publish: Publish,
        clock: Clock,
        new_id: NewId,
    ) -> None:
        self._store = store
        self._provider = provider
        self._requests = requests
        self._publish = publish
        self._clock = clock
        self._new_id = new_id

    async def run(self, work: Work) -> Summary:
        """Write, check and store one summary.

        Raises:
            SummaryRefused: No acceptable text came, or the messages changed meanwhile.
            ProviderError: The endpoint failed. Nothing is stored then.
        """
        conversation_id = work.conversation.id
        covered = work.cut.covered
        self._publish(SummaryStarted(conversation_id, work.reason, covered[-1].id, len(covered)))
        if work.by_extract:
            kind, result = SummaryEngineKind.EXTRACT, await self._extract(work)
        else:
            kind, result = SummaryEngineKind.MODEL, await self._ask(work)
        work.dropped = result.dropped
        summary = await self._summary(work, kind, result)
        await self._refuse_if_changed(work, summary)
        await self._store.add_summary(summary)
        if result.usage is not None:
            await self._store.add_ledger_entry(
                LedgerEntry(
                    conversation_id=conversation_id,
                    kind="summary",
                    at=summary.created_at,
                    profile_id=work.writer.id,
                    model=work.writer.model,
                    usage=result.usage,
                    summary_id=summary.id,
                )
            )
        return summary

    async def edited(self, summary: Summary, text: str) -> Summary:
        """A new version of a summary with the user's text; its dialogue review is made again."""
        covered = await self._covered(summary)
        conversation = await self._store.conversation(summary.conversation_id)
        profile = self._requests.profile_of(conversation) if conversation else None
        review = ""
        if profile is not None:
            config = summary_config(profile.summary, summary.use_english)
            review = _review(covered, config, profile.summary, use_english=summary.use_english, beside=text)
        return replace(
            summary,
            id=self._new_id(),
            created_at=self._clock.now(),
            model_text=text,
            text=dialogue_review.attach(text, review),
            engine=SummaryEngineKind.USER,
            state=SummaryState.ACTIVE,
            version_of=summary.id,
            usage=None,
        )

    async def _ask(self, work: Work) -> RunResult:
        """Let a model write it."""
        counter = await self._requests.counter(work.writer)
        plan = await self._plan(work)
        conversation_id = work.conversation.id
        listener = Listener(
            on_text=lambda text: self._publish(SummaryDelta(conversation_id, text)),
            on_reset=lambda: self._publish(SummaryDelta(conversation_id, "", reset=True)),
            on_wait=lambda cause: self._publish(SummaryWaiting(conversation_id, cause)),
        )
        return await engine.run(plan, self._provider.stream, counter.text, listener)

    async def _plan(self, work: Work) -> RunPlan:
        assembled = work.outlook.assembled
        group = work.conversation.is_group
        layout = choose_layout(
            work.settings.layout,
            same_profile=work.writer.id == assembled.profile.id,
            group=group,
            raw_differs=work.mode is SummaryMode.REWRITE and assembled.summary is not None,
        )
        chat: tuple[ChatMessage, ...] = ()
        if layout is Layout.IN_PLACE:
            cut = await self._requests.assemble(work.conversation.id, cut_after=len(work.cut.covered))
            chat = cut.messages
        return RunPlan(
            profile=work.writer,
            messages=work.messages,
            use_english=work.use_english,
            config=work.config,
            mode=work.mode,
            layout=layout,
            previous=work.previous.model_text if work.previous else "",
            chat=chat,
            first_number=1 + (span.sendable_count(work.cut.before) if work.previous else 0),
            input_limit=input_limit(work.writer.window, work.settings.max_output_tokens),
            max_output_tokens=work.settings.max_output_tokens,
            timeout=work.settings.timeout_seconds,
            group=group,
        )

    async def _extract(self, work: Work) -> RunResult:
        """Let code pick telling sentences, in a worker thread."""
        from desktop_app.core.summary.extract import extract

        facts = await self._store.facts(work.conversation.id)
        text = await asyncio.to_thread(
            extract,
            work.messages,
            resolve_summary_sections(work.config.section_overrides, work.use_english),
            use_english=work.use_english,
            previous=work.previous.model_text if work.previous else "",
            facts=tuple(fact.text for fact in facts if fact.enabled),
            known=work.cut.covered,
        )
        if not text.text.strip():
            raise SummaryRefused("The extract found no telling sentence in these messages.")
        return RunResult(
            text=text.text,
            covered=tuple(message for message in work.messages if message.is_sendable),
            usage=None,
            model="",
            layout=Layout.SEPARATE,
            requests=0,
        )

    async def _summary(self, work: Work, kind: SummaryEngineKind, result: RunResult) -> Summary:
        path = work.outlook.assembled.path
        boundary = result.covered[-1]
        covered = path[: path.index(boundary) + 1]
        review = _review(
            covered, work.config, work.settings, use_english=work.use_english, beside=result.text
        )
        summary = Summary(
            id=self._new_id(),
            conversation_id=work.conversation.id,
            boundary_id=boundary.id,
            text=dialogue_review.attach(result.text, review),
            created_at=self._clock.now(),
            span_hash=span.span_hash(covered),
            previous_id=work.previous.id if work.previous else None,
            model_text=result.text,
            settings_hash=_settings_hash(work.config),
            use_english=work.use_english,
            engine=kind,
            mode=work.mode,
            reason=work.reason,
            profile_id=work.writer.id,
            model=result.model,
            usage=result.usage,
            covered_count=span.sendable_count(covered),
            tokens_before=work.outlook.assembled.built.tokens,
        )
        after = await self._requests.assemble(work.conversation.id, leaf_id=path[-1].id, summary=summary)
        state = SummaryState.PENDING if work.waits_for_review else SummaryState.ACTIVE
        return replace(summary, tokens_after=after.built.tokens, state=state)

    async def _refuse_if_changed(self, work: Work, summary: Summary) -> None:
        """A summary of messages that were edited or deleted during the run is of no use."""
        head = await self._store.conversation(work.conversation.id)
        covered = await self._covered(summary)
        if head is None or head.deleted_at is not None or span.span_hash(covered) != summary.span_hash:
            raise SummaryRefused("The messages were changed while the summary was being written.")

    async def _covered(self, summary: Summary) -> list[Message]:
        return await self._store.path(summary.conversation_id, summary.boundary_id)


def _cut(outlook: Outlook, settings: SummarySettings, reason: Reason, up_to: str | None) -> span.Span:
    """The messages of the run: up to a message of the user's choice, or as the settings say.

    A rescue keeps fewer messages word for word when there is no other way to make room.
    """
    assembled = outlook.assembled
    path, covered = assembled.path, assembled.covered
    if up_to is not None:
        place = next((n for n, m in enumerate(path, start=1) if m.id == up_to), len(path))
        cut = span.choose(path[:place], covered, 0)
        return span.Span(cut.before, cut.folded, (*cut.kept, *path[place:]))
    if reason is not Reason.OVERFLOW:
        return outlook.span
    tries = (span.choose(path, covered, keep) for keep in sorted({settings.recent_n, 2, 0}, reverse=True))
    return next((cut for cut in tries if any(m.is_sendable for m in cut.folded)), outlook.span)


def _review(
    covered: Sequence[Message],
    config: ConversationSummaryConfig,
    settings: SummarySettings,
    *,
    use_english: bool,
    beside: str,
) -> str:
    """The dialogue review, if it is on.

    Short messages stand in it whole. Beyond ``LEAST_REVIEW`` it is therefore no longer than what the
    summary beside it leaves of their length, or the two together would be longer than the source.
    """
    if not config.dialogue_review_enabled:
        return ""
    room = sum(len(message.text) for message in covered if message.is_sendable) - len(beside)
    limit = min(settings.dialogue_review_limit, max(room, LEAST_REVIEW))
    return dialogue_review.build(covered, use_english, title=config.dialogue_review_title, limit=limit)


def _settings_hash(config: ConversationSummaryConfig) -> str:
    return hashlib.sha256(repr(asdict(config)).encode()).hexdigest()[:16]
