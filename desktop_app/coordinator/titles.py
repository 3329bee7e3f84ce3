"""Names conversations: at once from the message's head, then by a model, never against the user."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from desktop_app.coordinator.collect import collect, note_usage
from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.privacy import task_profile
from desktop_app.coordinator.tasks import Tasks
from desktop_app.core.domain.conversation import Conversation, Message, TitleSource
from desktop_app.core.domain.errors import ProfileMissing, ThroughlineError
from desktop_app.core.domain.events import ConversationChanged
from desktop_app.core.domain.ports import ChatProvider, Clock, ConversationStore, Publish
from desktop_app.core.domain.request import ChatMessage, ChatRequest
from desktop_app.core.domain.summary import SummaryState

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings

_log = logging.getLogger(__name__)
TITLE_LIMIT_SECONDS = 60.0
"""A title that takes longer is not worth waiting for; the head of the message stays."""


class Titles:
    """One automatic title for each conversation, and more on demand.

    Args:
        store: Conversations.
        provider: Model endpoints.
        preferences: Title settings and profiles.
        publish: Told the new head.
        tasks: Where requests run, beside the chat and never in its way.
        clock: Time stamps for the ledger.
    """

    def __init__(
        self,
        *,
        store: ConversationStore,
        provider: ChatProvider,
        preferences: Preferences,
        publish: Publish,
        tasks: Tasks,
        clock: Clock,
    ) -> None:
        self._store = store
        self._provider = provider
        self._preferences = preferences
        self._publish = publish
        self._tasks = tasks
        self._clock = clock

    def consider(self, conversation: Conversation, message: Message) -> None:
        """Name a conversation after its first user message; later ones change nothing."""
        if conversation.title_source is TitleSource.DEFAULT:
            self._tasks.start(self._name(conversation, message), f"title of {conversation.id}")

    async def suggest(self, conversation_id: str) -> str:
        """A title for the conversation as it is now, "" for an empty one; it is returned, not set.

        Raises:
            ThroughlineError: No model answered.
        """
        from desktop_app.core.titles import (
            build_title_request,
            build_title_request_from_summary,
            clean_title,
            first_user_text,
        )

        conversation = await self._store.conversation(conversation_id)
        if conversation is None:
            return ""
        text = first_user_text(await self._store.path(conversation_id))
        summary = await self._summary_text(conversation_id)
        if not (text.strip() or summary or conversation.background):
            return ""
        language = self._preferences.settings.titles.language
        messages = (
            build_title_request_from_summary(summary, language=language, background=conversation.background)
            if summary or conversation.background
            else build_title_request(text, language=language)
        )
        return clean_title(await self._ask(conversation, messages), text)

    async def _name(self, conversation: Conversation, message: Message) -> None:
        """Set the fallback at once, then a model's title if one is wanted and comes."""
        from desktop_app.core.titles import build_title_request, clean_title, fallback_title

        names = tuple(attachment.name for attachment in message.attachments)
        await self._set(conversation.id, fallback_title(message.text, names))
        settings = self._preferences.settings.titles
        text = message.text if message.text.strip() else "\n".join(names)
        if not settings.enabled or not text.strip():
            return
        messages = build_title_request(text, language=settings.language, attachment_names=names)
        try:
            raw = await self._ask(conversation, messages)
        except ThroughlineError as error:
            _log.info("No title from a model: %s", error.title)
            return
        await self._set(conversation.id, clean_title(raw, text))

    async def _set(self, conversation_id: str, title: str) -> None:
        changed = await self._store.set_auto_title(conversation_id, title)
        if changed is not None and changed.deleted_at is None:
            self._publish(ConversationChanged(changed))

    async def _summary_text(self, conversation_id: str) -> str:
        active = [s for s in await self._store.summaries(conversation_id) if s.state is SummaryState.ACTIVE]
        return active[-1].model_text if active else ""

    async def _ask(self, conversation: Conversation, messages: tuple[ChatMessage, ...]) -> str:
        """Ask the profile for titles, then once the chat's own."""
        profiles = self._profiles(conversation)
        for number, profile in enumerate(profiles):
            try:
                return await self._ask_one(conversation, profile, messages)
            except ThroughlineError:
                if number == len(profiles) - 1:
                    raise
        raise ProfileMissing("No profile is there to ask for a title.")

    def _profiles(self, conversation: Conversation) -> list[ProfileSettings]:
        chat, settings = self._preferences.profile(conversation.profile_id), self._preferences.settings
        wanted = task_profile(settings, chat, settings.titles.profile_id)
        return [chat] if wanted.id == chat.id else [wanted, chat]

    async def _ask_one(
        self, conversation: Conversation, profile: ProfileSettings, messages: tuple[ChatMessage, ...]
    ) -> str:
        from desktop_app.core.titles import TITLE_OUTPUT_TOKENS

        request = ChatRequest(
            profile=profile,
            messages=messages,
            purpose="title",
            max_output_tokens=TITLE_OUTPUT_TOKENS,
            timeout=TITLE_LIMIT_SECONDS,
        )
        answer = await collect(self._provider, request)
        await note_usage(
            self._store,
            self._clock,
            conversation_id=conversation.id,
            kind="title",
            profile=profile,
            usage=answer.usage,
        )
        return answer.text
