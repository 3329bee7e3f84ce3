"""Rows of the database to domain objects and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from desktop_app.core.domain.conversation import (
    Attachment,
    Conversation,
    Fact,
    Message,
    MessageState,
    Role,
    TitleSource,
    Usage,
)
from desktop_app.core.domain.summary import (
    LedgerEntry,
    Reason,
    Summary,
    SummaryEngineKind,
    SummaryMode,
    SummaryState,
)

Row = tuple[Any, ...]

CONVERSATION = (
    "id, title, title_source, created_at, updated_at, profile_id, active_leaf_id, persona_ids,"
    " origin_id, pinned, deleted_at, background, system_prompt"
)
MESSAGE = (
    "id, conversation_id, parent_id, role, state, deleted, pinned, created_at, speaker, persona_id,"
    " model, profile_id, prompt_tokens, completion_tokens, cached_tokens, reasoning_seconds,"
    " first_token_seconds, duration_seconds, finish_reason, error, error_action, attachments,"
    " text, reasoning"
)
_AT_ONCE = 500
_LARGEST = (1 << 63) - 1
PLACE_IN_TREE = 4
"""How many of the first columns of ``MESSAGE`` never change: id, conversation, parent, role."""
SUMMARY = (
    "id, conversation_id, boundary_id, created_at, span_hash, previous_id, settings_hash, use_english,"
    " engine, mode, reason, state, profile_id, model, prompt_tokens, completion_tokens, cached_tokens,"
    " covered_count, tokens_before, tokens_after, version_of, text, model_text"
)
FACT = "id, conversation_id, created_at, enabled, position, source_message_id, text"
LEDGER = (
    "conversation_id, kind, at, profile_id, model, prompt_tokens, completion_tokens, cached_tokens,"
    " saved_tokens, summary_id"
)


def marks(columns: str) -> str:
    """One ``?`` per column, for an INSERT."""
    return ", ".join("?" * (columns.count(",") + 1))


def batched(ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The ids in parts small enough for one query; SQLite's own limit was 999 values for long."""
    for start in range(0, len(ids), _AT_ONCE):
        yield tuple(ids[start : start + _AT_ONCE])


def marks_for(values: Sequence[object]) -> str:
    """One ``?`` per value, for an IN list."""
    return ", ".join("?" * len(values))


def storable(*values: Any) -> Row:
    """The values as SQLite takes them; it would refuse the whole row otherwise.

    Streams can cut a character in two: halves that belong together are joined, lone ones become
    U+FFFD. Numbers of a hostile server are cut to 64 bits.
    """
    return tuple(
        valid_text(value)
        if isinstance(value, str)
        else max(-_LARGEST, min(value, _LARGEST))
        if isinstance(value, int)
        else value
        for value in values
    )


