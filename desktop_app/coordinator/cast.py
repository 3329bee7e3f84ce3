"""Personas, world books and prompt presets: kept, exchanged, and turned into what a request needs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.coordinator.attachments import attach_file
from desktop_app.coordinator.user_files import read_file, replace_file
from desktop_app.core.domain.conversation import Conversation, Message, Role
from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.events import CastChanged
from desktop_app.core.domain.ports import ConversationStore, NewId, Publish
from desktop_app.core.personas.speakers import SpeakerMode, next_speaker

if TYPE_CHECKING:
    from desktop_app.core.domain.persona import Persona, PromptPreset, WorldBook
    from desktop_app.core.domain.settings import ProfileSettings

PERSONA, BOOK, PRESET = "persona", "world_book", "preset"
OWNER = "persona_id"
"""Key in ``WorldBook.extra``: the persona whose book it is. It means nothing in another library, so no file
carries it."""
MAX_CARD_BYTES = 32 * 1024 * 1024
"""Largest card, book or list of presets that is read; pictures of cards are a few megabytes."""
SCANNED = 8
"""Newest messages in which the keywords of world books are looked for."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What the one who answers adds to a request.

    Attributes:
        persona: None outside conversations with personas.
        system_prompt: The system message's first part.
        notes: Texts for the tail: world information and closing instructions.
    """

    persona: Persona | None
    system_prompt: str
    notes: tuple[str, ...] = ()


class Cast:
    """The user's library of personas, world books and presets.

    Args:
        store: Where they are kept.
        publish: Told ``CastChanged``.
        new_id: Ids of new entries.
    """

    def __init__(self, store: ConversationStore, publish: Publish, new_id: NewId) -> None:
        self._store = store
        self._publish = publish
        self._new_id = new_id

    # keeping
    async def personas(self) -> list[Persona]:
        """All personas by name."""
        from desktop_app.core.personas.documents import persona_from

        found = [persona_from(document) for document in await self._store.documents(PERSONA)]
        return sorted(found, key=lambda persona: persona.name.casefold())

    async def books(self) -> list[WorldBook]:
        """All world books."""
        from desktop_app.core.personas.documents import book_from

        return [book_from(document) for document in await self._store.documents(BOOK)]

    async def presets(self) -> list[PromptPreset]:
        """All prompt presets by title."""
        from desktop_app.core.personas.documents import preset_from

        found = [preset_from(document) for document in await self._store.documents(PRESET)]
        return sorted(found, key=lambda preset: preset.title.casefold())

    async def new_persona(self, name: str) -> Persona:
        """An empty persona, stored."""
        from desktop_app.core.domain.persona import Persona

        persona = Persona(self._new_id(), name)
        await self.save(persona)
        return persona

    async def new_preset(self, title: str, text: str) -> PromptPreset:
        """A preset, stored."""
        from desktop_app.core.domain.persona import PromptPreset

        preset = PromptPreset(self._new_id(), title, text)
        await self.save(preset)
        return preset

    async def new_book(self, name: str) -> WorldBook:
        """An empty world book that holds in every conversation with personas, stored."""
        from desktop_app.core.domain.persona import WorldBook

        book = WorldBook(self._new_id(), name, ())
        await self.save(book)
        return book

    async def save(self, item: Persona | WorldBook | PromptPreset) -> None:
        """Store a new, edited or restored entry."""
        from desktop_app.core.personas.documents import to_document

        await self._store.save_document(_kind_of(item), item.id, to_document(item))
        self._publish(CastChanged())

    async def delete(self, item: Persona | WorldBook | PromptPreset) -> None:
        """Remove an entry; ``save`` with the same object brings it back."""
        await self._store.delete_document(_kind_of(item), item.id)
        self._publish(CastChanged())

    # exchanging
    async def import_card(self, path: str) -> Persona:
        """Read a character card (JSON or PNG), its picture and its world book.

        Raises:
            ExchangeError: The file is none, or cannot be read.
        """
        from desktop_app.core.personas.cards import import_card

        data = await asyncio.to_thread(read_file, Path(path), MAX_CARD_BYTES)
        card = await asyncio.to_thread(import_card, data, new_id=self._new_id)
        persona = card.persona
        if card.avatar is not None:
            stored = await self._store.put_blob(card.avatar, f"{persona.name}.png", "image/png")
            persona = replace(persona, avatar_digest=stored.digest)
        if card.book is not None:
            book = replace(card.book, extra={**card.book.extra, OWNER: persona.id})
            await self.save(book)
        await self.save(persona)
        return persona

    async def export_card(self, persona: Persona, path: str) -> None:
        """Write a character card: PNG with the picture, or JSON, by the file's suffix.

        Raises:
            ExchangeError: The picture is no PNG, or the file cannot be written.
        """
        from desktop_app.core.personas.cards import export_card_json, export_card_png

        book = await self._book_of(persona)
        if path.lower().endswith(".png"):
            avatar = await self._store.blob(persona.avatar_digest) if persona.avatar_digest else None
            data = await asyncio.to_thread(export_card_png, persona, avatar, book=book)
        else:
            data = await asyncio.to_thread(export_card_json, persona, book=book)
        await asyncio.to_thread(replace_file, Path(path), data)

    async def import_book(self, path: str) -> WorldBook:
        """Read a world book that belongs to no persona: it holds in every conversation with personas.

        Raises:
            ExchangeError: The file is none, or cannot be read.
        """
        from desktop_app.core.personas.world_books import import_book

        data = await asyncio.to_thread(read_file, Path(path), MAX_CARD_BYTES)
        book = await asyncio.to_thread(import_book, data, new_id=self._new_id, name=Path(path).stem)
        book = _without_owner(book)
        await self.save(book)
        return book

    async def export_book(self, book: WorldBook, path: str) -> None:
        """Write a world book in the form that cards hold.

        Raises:
            ExchangeError: The file cannot be written.
        """
        from desktop_app.core.personas.safe_json import dump_json
        from desktop_app.core.personas.world_books import book_to_json

        await asyncio.to_thread(replace_file, Path(path), dump_json(book_to_json(_without_owner(book))))

    async def set_avatar(self, persona: Persona, path: str) -> None:
        """Give a persona a picture from a file.

        Raises:
            ExchangeError: The file is no image, or cannot be read.
        """
        attachment = await attach_file(self._store, path)
        if not attachment.is_image:
            raise ExchangeError(f"{attachment.name} is no picture.")
        await self.save(replace(persona, avatar_digest=attachment.digest))

    async def avatar(self, persona: Persona) -> bytes | None:
        """The picture's bytes; None for none."""
        return await self._store.blob(persona.avatar_digest) if persona.avatar_digest else None

    async def import_presets(self, path: str) -> int:
        """Read prompt presets; returns how many.

        Raises:
            ExchangeError: The file holds none, or cannot be read.
        """
        from desktop_app.core.personas.presets import import_presets

        data = await asyncio.to_thread(read_file, Path(path), MAX_CARD_BYTES)
        presets = await asyncio.to_thread(import_presets, data, new_id=self._new_id)
        for preset in presets:
            await self.save(preset)
        return len(presets)

    async def export_presets(self, path: str) -> None:
        """Write all prompt presets.

        Raises:
            ExchangeError: The file cannot be written.
        """
        from desktop_app.core.personas.presets import export_presets

        data = export_presets(await self.presets())
        await asyncio.to_thread(replace_file, Path(path), data)

    # answering
    async def members(self, conversation: Conversation) -> list[Persona]:
        """The personas of a conversation, in its order; deleted ones are left out."""
        if not conversation.persona_ids:
            return []
        by_id = {persona.id: persona for persona in await self.personas()}
        return [by_id[i] for i in conversation.persona_ids if i in by_id]

    async def speaker(
        self, conversation: Conversation, path: Sequence[Message], *, chosen_id: str | None = None
    ) -> Persona | None:
        """Who answers now: whom the user chose, who was named, else the next in turn."""
        members = await self.members(conversation)
        return next_speaker(members, path, mode=SpeakerMode.MENTION, chosen_id=chosen_id)

    async def greeting(self, conversation: Conversation) -> tuple[Persona, str] | None:
        """The first persona that has something to say first, and what."""
        from desktop_app.core.personas.request_text import greeting

        for persona in await self.members(conversation):
            text = greeting(persona)
            if text:
                return persona, text
        return None

    async def voice(
        self,
        conversation: Conversation,
        profile: ProfileSettings,
        path: Sequence[Message],
        *,
        persona_id: str | None,
        estimate: Callable[[str], int],
    ) -> Voice:
        """What the persona that answers puts into the request; the profile's prompt without one."""
        base = profile.system_prompt if conversation.system_prompt is None else conversation.system_prompt
        members = await self.members(conversation)
        persona = next((m for m in members if m.id == persona_id), members[0] if members else None)
        if persona is None:
            return Voice(None, base)
        from desktop_app.core.personas.request_text import card_name, closing_text, system_text
        from desktop_app.core.personas.world_books import world_text

        books = [b for b in await self.books() if b.extra.get(OWNER) in (None, "", persona.id)]
        texts = [m.text for m in path if m.is_sendable and m.role is not Role.SYSTEM]
        world = world_text(books, texts, estimate=estimate, char=card_name(persona), scan_depth=SCANNED)
        notes = tuple(filter(None, (world, closing_text(persona, base=base))))
        return Voice(persona, system_text(persona, base=base), notes)

    async def _book_of(self, persona: Persona) -> WorldBook | None:
        found = next((b for b in await self.books() if b.extra.get(OWNER) == persona.id), None)
        return _without_owner(found) if found is not None else None


def _without_owner(book: WorldBook) -> WorldBook:
    return replace(book, extra={key: value for key, value in book.extra.items() if key != OWNER})


def with_parameters(profile: ProfileSettings, persona: Persona | None) -> ProfileSettings:
    """The profile with the persona's own sampling parameters in place of its."""
    if persona is None or not persona.parameters:
        return profile
    known = {k: v for k, v in persona.parameters.items() if k in type(profile.parameters).model_fields}
    return profile.model_copy(update={"parameters": profile.parameters.model_copy(update=known)})


def _kind_of(item: Persona | WorldBook | PromptPreset) -> str:
    return {"Persona": PERSONA, "WorldBook": BOOK, "PromptPreset": PRESET}[type(item).__name__]
