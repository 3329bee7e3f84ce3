"""Conversations as trees of messages, and what belongs to them.

Nothing here is ever overwritten: editing or regenerating adds a sibling, the active leaf of a
conversation names the path that is shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


def is_blank(text: str) -> bool:
    """Whether a text shows nothing: white space and characters without width."""
    return re.fullmatch(r"[\s\u00ad\u200b-\u200f\u2060\ufeff]*", text) is not None


class Role(StrEnum):
    """Who wrote a message, in the terms of the chat-completions protocol."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class MessageState(StrEnum):
    """How far a message got.

    Only COMPLETE and INTERRUPTED messages are sent; a STREAMING one found at start-up becomes
    INTERRUPTED, a FAILED one carries the reason in ``Message.error``.
    """

    STREAMING = "streaming"
    COMPLETE = "complete"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


class TitleSource(StrEnum):
    """Where a conversation's title came from; a title of the USER is never replaced by code."""

    DEFAULT = "default"
    AUTO = "auto"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request as the provider reported them.

    Attributes:
        prompt_tokens: Tokens of the request, cached ones included; always > 0.
        completion_tokens: Tokens of the reply, reasoning included.
        cached_tokens: Part of ``prompt_tokens`` served from the prefix cache; None if not reported.
    """

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int | None = None

    @property
    def total_tokens(self) -> int:
        """Prompt and completion together, in tokens."""
        return self.prompt_tokens + self.completion_tokens


class ListedConversation(Protocol):
    """What the list shows: a ``Conversation``, or the head of one read before the store is open."""

    @property
    def id(self) -> str: ...  # noqa: D102 - as in ``Conversation``
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def updated_at(self) -> float: ...  # noqa: D102
    @property
    def pinned(self) -> bool: ...  # noqa: D102
    @property
    def background(self) -> str: ...  # noqa: D102


MAX_IMAGE_BYTES = 20 * 1024 * 1024
"""Largest image that can be attached; providers refuse larger ones."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file the user put into a message; its bytes live in the store under ``digest``.

    Attributes:
        digest: SHA-256 of the content, hexadecimal; equal content is stored once.
        name: File name for display, never a path.
        media_type: For example ``image/png`` or ``text/plain``.
        size: Bytes.
    """

    digest: str
    name: str
    media_type: str
    size: int

    @property
    def is_image(self) -> bool:
        """Whether the content goes to the model as an image rather than as text."""
        return self.media_type.startswith("image/")


@dataclass(frozen=True, slots=True)
class Message:
    """One node of the conversation tree.

    Attributes:
        id: Unique, never reused.
        conversation_id: The tree it belongs to.
        parent_id: The message it answers or follows; None for a first message.
        text: The answer or question itself, reasoning excluded.
        created_at: Seconds since the epoch, UTC. Order follows parents, never clocks.
        reasoning: The model's reasoning, shown apart and never sent, summarised or copied.
        speaker: Name of the persona or person in a group conversation; "" otherwise.
        persona_id: Persona that wrote it; None for the user and outside groups.
        first_token_seconds: Time from request to first token; None while unknown.
        duration_seconds: Time from request to the end of the reply; None while unknown.
        finish_reason: As reported (``stop``, ``length``, ``content_filter`` ...); None if none came.
        error: Plain text shown beside an interrupted or failed reply.
        error_action: Value of ``errors.Action`` that helps with ``error``; "" for none.
        pinned: Marked by the user as a message to keep in view.
        deleted: Hidden from the path and not sent; kept so that deleting can be undone.
    """

    id: str
    conversation_id: str
    parent_id: str | None
    role: Role
    text: str
    created_at: float
    state: MessageState = MessageState.COMPLETE
    reasoning: str = ""
    reasoning_seconds: float | None = None
    speaker: str = ""
    persona_id: str | None = None
    model: str = ""
    profile_id: str | None = None
    usage: Usage | None = None
    first_token_seconds: float | None = None
    duration_seconds: float | None = None
    finish_reason: str | None = None
    error: str = ""
    error_action: str = ""
    attachments: tuple[Attachment, ...] = ()
    pinned: bool = False
    deleted: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether the text holds nothing but white space; looks no further than it must."""
        return not self.text or self.text.isspace()

    @property
    def is_sendable(self) -> bool:
        """Whether the message may stand in a request or under a summary."""
        return (
            not self.deleted
            and self.state in (MessageState.COMPLETE, MessageState.INTERRUPTED)
            and (not self.is_blank or bool(self.attachments))
        )


@dataclass(frozen=True, slots=True)
class Conversation:
    """The head of a conversation tree.

    Attributes:
        profile_id: Model profile it is bound to; None means the default profile.
        active_leaf_id: Last message of the path shown; None while empty.
        system_prompt: Replaces the profile's when not None.
        persona_ids: None for a plain chat, one persona, or several for a group.
        origin_id: Conversation it was continued or forked from.
        deleted_at: Set while the deletion can be undone.
    """

    id: str
    title: str
    created_at: float
    updated_at: float
    title_source: TitleSource = TitleSource.DEFAULT
    profile_id: str | None = None
    active_leaf_id: str | None = None
    system_prompt: str | None = None
    persona_ids: tuple[str, ...] = ()
    origin_id: str | None = None
    pinned: bool = False
    deleted_at: float | None = None
    background: str = ""

    @property
    def is_group(self) -> bool:
        """Whether several personas answer in turn."""
        return len(self.persona_ids) > 1


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement the user wants kept word for word and sent in the system message.

    Attributes:
        conversation_id: None for a fact that holds everywhere.
        position: Order among facts of the same scope, from 0.
        source_message_id: Message it was pinned from; None when typed.
    """

    id: str
    text: str
    created_at: float
    conversation_id: str | None = None
    enabled: bool = True
    position: int = 0
    source_message_id: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands unsent in a composer: text and attachments, kept over restarts."""

    text: str
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One message found by full-text search.

    Attributes:
        snippet: Plain text around the hit.
        start: Offset of the hit in ``snippet``, in characters.
        length: Length of the hit in characters.
    """

    conversation_id: str
    message_id: str
    snippet: str
    start: int
    length: int
