"""Growing a conversation from a foreign file, message by message."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Any

from desktop_app.core.domain.conversation import Attachment, Conversation, Message, Role, TitleSource
from desktop_app.core.domain.ports import NewId
from desktop_app.core.domain.summary import Summary, SummaryEngineKind
from desktop_app.core.exchange.foreign_json import MAX_MESSAGES, refuse
from desktop_app.core.exchange.imported import ImportedConversation, Notes

_MAX_FILE = 64 * 1024 * 1024


class Growing:
    """A conversation that is being read; ids are new from the start.

    Args:
        place: Where it stands in the file, for messages.
        now: Seconds since the epoch; stands for times the file does not give.
    """

    def __init__(self, place: str, *, new_id: NewId, now: float) -> None:
        self.place = place
        self.notes = Notes()
        self.active_leaf_id: str | None = None
        self._new_id = new_id
        self._now = now
        self._id = new_id()
        self._messages: list[Message] = []
        self._summaries: list[Summary] = []
        self._files: dict[str, bytes] = {}

    def add(self, role: Role, text: str, *, parent_id: str | None, at: float | None, **fields: Any) -> str:
        """Add a message; returns its id. ``fields`` are further ones of ``Message``."""
        if len(self._messages) >= MAX_MESSAGES:
            raise refuse(self.place, f"holds more than {MAX_MESSAGES} messages")
        message = Message(
            id=self._new_id(),
            conversation_id=self._id,
            parent_id=parent_id,
            role=role,
            text=text,
            created_at=self._now if at is None else at,
            **fields,
        )
        self._messages.append(message)
        return message.id

    def add_summary(self, text: str, boundary_id: str, at: float | None) -> None:
        """Add a summary another program made of everything up to a message."""
        self._summaries.append(
            Summary(
                id=self._new_id(),
                conversation_id=self._id,
                boundary_id=boundary_id,
                text=text,
                model_text=text,
                created_at=self._now if at is None else at,
                # Unknown: the summary counts as stale until a new run has read the messages.
                span_hash="",
                engine=SummaryEngineKind.USER,
            )
        )

    def attach(self, content: bytes, name: str, media_type: str) -> Attachment:
        """Keep bytes that came with a message."""
        digest = hashlib.sha256(content).hexdigest()
        self._files[digest] = content
        return Attachment(digest=digest, name=name, media_type=media_type, size=len(content))

    def attach_data_url(self, url: str, name: str) -> Attachment | None:
        """Keep the bytes of a ``data:`` URL; None, with a note, for any other address."""
        head, comma, body = url.partition(",")
        if not (comma and head.startswith("data:") and head.endswith(";base64")):
            self.notes.add("A picture that is only an address was left out")
            return None
        media_type = head.removeprefix("data:").removesuffix(";base64").split(";")[0] or "image/png"
        try:
            content = base64.b64decode(body, validate=True)
        except (binascii.Error, ValueError):
            self.notes.add("A picture that cannot be decoded was left out")
            return None
        if len(content) > _MAX_FILE:
            self.notes.add("A picture that is too large was left out")
            return None
        return self.attach(content, name, media_type)

    @property
    def is_empty(self) -> bool:
        """Whether there is no message yet."""
        return not self._messages

    def done(
        self,
        title: str,
        *,
        created_at: float | None,
        updated_at: float | None,
        system_prompt: str | None = None,
    ) -> ImportedConversation:
        """The conversation; the active leaf is the last message when none was named."""
        times = [m.created_at for m in self._messages] or [self._now]
        clean = " ".join(title.split())
        leaf = self.active_leaf_id or (self._messages[-1].id if self._messages else None)
        conversation = Conversation(
            id=self._id,
            title=clean,
            created_at=min(times) if created_at is None else created_at,
            updated_at=max(times) if updated_at is None else updated_at,
            # A name given elsewhere is somebody's choice: our own titles never replace it.
            title_source=TitleSource.USER if clean else TitleSource.DEFAULT,
            active_leaf_id=leaf,
            system_prompt=system_prompt,
        )
        return ImportedConversation(
            conversation=conversation,
            messages=tuple(self._messages),
            summaries=tuple(self._summaries),
            files=self._files,
            notes=self.notes.sentences(),
        )
