"""Joins transcript and composer to the coordinators, for the conversation that is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.coordinator.attachments import attach_file, attach_image
from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.coordinator.exchanges import ExportForm
from desktop_app.core.domain.conversation import Conversation, Draft, Message, MessageState, Role
from desktop_app.core.domain.errors import ExchangeError, StorageError, ThroughlineError
from desktop_app.core.domain.events import (
    BusyChanged,
    Event,
    MessageAdded,
    MessageChanged,
    NoticeRaised,
    PathChanged,
    ReplyDelta,
    ReplyReset,
    ReplyWaiting,
)
from desktop_app.ui.chat.body import warm_up
from desktop_app.ui.chat.composer import Composer
from desktop_app.ui.chat.transcript import Transcript
from desktop_app.ui.error_words import error_words
from desktop_app.ui.widgets.file_dialogs import ask_for_files

HISTORY = 50
"""Own messages that Up in an empty composer goes back to."""


class ConversationPresenter(QObject):
    """Shows one conversation at a time; events of others never touch the widgets.

    Signals:
        shown: The ``Conversation`` now shown.
        reply_changed: The newest finished reply of it, for the status line; None when there is none.
        undo_offered: ``(text, coroutine function)``: what was done and how to undo it.
        told: A passing word.
        error_action_requested: ``(errors.Action, conversation id)``.
        fork_made: The new ``Conversation``.
        link_activated: An address the user wants to open.
        packs_dropped: Paths of hand-off packs, dropped where other files are attached.
    """

    shown = Signal(object)
    reply_changed = Signal(object)
    undo_offered = Signal(str, object)
    told = Signal(str)
    error_action_requested = Signal(object, str)
    fork_made = Signal(object)
    link_activated = Signal(str)
    packs_dropped = Signal(list)

    def __init__(
        self, parts: Coordinators, transcript: Transcript, composer: Composer, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._transcript = transcript
        self._composer = composer
        self._conversation: Conversation | None = None
        self._wanted: str | None = None
        self._warm = False
        self._reply: Message | None = None
        self._connect_transcript()
        self._connect_composer()
        parts.announcer.listen(self._on_event)

    @property
    def conversation_id(self) -> str | None:
        """The conversation shown."""
        return self._conversation.id if self._conversation else None

    @property
    def conversation(self) -> Conversation | None:
        """Its head as last heard of."""
        return self._conversation

    def take_head(self, conversation: Conversation) -> None:
        """The head of the conversation shown changed."""
        if conversation.id == self.conversation_id:
            self._conversation = conversation

    def tell_again(self) -> None:
        """The language changed: those who say something about the conversation shall say it anew."""
        if self._conversation is not None:
            self.shown.emit(self._conversation)
            self.reply_changed.emit(self._reply)

    def _tell_reply(self, reply: Message | None) -> None:
        self._reply = reply
        self.reply_changed.emit(reply)

    # showing
    async def open(self, conversation_id: str) -> None:
        """Show a conversation: its path, draft and state.

        All is read first and then shown in one step, so that what is typed meanwhile belongs to the
        conversation that is still in the window.
        """
        self._wanted = conversation_id
        self._composer.commit_and_flush()
        library = self._parts.library
        conversation = await library.conversation(conversation_id)
        ids = await library.path_ids(conversation_id)
        draft = await library.draft(conversation_id)
        if conversation is None or self._wanted != conversation_id:
            return  # gone, or another one was chosen meanwhile
        busy = self._parts.chat.busy(conversation_id)
        self._composer.commit_and_flush()
        if self.conversation_id != conversation_id:  # else the box holds what is newer than the store
            self._composer.set_draft(draft, conversation_id)
        self._conversation = conversation
        self._composer.set_busy(busy)
        self._transcript.show_path(conversation_id, ids)
        self._transcript.set_busy(busy)
        self.shown.emit(conversation)
        await self._after_path(conversation_id, ids)
        if await library.path_ids(conversation_id) != ids:
            await self.reload()  # it grew while it was being read

    async def reload(self) -> None:
        """Show the path again after a branch switch, a deletion or a new sibling."""
        conversation_id = self.conversation_id
        if conversation_id is None:
            return
        ids = await self._parts.library.path_ids(conversation_id)
        if self.conversation_id == conversation_id:
            self._transcript.show_path(conversation_id, ids)
            await self._after_path(conversation_id, ids)

    async def flush(self) -> None:
        """Save the draft that stands in the composer, at once."""
        self._composer.commit_and_flush()
        conversation_id = self.conversation_id
        if conversation_id is not None:
            await self._save_draft(conversation_id, self._composer.draft())

    async def _after_path(self, conversation_id: str, ids: Sequence[str]) -> None:
        newest = await self._parts.library.messages(ids[-2 * HISTORY :])
        if self.conversation_id != conversation_id:
            return
        self._composer.set_history([m.text for m in newest if m.role is Role.USER and m.text][-HISTORY:])
        replies = [m for m in newest if m.role is Role.ASSISTANT and m.state is not MessageState.STREAMING]
        self._tell_reply(replies[-1] if replies else None)

    async def _provide(self, ids: list[str]) -> None:
        messages = await self._parts.library.messages(ids)
        branches = await self._parts.library.branches(ids)
        partial = self._parts.chat.partial(self.conversation_id or "")
        self._transcript.provide([partial if partial and partial.id == m.id else m for m in messages])
        for message_id, (index, count) in branches.items():
            self._transcript.set_branches(message_id, index, count)

    # events
    def _on_event(self, event: Event) -> None:
        match event:
            case ReplyDelta() if event.conversation_id == self.conversation_id:
                self._transcript.stream(event.message_id, event.text, event.reasoning)
            case MessageAdded() if event.message.conversation_id == self.conversation_id:
                self._on_message_added(event.message)
            case MessageChanged() if event.message.conversation_id == self.conversation_id:
                self._on_message_changed(event.message)
            case PathChanged() if event.conversation_id == self.conversation_id:
                self._do(self.reload(), "show the conversation")
            case ReplyReset() if event.conversation_id == self.conversation_id:
                self._transcript.reset_stream(event.message_id)
            case ReplyWaiting() if event.conversation_id == self.conversation_id:
                self._transcript.set_waiting(event.message_id, event.cause)
            case BusyChanged() if event.conversation_id == self.conversation_id:
                self._composer.set_busy(event.busy)
                self._transcript.set_busy(event.busy)

    def _on_message_added(self, message: Message) -> None:
        self._transcript.append(message)
        if message.role is Role.ASSISTANT:
            self._do(self._show_branches(message.id), "count the versions")

    def _on_message_changed(self, message: Message) -> None:
        self._transcript.update_message(message)
        if message.role is Role.ASSISTANT:
            self._tell_reply(message)

    async def _show_branches(self, message_id: str) -> None:
        for found, (index, count) in (await self._parts.library.branches([message_id])).items():
            self._transcript.set_branches(found, index, count)

    # what the user asks for
    def _connect_transcript(self) -> None:
        view, chat = self._transcript, self._parts.chat
        view.messages_requested.connect(lambda ids: self._do(self._provide(ids), "load messages"))
        view.blob_requested.connect(lambda digest: self._do(self._blob(digest, view), "load an image"))
        view.edit_submitted.connect(lambda i, text: self._do(chat.edit_and_resend(i, text), "edit"))
        view.regenerate_requested.connect(lambda i: self._do(chat.regenerate(i), "regenerate"))
        view.retry_requested.connect(lambda i: self._do(chat.retry(i), "retry"))
        view.continue_requested.connect(lambda i: self._do(chat.continue_reply(i), "continue"))
        view.branch_requested.connect(lambda i, step: self._do(self._step_branch(i, step), "branch"))
        view.delete_requested.connect(lambda i: self._do(self._delete(i), "delete a message"))
        view.fork_requested.connect(lambda i: self._do(self._fork(i), "fork"))
        view.fact_pinned.connect(lambda i, text: self._do(self._pin_fact(i, text), "pin a fact"))
        view.find_requested.connect(lambda text: self._do(self._find(text), "find"))
        view.quoted.connect(self._composer.quote)
        view.files_dropped.connect(self._composer.files_dropped)
        view.copied.connect(lambda _id: self.told.emit(self.tr("Copied.")))
        view.error_action_requested.connect(
            lambda _id, action: self.error_action_requested.emit(action, self.conversation_id or "")
        )
        view.link_activated.connect(self.link_activated)
        view.link_refused.connect(self._on_link_refused)

    def _connect_composer(self) -> None:
        box = self._composer
        box.send_requested.connect(lambda draft: self._do(self._send(draft), "send"))
        box.stop_requested.connect(self._on_composer_stop_requested)
        box.draft_changed.connect(
            lambda owner, draft: self._do(self._save_draft(owner, draft), "keep the draft")
        )
        box.count_requested.connect(lambda owner, text: self._do(self._count(owner, text), "count tokens"))
        box.images_pasted.connect(lambda images: self._do(self._attach_images(images), "attach"))
        box.files_dropped.connect(lambda paths: self._do(self._attach_files(paths), "attach"))
        box.attach_requested.connect(self._on_composer_attach_requested)
        box.blob_requested.connect(lambda digest: self._do(self._blob(digest, box), "load an image"))

    def _do(self, work: Coroutine[Any, Any, object], name: str) -> None:
        self._parts.do(work, name, conversation_id=self.conversation_id)

    async def _send(self, draft: Draft) -> None:
        conversation_id = self.conversation_id
        try:
            if conversation_id is None:
                conversation_id = (await self._parts.library.create()).id
                await self.open(conversation_id)
            sent = await self._parts.chat.send(conversation_id, draft.text, draft.attachments)
        except ThroughlineError:
            self._give_back(conversation_id, draft)
            raise
        if sent is None:
            self._give_back(conversation_id, draft)
        else:
            written = self._composer.draft() if conversation_id == self.conversation_id else None
            await self._save_draft(conversation_id, written)

    def _give_back(self, conversation_id: str | None, draft: Draft) -> None:
        """An unsent text goes back where it came from, never into another conversation."""
        if conversation_id == self.conversation_id:
            self._composer.restore(draft)
        elif conversation_id is not None:
            self._do(self._save_draft(conversation_id, draft), "keep the draft")

    async def _save_draft(self, conversation_id: str, draft: Draft | None) -> None:
        if not conversation_id:
            return
        empty = draft is None or (not draft.text and not draft.attachments)
        try:
            await self._parts.library.save_draft(conversation_id, None if empty else draft)
        except StorageError as error:
            self._parts.announcer.publish(NoticeRaised(error, key="draft", conversation_id=conversation_id))

    def _on_composer_stop_requested(self) -> None:
        if self.conversation_id is not None:
            self._do(self._parts.chat.stop(self.conversation_id), "stop")

    async def _step_branch(self, message_id: str, step: int) -> None:
        family = await self._parts.library.siblings(message_id)
        place = family.index(message_id) + step if message_id in family else -1
        if 0 <= place < len(family):
            await self._parts.chat.select_branch(family[place])

    async def _delete(self, message_id: str) -> None:
        await self._parts.chat.set_deleted(message_id, deleted=True)
        self.undo_offered.emit(
            self.tr("Message deleted."), lambda: self._parts.chat.set_deleted(message_id, deleted=False)
        )

    async def _fork(self, message_id: str) -> None:
        if self.conversation_id is not None:
            copy = await self._parts.library.fork(self.conversation_id, message_id)
            if copy is not None:
                self.fork_made.emit(copy)

    async def _pin_fact(self, message_id: str, text: str) -> None:
        fact = await self._parts.library.add_fact(
            text, conversation_id=self.conversation_id, source_message_id=message_id
        )
        if fact is not None:
            self.undo_offered.emit(self.tr("Fact pinned."), lambda: self._parts.library.delete_fact(fact))

    async def _find(self, text: str) -> None:
        if self.conversation_id is not None:
            self._transcript.set_find_results(
                text, await self._parts.library.find(self.conversation_id, text)
            )

    async def _blob(self, digest: str, receiver: Transcript | Composer) -> None:
        data = await self._parts.library.blob(digest)
        if data is not None:
            receiver.provide_blob(digest, data)

    async def _count(self, conversation_id: str, text: str) -> None:
        profile = self._parts.preferences.profile(
            self._conversation.profile_id if self._conversation else None
        )
        counter = await self._parts.requests.counter(profile)
        if not self._warm and text:
            self._warm = True
            await asyncio.to_thread(warm_up)  # typing has begun: a message will be shown soon
        if conversation_id == (self.conversation_id or ""):
            self._composer.set_token_count(counter.text(text))

    async def _attach_images(self, images: list[tuple[bytes, str]]) -> None:
        owner = self.conversation_id
        for data, media_type in images:
            name = self.tr("Pasted image")
            attachment = await attach_image(self._parts.store, data, media_type, name)
            if owner == self.conversation_id:
                self._composer.add_attachment(attachment)

    async def _attach_files(self, paths: list[str]) -> None:
        owner = self.conversation_id
        packs = [path for path in paths if path.lower().endswith(ExportForm.PACK)]
        if packs:
            self.packs_dropped.emit(packs)
        for path in paths:
            if path in packs:
                continue
            try:
                attachment = await attach_file(self._parts.store, path)
            except ExchangeError as error:
                self._composer.show_notice(error_words(error.message))
                continue
            if owner == self.conversation_id:
                self._composer.add_attachment(attachment)

    def _on_composer_attach_requested(self) -> None:
        ask_for_files(
            self._composer.window(),
            self.tr("Attach files"),
            "attachDialog",
            lambda paths: self._do(self._attach_files(paths), "attach"),
        )

    def _on_link_refused(self, address: str) -> None:
        self.told.emit(self.tr("This link is not opened: {address}").replace("{address}", address[:200]))
