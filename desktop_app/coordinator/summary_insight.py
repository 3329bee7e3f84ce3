"""What can be told about a summary without a model: what it may have lost, where its lines come from."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.coordinator.preferences import Preferences
from desktop_app.core.domain.conversation import Message
from desktop_app.core.domain.ports import ConversationStore
from desktop_app.core.domain.summary import Summary
from desktop_app.core.summary.sections import resolve_summary_sections, summary_config

if TYPE_CHECKING:
    from desktop_app.core.summary.losses import Loss
    from desktop_app.core.summary.sources import SourcedLine

SHOWN_LOSSES = 40
"""The most worth keeping; a longer list would not be read."""


@dataclass(frozen=True, slots=True)
class Insight:
    """What is known about a summary's text.

    Attributes:
        former_text: The summary it takes the place of; "" for a first one.
        losses: Exact details of the covered messages that it does not carry.
        sources: Each of its lines with the messages it most likely comes from.
    """

    former_text: str
    losses: tuple[Loss, ...]
    sources: tuple[SourcedLine, ...]


class Insights:
    """Compares summaries with the messages they cover, in worker threads.

    Args:
        store: Messages and summaries.
        preferences: Titles of the sections.
    """

    def __init__(self, store: ConversationStore, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences

    async def of(self, summary: Summary, text: str) -> Insight:
        """Look at a text that would stand for what ``summary`` covers."""
        stored = await self._store.summaries(summary.conversation_id)
        former_id = summary.version_of or summary.previous_id
        former = next((s.model_text for s in stored if s.id == former_id), "")
        covered = await self._store.path(summary.conversation_id, summary.boundary_id)
        facts = [*await self._store.facts(None), *await self._store.facts(summary.conversation_id)]
        enabled = [fact.text for fact in facts if fact.enabled]
        losses, sources = await asyncio.to_thread(_look, covered, text, enabled, former)
        return Insight(former, losses[:SHOWN_LOSSES], sources)

    async def with_losses(self, summary: Summary, text: str, losses: Sequence[str]) -> str:
        """The text with lost details put under its key information."""
        from desktop_app.core.summary.losses import add_losses

        title = ""
        profile = self._preferences.settings.profile(summary.profile_id)
        if profile is not None:
            config = summary_config(profile.summary, summary.use_english)
            sections = resolve_summary_sections(config.section_overrides, summary.use_english)
            title = next((s.title for s in sections if s.id == "key_info"), "")
        longer: str = add_losses(text, losses, summary.use_english, title=title)
        return longer


def _look(
    covered: list[Message], text: str, facts: list[str], former: str
) -> tuple[tuple[Loss, ...], tuple[SourcedLine, ...]]:
    from desktop_app.core.summary.losses import find_losses
    from desktop_app.core.summary.sources import link_sources

    losses = find_losses(covered, text, facts, previous_summary=former)
    sources = link_sources(text, covered)
    return losses, tuple(source for source in sources if source.is_statement)
