"""What importers give and exporters take: a conversation with everything in it, as plain data."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_app.core.domain.conversation import Conversation, Fact, Message, MessageState
from desktop_app.core.domain.ports import NewId
from desktop_app.core.domain.summary import Summary

_MOST_NOTES = 50
"""Kinds of notes for one conversation; hostile files could name any number."""

_TITLE = 200
"""Characters of a title that a list can show."""


@dataclass(frozen=True, slots=True)
class ImportedConversation:
    """A conversation read from a file; nothing of it is stored yet.

    Attributes:
        messages: The whole tree; parents may stand after their children, siblings are in order.
        files: Bytes of attachments by their SHA-256.
        notes: What was left out or guessed, one plain sentence each.
        extra: Fields of the file that this program does not know, kept for the next export: under
            ``conversation``, and under ``messages`` by message id.
    """

    conversation: Conversation
    messages: tuple[Message, ...]
    summaries: tuple[Summary, ...] = ()
    facts: tuple[Fact, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


class Notes:
    """Counts what an importer leaves out, so that a thousand equal cases are one sentence."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def add(self, words: str) -> None:
        """Note one more case of it."""
        if words in self._counts or len(self._counts) < _MOST_NOTES:
            self._counts[words] += 1

    def sentences(self) -> tuple[str, ...]:
        """One sentence per kind, with its number of cases."""
        return tuple(
            f"{words} ({number} times)." if number > 1 else f"{words}."
            for words, number in self._counts.items()
        )


def adopt(
    imported: ImportedConversation,
    *,
    new_id: NewId,
    profiles: Collection[str] = (),
    personas: Collection[str] = (),
) -> ImportedConversation:
    """The same under new ids, so that a file can be imported twice and beside its source.

    References to profiles and personas are kept only when they are known here; a reply that was
    streaming when it was exported is interrupted.
    """
    head_id = new_id()
    ids = {message.id: new_id() for message in imported.messages}
    extra = dict(imported.extra)
    if "messages" in extra:
        extra["messages"] = {ids[key]: value for key, value in extra["messages"].items() if key in ids}
    return dataclasses.replace(
        imported,
        conversation=dataclasses.replace(
            imported.conversation,
            id=head_id,
            title=" ".join(imported.conversation.title.split())[:_TITLE],
            active_leaf_id=ids.get(imported.conversation.active_leaf_id or ""),
            profile_id=_known(imported.conversation.profile_id, profiles),
            persona_ids=tuple(p for p in imported.conversation.persona_ids if p in personas),
            origin_id=None,
            deleted_at=None,
        ),
        messages=tuple(
            dataclasses.replace(
                m,
                id=ids[m.id],
                conversation_id=head_id,
                parent_id=ids.get(m.parent_id or ""),
                profile_id=_known(m.profile_id, profiles),
                persona_id=_known(m.persona_id, personas),
                state=MessageState.INTERRUPTED if m.state is MessageState.STREAMING else m.state,
            )
            for m in imported.messages
        ),
        summaries=_adopted_summaries(imported.summaries, head_id, ids, new_id, profiles),
        facts=tuple(
            dataclasses.replace(
                f,
                id=new_id(),
                conversation_id=head_id,
                source_message_id=ids.get(f.source_message_id or ""),
            )
            for f in imported.facts
        ),
        extra=extra,
    )


def _known(value: str | None, values: Collection[str]) -> str | None:
    return value if value in values else None


def _adopted_summaries(
    summaries: Sequence[Summary],
    head_id: str,
    message_ids: Mapping[str, str],
    new_id: NewId,
    profiles: Collection[str],
) -> tuple[Summary, ...]:
    ids = {summary.id: new_id() for summary in summaries}
    return tuple(
        dataclasses.replace(
            s,
            id=ids[s.id],
            conversation_id=head_id,
            boundary_id=message_ids[s.boundary_id],
            previous_id=ids.get(s.previous_id or ""),
            version_of=ids.get(s.version_of or ""),
            profile_id=_known(s.profile_id, profiles),
        )
        for s in summaries
    )


def without_deleted(imported: ImportedConversation) -> ImportedConversation:
    """The same without deleted messages, and without summaries that end at one.

    What followed a deleted message follows its nearest kept ancestor, as on the path shown.
    """
    by_id = {m.id: m for m in imported.messages}
    kept = tuple(
        dataclasses.replace(m, parent_id=kept_ancestor(m.parent_id, by_id))
        for m in imported.messages
        if not m.deleted
    )
    ids = {m.id for m in kept}
    extra = dict(imported.extra)
    if "messages" in extra:
        extra["messages"] = {key: value for key, value in extra["messages"].items() if key in ids}
    leaf = kept_ancestor(imported.conversation.active_leaf_id, by_id)
    return dataclasses.replace(
        imported,
        conversation=dataclasses.replace(imported.conversation, active_leaf_id=leaf),
        messages=kept,
        summaries=_linked(s for s in imported.summaries if s.boundary_id in ids),
        facts=tuple(
            f if f.source_message_id in ids else dataclasses.replace(f, source_message_id=None)
            for f in imported.facts
        ),
        extra=extra,
    )


def kept_ancestor(message_id: str | None, by_id: Mapping[str, Message]) -> str | None:
    """The message itself or its nearest ancestor that is not deleted; None when there is none."""
    seen: set[str] = set()
    while message_id is not None and message_id in by_id and message_id not in seen:
        if not by_id[message_id].deleted:
            return message_id
        seen.add(message_id)
        message_id = by_id[message_id].parent_id
    return None


def shown_path(conversation: Conversation, messages: Iterable[Message]) -> list[Message]:
    """The path to the active leaf, deleted messages left out."""
    by_id = {m.id: m for m in messages}
    path: list[Message] = []
    at = conversation.active_leaf_id
    while at is not None and (message := by_id.pop(at, None)) is not None:
        if not message.deleted:
            path.append(message)
        at = message.parent_id
    return path[::-1]


def _linked(summaries: Iterable[Summary]) -> tuple[Summary, ...]:
    """Summaries whose links lead only to one another."""
    kept = list(summaries)
    ids = {s.id for s in kept}
    return tuple(
        dataclasses.replace(
            s,
            previous_id=s.previous_id if s.previous_id in ids else None,
            version_of=s.version_of if s.version_of in ids else None,
        )
        for s in kept
    )
