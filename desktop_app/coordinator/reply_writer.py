"""Keeps a streaming reply on disk, at most about one second behind the screen."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from desktop_app.core.domain.conversation import Message
from desktop_app.core.domain.errors import StorageError
from desktop_app.core.domain.ports import ConversationStore

SAVE_INTERVAL = 1.0
"""Seconds between two saves of a reply in progress."""

_log = logging.getLogger(__name__)


class ReplyWriter:
    """Collects the pieces of one reply and saves them about once a second.

    A failing save does not end the reply: the text stays in memory and the next save carries all
    of it; only the final save raises.

    Args:
        store: Where the message lives.
        message: The stored, still empty reply, or one that is being continued.
        interval: Seconds between saves.
    """

    def __init__(
        self, store: ConversationStore, message: Message, *, interval: float = SAVE_INTERVAL
    ) -> None:
        self._store = store
        self._message = message
        self._seed = message.text
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._interval = interval
        self._dirty = asyncio.Event()
        self._saver: asyncio.Task[None] | None = None

    @property
    def message_id(self) -> str:
        """Id of the reply."""
        return self._message.id

    @property
    def conversation_id(self) -> str:
        """Conversation of the reply."""
        return self._message.conversation_id

    @property
    def message(self) -> Message:
        """The message with everything received so far."""
        self._text = ["".join(self._text)]
        self._reasoning = ["".join(self._reasoning)]
        return replace(self._message, text=self._seed + self._text[0], reasoning=self._reasoning[0])

    @property
    def has_new_text(self) -> bool:
        """Whether any answer text that shows something arrived in this attempt."""
        return any(piece.strip() for piece in self._text)

    def add(self, text: str = "", reasoning: str = "") -> None:
        """Take a piece of the answer or of the reasoning."""
        if text:
            self._text.append(text)
        if reasoning:
            self._reasoning.append(reasoning)
        self._dirty.set()
        if self._saver is None:
            self._saver = asyncio.get_running_loop().create_task(self._save_now_and_then(), name="save reply")

    def reset(self) -> None:
        """A new attempt begins: forget what this one brought."""
        self._text = []
        self._reasoning = []

    def text_was_reasoning(self) -> None:
        """What came as text in this attempt was reasoning (``TextWasReasoning``)."""
        self._reasoning += self._text
        self._text = []
        self._dirty.set()

    def change(self, **fields: object) -> None:
        """Set other fields of the message (state, usage, timing ...)."""
        self._message = replace(self._message, **fields)  # type: ignore[arg-type]

    async def finish(self) -> Message:
        """Stop the saver and store the final message.

        Raises:
            StorageError: The last save failed; ``message`` still holds all of the text.
        """
        await self._stop_saver()
        final = self.message
        await self._store.save_message(final)
        return final

    async def _stop_saver(self) -> None:
        saver, self._saver = self._saver, None
        if saver is not None:
            saver.cancel()
            await asyncio.wait([saver])

    async def _save_now_and_then(self) -> None:
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            await asyncio.sleep(self._interval)
            try:
                await self._store.save_message(self.message)
            except StorageError as error:
                _log.info("A reply in progress could not be saved yet: %s", error.title)
                self._dirty.set()
