"""Takes a whole answer of a side task: title, background, facts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.domain.conversation import Usage
from desktop_app.core.domain.ports import ChatProvider, Clock, ConversationStore
from desktop_app.core.domain.request import (
    ChatRequest,
    RetryScheduled,
    TextDelta,
    TextWasReasoning,
    UsageReported,
)
from desktop_app.core.domain.summary import LedgerEntry

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings


@dataclass(frozen=True, slots=True)
class WholeAnswer:
    """A finished answer, reasoning left out; usage as reported, None if it was not."""

    text: str
    usage: Usage | None


async def collect(
    provider: ChatProvider, request: ChatRequest, *, on_text: Callable[[str], None] | None = None
) -> WholeAnswer:
    """Send a request and wait for the whole answer.

    Args:
        provider: The model endpoints.
        request: What to ask.
        on_text: Told the answer so far, after each piece.

    Raises:
        ProviderError: The answer failed or broke off; half an answer is none for a side task.
    """
    pieces: list[str] = []
    usage: Usage | None = None
    async with aclosing(provider.stream(request)) as items:
        async for item in items:
            match item:
                case TextDelta(text):
                    pieces.append(text)
                    if on_text is not None:
                        on_text("".join(pieces))
                case RetryScheduled() | TextWasReasoning():
                    pieces.clear()
                case UsageReported(reported):
                    usage = reported
    return WholeAnswer("".join(pieces), usage)


async def note_usage(
    store: ConversationStore,
    clock: Clock,
    *,
    conversation_id: str,
    kind: str,
    profile: ProfileSettings,
    usage: Usage | None,
) -> None:
    """Put what a side task cost into the ledger, where the provider reported it."""
    if usage is None:
        return
    await store.add_ledger_entry(
        LedgerEntry(
            conversation_id=conversation_id,
            kind=kind,
            at=clock.now(),
            profile_id=profile.id,
            model=profile.model,
            usage=usage,
        )
    )
