"""Summary records and the section settings that shape them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.core.domain.conversation import Usage

SECTION_IDS = ("core_task", "interaction", "progress", "key_info")
"""Built-in sections in the order in which the prompt shows them."""


@dataclass(frozen=True, slots=True)
class SummarySectionConfig:
    """A section as it applies: every value resolved."""

    id: str
    enabled: bool = True
    title: str = ""
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class SummarySectionOverride:
    """What the user changed in a section; None or blank text means "the default"."""

    id: str
    enabled: bool | None = None
    title: str | None = None
    instruction: str | None = None


@dataclass(frozen=True, slots=True)
class ConversationSummaryConfig:
    """What the prompt builder needs to know of a profile's summary settings, for one language.

    Attributes:
        global_rules: Binding extra rules, placed last; None or blank for none.
        section_overrides: Differences from the built-in sections; unknown ids are kept and ignored.
        dialogue_review_enabled: Whether code appends the dialogue review to an accepted summary.
        dialogue_review_title: Title of that review; blank means the language's default.
    """

    global_rules: str | None = None
    section_overrides: tuple[SummarySectionOverride, ...] = ()
    dialogue_review_enabled: bool = True
    dialogue_review_title: str = ""


class Reason(StrEnum):
    """Why a summary run was asked for."""

    AUTO = "auto"
    MANUAL = "manual"
    OVERFLOW = "overflow"
    REWRITE = "rewrite"


class SummaryMode(StrEnum):
    """UPDATE folds new messages into the previous summary; REWRITE reads all raw messages again."""

    UPDATE = "update"
    REWRITE = "rewrite"


class SummaryEngineKind(StrEnum):
    """Who wrote a summary: a model, the model-free extract, or the user by editing."""

    MODEL = "model"
    EXTRACT = "extract"
    USER = "user"


class SummaryState(StrEnum):
    """PENDING waits for the user's review, ACTIVE may be in force, UNDONE is switched off."""

    PENDING = "pending"
    ACTIVE = "active"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary row: it never deletes what it covers, undo switches it off.

    The summary in force for a path is the newest ACTIVE one whose boundary lies on the path.

    Attributes:
        boundary_id: Last message it covers; on a path, everything up to and including it is covered.
        previous_id: Summary it updates; None for a first one or a rewrite from raw messages.
        text: Dialogue review included.
        model_text: As the engine wrote it, dialogue review excluded.
        span_hash: Of the covered messages; differs from the path's own hash when stale.
        settings_hash: Of the section settings used.
        covered_count: Number of messages covered, from the start of the path.
        tokens_before: Estimated tokens of the next request without this summary.
        tokens_after: Estimated tokens of the next request with it.
        version_of: Summary this one is an edited version of; None for an original.
    """

    id: str
    conversation_id: str
    boundary_id: str
    text: str
    created_at: float
    span_hash: str
    previous_id: str | None = None
    model_text: str = ""
    settings_hash: str = ""
    use_english: bool = False
    engine: SummaryEngineKind = SummaryEngineKind.MODEL
    mode: SummaryMode = SummaryMode.UPDATE
    reason: Reason = Reason.AUTO
    state: SummaryState = SummaryState.ACTIVE
    profile_id: str | None = None
    model: str = ""
    usage: Usage | None = None
    covered_count: int = 0
    tokens_before: int = 0
    tokens_after: int = 0
    version_of: str | None = None


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One request and what it cost, for the ledger of savings.

    Attributes:
        kind: ``chat``, ``summary``, ``title`` or ``background``.
        saved_tokens: Tokens the request did not carry because a summary stood for older messages.
    """

    conversation_id: str
    kind: str
    at: float
    profile_id: str | None
    model: str
    usage: Usage
    saved_tokens: int = 0
    summary_id: str | None = None
