"""The conversations as a collection: make, rename, pin, delete and restore, drafts, facts, search."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from desktop_app.core.domain.conversation import (
    Attachment,
    Conversation,
    Draft,
    Fact,
    Message,
    SearchHit,
    TitleSource,
)
from desktop_app.core.domain.events import (
    ConversationAdded,
    ConversationChanged,
    ConversationRemoved,
    FactsChanged,
)
from desktop_app.core.domain.ports import Clock, ConversationStore, NewId, Publish

PURGE_AFTER = 30 * 24 * 3600.0
"""Seconds a deleted conversation can still be brought back."""


class Library:
    """Conversations, drafts, facts and search; every change is announced after it is stored.

    Args:
        store: Where they live.
        publish: Where events go.
        clock: Time stamps.
        new_id: Ids of new conversations and facts.
    """

    def __init__(self, store: ConversationStore, publish: Publish, clock: Clock, new_id: NewId) -> None:
        self._store = store
        self._publish = publish
        self._clock = clock
        self._new_id = new_id

    async def conversations(self) -> list[Conversation]:
        """All conversations, pinned ones first, then the newest."""
        return await self._store.conversations()

    async def conversation(self, conversation_id: str) -> Conversation | None:
        """One conversation, deleted or not."""
        return await self._store.conversation(conversation_id)

    async def create(
        self,
        *,
        title: str = "",
        profile_id: str | None = None,
        persona_ids: tuple[str, ...] = (),
        origin_id: str | None = None,
        background: str = "",
    ) -> Conversation:
        """Make an empty conversation."""
        now = self._clock.now()
        conversation = Conversation(
            id=self._new_id(),
            title=title,
            created_at=now,
            updated_at=now,
            profile_id=profile_id,
            persona_ids=persona_ids,
            origin_id=origin_id,
            background=background,
        )
        await self._store.save_conversation(conversation)
        self._publish(ConversationAdded(conversation))
        return conversation

    async def rename(self, conversation_id: str, title: str) -> None:
        """Set a title of the user's own, which no code replaces; blank titles change nothing."""
        words = " ".join(title.split())
        if words:
            await self._change(conversation_id, title=words, title_source=TitleSource.USER)

    async def restore_title(self, former: Conversation) -> None:
        """Give a conversation the title of a former head again, and whose title that was."""
        await self._change(former.id, title=former.title, title_source=former.title_source)

    async def set_pinned(self, conversation_id: str, *, pinned: bool) -> None:
        """Keep a conversation at the top of the list."""
        await self._change(conversation_id, pinned=pinned)

    async def set_profile(self, conversation_id: str, profile_id: str | None) -> None:
        """Bind a conversation to a model profile."""
        await self._change(conversation_id, profile_id=profile_id)

    async def set_personas(self, conversation_id: str, persona_ids: Sequence[str]) -> None:
        """Choose who answers: nobody special, one persona, or a group."""
        await self._change(conversation_id, persona_ids=tuple(persona_ids))

    async def set_background(self, conversation_id: str, background: str) -> None:
        """Keep the short background of a conversation."""
        await self._change(conversation_id, background=background)

    async def delete(self, conversation_id: str) -> None:
        """Take a conversation out of the list; ``restore`` brings it back."""
        if await self._store.change_conversation(conversation_id, deleted_at=self._clock.now()) is not None:
            self._publish(ConversationRemoved(conversation_id))

    async def restore(self, conversation_id: str) -> None:
        """Undo ``delete``."""
        restored = await self._store.change_conversation(conversation_id, deleted_at=None)
        if restored is not None:
            self._publish(ConversationAdded(restored))

    async def purge_old(self) -> int:
        """Remove for good what was deleted too long ago to be brought back; returns how many."""
        return await self._store.purge_deleted(self._clock.now() - PURGE_AFTER)

    async def fork(self, conversation_id: str, message_id: str) -> Conversation | None:
        """Copy the path up to a message into a conversation of its own, summaries included."""
        source = await self._store.conversation(conversation_id)
        if source is None:
            return None
        now = self._clock.now()
        head = replace(
            source,
            id=self._new_id(),
            created_at=now,
            updated_at=now,
            origin_id=source.id,
            active_leaf_id=None,
            pinned=False,
            deleted_at=None,
        )
        copy = await self._store.fork(conversation_id, message_id, new_conversation=head, new_id=self._new_id)
        self._publish(ConversationAdded(copy))
        return copy

    async def path_ids(self, conversation_id: str) -> list[str]:
        """Ids of the messages shown, first to last."""
        return await self._store.path_ids(conversation_id)

    async def messages(self, message_ids: Sequence[str]) -> list[Message]:
        """Messages by id, in this order."""
        return await self._store.messages(message_ids)

    async def siblings(self, message_id: str) -> list[str]:
        """Alternatives of a message, itself included, oldest first."""
        return await self._store.siblings(message_id)

    async def branches(self, message_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Place among its siblings, from 1, and their number, for each message that has any."""
        return await self._store.branches(message_ids)

    async def find(self, conversation_id: str, text: str) -> list[tuple[str, int]]:
        """How often a text occurs in each message shown, case aside; messages without it left out."""
        wanted = text.casefold()
        if not wanted:
            return []
        path = await self._store.path(conversation_id)
        counts = await asyncio.to_thread(lambda: [(m.id, m.text.casefold().count(wanted)) for m in path])
        return [(message_id, count) for message_id, count in counts if count]

    async def search(
        self, query: str, *, conversation_id: str | None = None, limit: int = 200
    ) -> list[SearchHit]:
        """Messages that contain the words, in one conversation or in all."""
        return await self._store.search(query, conversation_id=conversation_id, limit=limit)

    async def draft(self, conversation_id: str) -> Draft | None:
        """What stands unsent in the composer."""
        return await self._store.draft(conversation_id)

    async def save_draft(self, conversation_id: str, draft: Draft | None) -> None:
        """Keep or forget what stands unsent."""
        await self._store.save_draft(conversation_id, draft)

    async def put_blob(self, data: bytes, name: str, media_type: str) -> Attachment:
        """Store an attachment's bytes once."""
        return await self._store.put_blob(data, name, media_type)

    async def blob(self, digest: str) -> bytes | None:
        """An attachment's bytes."""
        return await self._store.blob(digest)

    async def facts(self, conversation_id: str | None) -> list[Fact]:
        """Facts of one conversation, or the global ones for None, in order."""
        return await self._store.facts(conversation_id)

    async def add_fact(
        self,
        text: str,
        *,
        conversation_id: str | None,
        source_message_id: str | None = None,
        enabled: bool = True,
    ) -> Fact | None:
        """Pin a statement word for word; blank text adds nothing, an equal fact is not doubled.

        One that is not ``enabled`` is only listed, until the user switches it on.
        """
        words = text.strip()
        known = await self._store.facts(conversation_id)
        same = next((fact for fact in known if fact.text == words), None)
        if not words or same is not None:
            return same
        fact = Fact(
            id=self._new_id(),
            text=words,
            created_at=self._clock.now(),
            conversation_id=conversation_id,
            enabled=enabled,
            position=max((f.position for f in known), default=-1) + 1,
            source_message_id=source_message_id,
        )
        await self._store.save_fact(fact)
        self._publish(FactsChanged(conversation_id))
        return fact

    async def save_fact(self, fact: Fact) -> None:
        """Store an edited, moved, switched or restored fact."""
        await self._store.save_fact(fact)
        self._publish(FactsChanged(fact.conversation_id))

    async def delete_fact(self, fact: Fact) -> None:
        """Remove a fact; ``save_fact`` with the same object brings it back."""
        await self._store.delete_fact(fact.id)
        self._publish(FactsChanged(fact.conversation_id))

    async def _change(self, conversation_id: str, **fields: object) -> None:
        changed = await self._store.change_conversation(conversation_id, **fields)
        if changed is not None:
            self._publish(ConversationChanged(changed))
