"""Builds the next request of a conversation: the same bytes for the viewer, the gauge and the wire."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.coordinator.cast import Cast, Voice, with_parameters
from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.recalling import Recalling
from desktop_app.core.context.assembly import RequestCache
from desktop_app.core.context.built import BuiltRequest, Frame, Left
from desktop_app.core.context.content import View
from desktop_app.core.context.request import build_request
from desktop_app.core.context.tokens import TokenCounter, update_ratio
from desktop_app.core.domain.conversation import Conversation, Draft, Message, Role, Usage, is_blank
from desktop_app.core.domain.errors import StorageError
from desktop_app.core.domain.ports import ConversationStore
from desktop_app.core.domain.request import ChatMessage
from desktop_app.core.domain.summary import Summary
from desktop_app.core.summary import dialogue_review, span
from desktop_app.core.summary.sections import summary_config, uses_english

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings

_REMEMBERED = 12
"""Conversations whose last request is kept in memory; others are built from scratch."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """A request and what it was made from.

    Attributes:
        path: Shown messages up to the one to answer, deleted ones out.
        force: The summary in force and how many of ``path`` it stands for.
        built: The request with its figures, for viewer and gauge.
        messages: What is sent; ``built.messages`` plus closing words, if any.
        use_english: Language of labels.
    """

    conversation: Conversation
    profile: ProfileSettings
    path: tuple[Message, ...]
    force: span.InForce | None
    built: BuiltRequest
    messages: tuple[ChatMessage, ...]
    use_english: bool

    @property
    def summary(self) -> Summary | None:
        """The summary in force."""
        return self.force.summary if self.force else None

    @property
    def covered(self) -> int:
        """Messages of ``path`` that the summary stands for."""
        return self.force.covered if self.force else 0

    @property
    def saved_tokens(self) -> int:
        """Tokens this request does not carry because a summary stands for older messages."""
        if self.summary is None:
            return 0
        folded = sum(left.estimated for left in self.built.left_out if left.reason is Left.SUMMARISED)
        return max(0, round(folded * self.built.ratio) - self.summary_tokens)

    @property
    def summary_tokens(self) -> int:
        """Tokens the summary itself takes in the request."""
        parts = (part for entry in self.built.entries for part in entry.parts)
        return round(sum(tokens for kind, tokens in parts if kind == "summary") * self.built.ratio)


@dataclass(slots=True)
class _Memory:
    """What is kept for a conversation between two requests; never needed for a right result."""

    cache: RequestCache
    counter: TokenCounter
    model: str
    sent: tuple[ChatMessage, ...] = ()


class Requests:
    """Assembles requests and learns from the usage that providers report.

    Args:
        store: Messages, summaries, facts, attachments.
        preferences: Profiles.
        cast: Personas and their knowledge.
    """

    def __init__(self, store: ConversationStore, preferences: Preferences, cast: Cast) -> None:
        self._store = store
        self._preferences = preferences
        self._cast = cast
        self._memories: OrderedDict[str, _Memory] = OrderedDict()
        self._recalling = Recalling()

    async def assemble(
        self,
        conversation_id: str,
        *,
        leaf_id: str | None = None,
        closing_words: Mapping[bool, str] | None = None,
        persona_id: str | None = None,
        without_summary: bool = False,
        summary: Summary | None = None,
        cut_after: int | None = None,
        draft: Draft | None = None,
    ) -> Assembled:
        """Build the request that would be sent now.

        Args:
            conversation_id: The conversation; its bound profile is read here, once.
            leaf_id: Last message of the path; None for the active leaf.
            closing_words: A last user message by ``use_english``, sent but not stored.
            persona_id: The persona that answers in a group.
            without_summary: Build as if no summary were in force, to compare.
            summary: Build as if this one were in force.
            cut_after: Only the first so many messages of the path, without anything that belongs to
                the newest turn: a byte prefix of the whole request.
            draft: What the user is about to send, as the newest message; a blank one leaves the end
                open for it.

        Raises:
            ProfileMissing: The conversation's profile is gone.
            StorageError: The conversation is gone.
        """
        conversation = await self._store.conversation(conversation_id)
        if conversation is None:
            raise StorageError("This conversation does not exist any more.")
        profile = await self._profile(conversation, persona_id)
        path = tuple(await self._store.path(conversation_id, leaf_id))
        force = await self._force(conversation_id, path, summary, without_summary=without_summary)
        said = path if draft is None else (*path, *_about_to_be_said(conversation, draft))
        use_english = self._language(profile, said, force)
        memory = await self._memory(conversation_id, profile)
        voice = await self._cast.voice(
            conversation, profile, said, persona_id=persona_id, estimate=memory.counter.text
        )
        profile = with_parameters(profile, voice.persona)
        plain = summary is None and not without_summary and cut_after is None and draft is None
        cut = said if cut_after is None else path[:cut_after]
        covered = force.covered if force else 0
        closing = closing_words is None and cut_after is None and (draft is None or said != path)
        built = build_request(
            cut,
            await self._frame(conversation, profile, voice, path, force, use_english=use_english),
            covered=covered,
            view=View(vision=profile.vision, group=conversation.is_group, persona_id=persona_id),
            recalled=await self._recalled(conversation_id, said, covered, profile, memory) if closing else (),
            notes=voice.notes if closing else (),
            blobs=await self._blobs(cut[covered:]),
            counter=memory.counter,
            cache=memory.cache if plain else None,
            sent=memory.sent,
            summary_at=force.summary.created_at if force else None,
            closing=closing,
        )
        messages = built.messages
        if closing_words is not None:
            messages = (*messages, ChatMessage("user", closing_words[use_english]))
        return Assembled(conversation, profile, path, force, built, messages, use_english)

    async def learn(self, assembled: Assembled, usage: Usage) -> None:
        """Take reported usage into the model's calibration, and remember what the cache holds now."""
        memory = await self._memory(assembled.conversation.id, assembled.profile)
        memory.sent = assembled.messages
        model = assembled.profile.model
        ratio, reports = await self._store.calibration(model)
        ratio, reports = update_ratio(
            ratio, reports, estimated=assembled.built.estimated, reported=usage.prompt_tokens
        )
        memory.counter.ratio = ratio
        await self._store.save_calibration(model, ratio, reports)

    def profile_of(self, conversation: Conversation) -> ProfileSettings | None:
        """The profile a conversation is bound to; None when it is gone."""
        return self._preferences.settings.profile(conversation.profile_id)

    async def counter(self, profile: ProfileSettings) -> TokenCounter:
        """The token estimator for a profile's model, calibrated."""
        ratio, _ = await self._store.calibration(profile.model)
        return TokenCounter(profile.model, ratio)

    def forget(self, conversation_id: str) -> None:
        """Drop what is remembered of a conversation, for example after its deletion."""
        self._memories.pop(conversation_id, None)

    async def _force(
        self,
        conversation_id: str,
        path: tuple[Message, ...],
        summary: Summary | None,
        *,
        without_summary: bool,
    ) -> span.InForce | None:
        if without_summary:
            return None
        stored = await self._store.summaries(conversation_id) if summary is None else [summary]
        if not stored:
            return None
        return span.in_force(stored, path, await self._store.removed_messages(conversation_id))

    async def _memory(self, conversation_id: str, profile: ProfileSettings) -> _Memory:
        memory = self._memories.get(conversation_id)
        if memory is None or memory.model != profile.model:
            memory = _Memory(RequestCache(), await self.counter(profile), profile.model)
            self._memories[conversation_id] = memory
            while len(self._memories) > _REMEMBERED:
                self._memories.popitem(last=False)
        self._memories.move_to_end(conversation_id)
        return memory

    async def _frame(
        self,
        conversation: Conversation,
        profile: ProfileSettings,
        voice: Voice,
        path: Sequence[Message],
        force: span.InForce | None,
        *,
        use_english: bool,
    ) -> Frame:
        facts = [*await self._store.facts(None), *await self._store.facts(conversation.id)]
        return Frame(
            system_prompt=voice.system_prompt,
            facts=tuple(fact.text for fact in facts if fact.enabled),
            summary=_summary_text(force, path, profile) if force else "",
            summary_place=profile.summary.placement,
            system_role=profile.system_role,
            use_english=use_english,
        )

    async def _profile(self, conversation: Conversation, persona_id: str | None) -> ProfileSettings:
        """The conversation's profile, or the one of the persona that answers."""
        if persona_id is not None:
            members = await self._cast.members(conversation)
            own = next((m.profile_id for m in members if m.id == persona_id), None)
            if own is not None and self._preferences.settings.profile(own) is not None:
                return self._preferences.profile(own)
        return self._preferences.profile(conversation.profile_id)

    def _language(
        self, profile: ProfileSettings, path: Iterable[Message], force: span.InForce | None
    ) -> bool:
        """Language of the labels: it must stay the same between two summaries, for the cache's sake.

        So it is the summary's, or told by the first message, which does not change as others follow.
        """
        if force is not None:
            return force.summary.use_english
        first = (message.text for message in path if message.is_sendable)
        return uses_english(profile.summary.language, [next(first, "")], fallback_english=True)

    async def _recalled(
        self,
        conversation_id: str,
        path: Sequence[Message],
        covered: int,
        profile: ProfileSettings,
        memory: _Memory,
    ) -> tuple[Message, ...]:
        """Older messages that match the question; none unless the user switched that on."""
        if not self._preferences.settings.privacy.recall_enabled:
            return ()
        return await self._recalling.choose(
            conversation_id, path, covered, window=profile.window, tokens=memory.counter.message
        )

    async def _blobs(self, messages: Iterable[Message]) -> dict[str, bytes]:
        digests = {a.digest for message in messages for a in message.attachments}
        found = {digest: await self._store.blob(digest) for digest in sorted(digests)}
        return {digest: data for digest, data in found.items() if data is not None}


def _summary_text(force: span.InForce, path: Sequence[Message], profile: ProfileSettings) -> str:
    """What is sent of a summary: its stored text, or, once it is stale, with the review made again.

    So a message that the user edits or deletes is at once out of the part that quotes it.
    """
    summary = force.summary
    if summary.text == summary.model_text or not span.is_stale(force, path):
        return summary.text
    config = summary_config(profile.summary, summary.use_english)
    review = dialogue_review.build(
        path[: force.covered],
        summary.use_english,
        title=config.dialogue_review_title,
        limit=profile.summary.dialogue_review_limit,
    )
    return dialogue_review.attach(summary.model_text, review)


def _about_to_be_said(conversation: Conversation, draft: Draft) -> tuple[Message, ...]:
    """A draft as the message it would become; nothing for a blank one."""
    message = Message(
        id="draft",
        conversation_id=conversation.id,
        parent_id=conversation.active_leaf_id,
        role=Role.USER,
        text=draft.text,
        created_at=math.inf,
        attachments=draft.attachments,
    )
    return () if is_blank(draft.text) and not draft.attachments else (message,)
