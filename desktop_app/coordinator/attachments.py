"""Reads files the user attaches: checked, bounded, stored once; never on the loop's thread."""

from __future__ import annotations

import asyncio
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from desktop_app.coordinator.user_files import read_file, too_large
from desktop_app.core.domain.conversation import MAX_IMAGE_BYTES, Attachment
from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.ports import ConversationStore

MAX_TEXT_BYTES = 2 * 1024 * 1024
"""Largest text file; more would fill any model's window several times."""
_SIGNATURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
_ENCODINGS = ("utf-8-sig", "utf-16", "gb18030")


@dataclass(frozen=True, slots=True)
class _Content:
    data: bytes
    name: str
    media_type: str


async def attach_file(store: ConversationStore, path: str) -> Attachment:
    """Read a text file or an image and store it.

    Text of any common encoding is stored as UTF-8.

    Raises:
        ExchangeError: The file is too large, cannot be read, or is neither text nor an image.
    """
    content = await asyncio.to_thread(_read, Path(path))
    return await store.put_blob(content.data, content.name, content.media_type)


async def attach_image(store: ConversationStore, data: bytes, media_type: str, name: str) -> Attachment:
    """Store an image from the clipboard.

    Raises:
        ExchangeError: It is too large.
    """
    if len(data) > MAX_IMAGE_BYTES:
        raise too_large(name, MAX_IMAGE_BYTES)
    return await store.put_blob(data, name, media_type)


def _read(path: Path) -> _Content:
    data = read_file(path, MAX_IMAGE_BYTES)
    image = _image_type(data)
    if image is not None:
        return _Content(data, path.name, image)
    if len(data) > MAX_TEXT_BYTES:
        raise too_large(path.name, MAX_TEXT_BYTES)
    text = _decode(data)
    if text is None:
        raise ExchangeError(f"{path.name} is neither a text file nor a PNG, JPEG, GIF or WebP image.")
    guessed = mimetypes.guess_type(path.name)[0] or ""
    return _Content(text.encode(), path.name, guessed if guessed.startswith("text/") else "text/plain")


def _image_type(data: bytes) -> str | None:
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for head, kind in _SIGNATURES.items() if data.startswith(head)), None)


def _decode(data: bytes) -> str | None:
    """The text of a file; None when it looks binary."""
    if b"\x00" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    for encoding in _ENCODINGS:
        if encoding == "utf-16" and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            continue
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
