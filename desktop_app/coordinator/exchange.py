"""Conversations to and from files; reading, writing and parsing never on the loop's thread."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.core.domain.conversation import Conversation
from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.events import ConversationAdded
from desktop_app.core.domain.ports import Clock, ConversationStore, NewId, Publish

if TYPE_CHECKING:
    from desktop_app.core.exchange.imported import ImportedConversation

MAX_FILE_BYTES = 512 * 1024 * 1024
"""Largest file that is read."""

UNKNOWN_FIELDS = "imported_fields"
"""Kind of the library documents that keep fields of imports this program does not know."""


class Form(StrEnum):
    """What a conversation is exported as; the value is the suffix of the file."""

    MARKDOWN = ".md"
    TEXT = ".txt"
    JSON = ".json"
    PACK = ".throughline"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of an import.

    Attributes:
        conversations: Stored now, in the order of the file.
        notes: What was left out or guessed, as plain sentences.
    """

    conversations: tuple[Conversation, ...]
    notes: tuple[str, ...]


class Exchange:
    """Exports and imports conversations.

    Args:
        profile_ids: Ids of the model profiles that exist; an import keeps no others.
    """

    def __init__(
        self,
        store: ConversationStore,
        publish: Publish,
        clock: Clock,
        new_id: NewId,
        *,
        profile_ids: Callable[[], Collection[str]],
    ) -> None:
        self._store = store
        self._publish = publish
        self._clock = clock
        self._new_id = new_id
        self._profile_ids = profile_ids

    async def suggested_name(self, conversation_id: str, form: Form) -> str:
        """A safe file name made of the conversation's title."""
        from desktop_app.core.exchange.transcript import file_name

        conversation = await self._store.conversation(conversation_id)
        return file_name(conversation.title if conversation else "", form.value)

    async def export(self, conversation_id: str, form: Form) -> bytes:
        """The conversation as a file; deleted messages and keys are never in it.

        Raises:
            ExchangeError: The conversation is gone.
            StorageError: It cannot be read.
        """
        content = await self._content(conversation_id, with_files=form is Form.PACK)
        return await asyncio.to_thread(_written, content, form)

    async def export_to(self, conversation_id: str, path: str, form: Form) -> None:
        """``export`` into a file, which is whole or, after a failure, as it was.

        Raises:
            ExchangeError: The conversation is gone, or the file cannot be written.
        """
        data = await self.export(conversation_id, form)
        await asyncio.to_thread(_replace, Path(path), data)

    async def import_from(self, path: str) -> ImportReport:
        """Read a file of any known kind and store what is in it.

        Raises:
            ExchangeError: The file cannot be read; names the place and the reason.
            StorageError: The store refused; conversations stored before stay.
        """
        personas = [str(d.get("id", "")) for d in await self._store.documents("persona")]
        profiles = list(self._profile_ids())
        now = self._clock.now()

        def read() -> list[ImportedConversation]:
            from desktop_app.core.exchange.importing import import_conversations

            file = Path(path)
            return import_conversations(
                _bytes_of(file), file.name, new_id=self._new_id, now=now, profiles=profiles, personas=personas
            )

        imported = await asyncio.to_thread(read)
        for item in imported:
            await self._keep(item)
        notes = dict.fromkeys(note for item in imported for note in item.notes)
        return ImportReport(tuple(item.conversation for item in imported), tuple(notes))

    async def _content(self, conversation_id: str, *, with_files: bool) -> ImportedConversation:
        from desktop_app.core.exchange.imported import ImportedConversation

        conversation = await self._store.conversation(conversation_id)
        if conversation is None:
            raise ExchangeError("The conversation does not exist any more.", title="Nothing to export")
        messages = tuple(await self._store.all_messages(conversation_id))
        files: dict[str, bytes] = {}
        if with_files:
            for digest in dict.fromkeys(a.digest for m in messages for a in m.attachments if not m.deleted):
                data = await self._store.blob(digest)
                if data is not None:
                    files[digest] = data
        return ImportedConversation(
            conversation=conversation,
            messages=messages,
            summaries=tuple(await self._store.summaries(conversation_id)),
            facts=tuple(await self._store.facts(conversation_id)),
            files=files,
            extra=await self._unknown_fields(conversation_id),
        )

    async def _unknown_fields(self, conversation_id: str) -> dict[str, Any]:
        kept = await self._store.documents(UNKNOWN_FIELDS)
        fields = next((d.get("fields") for d in kept if d.get("id") == conversation_id), None)
        return fields if isinstance(fields, dict) else {}

    async def _keep(self, item: ImportedConversation) -> None:
        for attachment in {a.digest: a for m in item.messages for a in m.attachments}.values():
            data = item.files.get(attachment.digest)
            if data is not None:
                await self._store.put_blob(data, attachment.name, attachment.media_type)
        await self._store.add_tree(item.conversation, item.messages, item.summaries, item.facts)
        if item.extra:
            document = {"id": item.conversation.id, "fields": dict(item.extra)}
            await self._store.save_document(UNKNOWN_FIELDS, item.conversation.id, document)
        self._publish(ConversationAdded(item.conversation))


def _written(content: ImportedConversation, form: Form) -> bytes:
    from desktop_app.core.domain.summary import SummaryState
    from desktop_app.core.exchange import pack, transcript, tree_json
    from desktop_app.core.exchange.imported import shown_path

    if form is Form.PACK:
        return pack.write_pack(content)
    if form is Form.JSON:
        return tree_json.write_tree(content)
    path = shown_path(content.conversation, content.messages)
    if form is Form.TEXT:
        text = transcript.to_plain_text(content.conversation, path, zone=None)
    else:
        active = [s for s in content.summaries if s.state is SummaryState.ACTIVE]
        text = transcript.to_markdown(content.conversation, path, summaries=active, zone=None)
    return text.encode("utf-8", "replace")


def _bytes_of(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise ExchangeError(f"{path.name} is larger than {MAX_FILE_BYTES // 1024 // 1024} MB.")
        return path.read_bytes()
    except OSError as error:
        raise ExchangeError(f"{path.name}: {error.strerror or 'it cannot be read'}.") from error


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file, then take its place: a full disk leaves no half export."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise ExchangeError(
            f"{path.name}: {error.strerror or 'it cannot be written'}.", title="This file cannot be written"
        ) from error