def valid_text(text: str) -> str:
    """The text without halves of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def conversation_from(row: Row) -> Conversation:
    """A conversation from a row of ``CONVERSATION``."""
    return Conversation(
        id=row[0],
        title=row[1],
        title_source=TitleSource(row[2]),
        created_at=row[3],
        updated_at=row[4],
        profile_id=row[5],
        active_leaf_id=row[6],
        persona_ids=tuple(json.loads(row[7])) if row[7] else (),
        origin_id=row[8],
        pinned=bool(row[9]),
        deleted_at=row[10],
        background=row[11],
        system_prompt=row[12],
    )


def conversation_values(conversation: Conversation) -> Row:
    """The values of ``CONVERSATION``."""
    return storable(
        conversation.id,
        conversation.title,
        conversation.title_source,
        conversation.created_at,
        conversation.updated_at,
        conversation.profile_id,
        conversation.active_leaf_id,
        json.dumps(conversation.persona_ids) if conversation.persona_ids else "",
        conversation.origin_id,
        conversation.pinned,
        conversation.deleted_at,
        conversation.background,
        conversation.system_prompt,
    )


def message_from(row: Row) -> Message:
    """A message from a row of ``MESSAGE``."""
    return Message(
        id=row[0],
        conversation_id=row[1],
        parent_id=row[2],
        role=Role(row[3]),
        state=MessageState(row[4]),
        deleted=bool(row[5]),
        pinned=bool(row[6]),
        created_at=row[7],
        speaker=row[8],
        persona_id=row[9],
        model=row[10],
        profile_id=row[11],
        usage=_usage(*row[12:15]),
        reasoning_seconds=row[15],
        first_token_seconds=row[16],
        duration_seconds=row[17],
        finish_reason=row[18],
        error=row[19],
        error_action=row[20],
        attachments=attachments_from(row[21]),
        text=row[22],
        reasoning=row[23],
    )


def message_values(message: Message) -> Row:
    """The values of ``MESSAGE``."""
    return storable(
        message.id,
        message.conversation_id,
        message.parent_id,
        message.role,
        message.state,
        message.deleted,
        message.pinned,
        message.created_at,
        message.speaker,
        message.persona_id,
        message.model,
        message.profile_id,
        *_usage_values(message.usage),
        message.reasoning_seconds,
        message.first_token_seconds,
        message.duration_seconds,
        message.finish_reason,
        message.error,
        message.error_action,
        attachments_text(message.attachments),
        message.text,
        message.reasoning,
    )


def summary_from(row: Row) -> Summary:
    """A summary from a row of ``SUMMARY``."""
    return Summary(
        id=row[0],
        conversation_id=row[1],
        boundary_id=row[2],
        created_at=row[3],
        span_hash=row[4],
        previous_id=row[5],
        settings_hash=row[6],
        use_english=bool(row[7]),
        engine=SummaryEngineKind(row[8]),
        mode=SummaryMode(row[9]),
        reason=Reason(row[10]),
        state=SummaryState(row[11]),
        profile_id=row[12],
        model=row[13],
        usage=_usage(*row[14:17]),
        covered_count=row[17],
        tokens_before=row[18],
        tokens_after=row[19],
        version_of=row[20],
        text=row[21],
        model_text=row[22],
    )


def summary_values(summary: Summary) -> Row:
    """The values of ``SUMMARY``."""
    return storable(
        summary.id,
        summary.conversation_id,
        summary.boundary_id,
        summary.created_at,
        summary.span_hash,
        summary.previous_id,
        summary.settings_hash,
        summary.use_english,
        summary.engine,
        summary.mode,
        summary.reason,
        summary.state,
        summary.profile_id,
        summary.model,
        *_usage_values(summary.usage),
        summary.covered_count,
        summary.tokens_before,
        summary.tokens_after,
        summary.version_of,
        summary.text,
        summary.model_text,
    )


def fact_from(row: Row) -> Fact:
    """A fact from a row of ``FACT``."""
    return Fact(
        id=row[0],
        conversation_id=row[1],
        created_at=row[2],
        enabled=bool(row[3]),
        position=row[4],
        source_message_id=row[5],
        text=row[6],
    )


def fact_values(fact: Fact) -> Row:
    """The values of ``FACT``."""
    return storable(
        fact.id,
        fact.conversation_id,
        fact.created_at,
        fact.enabled,
        fact.position,
        fact.source_message_id,
        fact.text,
    )


def ledger_entry_from(row: Row) -> LedgerEntry:
    """A ledger entry from a row of ``LEDGER``."""
    return LedgerEntry(
        conversation_id=row[0],
        kind=row[1],
        at=row[2],
        profile_id=row[3],
        model=row[4],
        usage=Usage(row[5], row[6], row[7]),
        saved_tokens=row[8],
        summary_id=row[9],
    )


def ledger_values(entry: LedgerEntry) -> Row:
    """The values of ``LEDGER``."""
    return storable(
        entry.conversation_id,
        entry.kind,
        entry.at,
        entry.profile_id,
        entry.model,
        *_usage_values(entry.usage),
        entry.saved_tokens,
        entry.summary_id,
    )


def attachments_from(text: str) -> tuple[Attachment, ...]:
    """Attachments from their column."""
    return tuple(Attachment(*values) for values in json.loads(text)) if text else ()


def attachments_text(attachments: Iterable[Attachment]) -> str:
    """Attachments as their column holds them: a JSON list, "" for none."""
    values = [(a.digest, a.name, a.media_type, a.size) for a in attachments]
    return json.dumps(values) if values else ""


def _usage(prompt: int | None, completion: int | None, cached: int | None) -> Usage | None:
    return None if prompt is None or completion is None else Usage(prompt, completion, cached)


def _usage_values(usage: Usage | None) -> Row:
    return (
        (None, None, None)
        if usage is None
        else (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)
    )
