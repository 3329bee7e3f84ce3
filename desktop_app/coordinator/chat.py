"""Send, stop, retry, regenerate, edit, branch: everything that makes a conversation grow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.coordinator.cast import Cast
from desktop_app.coordinator.replies import Replies
from desktop_app.coordinator.titles import Titles
from desktop_app.coordinator.turns import Turns
from desktop_app.core.domain.conversation import (
    Attachment,
    Conversation,
    Message,
    MessageState,
    Role,
    is_blank,
)
from desktop_app.core.domain.events import MessageAdded, MessageChanged, PathChanged, SummaryStateChanged
from desktop_app.core.domain.ports import Clock, ConversationStore, NewId, Publish


class Chats:
    """The conversation's coordinator; one reply at a time in each conversation.

    Every method that changes something returns once the change is on disk; the reply itself runs
    as a task of its own and is followed through events.

    Args:
        store: Conversations and messages.
        cast: Tells which persona answers.
        replies: Runs the replies.
        titles: Told of the first user message.
        turns: Shared record of busy conversations.
        publish: Where events go.
        clock: Time stamps.
        new_id: Ids for messages.
    """

    def __init__(
        self,
        *,
        store: ConversationStore,
        cast: Cast,
        replies: Replies,
        titles: Titles,
        turns: Turns,
        publish: Publish,
        clock: Clock,
        new_id: NewId,
    ) -> None:
        self._store = store
        self._cast = cast
        self._replies = replies
        self._titles = titles
        self._turns = turns
        self._publish = publish
        self._clock = clock
        self._new_id = new_id

    def busy(self, conversation_id: str) -> bool:
        """Whether a reply is in progress in this conversation."""
        return self._turns.busy(conversation_id)

    def partial(self, conversation_id: str) -> Message | None:
        """The reply in progress with all text received so far; None when idle."""
        return self._replies.partial(conversation_id)

    async def send(
        self, conversation_id: str, text: str, attachments: Sequence[Attachment] = ()
    ) -> Message | None:
        """Store the user's message and start the reply.

        Args:
            conversation_id: An existing conversation.
            text: What the user wrote, kept as it is.
            attachments: Files already in the store.

        Returns:
            The stored message, or None when there was nothing to send or a reply is in progress
            (the caller keeps the draft).

        Raises:
            StorageError: The message could not be stored and was not sent.
        """
        if is_blank(text) and not attachments:
            return None
        conversation = await self._store.conversation(conversation_id)
        if conversation is None or not self._turns.begin(conversation_id):
            return None
        try:
            message = self._user_message(
                conversation_id, conversation.active_leaf_id, text, tuple(attachments)
            )
            await self._store.add_message(message)
        except BaseException:
            self._turns.end(conversation_id)
            raise
        self._publish(MessageAdded(message))
        self._titles.consider(conversation, message)
        await self._answer(conversation, message)
        return message

    async def regenerate(self, message_id: str) -> None:
        """Answer again: a new sibling of a reply, or the first reply to a user message."""
        message = await self._store.message(message_id)
        if message is None:
            return
        question = message
        if message.role is Role.ASSISTANT:
            parent = await self._store.message(message.parent_id) if message.parent_id else None
            if parent is None:
                return
            question = parent
        if not self._turns.begin(message.conversation_id):
            return
        try:
            if message.role is Role.ASSISTANT and message.state is MessageState.FAILED and not message.text:
                await self._store.save_message(replace(message, deleted=True))
            await self._store.set_active_leaf(message.conversation_id, question.id)
        except BaseException:
            self._turns.end(message.conversation_id)
            raise
        self._publish(PathChanged(message.conversation_id))
        conversation = await self._store.conversation(message.conversation_id)
        await self._answer(conversation, question, chosen_id=message.persona_id)

    async def retry(self, message_id: str) -> None:
        """Ask again after a failure or an interruption."""
        await self.regenerate(message_id)

    async def continue_reply(self, message_id: str) -> None:
        """Ask for the rest of an interrupted reply; the result is a sibling that begins with it."""
        message = await self._store.message(message_id)
        if message is None or message.role is not Role.ASSISTANT or not message.text.strip():
            return
        parent = await self._store.message(message.parent_id) if message.parent_id else None
        if parent is None or not self._turns.begin(message.conversation_id):
            return
        await self._activate(message.conversation_id, parent.id)
        self._replies.start(parent, seed=message, speaker=message.speaker, persona_id=message.persona_id)

    async def edit_and_resend(
        self, message_id: str, text: str, attachments: Sequence[Attachment] | None = None
    ) -> Message | None:
        """Send an edited user message as a sibling of the original, which stays.

        Returns:
            The new message; None when blank, unknown or busy.
        """
        original = await self._store.message(message_id)
        kept = tuple(attachments) if attachments is not None else (original.attachments if original else ())
        if original is None or (is_blank(text) and not kept):
            return None
        if not self._turns.begin(original.conversation_id):
            return None
        try:
            message = self._user_message(original.conversation_id, original.parent_id, text, kept)
            await self._store.add_message(message)
        except BaseException:
            self._turns.end(original.conversation_id)
            raise
        self._publish(PathChanged(original.conversation_id))
        self._publish(SummaryStateChanged(original.conversation_id))
        await self._answer(await self._store.conversation(original.conversation_id), message)
        return message

    async def let_speak(self, conversation_id: str, persona_id: str | None = None) -> None:
        """Let a persona of a group answer what was said last, without a message of the user.

        Args:
            conversation_id: The group.
            persona_id: Who; None for the next in turn or the one who was named.
        """
        conversation = await self._store.conversation(conversation_id)
        if conversation is None or conversation.active_leaf_id is None:
            return
        last = await self._store.message(conversation.active_leaf_id)
        if last is not None and self._turns.begin(conversation_id):
            await self._answer(conversation, last, chosen_id=persona_id)

    async def greet(self, conversation_id: str) -> Message | None:
        """Store the first message of the persona, in a conversation that is still empty."""
        conversation = await self._store.conversation(conversation_id)
        if conversation is None or conversation.active_leaf_id is not None:
            return None
        found = await self._cast.greeting(conversation)
        if found is None:
            return None
        persona, text = found
        message = replace(
            self._user_message(conversation_id, None, text, ()),
            role=Role.ASSISTANT,
            speaker=persona.name,
            persona_id=persona.id,
        )
        await self._store.add_message(message)
        self._publish(MessageAdded(message))
        return message

    async def revise(self, message_id: str, text: str) -> None:
        """Change a stored message's text in place; the former text is kept as a revision."""
        message = await self._store.revise_message(message_id, text, self._clock.now())
        self._publish(MessageChanged(message))
        self._publish(SummaryStateChanged(message.conversation_id))

    async def select_branch(self, message_id: str) -> None:
        """Show the path through this message, down to its newest leaf."""
        message = await self._store.message(message_id)
        if message is not None:
            await self._activate(message.conversation_id, await self._store.leaf_below(message_id))
            self._publish(SummaryStateChanged(message.conversation_id))

    async def set_deleted(self, message_id: str, *, deleted: bool) -> None:
        """Hide a message from the path, or bring it back."""
        message = await self._store.message(message_id)
        if message is None:
            return
        partial = self._replies.partial(message.conversation_id)
        if deleted and partial is not None and partial.id == message_id:
            await self.stop(message.conversation_id)
            message = await self._store.message(message_id) or message
        await self._store.save_message(replace(message, deleted=deleted))
        self._publish(PathChanged(message.conversation_id))
        self._publish(SummaryStateChanged(message.conversation_id))

    async def set_pinned(self, message_id: str, *, pinned: bool) -> None:
        """Mark a message to keep in view, or unmark it."""
        message = await self._store.message(message_id)
        if message is not None:
            changed = replace(message, pinned=pinned)
            await self._store.save_message(changed)
            self._publish(MessageChanged(changed))

    async def stop(self, conversation_id: str) -> None:
        """End the reply in progress; what arrived is kept and marked interrupted."""
        await self._replies.stop(conversation_id)

    async def _answer(
        self, conversation: Conversation | None, question: Message, *, chosen_id: str | None = None
    ) -> None:
        """Start the reply, by the persona whose turn it is where there are any."""
        speaker = None
        try:
            if conversation is not None and conversation.persona_ids:
                path = await self._store.path(conversation.id, question.id)
                speaker = await self._cast.speaker(conversation, path, chosen_id=chosen_id)
        except BaseException:
            self._turns.end(question.conversation_id)
            raise
        if speaker is None:
            self._replies.start(question)
        else:
            self._replies.start(question, speaker=speaker.name, persona_id=speaker.id)

    def _user_message(
        self, conversation_id: str, parent_id: str | None, text: str, attachments: tuple[Attachment, ...]
    ) -> Message:
        return Message(
            id=self._new_id(),
            conversation_id=conversation_id,
            parent_id=parent_id,
            role=Role.USER,
            text=text,
            created_at=self._clock.now(),
            attachments=attachments,
        )

    async def _activate(self, conversation_id: str, leaf_id: str) -> None:
        await self._store.set_active_leaf(conversation_id, leaf_id)
        self._publish(PathChanged(conversation_id))
