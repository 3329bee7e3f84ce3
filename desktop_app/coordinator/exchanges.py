"""Conversations out to files and in from files, ours and other programs'."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.user_files import read_file, replace_file
from desktop_app.core.domain.conversation import Conversation
from desktop_app.core.domain.errors import StorageError
from desktop_app.core.domain.events import ConversationAdded
from desktop_app.core.domain.ports import Clock, ConversationStore, NewId, Publish
from desktop_app.core.domain.summary import SummaryState

if TYPE_CHECKING:
    from desktop_app.core.exchange.imported import ImportedConversation

MAX_FILE_BYTES = 512 * 1024 * 1024
"""Largest file that is read; a ChatGPT export of years is smaller."""

UNKNOWN_FIELDS = "imported_fields"
"""Kind of the documents that keep what an import brought and this program does not know, so that the
next export holds it again; each goes with its conversation."""


class ExportForm(StrEnum):
    """Forms of an export, by file suffix."""

    PACK = ".throughline"
    JSON = ".json"
    MARKDOWN = ".md"
    TEXT = ".txt"


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What an import brought, and what it had to leave out, one sentence each."""

    conversations: tuple[Conversation, ...]
    notes: tuple[str, ...]


class Exchanges:
    """Reads and writes files in worker threads; keys are never part of one.

    Args:
        store: Conversations.
        preferences: Profiles that imported conversations may be bound to.
        publish: Told of each new conversation.
        clock: Time for what has none of its own.
        new_id: Everything imported gets new ids.
    """

    def __init__(
        self,
        store: ConversationStore,
        preferences: Preferences,
        publish: Publish,
        clock: Clock,
        new_id: NewId,
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._publish = publish
        self._clock = clock
        self._new_id = new_id

    async def suggested_name(self, conversation_id: str, form: ExportForm) -> str:
        """A file name made of the conversation's title."""
        from desktop_app.core.exchange.transcript import file_name  # late: it costs start-up time

        conversation = await self._store.conversation(conversation_id)
        return file_name(conversation.title if conversation else "", form.value)

    async def export_to(self, conversation_id: str, path: str) -> None:
        """Write a conversation in the form the file's suffix names (a hand-off pack otherwise).

        Raises:
            StorageError: The conversation is gone.
            ExchangeError: The file cannot be written; a former file of that name is untouched.
        """
        target = Path(path)
        suffix = target.suffix.lower()
        form = ExportForm(suffix) if suffix in {f.value for f in ExportForm} else ExportForm.PACK
        whole = await self._whole(conversation_id, with_files=form is ExportForm.PACK)
        data = await asyncio.to_thread(_written, form, whole)
        await asyncio.to_thread(replace_file, target, data)

    async def import_from(self, path: str) -> ImportOutcome:
        """Read the conversations in a file of any kind that is known.

        Raises:
            ExchangeError: The file cannot be read; nothing is imported.
        """
        from desktop_app.core.exchange.importing import import_conversations

        found: list[Conversation] = []
        notes: dict[str, None] = {}
        profiles = {profile.id for profile in self._preferences.settings.profiles}
        personas = {str(document.get("id")) for document in await self._store.documents("persona")}
        data = await asyncio.to_thread(read_file, Path(path), MAX_FILE_BYTES)
        imported = await asyncio.to_thread(
            import_conversations,
            data,
            Path(path).name,
            new_id=self._new_id,
            now=self._clock.now(),
            profiles=profiles,
            personas=personas,
        )
        for item in imported:
            await self._keep(item)
            found.append(item.conversation)
            notes.update(dict.fromkeys(item.notes))
        return ImportOutcome(tuple(found), tuple(notes))

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

    async def _whole(self, conversation_id: str, *, with_files: bool) -> ImportedConversation:
        from desktop_app.core.exchange.imported import ImportedConversation

        conversation = await self._store.conversation(conversation_id)
        if conversation is None:
            raise StorageError("This conversation does not exist any more.")
        messages = await self._store.all_messages(conversation_id)
        wanted = [a.digest for m in messages for a in m.attachments if not m.deleted] if with_files else []
        blobs = {digest: await self._store.blob(digest) for digest in dict.fromkeys(wanted)}
        return ImportedConversation(
            conversation=conversation,
            messages=tuple(messages),
            summaries=tuple(await self._store.summaries(conversation_id)),
            facts=tuple(await self._store.facts(conversation_id)),
            files={digest: data for digest, data in blobs.items() if data is not None},
            extra=await self._unknown_fields(conversation_id),
        )

    async def _unknown_fields(self, conversation_id: str) -> dict[str, Any]:
        kept = await self._store.documents(UNKNOWN_FIELDS)
        fields = next((d.get("fields") for d in kept if d.get("id") == conversation_id), None)
        return fields if isinstance(fields, dict) else {}


def _written(form: ExportForm, whole: ImportedConversation) -> bytes:
    from desktop_app.core.exchange import pack, transcript, tree_json
    from desktop_app.core.exchange.imported import shown_path

    if form is ExportForm.PACK:
        return pack.write_pack(whole)
    if form is ExportForm.JSON:
        return tree_json.write_tree(whole)
    shown = shown_path(whole.conversation, whole.messages)
    if form is ExportForm.MARKDOWN:
        active = [s for s in whole.summaries if s.state is SummaryState.ACTIVE]
        text = transcript.to_markdown(whole.conversation, shown, summaries=active, zone=None)
    else:
        text = transcript.to_plain_text(whole.conversation, shown, zone=None)
    return text.encode("utf-8", "replace")
