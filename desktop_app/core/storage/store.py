"""``ConversationStore`` on one SQLite file: hands each call to the store thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from desktop_app.core.domain.conversation import (
    Attachment,
    Conversation,
    Draft,
    Fact,
    Message,
    MessageState,
    Role,
    SearchHit,
)
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.ports import AppPaths, Clock, NewId
from desktop_app.core.domain.summary import LedgerEntry, Summary, SummaryState
from desktop_app.core.storage import (
    blobs,
    conversations,
    documents,
    drafts,
    facts,
    forking,
    ledger,
    messages,
    search,
    summaries,
    tree,
)
from desktop_app.core.storage.checkup import Checkup
from desktop_app.core.storage.database import Database
from desktop_app.core.storage.failures import FOREIGN
from desktop_app.core.storage.thread import StoreThread

if TYPE_CHECKING:
    import sqlite3

    from desktop_app.core.domain.ports import ConversationStore

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate["sqlite3.Connection", P], T]


class SqliteStore:
    """Conversations and what belongs to them in ``paths.database``; see ``ports.ConversationStore``.

    Every write is one transaction. Those that a user would miss most (their own messages, finished
    replies, summaries, whole trees) wait until the disk has them; the rest survives a crash of the
    program, and after a power cut the file is whole but may lack the last second.

    Args:
        busy_timeout: Seconds to wait when another program holds the file.
    """

    def __init__(self, paths: AppPaths, *, clock: Clock, busy_timeout: float = 5.0) -> None:
        self._database = Database(paths, clock=clock, busy_timeout=busy_timeout)
        self._checkup = Checkup(paths, self._database.suspect)
        self._thread = StoreThread("store")
        self._check_thread = StoreThread("store-check")

    async def open(self) -> tuple[ThroughlineError, ...]:
        """Open, check and migrate the file; see ``ConversationStore.open``."""
        return await self._thread.run(self._database.open)

    async def close(self) -> None:
        """Finish pending writes and close; afterwards other calls raise ``StorageError``."""
        self._checkup.stop()
        await self._thread.run(self._database.close)
        self._thread.stop()
        self._check_thread.stop()

    async def check(self, *, again: bool = False) -> tuple[ThroughlineError, ...]:
        """Read every page, beside other work, if ``open`` did not or ``again`` asks for it."""
        if self._database.is_checked and not again:
            return ()
        return await self._check_thread.run(self._checkup.run)

    async def conversations(self) -> list[Conversation]:
        """All that are not deleted, pinned ones first, then the newest."""
        return await self._read(conversations.listed)

    async def conversation(self, conversation_id: str) -> Conversation | None:
        """One conversation, deleted or not."""
        return await self._read(conversations.find, conversation_id)

    async def save_conversation(self, conversation: Conversation) -> None:
        """Insert it or replace its fields."""
        await self._write(conversations.save, conversation)

    async def change_conversation(self, conversation_id: str, **fields: Any) -> Conversation | None:
        """Set some head fields in one transaction; the new head, or None if there is none."""
        return await self._write(conversations.change, conversation_id, fields)

    async def set_auto_title(self, conversation_id: str, title: str) -> Conversation | None:
        """Set a title unless the user set one; None when nothing was changed."""
        return await self._write(conversations.set_auto_title, conversation_id, title)

    async def purge_deleted(self, before: float) -> int:
        """Purge the conversations deleted before a moment; returns how many."""
        return await self._write(conversations.purge_deleted, before)

    async def add_tree(
        self,
        conversation: Conversation,
        messages: Sequence[Message],
        summaries: Sequence[Summary] = (),
        facts: Sequence[Fact] = (),
    ) -> None:
        """Store a new conversation with everything in it, all or nothing."""
        await self._write_durably(forking.add_tree, conversation, messages, summaries, facts)

    async def add_message(self, message: Message, *, activate: bool = True) -> None:
        """Store a new message, durably if it is the user's; by default it becomes the active leaf."""
        write = self._write_durably if message.role is Role.USER else self._write
        await write(messages.add, message, activate=activate)

    async def save_message(self, message: Message) -> None:
        """Replace content and state; durably once it streams no more."""
        write = self._write if message.state is MessageState.STREAMING else self._write_durably
        await write(messages.save, message)

    async def revise_message(self, message_id: str, text: str, at: float) -> Message:
        """Change the text and keep the former one as a revision."""
        return await self._write_durably(messages.revise, message_id, text, at)

    async def revisions(self, message_id: str) -> list[tuple[float, str]]:
        """When each former text was replaced, and that text; oldest first."""
        return await self._read(messages.revisions, message_id)

    async def message(self, message_id: str) -> Message | None:
        """One message, deleted or not."""
        return await self._read(messages.find, message_id)

    async def messages(self, message_ids: Sequence[str]) -> list[Message]:
        """These messages in this order; unknown ids are skipped."""
        return await self._read(messages.find_all, message_ids)

    async def all_messages(self, conversation_id: str) -> list[Message]:
        """Every message of a conversation, of all branches and deleted ones, oldest first."""
        return await self._read(messages.all_of, conversation_id)

    async def removed_messages(self, conversation_id: str) -> list[Message]:
        """The deleted messages of a conversation, oldest first."""
        return await self._read(messages.removed, conversation_id)

    async def path_ids(self, conversation_id: str, leaf_id: str | None = None) -> list[str]:
        """Ids from the first message to the leaf (default: the active one), deleted ones out."""
        return await self._read(tree.path_ids, conversation_id, leaf_id)

    async def path(self, conversation_id: str, leaf_id: str | None = None) -> list[Message]:
        """The messages of ``path_ids``."""
        return await self._read(_path, conversation_id, leaf_id)

    async def siblings(self, message_id: str) -> list[str]:
        """Ids of the messages with the same parent, itself included, oldest first, deleted out."""
        return await self._read(tree.siblings, message_id)

    async def branches(self, message_ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Place and number among the siblings, for the messages that have any."""
        return await self._read(tree.branches, message_ids)

    async def leaf_below(self, message_id: str) -> str:
        """The leaf reached by always taking the newest child that has something to show."""
        return await self._read(tree.leaf_below, message_id)

    async def set_active_leaf(self, conversation_id: str, leaf_id: str | None) -> None:
        """Show another path."""
        await self._write(conversations.set_active_leaf, conversation_id, leaf_id)

    async def fork(
        self, conversation_id: str, message_id: str, *, new_conversation: Conversation, new_id: NewId
    ) -> Conversation:
        """Copy the path up to a message, with its summaries and facts, into a new conversation."""
        return await self._write_durably(
            forking.fork, conversation_id, message_id, new_conversation=new_conversation, new_id=new_id
        )

    async def search(
        self, query: str, *, conversation_id: str | None = None, limit: int = 50
    ) -> list[SearchHit]:
        """Messages that hold every word of the query, the newest first."""
        return await self._read(search.search, query, conversation_id, limit)

    async def summaries(self, conversation_id: str) -> list[Summary]:
        """All of a conversation, oldest first."""
        return await self._read(summaries.listed, conversation_id)

    async def add_summary(self, summary: Summary) -> None:
        """Store a new summary."""
        await self._write_durably(summaries.insert, summary)

    async def set_summary_state(self, summary_id: str, state: SummaryState) -> None:
        """Apply, undo or restore a summary."""
        await self._write_durably(summaries.set_state, summary_id, state)

    async def delete_summary(self, summary_id: str) -> None:
        """Discard a summary that waits for review."""
        await self._write(summaries.discard, summary_id)

    async def draft(self, conversation_id: str) -> Draft | None:
        """What stood unsent in the composer."""
        return await self._read(drafts.find, conversation_id)

    async def save_draft(self, conversation_id: str, draft: Draft | None) -> None:
        """Keep or, with None or an empty draft, forget it."""
        await self._write(drafts.save, conversation_id, draft)

    async def facts(self, conversation_id: str | None) -> list[Fact]:
        """Facts of one conversation, or the global ones for None, in order."""
        return await self._read(facts.listed, conversation_id)

    async def save_fact(self, fact: Fact) -> None:
        """Insert or replace a fact."""
        await self._write(facts.save, fact)

    async def delete_fact(self, fact_id: str) -> None:
        """Remove a fact."""
        await self._write(facts.delete, fact_id)

    async def documents(self, kind: str) -> list[dict[str, Any]]:
        """Library entries of a kind, in the order in which they were added."""
        return await self._read(documents.listed, kind)

    async def save_document(self, kind: str, document_id: str, data: dict[str, Any]) -> None:
        """Insert or replace a library entry."""
        await self._write(documents.save, kind, document_id, data)

    async def delete_document(self, kind: str, document_id: str) -> None:
        """Remove a library entry."""
        await self._write(documents.delete, kind, document_id)

    async def put_blob(self, data: bytes, name: str, media_type: str) -> Attachment:
        """Store bytes once by their SHA-256."""
        return await self._write(blobs.put, data, name, media_type)

    async def blob(self, digest: str) -> bytes | None:
        """Stored bytes."""
        return await self._read(blobs.find, digest)

    async def add_ledger_entry(self, entry: LedgerEntry) -> None:
        """Note what a request cost."""
        await self._write(ledger.add_entry, entry)

    async def ledger(self, conversation_id: str | None = None) -> list[LedgerEntry]:
        """Entries of one conversation or of all, oldest first."""
        return await self._read(ledger.entries, conversation_id)

    async def calibration(self, model: str) -> tuple[float, int]:
        """(ratio reported/estimated tokens, number of reports); (1.0, 0) if none."""
        return await self._read(ledger.calibration, model)

    async def save_calibration(self, model: str, ratio: float, reports: int) -> None:
        """Keep the ratio for a model."""
        await self._write(ledger.save_calibration, model, ratio, reports)

    async def _read(self, work: Work[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(lambda: work(self._database.connection, *args, **kwargs))

    async def _write(self, work: Work[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(lambda: self._in_transaction(False, work, *args, **kwargs))

    async def _write_durably(self, work: Work[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(lambda: self._in_transaction(True, work, *args, **kwargs))

    def _in_transaction(self, durable: bool, work: Work[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._database.transaction(durable=durable) as connection:
            return work(connection, *args, **kwargs)

    async def _run(self, work: Callable[[], T]) -> T:
        """Do it on the store thread; foreign errors leave as ours."""

        def translated() -> T:
            try:
                try:
                    return work()
                except FOREIGN as error:
                    if not self._database.bear_torn_text(error):
                        raise
                return work()
            except (*FOREIGN, ValueError) as error:
                raise self._database.translate(error) from error

        return await self._thread.run(translated)


if TYPE_CHECKING:

    def _fits_the_port(store: SqliteStore) -> ConversationStore:
        return store


def _path(connection: sqlite3.Connection, conversation_id: str, leaf_id: str | None) -> list[Message]:
    return messages.find_all(connection, tree.path_ids(connection, conversation_id, leaf_id))
