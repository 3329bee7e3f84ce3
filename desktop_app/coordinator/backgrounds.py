"""The short background of a conversation: where we were, and where a new conversation starts from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_app.coordinator.collect import collect, note_usage
from desktop_app.coordinator.library import Library
from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.privacy import task_profile
from desktop_app.core.domain.conversation import Conversation, Message
from desktop_app.core.domain.errors import EmptyReply, StorageError
from desktop_app.core.domain.ports import ChatProvider, Clock, ConversationStore
from desktop_app.core.domain.request import ChatMessage, ChatRequest
from desktop_app.core.summary import span

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings

AWAY = 24 * 3600.0
"""Seconds after which a conversation is opened with the card that says where we were."""
_LIMIT_SECONDS = 120.0
_TRIES = 2


class Backgrounds:
    """Writes and keeps backgrounds.

    Args:
        store: Conversations.
        provider: Model endpoints.
        preferences: Settings and profiles.
        library: Keeps the result and makes new conversations.
        clock: To know how long the user was away.
    """

    def __init__(
        self,
        *,
        store: ConversationStore,
        provider: ChatProvider,
        preferences: Preferences,
        library: Library,
        clock: Clock,
    ) -> None:
        self._store = store
        self._provider = provider
        self._preferences = preferences
        self._library = library
        self._clock = clock

    def is_due(self, conversation: Conversation) -> bool:
        """Whether the user was away long enough to be told where the conversation stands."""
        wanted = self._preferences.settings.background.enabled
        left = self._clock.now() - conversation.updated_at
        return wanted and conversation.active_leaf_id is not None and left >= AWAY

    async def write(self, conversation_id: str, *, on_text: Callable[[str], None] | None = None) -> str:
        """Ask for the background, check it, keep it.

        Args:
            conversation_id: The conversation.
            on_text: Told the text so far while it is written.

        Returns:
            At most three sentences, fewer than 300 characters.

        Raises:
            NothingToSummarize: The conversation is empty.
            ProviderError: The model did not answer, or gave no usable text twice.
            StorageError: The conversation is gone.
        """
        from desktop_app.core.background import build_background_request, check_background, cut_to_sentences

        conversation = await self._store.conversation(conversation_id)
        if conversation is None:
            raise StorageError("This conversation does not exist any more.")
        messages, summary = await self._material(conversation)
        facts = [*await self._store.facts(None), *await self._store.facts(conversation_id)]
        fault = None
        text = ""
        for _ in range(_TRIES):
            request = build_background_request(
                messages,
                [fact.text for fact in facts if fact.enabled],
                summary=summary,
                num=self._preferences.settings.background.messages,
                fault=fault,
            )
            text = await self._ask(conversation, request, on_text)
            fault = check_background(text)
            if fault is None:
                break
        text = text.strip() if fault is None else cut_to_sentences(text)
        if not text:
            raise EmptyReply("The model gave no usable background.")
        await self._library.set_background(conversation_id, text)
        return text

    async def suggest_facts(self, conversation_id: str) -> tuple[str, ...]:
        """Facts a model finds worth pinning, checked; none of them is pinned yet.

        Raises:
            NothingToSummarize: The conversation is empty.
            ThroughlineError: The model did not answer, or not with a list of facts.
        """
        from desktop_app.core.background.facts import build_facts_request, parse_facts

        conversation = await self._store.conversation(conversation_id)
        if conversation is None:
            raise StorageError("This conversation does not exist any more.")
        messages, summary = await self._material(conversation)
        pinned = [*await self._store.facts(None), *await self._store.facts(conversation_id)]
        known = [fact.text for fact in pinned]
        request = build_facts_request(messages, known, summary=summary)
        return parse_facts(await self._ask(conversation, request, None, purpose="facts"), known)

    async def continue_in_new(self, conversation_id: str) -> Conversation:
        """A new conversation that starts from this one's background and facts, with a link back.

        Raises:
            ThroughlineError: The background could not be written.
        """
        source = await self._store.conversation(conversation_id)
        if source is None:
            raise StorageError("This conversation does not exist any more.")
        background = await self.write(conversation_id)
        conversation = await self._library.create(
            profile_id=source.profile_id,
            persona_ids=source.persona_ids,
            origin_id=source.id,
            background=background,
        )
        for fact in await self._store.facts(source.id):
            await self._library.add_fact(
                fact.text, conversation_id=conversation.id, source_message_id=fact.source_message_id
            )
        await self._library.add_fact(background, conversation_id=conversation.id)
        return conversation

    async def _material(self, conversation: Conversation) -> tuple[list[Message], str]:
        """The newest messages and the summary in force."""
        path = await self._store.path(conversation.id)
        stored = await self._store.summaries(conversation.id)
        force = span.in_force(stored, path, await self._store.removed_messages(conversation.id))
        return (path, "") if force is None else (path[force.covered :], force.summary.model_text)

    def _profile(self, conversation: Conversation) -> ProfileSettings:
        chat, settings = self._preferences.profile(conversation.profile_id), self._preferences.settings
        return task_profile(settings, chat, settings.background.profile_id)

    async def _ask(
        self,
        conversation: Conversation,
        messages: tuple[ChatMessage, ...],
        on_text: Callable[[str], None] | None,
        *,
        purpose: str = "background",
    ) -> str:
        profile = self._profile(conversation)
        from desktop_app.core.background import BACKGROUND_OUTPUT_TOKENS

        request = ChatRequest(
            profile=profile,
            messages=messages,
            purpose=purpose,
            max_output_tokens=BACKGROUND_OUTPUT_TOKENS,
            timeout=_LIMIT_SECONDS,
        )
        answer = await collect(self._provider, request, on_text=on_text)
        await note_usage(
            self._store,
            self._clock,
            conversation_id=conversation.id,
            kind=purpose,
            profile=profile,
            usage=answer.usage,
        )
        return answer.text
