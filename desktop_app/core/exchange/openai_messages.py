"""Lists of messages in the form of the chat-completions protocol."""

from __future__ import annotations

from typing import Any

from desktop_app.core.domain.conversation import Attachment, Role
from desktop_app.core.domain.ports import NewId
from desktop_app.core.exchange.building import Growing
from desktop_app.core.exchange.foreign_json import Node, refuse, seconds
from desktop_app.core.exchange.imported import ImportedConversation

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM, "developer": Role.SYSTEM}
_LEFT_OUT = ("tool", "function")


def fits(value: Any) -> bool:
    """Whether a JSON value looks like a request body or an object with messages."""
    return isinstance(value, dict) and is_list(value.get("messages"))


def is_list(value: Any) -> bool:
    """Whether a JSON value looks like a bare list of messages."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "role" in value[0]


def read_conversation(root: Node, *, new_id: NewId, now: float) -> ImportedConversation | None:
    """The conversation in an object with ``messages``, or in a bare list; None when it is empty.

    System messages before the first other message become the system prompt.

    Raises:
        ExchangeError: A message without a known role or with content of an unknown form.
    """
    growing = Growing(root.place, new_id=new_id, now=now)
    is_object = isinstance(root.value, dict)
    model = root.get("model").loose_text() if is_object else ""
    prompts: list[str] = []
    last: str | None = None
    for message in (root.get("messages") if is_object else root).items():
        name = message.get("role").text("")
        if name in _LEFT_OUT or (message.get("content").value is None and name == "assistant"):
            growing.notes.add("Calls of tools and their results were left out")
            continue
        role = _ROLES.get(name)
        if role is None:
            raise refuse(f"{message.place}.role", f"{name[:40]!r} is not a known role")
        text, attachments = _content(message.get("content"), growing)
        if role is Role.SYSTEM and growing.is_empty:
            prompts.append(text)
            continue
        last = growing.add(
            role,
            text,
            parent_id=last,
            at=seconds(message.get("created_at").value),
            reasoning=message.get("reasoning_content").loose_text(),
            speaker=message.get("name").loose_text(),
            model=model if role is Role.ASSISTANT else "",
            attachments=attachments,
        )
    if growing.is_empty:
        return None
    return growing.done(
        root.get("title").loose_text() if is_object else "",
        created_at=None,
        updated_at=None,
        system_prompt="\n\n".join(prompts) if prompts else None,
    )


def _content(content: Node, growing: Growing) -> tuple[str, tuple[Attachment, ...]]:
    if isinstance(content.value, str):
        return content.value, ()
    texts: list[str] = []
    attachments: list[Attachment] = []
    for part in content.items():
        kind = part.get("type").text("")
        if kind in ("text", "input_text", "output_text"):
            texts.append(part.get("text").text(""))
        elif kind == "image_url":
            image = part.get("image_url")
            url = image.value if isinstance(image.value, str) else image.get("url").text("")
            attachment = growing.attach_data_url(url, f"image {len(attachments) + 1}")
            if attachment:
                attachments.append(attachment)
        else:
            growing.notes.add(f"Content of the kind {kind[:40]!r} was left out")
    return "\n".join(texts), tuple(attachments)
