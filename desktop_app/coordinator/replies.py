"""One reply from request to disk: stream it, keep it, mark how it ended."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, replace

from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.reply_writer import ReplyWriter
from desktop_app.coordinator.requests import Assembled, Requests
from desktop_app.coordinator.summaries import Summaries
from desktop_app.coordinator.tasks import Tasks
from desktop_app.coordinator.turns import Turns
from desktop_app.core.domain.conversation import Message, MessageState, Role, Usage
from desktop_app.core.domain.errors import (
    ContextTooLong,
    EmptyReply,
    StorageError,
    StreamInterrupted,
    ThroughlineError,
)
from desktop_app.core.domain.events import (
    ConversationChanged,
    MessageAdded,
    MessageChanged,
    NoticeRaised,
    ReplyDelta,
    ReplyReset,
    ReplyWaiting,
)
from desktop_app.core.domain.ports import ChatProvider, Clock, ConversationStore, NewId, Publish
from desktop_app.core.domain.request import (
    ChatRequest,
    ModelLoading,
    ParameterDropped,
    ReasoningDelta,
    ReplyFinished,
    RetryScheduled,
    StreamItem,
    TextDelta,
    TextWasReasoning,
    UsageReported,
)
from desktop_app.core.domain.summary import LedgerEntry

CONTINUE_PROMPT = {
    False: "请从上一条回复中断的地方继续，不要重复已经写出的内容，也不要加任何开场白。",
    True: "Continue the previous reply exactly where it broke off. Repeat nothing and add no preamble.",
}
"""Asks for the rest of an interrupted reply; keyed by ``use_english``. Sent, never stored."""


SAVE_AGAIN = 3.0
"""Seconds until a reply that could not be stored, on a full disk for example, is tried again."""


@dataclass(slots=True)
class _Running:
    """A reply in progress."""

    writer: ReplyWriter
    task: asyncio.Task[None]


@dataclass(slots=True)
class _Progress:
    """What one attempt has brought so far; times in seconds on the monotonic clock."""

    began: float
    reasoning_at: float | None = None
    usage: Usage | None = None
    has_text: bool = False


class Replies:
    """Runs replies as tasks, at most one in each conversation.

    Args:
        store: Where replies are kept.
        provider: Model endpoints.
        preferences: Told of parameters a server refused.
        requests: Builds what is sent.
        summaries: Asked after each reply, and when a request is too long.
        turns: Shared record of busy conversations.
        publish: Where events go.
        tasks: Where replies run.
        clock: Time stamps and durations.
        new_id: Ids for messages.
    """

    def __init__(
        self,
        *,
        store: ConversationStore,
        provider: ChatProvider,
        preferences: Preferences,
        requests: Requests,
        summaries: Summaries,
        turns: Turns,
        publish: Publish,
        tasks: Tasks,
        clock: Clock,
        new_id: NewId,
    ) -> None:
        self._store = store
        self._provider = provider
        self._preferences = preferences
        self._requests = requests
        self._summaries = summaries
        self._turns = turns
        self._publish = publish
        self._tasks = tasks
        self._clock = clock
        self._new_id = new_id
        self._running: dict[str, _Running] = {}

    def partial(self, conversation_id: str) -> Message | None:
        """The reply in progress with all text received so far; None when idle."""
        running = self._running.get(conversation_id)
        return running.writer.message if running else None

    def start(
        self,
        question: Message,
        *,
        seed: Message | None = None,
        speaker: str = "",
        persona_id: str | None = None,
    ) -> None:
        """Answer ``question``; the turn must have begun and ends with the reply.

        Args:
            question: The message to answer, already stored.
            seed: An interrupted reply whose text the new one begins with.
            speaker: Name of the persona that answers, in a group.
            persona_id: That persona's id.
        """
        reply = Message(
            id=self._new_id(),
            conversation_id=question.conversation_id,
            parent_id=question.id,
            role=Role.ASSISTANT,
            text=seed.text if seed else "",
            created_at=self._clock.now(),
            state=MessageState.STREAMING,
            speaker=speaker,
            persona_id=persona_id,
        )
        name = f"reply in {question.conversation_id}"
        if self._tasks.start(self._run(question, reply, seed), name) is None:
            self._turns.end(question.conversation_id)

    async def stop(self, conversation_id: str) -> None:
        """End the reply in progress; what arrived is kept and marked interrupted.

        While the user's message is still on its way to the disk, the reply ends as it begins.
        """
        running = self._running.get(conversation_id)
        if running is None:
            self._turns.ask_to_stop(conversation_id)
            await self._turns.wait_idle(conversation_id)
        else:
            running.task.cancel()
            await asyncio.wait([running.task])

    async def _run(self, question: Message, reply: Message, seed: Message | None) -> None:
        conversation_id = question.conversation_id
        writer = ReplyWriter(self._store, reply)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine always runs in a task
        self._running[conversation_id] = _Running(writer, task)
        complete = False
        try:
            await self._store.add_message(reply)
            self._publish(MessageAdded(reply))
            if self._turns.stop_asked(conversation_id):
                raise asyncio.CancelledError  # noqa: TRY301 - as if Stop came now
            await self._stream_with_rescue(question, writer, seed)
            complete = True
        except asyncio.CancelledError:
            writer.change(state=MessageState.INTERRUPTED)
            raise
        except ThroughlineError as error:
            _mark_failed(writer, error)
        except Exception:
            _mark_failed(writer, ThroughlineError())
            raise
        finally:
            await asyncio.shield(self._commit(writer))
        if complete:
            self._summaries.consider(conversation_id)

    async def _commit(self, writer: ReplyWriter) -> None:
        """Store the end state, whatever it is, and set the conversation free."""
        conversation_id = writer.message.conversation_id
        try:
            message = await writer.finish()
        except StorageError as error:
            message = writer.message
            self._publish(NoticeRaised(error, key=f"save {message.id}", conversation_id=conversation_id))
            self._tasks.start(self._save_later(message), f"save {message.id}")
        finally:
            self._running.pop(conversation_id, None)
            self._turns.end(conversation_id)
        self._publish(MessageChanged(message))
        conversation = await self._store.conversation(conversation_id)
        if conversation is not None and conversation.deleted_at is None:
            self._publish(ConversationChanged(conversation))

    async def _save_later(self, message: Message) -> None:
        """Try again until the reply is stored, for the last time when the program ends."""
        try:
            while True:
                await asyncio.sleep(SAVE_AGAIN)
                if await self._is_saved(message):
                    return
        except asyncio.CancelledError:
            await self._is_saved(message)
            raise

    async def _is_saved(self, message: Message) -> bool:
        """Store a finished reply, unless its stored half was finished or deleted in the meantime."""
        try:
            stored = await self._store.message(message.id)
            if stored is not None and stored.state is MessageState.STREAMING and not stored.deleted:
                await self._store.save_message(replace(message, pinned=stored.pinned))
                self._publish(MessageChanged(message))
        except StorageError:
            return False
        return True

    async def _stream_with_rescue(self, question: Message, writer: ReplyWriter, seed: Message | None) -> None:
        """Stream once; when the request is too long, summarise and send the same message again."""
        try:
            await self._stream(await self._assemble(question, writer, seed), writer)
        except ContextTooLong:
            if not await self._summaries.rescue(question.conversation_id):
                raise
        else:
            return
        self._reset(writer)
        await self._stream(await self._assemble(question, writer, seed), writer)

    async def _assemble(self, question: Message, writer: ReplyWriter, seed: Message | None) -> Assembled:
        return await self._requests.assemble(
            question.conversation_id,
            leaf_id=seed.id if seed else question.id,
            closing_words=CONTINUE_PROMPT if seed else None,
            persona_id=writer.message.persona_id,
        )

    async def _stream(self, assembled: Assembled, writer: ReplyWriter) -> None:
        """Send one request and take its answer.

        Raises:
            ProviderError: What arrived before stays in ``writer``.
        """
        writer.change(model=assembled.profile.model, profile_id=assembled.profile.id)
        progress = _Progress(began=self._clock.monotonic())
        request = ChatRequest(profile=assembled.profile, messages=assembled.messages)
        async with aclosing(self._provider.stream(request)) as items:
            async for item in items:
                await self._take(item, assembled, writer, progress)
        if not progress.has_text:
            raise EmptyReply("The model's answer holds no text.")
        writer.change(
            state=MessageState.COMPLETE,
            usage=progress.usage,
            duration_seconds=self._clock.monotonic() - progress.began,
        )
        if progress.usage is not None:
            await self._note_usage(assembled, progress.usage)

    async def _take(
        self, item: StreamItem, assembled: Assembled, writer: ReplyWriter, progress: _Progress
    ) -> None:
        match item:
            case TextDelta(text):
                self._take_text(text, writer, progress)
            case ReasoningDelta(text):
                if progress.reasoning_at is None:
                    progress.reasoning_at = self._clock.monotonic()
                self._add(writer, reasoning=text)
            case TextWasReasoning():
                self._move_to_reasoning(writer, progress)
            case RetryScheduled():
                self._reset(writer)
                progress.has_text = False
                self._wait(writer, item)
            case ModelLoading():
                self._wait(writer, item)
            case UsageReported(usage):
                progress.usage = usage
            case ParameterDropped(name):
                self._preferences.remember_refused(assembled.profile.id, name)
            case ReplyFinished(reason, model):
                writer.change(finish_reason=reason, model=model or assembled.profile.model)

    def _take_text(self, text: str, writer: ReplyWriter, progress: _Progress) -> None:
        if not progress.has_text and text.strip():
            progress.has_text = True
            now = self._clock.monotonic()
            thinking = now - progress.reasoning_at if progress.reasoning_at is not None else None
            writer.change(first_token_seconds=now - progress.began, reasoning_seconds=thinking)
        self._add(writer, text=text)

    def _add(self, writer: ReplyWriter, *, text: str = "", reasoning: str = "") -> None:
        writer.add(text=text, reasoning=reasoning)
        self._publish(ReplyDelta(writer.conversation_id, writer.message_id, text=text, reasoning=reasoning))

    def _move_to_reasoning(self, writer: ReplyWriter, progress: _Progress) -> None:
        """What was shown as text was reasoning; show it where it belongs."""
        progress.has_text = False
        if progress.reasoning_at is None:
            progress.reasoning_at = progress.began
        writer.text_was_reasoning()
        self._publish(ReplyReset(writer.conversation_id, writer.message_id))
        message = writer.message
        self._publish(
            ReplyDelta(message.conversation_id, message.id, text=message.text, reasoning=message.reasoning)
        )

    def _reset(self, writer: ReplyWriter) -> None:
        writer.reset()
        self._publish(ReplyReset(writer.conversation_id, writer.message_id))

    def _wait(self, writer: ReplyWriter, cause: RetryScheduled | ModelLoading) -> None:
        self._publish(ReplyWaiting(writer.conversation_id, writer.message_id, cause))

    async def _note_usage(self, assembled: Assembled, usage: Usage) -> None:
        await self._requests.learn(assembled, usage)
        await self._store.add_ledger_entry(
            LedgerEntry(
                conversation_id=assembled.conversation.id,
                kind="chat",
                at=self._clock.now(),
                profile_id=assembled.profile.id,
                model=assembled.profile.model,
                usage=usage,
                saved_tokens=assembled.saved_tokens,
                summary_id=assembled.summary.id if assembled.summary else None,
            )
        )


def _mark_failed(writer: ReplyWriter, error: ThroughlineError) -> None:
    """Interrupted when some text is there to keep, failed otherwise."""
    broke_off = writer.has_new_text or isinstance(error, StreamInterrupted)
    writer.change(
        state=MessageState.INTERRUPTED if broke_off else MessageState.FAILED,
        error=str(error),
        error_action=error.action.value,
        finish_reason=None,
    )
