"""Looks for older messages that bear on the newest question, when the user wants that."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence

from desktop_app.core.context.recall import RecallIndex
from desktop_app.core.domain.conversation import Message, Role

RECALL_TOKENS = 1500
"""Most tokens recalled messages take, and never more than a tenth of the window."""

_REMEMBERED = 4
"""Conversations whose index is kept in memory; it is made again in a moment."""


class Recalling:
    """Keeps one index per conversation, over the messages that its summary stands for."""

    def __init__(self) -> None:
        self._indexes: OrderedDict[str, tuple[tuple[str, ...], RecallIndex]] = OrderedDict()

    async def choose(
        self,
        conversation_id: str,
        path: Sequence[Message],
        covered: int,
        *,
        window: int | None,
        tokens: Callable[[Message], int],
    ) -> tuple[Message, ...]:
        """Covered messages that match the newest question; none when there is no question.

        Args:
            conversation_id: Whose index is kept.
            path: Shown messages; the question is the newest of the user.
            covered: How many of them a summary stands for; only these are looked at, since all
                others are sent anyway.
            window: Tokens of the model's window; None when unknown.
            tokens: Tokens of a message.
        """
        question = next((m.text for m in reversed(path[covered:]) if m.role is Role.USER), "")
        if not covered or not question.strip():
            return ()
        index = await self._index(conversation_id, path[:covered])
        budget = RECALL_TOKENS if window is None else min(RECALL_TOKENS, window // 10)
        return index.choose(question, budget, tokens)

    async def _index(self, conversation_id: str, older: Sequence[Message]) -> RecallIndex:
        texts = tuple(message.text for message in older)
        known = self._indexes.get(conversation_id)
        if known is None or known[0] != texts:
            known = (texts, await asyncio.to_thread(RecallIndex, older))
            self._indexes[conversation_id] = known
            while len(self._indexes) > _REMEMBERED:
                self._indexes.popitem(last=False)
        self._indexes.move_to_end(conversation_id)
        return known[1]
