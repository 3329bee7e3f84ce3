"""What summaries cost and what they saved, of one conversation or of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.coordinator.preferences import Preferences
from desktop_app.core.domain.ports import ConversationStore
from desktop_app.core.domain.summary import LedgerEntry

if TYPE_CHECKING:
    from desktop_app.core.domain.catalog import ModelCatalog
    from desktop_app.core.domain.conversation import Message
    from desktop_app.core.summary.ledger import Ledger, Money, Rates


class Savings:
    """Joins the stored figures with prices: the profile's own, else the catalog's.

    Args:
        store: The ledger's entries.
        preferences: Profiles and their prices.
        catalog: Prices of known models.
    """

    def __init__(self, store: ConversationStore, preferences: Preferences, catalog: ModelCatalog) -> None:
        self._store = store
        self._preferences = preferences
        self._catalog = catalog

    async def of(self, conversation_id: str | None) -> Ledger:
        """The balance of a conversation, or of all for None."""
        from desktop_app.core.summary.ledger import balance

        return balance(await self._store.ledger(conversation_id), self._rates)

    def cost_of(self, message: Message) -> Money | None:
        """What a reply cost; None when nothing was reported or no price is known."""
        from desktop_app.core.summary.ledger import request_cost

        if message.usage is None:
            return None
        return request_cost(message.usage, self._rates_for(message.profile_id, message.model))

    def _rates(self, entry: LedgerEntry) -> Rates | None:
        return self._rates_for(entry.profile_id, entry.model)

    def _rates_for(self, profile_id: str | None, model: str) -> Rates | None:
        profile = self._preferences.settings.profile(profile_id)
        if profile is not None and profile.prices.input is not None:
            return profile.prices
        return self._catalog.model_facts(model, profile.preset if profile is not None else "")
