"""One stored message as it goes over the wire: role, text, files and images."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from desktop_app.core.context.labels import Labels, filled
from desktop_app.core.domain.conversation import Attachment, Message, Role
from desktop_app.core.domain.request import ChatMessage, ContentPart, ImagePart, TextPart

_TEXT_TYPES = re.compile(
    r"text/|application/(?:json|xml|javascript|x-(?:sh|yaml|python|httpd-php)|yaml|toml|sql|.*\+(?:json|xml))$"
)


@dataclass(frozen=True, slots=True)
class View:
    """From whose side, and with what abilities, a conversation is written down.

    Attributes:
        vision: Whether images are sent as images.
        group: Whether several personas speak; others' messages then carry their names.
        persona_id: The persona that answers; its own messages are the assistant's.
    """

    vision: bool = False
    group: bool = False
    persona_id: str | None = None


def chat_message(message: Message, view: View, words: Labels, blobs: Mapping[str, bytes]) -> ChatMessage:
    """A stored message as it is sent; reasoning is left out."""
    role = message.role.value
    text = message.text
    if view.group:
        own = message.role is Role.ASSISTANT and message.persona_id == view.persona_id
        role = Role.ASSISTANT.value if own else Role.USER.value
        if not own:
            text = f"{speaker_name(message, words)}: {text}"
    texts, images = [text] if text.strip() else [], []
    for attachment in message.attachments:
        data = blobs.get(attachment.digest)
        if attachment.is_image and view.vision and data is not None:
            images.append(ImagePart(attachment.media_type, data, attachment.name))
        else:
            texts.append(_written_out(attachment, data, words))
    joined = "\n\n".join(texts)
    if not images:
        return ChatMessage(role, joined, (message.id,))
    parts: tuple[ContentPart, ...] = (TextPart(joined), *images) if joined else tuple(images)
    return ChatMessage(role, parts, (message.id,))


def merged(first: ChatMessage, second: ChatMessage) -> ChatMessage:
    """Two neighbours of the same role as one message, the first one's bytes unchanged at its start."""
    ids = first.source_ids + second.source_ids
    if isinstance(first.content, str) and isinstance(second.content, str):
        return ChatMessage(first.role, f"{first.content}\n\n{second.content}", ids)
    return ChatMessage(first.role, _parts(first) + _parts(second), ids)


def with_lead(lead: str, message: ChatMessage) -> ChatMessage:
    """A message with a text put before its own."""
    if isinstance(message.content, str):
        return ChatMessage(message.role, f"{lead}\n\n{message.content}", message.source_ids)
    return ChatMessage(message.role, (TextPart(lead), *message.content), message.source_ids)


def speaker_name(message: Message, words: Labels) -> str:
    """The speaker on one line; the role's name when a message carries none."""
    name = " ".join(message.speaker.split())
    return name or (words.user if message.role is Role.USER else words.assistant)


def _parts(message: ChatMessage) -> tuple[ContentPart, ...]:
    return (TextPart(message.content),) if isinstance(message.content, str) else message.content


def _written_out(attachment: Attachment, data: bytes | None, words: Labels) -> str:
    name = " ".join(attachment.name.split()).replace('"', "'")
    if attachment.is_image:
        return filled(words.image, type=attachment.media_type, name=name)
    text = _decoded(attachment, data)
    if text is None:
        return filled(words.file_missing, type=attachment.media_type, name=name)
    # The file is data: it must not be able to close its own frame.
    inner = re.sub(r"</(?=file)", r"<\\/", text, flags=re.IGNORECASE)
    return f'<file name="{name}" type="{attachment.media_type}">\n{inner}\n</file>'


def _decoded(attachment: Attachment, data: bytes | None) -> str | None:
    if data is None or not _TEXT_TYPES.match(attachment.media_type):
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
