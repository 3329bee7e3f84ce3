"""The port of the conversation store; see ``ports``, which offers it too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from desktop_app.core.domain.conversation import (
    Attachment,
    Conversation,
    Draft,
    Fact,
    Message,
    SearchHit,
)
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.summary import LedgerEntry, Summary, SummaryState

NewId = Callable[[], str]
"""Makes a new unique id."""


class ConversationStore(Protocol):
    """Conversations, messages, summaries and what belongs to them, on disk.

    A method returns only after its write is committed. Order of writes is the order of calls.
    """

    async def open(self) -> tuple[ThroughlineError, ...]:
        """Open, check and migrate the file; returns notices (file set aside, backup made).

        Streaming messages left by a crash become interrupted.

        Raises:
            DataDirUnusable, StoreLocked: The program cannot go on.
        """
        ...

    async def check(self, *, again: bool = False) -> tuple[ThroughlineError, ...]:
        """Read every page beside other work, if ``open`` did not; the next ``open`` mends damage."""
        ...

    async def close(self) -> None:
        """Finish pending writes and close the file; later calls do nothing."""
        ...

    # conversations
    async def conversations(self) -> list[Conversation]:
        """All conversations that are not deleted, pinned ones first, then the newest."""
        ...

    async def conversation(self, conversation_id: str) -> Conversation | None:
        """One conversation, deleted or not."""
        ...

    async def save_conversation(self, conversation: Conversation) -> None:
        """Insert it or replace its whole head; use ``change_conversation`` for single fields."""
        ...

    async def change_conversation(self, conversation_id: str, **fields: Any) -> Conversation | None:
        """Set some head fields in one transaction, so that no other change is lost.

        Returns the new head; None when there is no such conversation.
        """
        ...

    async def set_auto_title(self, conversation_id: str, title: str) -> Conversation | None:
        """Set a title unless the user set one; returns the new head, None if nothing was changed."""
        ...

    async def purge_deleted(self, before: float) -> int:
        """Purge the conversations deleted before a moment; returns how many."""
        ...

    async def add_tree(
        self,
        conversation: Conversation,
        messages: Sequence[Message],
        summaries: Sequence[Summary] = (),
        facts: Sequence[Fact] = (),
    ) -> None:
        """Store a new conversation with everything in it, siblings in order, all or nothing."""
        ...

    # messages
    async def add_message(self, message: Message, *, activate: bool = True) -> None:
        """Store a new message (durably the user's) and, by default, make it the active leaf.

        That also moves the conversation's ``updated_at`` forward to the message's time.
        """
        ...

    async def save_message(self, message: Message) -> None:
        """Replace a stored message's content and state; its place in the tree stays."""
        ...

    async def revise_message(self, message_id: str, text: str, at: float) -> Message:
        """Change a message's text and keep the former text as a revision."""
        ...

    async def revisions(self, message_id: str) -> list[tuple[float, str]]:
        """When each former text was replaced, and that text; oldest first."""
        ...

    async def message(self, message_id: str) -> Message | None:
        """One message, deleted or not."""
        ...

    async def messages(self, message_ids: Sequence[str]) -> list[Message]:
        """The messages with these ids, in this order; unknown ids are skipped."""
        ...

    async def all_messages(self, conversation_id: str) -> list[Message]:
        """Every message of a conversation, of all branches and deleted ones, oldest first."""
        ...

    async def removed_messages(self, conversation_id: str) -> list[Message]:
        """The deleted messages of a conversation, oldest first; a summary may still end at one."""
        ...

    async def path_ids(self, conversation_id: str, leaf_id: str | None = None) -> list[str]:
        """Ids from the first message to ``leaf_id`` (default: the active leaf), deleted ones out."""
        ...

    async def path(self, conversation_id: str, leaf_id: str | None = None) -> list[Message]:
        """The messages of ``path_ids``."""
        ...

    async def siblings(self, message_id: str) -> list[str]:
        """Ids of the messages with the same parent, itself included, oldest first, deleted out."""
        ...

    async def branches(self, message_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """(place from 1, number) among the siblings, for those of the messages that have any."""
        ...

    async def leaf_below(self, message_id: str) -> str:
        """The leaf reached by always taking the newest child."""
        ...

    async def set_active_leaf(self, conversation_id: str, leaf_id: str | None) -> None:
        """Show another path."""
        ...

    async def fork(
        self, conversation_id: str, message_id: str, *, new_conversation: Conversation, new_id: NewId
    ) -> Conversation:
        """Copy the path up to ``message_id`` into a new conversation, ids and summaries remapped."""
        ...

    async def search(
        self, query: str, *, conversation_id: str | None = None, limit: int = 50
    ) -> list[SearchHit]:
        """Full-text search (Chinese included); the query is plain words, never FTS syntax."""
        ...

    # summaries
    async def summaries(self, conversation_id: str) -> list[Summary]:
        """All summaries of a conversation, oldest first, undone and pending ones included."""
        ...

    async def add_summary(self, summary: Summary) -> None:
        """Store a new summary in one transaction."""
        ...

    async def set_summary_state(self, summary_id: str, state: SummaryState) -> None:
        """Apply, undo or restore a summary."""
        ...

    async def delete_summary(self, summary_id: str) -> None:
        """Discard a pending summary."""
        ...

    # drafts, facts, documents, blobs
    async def draft(self, conversation_id: str) -> Draft | None:
        """What stood unsent in the composer."""
        ...

    async def save_draft(self, conversation_id: str, draft: Draft | None) -> None:
        """Keep or, with None or an empty draft, forget it."""
        ...

    async def facts(self, conversation_id: str | None) -> list[Fact]:
        """Facts of one conversation, or the global ones for None, in order."""
        ...

    async def save_fact(self, fact: Fact) -> None:
        """Insert or replace a fact."""
        ...

    async def delete_fact(self, fact_id: str) -> None:
        """Remove a fact; the caller keeps it for undo."""
        ...

    async def documents(self, kind: str) -> list[dict[str, Any]]:
        """Library entries of a kind (``persona``, ``preset``, ``world_book``) as JSON objects."""
        ...

    async def save_document(self, kind: str, document_id: str, data: dict[str, Any]) -> None:
        """Insert or replace a library entry; ``data`` must hold the id under ``"id"``."""
        ...

    async def delete_document(self, kind: str, document_id: str) -> None:
        """Remove a library entry."""
        ...

    async def put_blob(self, data: bytes, name: str, media_type: str) -> Attachment:
        """Store bytes once by their SHA-256."""
        ...

    async def blob(self, digest: str) -> bytes | None:
        """Stored bytes."""
        ...

    # figures
    async def add_ledger_entry(self, entry: LedgerEntry) -> None:
        """Note what a request cost."""
        ...

    async def ledger(self, conversation_id: str | None = None) -> list[LedgerEntry]:
        """Entries of one conversation or of all, oldest first."""
        ...

    async def calibration(self, model: str) -> tuple[float, int]:
        """(ratio reported/estimated tokens, number of reports) for a model; (1.0, 0) if none."""
        ...

    async def save_calibration(self, model: str, ratio: float, reports: int) -> None:
        """Keep the ratio for a model."""
        ...
