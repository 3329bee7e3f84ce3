"""Conversations out to files and in from files, ours and other programs'."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from desktop_app.coordinator.preferences import Preferences
from desktop_app.core.domain.conversation import Conversation, Message
from desktop_app.core.domain.errors import ExchangeError, StorageError
from desktop_app.core.domain.events import ConversationAdded
from desktop_app.core.domain.ports import Clock, ConversationStore, NewId, Publish
from desktop_app.core.domain.summary import SummaryState
from desktop_app.core.exchange.imported import ImportedConversation
from desktop_app.core.exchange.importing import import_conversations
from desktop_app.core.exchange.pack import write_pack
from desktop_app.core.exchange.transcript import file_name, to_markdown, to_plain_text
from desktop_app.core.exchange.tree_json import write_tree

MAX_FILE_BYTES = 512 * 1024 * 1024
"""Largest file that is read; a ChatGPT export of years is smaller."""


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
        whole = await self._whole(conversation_id)
        shown = await self._store.path(conversation_id)
        data = await asyncio.to_thread(_written, form, whole, shown)
        await asyncio.to_thread(_replace, target, data)

    async def import_from(self, paths: Sequence[str]) -> ImportOutcome:
        """Read conversations from files of any kind that is known.

        Raises:
            ExchangeError: A file cannot be read; those before it are imported.
        """
        found: list[Conversation] = []
        notes: list[str] = []
        for path in paths:
            data = await asyncio.to_thread(_read, Path(path))
            profiles = {profile.id for profile in self._preferences.settings.profiles}
            imported = await asyncio.to_thread(
                import_conversations,
                data,
                Path(path).name,
                new_id=self._new_id,
                now=self._clock.now(),
                profiles=profiles,
            )
            for item in imported:
                await self._keep(item)
                found.append(item.conversation)
                notes.extend(item.notes)
        return ImportOutcome(tuple(found), tuple(notes))

    async def _keep(self, item: ImportedConversation) -> None:
        for message in item.messages:
            for attachment in message.attachments:
                data = item.files.get(attachment.digest)
                if data is not None:
                    await self._store.put_blob(data, attachment.name, attachment.media_type)
        await self._store.add_tree(item.conversation, item.messages, item.summaries, item.facts)
        self._publish(ConversationAdded(item.conversation))

    async def _whole(self, conversation_id: str) -> ImportedConversation:
        conversation = await self._store.conversation(conversation_id)
        if conversation is None:
            raise StorageError("This conversation does not exist any more.")
        messages = await self._store.all_messages(conversation_id)
        files = {}
        for message in messages:
            for attachment in message.attachments:
                data = await self._store.blob(attachment.digest)
                if data is not None:
                    files[attachment.digest] = data
        return ImportedConversation(
            conversation=conversation,
            messages=tuple(messages),
            summaries=tuple(await self._store.summaries(conversation_id)),
            facts=tuple(await self._store.facts(conversation_id)),
            files=files,
        )


def _written(form: ExportForm, whole: ImportedConversation, shown: Sequence[Message]) -> bytes:
    zone = datetime.now().astimezone().tzinfo
    if form is ExportForm.PACK:
        return write_pack(whole)
    if form is ExportForm.JSON:
        return write_tree(whole)
    if form is ExportForm.MARKDOWN:
        active = [s for s in whole.summaries if s.state is SummaryState.ACTIVE]
        text = to_markdown(whole.conversation, shown, summaries=active, zone=zone or UTC)
    else:
        text = to_plain_text(whole.conversation, shown, zone=zone or UTC)
    return text.encode("utf-8", "replace")


def _replace(target: Path, data: bytes) -> None:
    """Write beside the target and put in its place, so that a full disk costs no former file."""
    beside = target.with_name(f".{target.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise ExchangeError(
            f"{target.name}: {error.strerror or error}.", title="The file could not be written"
        ) from error


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise ExchangeError(f"{path.name} is larger than {MAX_FILE_BYTES // 1024**2} MB.")
        return path.read_bytes()
    except OSError as error:
        raise ExchangeError(f"{path.name}: {error.strerror or error}.") from error
