"""Joins the list of conversations to the library."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop_app.coordinator.coordinators import Coordinators
from desktop_app.core.domain.conversation import Conversation
from desktop_app.core.domain.events import (
    BusyChanged,
    ConversationAdded,
    ConversationChanged,
    ConversationRemoved,
    Event,
)
from desktop_app.ui.widgets.conversation_list import ConversationList


class ListPresenter(QObject):
    """Creates, renames, pins and deletes on the user's word; shows what the store then has.

    Signals:
        chosen: Id of the conversation to show.
        head_changed: The ``Conversation`` whose head changed.
        undo_offered: ``(text, coroutine function)``.
        told: A passing word.
    """

    chosen = Signal(str)
    head_changed = Signal(object)
    undo_offered = Signal(str, object)
    told = Signal(str)

    def __init__(self, parts: Coordinators, view: ConversationList, parent: QObject) -> None:
        super().__init__(parent)
        self._parts = parts
        self._do = parts.do
        self._view = view
        view.new_requested.connect(lambda: self._do(self.create(), "new conversation"))
        view.selected.connect(self.chosen)
        view.rename_requested.connect(lambda i, title: self._do(parts.library.rename(i, title), "rename"))
        view.pin_requested.connect(lambda i, on: self._do(parts.library.set_pinned(i, pinned=on), "pin"))
        view.delete_requested.connect(lambda i: self._do(self._delete(i), "delete a conversation"))
        view.suggest_title_requested.connect(lambda i: self._do(self._suggest(i), "suggest a title"))
        parts.announcer.listen(self._on_event)

    async def fill(self, wanted: str | None) -> str:
        """List all conversations and choose one: the wanted, else the first, else a new one.

        Returns:
            Id of the chosen one.
        """
        conversations = await self._parts.library.conversations()
        self._view.show_conversations(conversations)
        ids = [conversation.id for conversation in conversations]
        if not ids:
            return (await self._parts.library.create()).id
        chosen = wanted if wanted in ids else ids[0]
        self._view.select(chosen)
        return chosen

    async def create(self) -> None:
        """Make a conversation and show it; an empty one that is shown already is used instead."""
        current = self._view.current_id
        if current is not None and await self._is_blank(current):
            self.chosen.emit(current)
            return
        conversation = await self._parts.library.create()
        self.show(conversation)

    def show(self, conversation: Conversation) -> None:
        """List a conversation and show it."""
        self._view.put(conversation)
        self._view.select(conversation.id)
        self.chosen.emit(conversation.id)

    async def _is_blank(self, conversation_id: str) -> bool:
        conversation = await self._parts.library.conversation(conversation_id)
        if conversation is None or conversation.active_leaf_id is not None or conversation.title:
            return False
        return await self._parts.library.draft(conversation_id) is None

    async def _delete(self, conversation_id: str) -> None:
        await self._parts.chat.stop(conversation_id)
        self._parts.summaries.cancel(conversation_id)
        await self._parts.library.delete(conversation_id)
        self.undo_offered.emit(
            self.tr("Conversation deleted."), lambda: self._parts.library.restore(conversation_id)
        )

    async def _suggest(self, conversation_id: str) -> None:
        title = await self._parts.titles.suggest(conversation_id)
        if not title:
            return
        former = await self._parts.library.conversation(conversation_id)
        await self._parts.library.rename(conversation_id, title)
        if former is not None:
            self.undo_offered.emit(
                self.tr("Renamed to “{title}”.").replace("{title}", title),
                lambda: self._parts.library.restore_title(former),
            )

    def _on_event(self, event: Event) -> None:
        match event:
            case ConversationAdded(conversation) | ConversationChanged(conversation):
                if conversation.deleted_at is None:
                    self._view.put(conversation)
                self.head_changed.emit(conversation)
            case ConversationRemoved(conversation_id):
                self._on_removed(conversation_id)
            case BusyChanged(conversation_id, busy):
                self._view.set_busy(conversation_id, busy=busy)

    def _on_removed(self, conversation_id: str) -> None:
        self._parts.requests.forget(conversation_id)
        was_shown = self._view.current_id == conversation_id
        self._view.remove(conversation_id)
        if not was_shown:
            return
        following = self._view.first_id()
        if following is None:
            self._do(self.create(), "new conversation")
        else:
            self._view.select(following)
            self.chosen.emit(following)
