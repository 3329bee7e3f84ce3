"""Personas: who answers in a conversation, and with what words, parameters and knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Persona:
    """A character or role that a model plays.

    Texts may hold ``{{user}}`` and ``{{char}}``; they are filled in when a request is built, never
    when a persona is stored.

    Attributes:
        avatar_digest: SHA-256 of the stored picture; "" for none.
        description: Who it is; part of the system message.
        personality: A short characterisation from a card; part of the system message.
        scenario: Where the conversation takes place; part of the system message.
        system_prompt: Replaces the profile's system prompt unless blank; ``{{original}}`` in it
            stands for that.
        first_message: What the persona says first in a new conversation.
        alternate_greetings: Other first messages to choose from.
        examples: Example dialogue, as in a card's ``mes_example``.
        closing_instructions: Placed after the history (a card's ``post_history_instructions``).
        parameters: Sampling parameters by their names in ``ModelParameters``; unset ones missing.
        profile_id: Profile it answers with; None for the conversation's.
        extra: Everything else that must survive export, such as the card it came from.
    """

    id: str
    name: str
    avatar_digest: str = ""
    description: str = ""
    personality: str = ""
    scenario: str = ""
    system_prompt: str = ""
    first_message: str = ""
    alternate_greetings: tuple[str, ...] = ()
    examples: str = ""
    closing_instructions: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    profile_id: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WorldEntry:
    """A piece of knowledge that enters a request when its keywords come up.

    Attributes:
        keys: Any of them in the scanned text makes the entry count.
        secondary_keys: When ``selective``, one of these must be there as well.
        constant: Always counts, keywords or not.
        insertion_order: Lower stands higher in the text.
        priority: When the budget is short, lower goes first.
        use_regex: ``keys`` are regular expressions.
    """

    content: str
    keys: tuple[str, ...] = ()
    secondary_keys: tuple[str, ...] = ()
    enabled: bool = True
    constant: bool = False
    selective: bool = False
    case_sensitive: bool = False
    use_regex: bool = False
    insertion_order: float = 100
    priority: float = 0
    name: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WorldBook:
    """Keyword entries of a card, or on their own.

    Attributes:
        scan_depth: How many of the newest messages are scanned; None leaves it to the caller.
        token_budget: Most tokens of all entries together; None leaves it to the caller.
        recursive_scanning: Whether the content of entries can bring in further entries.
    """

    id: str
    name: str
    entries: tuple[WorldEntry, ...]
    description: str = ""
    scan_depth: int | None = None
    token_budget: int | None = None
    recursive_scanning: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PromptPreset:
    """A text kept for reuse; ``{{name}}`` in it is a variable asked for when it is used.

    Attributes:
        title: One line; what is typed after the slash in the composer.
    """

    id: str
    title: str
    text: str
    extra: Mapping[str, Any] = field(default_factory=dict)
