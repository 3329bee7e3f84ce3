"""Our own JSON form of a conversation: the whole tree, summaries and facts; read back without loss."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

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
    Reason,
    Summary,
    SummaryEngineKind,
    SummaryMode,
    SummaryState,
)
from desktop_app.core.exchange.foreign_json import MAX_MESSAGES, Node, read_json, refuse
from desktop_app.core.exchange.imported import ImportedConversation, without_deleted

FORMAT = "throughline-conversation"
VERSION = 1
"""Raised only when an older reader could not make sense of the file; new fields need no new version."""

_HEAD = ("format", "version", "conversation", "messages", "summaries", "facts")

E = TypeVar("E", bound=StrEnum)


def write_tree(imported: ImportedConversation, *, include_deleted: bool = False) -> bytes:
    """The conversation as UTF-8 JSON, the same bytes for the same content.

    Deleted messages stay out unless asked for: who deletes a message does not expect to pass it on.
    """
    kept = imported if include_deleted else without_deleted(imported)
    extra = kept.extra
    message_extra: Mapping[str, Any] = extra.get("messages", {})
    value = {
        **{key: item for key, item in extra.get("file", {}).items() if key not in _HEAD},
        "format": FORMAT,
        "version": VERSION,
        "conversation": _plain(kept.conversation, extra.get("conversation")),
        "messages": [_plain(m, message_extra.get(m.id)) for m in kept.messages],
        "summaries": [_plain(s) for s in kept.summaries],
        "facts": [_plain(f) for f in kept.facts],
    }
    return json.dumps(value, ensure_ascii=True, indent=1).encode()


def read_tree(data: bytes, place: str = "file") -> ImportedConversation:
    """The conversation as it was written, under its own ids.

    Raises:
        ExchangeError: Not our format, a newer version, or a field that makes no sense.
    """
    return read_value(Node(read_json(data, place), place))


def read_value(root: Node) -> ImportedConversation:
    """The same for JSON that is parsed already."""
    place = root.place
    if root.get("format").value != FORMAT:
        raise refuse(place, "is not a conversation of Throughline")
    if root.get("version").count() > VERSION:
        raise refuse(place, f"was written by a newer Throughline (version {root.get('version').count()})")
    head = root.get("conversation")
    messages = tuple(_message(node) for node in root.get("messages").items())
    if len(messages) > MAX_MESSAGES:
        raise refuse(place, f"holds more than {MAX_MESSAGES} messages")
    conversation = _conversation(head)
    ids = _checked_tree(conversation, messages, place)
    summaries = tuple(_summary(node) for node in root.get("summaries").items())
    facts = tuple(_fact(node) for node in root.get("facts").items())
    for summary in summaries:
        if summary.boundary_id not in ids:
            raise refuse(place, f"summary {summary.id!r} ends at a message that is not there")
    for rows, words in ((summaries, "summary"), (facts, "fact")):
        _unique((row.id for row in rows), words, place)
    return ImportedConversation(
        conversation=conversation,
        messages=messages,
        summaries=summaries,
        facts=facts,
        extra=_unknown(root, head),
    )


def _plain(value: Any, extra: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {**(extra or {}), **dataclasses.asdict(value)}


def _unknown(root: Node, head: Node) -> dict[str, Any]:
    """Fields that this version does not know, where there are any."""
    known = {f.name for f in dataclasses.fields(Message)}
    by_message = {
        node.get("id").text(): rest
        for node in root.get("messages").items()
        if (rest := {k: v for k, v in node.object().items() if k not in known})
    }
    head_known = {f.name for f in dataclasses.fields(Conversation)}
    found = {
        "file": {k: v for k, v in root.object().items() if k not in _HEAD},
        "conversation": {k: v for k, v in head.object().items() if k not in head_known},
        "messages": by_message,
    }
    return {key: value for key, value in found.items() if value}


def _checked_tree(conversation: Conversation, messages: tuple[Message, ...], place: str) -> set[str]:
    """Ids of the messages, once it is sure that they form a tree."""
    ids = _unique((m.id for m in messages), "message", place)
    parents = {m.id: m.parent_id for m in messages}
    sound: set[str] = set()
    for message in messages:
        if message.conversation_id != conversation.id:
            raise refuse(place, f"message {message.id!r} belongs to another conversation")
        trail: set[str] = set()
        at: str | None = message.id
        while at is not None and at not in sound:
            if at not in ids:
                raise refuse(place, f"message {message.id!r} follows one that is not there")
            if at in trail:
                raise refuse(place, f"message {message.id!r} follows itself")
            trail.add(at)
            at = parents[at]
        sound |= trail
    leaf = conversation.active_leaf_id
    if leaf is not None and leaf not in ids:
        raise refuse(f"{place}.conversation.active_leaf_id", "names a message that is not there")
    return ids


def _unique(values: Iterable[str], words: str, place: str) -> set[str]:
    found: set[str] = set()
    for value in values:
        if value in found:
            raise refuse(place, f"holds {words} {value!r} twice")
        found.add(value)
    return found


def _id(node: Node) -> str:
    value = node.text()
    if not value or len(value) > 200:  # noqa: PLR2004 - no id is that long
        raise refuse(node.place, "is not an id")
    return value


def _choice(node: Node, kind: type[E], default: E | None = None) -> E:
    if node.value is None and default is not None:
        return default
    try:
        return kind(node.text())
    except ValueError as error:
        raise refuse(node.place, f"is none of {', '.join(kind)}") from error


def _conversation(node: Node) -> Conversation:
    get = node.get
    return Conversation(
        id=_id(get("id")),
        title=get("title").text(""),
        created_at=get("created_at").number(0.0),
        updated_at=get("updated_at").number(0.0),
        title_source=_choice(get("title_source"), TitleSource, TitleSource.DEFAULT),
        profile_id=get("profile_id").text_or_none(),
        active_leaf_id=get("active_leaf_id").text_or_none(),
        system_prompt=get("system_prompt").text_or_none(),
        persona_ids=tuple(item.text() for item in get("persona_ids").items()),
        origin_id=get("origin_id").text_or_none(),
        pinned=get("pinned").flag(),
        deleted_at=get("deleted_at").number_or_none(),
        background=get("background").text(""),
    )


def _message(node: Node) -> Message:
    get = node.get
    return Message(
        id=_id(get("id")),
        conversation_id=get("conversation_id").text(),
        parent_id=get("parent_id").text_or_none(),
        role=_choice(get("role"), Role),
        text=get("text").text(),
        created_at=get("created_at").number(0.0),
        state=_choice(get("state"), MessageState, MessageState.COMPLETE),
        reasoning=get("reasoning").text(""),
        reasoning_seconds=get("reasoning_seconds").number_or_none(),
        speaker=get("speaker").text(""),
        persona_id=get("persona_id").text_or_none(),
        model=get("model").text(""),
        profile_id=get("profile_id").text_or_none(),
        usage=_optional(get("usage"), _usage),
        first_token_seconds=get("first_token_seconds").number_or_none(),
        duration_seconds=get("duration_seconds").number_or_none(),
        finish_reason=get("finish_reason").text_or_none(),
        error=get("error").text(""),
        error_action=get("error_action").text(""),
        attachments=tuple(_attachment(item) for item in get("attachments").items()),
        pinned=get("pinned").flag(),
        deleted=get("deleted").flag(),
    )


def _summary(node: Node) -> Summary:
    get = node.get
    return Summary(
        id=_id(get("id")),
        conversation_id=get("conversation_id").text(),
        boundary_id=_id(get("boundary_id")),
        text=get("text").text(),
        created_at=get("created_at").number(0.0),
        span_hash=get("span_hash").text(""),
        previous_id=get("previous_id").text_or_none(),
        model_text=get("model_text").text(""),
        settings_hash=get("settings_hash").text(""),
        use_english=get("use_english").flag(),
        engine=_choice(get("engine"), SummaryEngineKind, SummaryEngineKind.MODEL),
        mode=_choice(get("mode"), SummaryMode, SummaryMode.UPDATE),
        reason=_choice(get("reason"), Reason, Reason.AUTO),
        state=_choice(get("state"), SummaryState, SummaryState.ACTIVE),
        profile_id=get("profile_id").text_or_none(),
        model=get("model").text(""),
        usage=_optional(get("usage"), _usage),
        covered_count=get("covered_count").count(),
        tokens_before=get("tokens_before").count(),
        tokens_after=get("tokens_after").count(),
        version_of=get("version_of").text_or_none(),
    )


def _fact(node: Node) -> Fact:
    get = node.get
    return Fact(
        id=_id(get("id")),
        text=get("text").text(),
        created_at=get("created_at").number(0.0),
        conversation_id=get("conversation_id").text_or_none(),
        enabled=get("enabled").flag(default=True),
        position=get("position").count(),
        source_message_id=get("source_message_id").text_or_none(),
    )


def _usage(node: Node) -> Usage:
    cached = node.get("cached_tokens")
    return Usage(
        prompt_tokens=node.get("prompt_tokens").count(),
        completion_tokens=node.get("completion_tokens").count(),
        cached_tokens=None if cached.value is None else cached.count(),
    )


def _attachment(node: Node) -> Attachment:
    digest = node.get("digest").text().lower()
    if len(digest) != 64 or set(digest) - set("0123456789abcdef"):  # noqa: PLR2004 - SHA-256 in hex
        raise refuse(f"{node.place}.digest", "is not a SHA-256")
    return Attachment(
        digest=digest,
        name=node.get("name").text(""),
        media_type=node.get("media_type").text("application/octet-stream"),
        size=node.get("size").count(),
    )


V = TypeVar("V")


def _optional(node: Node, read: Callable[[Node], V]) -> V | None:
    return None if node.value is None else read(node)
