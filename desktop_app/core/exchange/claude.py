"""Conversations of a Claude data export (``conversations.json``)."""

from __future__ import annotations

from typing import Any

from desktop_app.core.domain.conversation import Attachment, Role
from desktop_app.core.domain.ports import NewId
from desktop_app.core.exchange.building import Growing
from desktop_app.core.exchange.foreign_json import Node, refuse, seconds
from desktop_app.core.exchange.imported import ImportedConversation

_ROLES = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}


def fits(value: Any) -> bool:
    """Whether a JSON value looks like one conversation of this export."""
    return isinstance(value, dict) and isinstance(value.get("chat_messages"), list)


def read_conversation(root: Node, *, new_id: NewId, now: float) -> ImportedConversation | None:
    """One conversation; None when it holds no message.

    Older exports are plain lists, newer ones name each message's parent and so hold branches.

    Raises:
        ExchangeError: A message without a known sender.
    """
    growing = Growing(root.place, new_id=new_id, now=now)
    ids: dict[str, str | None] = {}  # theirs to ours; of a left-out message, to the one above it
    last: str | None = None
    for message in root.get("chat_messages").items():
        parent = message.get("parent_message_uuid").value
        above = ids.get(parent, None if ids else last) if isinstance(parent, str) else last
        last = _keep(message, above, growing)
        if isinstance(message.get("uuid").value, str):
            ids[message.get("uuid").text()] = last
    if growing.is_empty:
        return None
    current = root.get("current_leaf_message_uuid").value
    growing.active_leaf_id = ids.get(current) if isinstance(current, str) else None
    return growing.done(
        root.get("name").loose_text(),
        created_at=seconds(root.get("created_at").value),
        updated_at=seconds(root.get("updated_at").value),
    )


def _keep(message: Node, above: str | None, growing: Growing) -> str | None:
    sender = message.get("sender").text("")
    role = _ROLES.get(sender)
    if role is None:
        raise refuse(f"{message.place}.sender", f"is {sender[:40]!r}, not human or assistant")
    text, reasoning = _content(message, growing)
    attachments = _attachments(message, growing)
    if not text.strip() and not attachments:
        growing.notes.add("Empty messages were left out")
        return above
    return growing.add(
        role,
        text,
        parent_id=above,
        at=seconds(message.get("created_at").value),
        reasoning=reasoning,
        attachments=attachments,
    )


def _content(message: Node, growing: Growing) -> tuple[str, str]:
    """Text and reasoning of a message."""
    texts: list[str] = []
    thoughts: list[str] = []
    for part in message.get("content").items():
        kind = part.get("type").value
        if kind == "text":
            texts.append(part.get("text").text(""))
        elif kind == "thinking":
            thoughts.append(part.get("thinking").text(""))
        else:
            growing.notes.add("Calls of tools and their results were left out")
    text = "\n\n".join(t for t in texts if t.strip()) or message.get("text").text("")
    return text, "\n\n".join(thoughts)


def _attachments(message: Node, growing: Growing) -> tuple[Attachment, ...]:
    found: list[Attachment] = []
    for item in message.get("attachments").items():
        content = item.get("extracted_content").loose_text()
        if content:
            name = item.get("file_name").loose_text() or "attachment.txt"
            found.append(growing.attach(content.encode("utf-8", "replace"), name, "text/plain"))
    for _ in message.get("files").items():
        growing.notes.add("Files that are only named in the export were left out")
    return tuple(found)
