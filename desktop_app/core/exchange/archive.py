"""Reading ZIP files of others without trusting what they say about themselves."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from desktop_app.core.exchange.foreign_json import refuse

MAX_ARCHIVE_BYTES = 512 * 1024 * 1024
"""Bytes of the ZIP file itself."""

MAX_ENTRIES = 20_000
MAX_UNPACKED_BYTES = 512 * 1024 * 1024
"""Bytes of all entries that are read, unpacked."""

_MAX_RATIO = 1100
"""Deflate cannot pack better than about 1032 to 1; a better figure is a lie."""

_MAX_DIRECTORY = MAX_ENTRIES * 400
"""Bytes of the table of contents; ``zipfile`` reads all of it before it can be asked anything."""

_END, _END_OF_64 = b"PK\x05\x06", b"PK\x06\x07"
_LONGEST_END = 22 + 65535
_CHUNK = 1024 * 1024
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_FOREIGN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    KeyError,
    IndexError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
)


class Archive:
    """An open ZIP file; entries are only ever read into memory, names never become paths.

    Args:
        place: Name of the file, for messages.
    """

    def __init__(self, zip_file: zipfile.ZipFile, place: str) -> None:
        self._zip = zip_file
        self._place = place
        self._left = MAX_UNPACKED_BYTES
        self._entries: dict[str, zipfile.ZipInfo] = {}
        infos = zip_file.infolist()
        if len(infos) > MAX_ENTRIES:
            raise refuse(place, f"holds more than {MAX_ENTRIES} entries")
        for info in infos:
            if info.filename in self._entries:
                raise refuse(f"{place}/{info.filename}", "is there twice")
            self._entries[info.filename] = info

    def names(self) -> list[str]:
        """Names of the entries, as they stand in the file."""
        return list(self._entries)

    def read(self, name: str, limit: int) -> bytes | None:
        """The bytes of an entry, None when there is no such entry.

        Raises:
            ExchangeError: More than ``limit`` bytes, encrypted, packed in an unknown way, or broken.
        """
        info = self._entries.get(name)
        if info is None:
            return None
        place = f"{self._place}/{name}"
        if info.flag_bits & _ENCRYPTED:
            raise refuse(place, "is encrypted")
        if info.compress_type not in _METHODS:
            raise refuse(place, "is packed in a way that is not accepted")
        if info.file_size > max(_CHUNK, info.compress_size * _MAX_RATIO):
            raise refuse(place, "is packed tighter than is possible")
        allowed = min(limit, self._left)
        try:
            data = self._unpacked(info, allowed)
        except _FOREIGN as error:
            raise refuse(place, "is broken") from error
        if len(data) > allowed:
            raise refuse(place, f"is larger than {allowed // 1024} KB")
        self._left -= len(data)
        return data

    def _unpacked(self, info: zipfile.ZipInfo, limit: int) -> bytes:
        """At most ``limit + 1`` bytes of an entry, whatever size it claims."""
        parts = bytearray()
        with self._zip.open(info) as entry:
            while len(parts) <= limit and (part := entry.read(min(_CHUNK, limit + 1 - len(parts)))):
                parts += part
        return bytes(parts)


@contextmanager
def opened(data: bytes, place: str) -> Iterator[Archive]:
    """The archive in these bytes.

    Raises:
        ExchangeError: Too large, or not a ZIP file.
    """
    if len(data) > MAX_ARCHIVE_BYTES:
        raise refuse(place, f"is larger than {MAX_ARCHIVE_BYTES // 1024 // 1024} MB")
    if not 0 < _directory_bytes(data) <= _MAX_DIRECTORY:
        raise refuse(place, "is not a ZIP file, or one with too many entries")
    try:
        zip_file = zipfile.ZipFile(io.BytesIO(data))
    except _FOREIGN as error:
        raise refuse(place, "is not a ZIP file, or a broken one") from error
    with zip_file:
        yield Archive(zip_file, place)


def _directory_bytes(data: bytes) -> int:
    """Size of the table of contents as the end record gives it; -1 without one, or with a 64-bit one."""
    at = data.rfind(_END, max(0, len(data) - _LONGEST_END))
    if at < 0 or len(data) < at + 22 or data[max(0, at - 20) : at].startswith(_END_OF_64):
        return -1
    return int.from_bytes(data[at + 12 : at + 16], "little")
