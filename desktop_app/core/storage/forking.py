"""Copying whole trees: a fork of a conversation, and trees that come from elsewhere."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterable, Sequence

from desktop_app.core.domain.conversation import Conversation, Fact, Message, MessageState
from desktop_app.core.domain.errors import StorageError
from desktop_app.core.domain.ports import NewId
from desktop_app.core.domain.summary import Summary, SummaryState
from desktop_app.core.storage import conversations, facts, messages, summaries, tree


def fork(
    connection: sqlite3.Connection,
    conversation_id: str,
    message_id: str,
    *,
    new_conversation: Conversation,
    new_id: NewId,
) -> Conversation:
    """Copy the path up to a message; see ``ConversationStore.fork``.

    Raises:
        StorageError: The message is not in the conversation, or nothing of its path is left.
    """
    chain = tree.chain(connection, conversation_id, message_id)
    path = messages.find_all(connection, [i for i, deleted in chain if not deleted])
    if not path:
        raise StorageError("There is nothing to continue from: the message is gone.")
    ids = {message.id: new_id() for message in path}
    copies = _copied_messages(path, ids, new_conversation.id)
    head = dataclasses.replace(
        new_conversation,
        active_leaf_id=copies[-1].id,
        origin_id=new_conversation.origin_id or conversation_id,
    )
    add_tree(
        connection,
        head,
        copies,
        _copied_summaries(
            summaries.listed(connection, conversation_id), _boundaries(chain, ids), head.id, new_id
        ),
        [
            dataclasses.replace(
                fact,
                id=new_id(),
                conversation_id=head.id,
                source_message_id=ids.get(fact.source_message_id or ""),
            )
            for fact in facts.listed(connection, conversation_id)
        ],
    )
    return head


def add_tree(
    connection: sqlite3.Connection,
    conversation: Conversation,
    tree_messages: Iterable[Message],
    tree_summaries: Iterable[Summary],
    tree_facts: Iterable[Fact],
) -> None:
    """Store a conversation with everything in it; siblings in the order in which they come."""
    conversations.save(connection, conversation)
    for message in tree_messages:
        messages.insert(connection, message)
    for summary in tree_summaries:
        summaries.insert(connection, summary)
    for fact in tree_facts:
        facts.save(connection, fact)


def _copied_messages(path: Sequence[Message], ids: dict[str, str], conversation_id: str) -> list[Message]:
    copies: list[Message] = []
    for message in path:
        copies.append(
            dataclasses.replace(
                message,
                id=ids[message.id],
                conversation_id=conversation_id,
                parent_id=copies[-1].id if copies else None,
                # Nobody streams into a copy.
                state=MessageState.INTERRUPTED if message.state is MessageState.STREAMING else message.state,
            )
        )
    return copies


def _boundaries(chain: Iterable[tuple[str, bool]], ids: dict[str, str]) -> dict[str, str]:
    """Where a summary ends in the copy: at a deleted message's last kept one before it."""
    found: dict[str, str] = {}
    last: str | None = None
    for message_id, _ in chain:
        last = ids.get(message_id, last)
        if last is not None:
            found[message_id] = last
    return found


def _copied_summaries(
    stored: Iterable[Summary], boundaries: dict[str, str], conversation_id: str, new_id: NewId
) -> list[Summary]:
    """Summaries that end on the path; one that waits for review stays where it was asked for."""
    kept = [s for s in stored if s.boundary_id in boundaries and s.state is not SummaryState.PENDING]
    new_ids = {summary.id: new_id() for summary in kept}
    return [
        dataclasses.replace(
            summary,
            id=new_ids[summary.id],
            conversation_id=conversation_id,
            boundary_id=boundaries[summary.boundary_id],
            previous_id=new_ids.get(summary.previous_id or ""),
            version_of=new_ids.get(summary.version_of or ""),
        )
        for summary in kept
    ]
