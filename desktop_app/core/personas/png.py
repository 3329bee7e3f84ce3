"""The text chunks of a PNG file: read with limits, replaced, written; pixels are never looked at.

Source of the layout: PNG specification (third edition), sections 5 and 11.3.3.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from desktop_app.core.domain.errors import ExchangeError

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_BYTES = 64 * 1024 * 1024
"""Largest file that is looked at."""

MOST_TEXT = 16 * 1024 * 1024
"""Largest text of one chunk, unpacked; a packed one that grows beyond is a bomb."""

_MOST_CHUNKS = 100_000
_HEAD = struct.Struct(">I4s")
_CRC = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Chunk:
    """One chunk: four-letter kind, content, and its bytes as they stand in the file."""

    kind: bytes
    data: bytes
    raw: bytes

    @property
    def is_whole(self) -> bool:
        """Whether the check sum agrees with the content."""
        return self.raw[-4:] == _CRC.pack(zlib.crc32(self.kind + self.data))


def is_png(data: bytes) -> bool:
    """Whether the bytes begin like a PNG file."""
    return data.startswith(SIGNATURE)


def _chunks(data: bytes) -> Iterator[Chunk]:
    """The chunks up to and including ``IEND``."""
    if not is_png(data):
        raise ExchangeError("This is not a PNG picture.")
    if len(data) > MOST_BYTES:
        raise ExchangeError(f"The picture is larger than {MOST_BYTES // 2**20} MB.")
    place = len(SIGNATURE)
    for _ in range(_MOST_CHUNKS):
        if place + 12 > len(data):
            raise ExchangeError("The picture ends in the middle.")
        length, kind = _HEAD.unpack_from(data, place)
        end = place + 12 + length
        if end > len(data):
            raise ExchangeError("The picture ends in the middle.")
        yield Chunk(kind, data[place + 8 : end - 4], data[place:end])
        if kind == b"IEND":
            return
        place = end
    raise ExchangeError("The picture has too many parts.")


def _unpacked(data: bytes) -> bytes:
    packer = zlib.decompressobj()
    try:
        text = packer.decompress(data, MOST_TEXT + 1)
    except zlib.error as error:
        raise ExchangeError("A packed text in the picture is damaged.") from error
    if len(text) > MOST_TEXT:
        raise ExchangeError("A packed text in the picture is too large.")
    return text


def _text_of(chunk: Chunk) -> tuple[str, bytes]:
    """Keyword, and text as bytes, of a tEXt, zTXt or iTXt chunk."""
    keyword, _, rest = chunk.data.partition(b"\0")
    if chunk.kind == b"zTXt":
        rest = _unpacked(rest[1:])
    elif chunk.kind == b"iTXt":
        is_packed = rest[:1] == b"\1"
        _, _, rest = rest[2:].partition(b"\0")
        _, _, rest = rest.partition(b"\0")
        rest = _unpacked(rest) if is_packed else rest
    return keyword.decode("latin-1").casefold(), rest


def _is_text(chunk: Chunk) -> bool:
    return chunk.kind in (b"tEXt", b"zTXt", b"iTXt")


def _keyword(chunk: Chunk) -> str:
    return chunk.data.partition(b"\0")[0].decode("latin-1").casefold()


def read_texts(data: bytes, keywords: frozenset[str]) -> dict[str, bytes]:
    """The texts with these keywords, lower case; of several with one keyword the first.

    Raises:
        ExchangeError: Not a PNG, cut off, a wanted text with a wrong check sum, or one that is too
            large once unpacked.
    """
    found: dict[str, bytes] = {}
    for chunk in _chunks(data):
        if not _is_text(chunk) or _keyword(chunk) not in keywords:
            continue
        if not chunk.is_whole:
            raise ExchangeError("The data in the picture are damaged (wrong check sum).")
        keyword, text = _text_of(chunk)
        if len(text) > MOST_TEXT:
            raise ExchangeError("A text in the picture is too large.")
        found.setdefault(keyword, text)
    return found


def _text_chunk(keyword: str, text: bytes) -> bytes:
    data = keyword.encode("latin-1") + b"\0" + text
    return _HEAD.pack(len(data), b"tEXt") + data + _CRC.pack(zlib.crc32(b"tEXt" + data))


def with_texts(data: bytes, texts: Mapping[str, bytes], *, without: frozenset[str] = frozenset()) -> bytes:
    """The picture with these texts in place of any with the same or the ``without`` keywords.

    Every other chunk stays byte for byte; what follows ``IEND`` goes.

    Raises:
        ExchangeError: Not a PNG, or cut off.
    """
    dropped = without | {keyword.casefold() for keyword in texts}
    parts = [SIGNATURE]
    for chunk in _chunks(data):
        if _is_text(chunk) and _keyword(chunk) in dropped:
            continue
        if chunk.kind == b"IEND":
            parts += [_text_chunk(keyword, text) for keyword, text in texts.items()]
        parts.append(chunk.raw)
    return b"".join(parts)


def plain_picture(width: int = 256, height: int = 256, grey: int = 200) -> bytes:
    """A picture of one grey, to carry a card whose persona has no avatar."""
    row = b"\0" + bytes([grey]) * width

    def chunk(kind: bytes, data: bytes) -> bytes:
        return _HEAD.pack(len(data), kind) + data + _CRC.pack(zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        SIGNATURE
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(row * height, 9))
        + chunk(b"IEND", b"")
    )
