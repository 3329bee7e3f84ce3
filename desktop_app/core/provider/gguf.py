"""Reads the head of a GGUF model file: is it whole, what is its window, what does a token cost.

Layout after the specification in the ``ggml`` project (docs/gguf.md), versions 2 and 3. Only the
head is read, through a memory map, so a 40 GB file is checked in milliseconds.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_app.core.domain.errors import LocalEngineError

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_STRING, _ARRAY = 8, 9
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_MAX_ITEMS = 10_000_000
"""More entries than any real file has; a larger count means that the file is damaged."""

_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 36),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292),
    24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 30: (1, 2),
}  # fmt: skip
"""Tensor type -> (values in a block, bytes of a block), for the common types."""


@dataclass(frozen=True, slots=True)
class GgufHead:
    """What the head of a model file tells.

    Attributes:
        architecture: For example ``llama``.
        name: The model's own name, or "".
        trained_window: Tokens the model was trained on; 0 when the file does not say.
        cache_bytes_per_token: Memory one token takes in a 16-bit attention cache; 0 when unknown.
    """

    architecture: str
    name: str
    trained_window: int
    cache_bytes_per_token: int


def read_head(path: Path) -> GgufHead:
    """Check a model file and read its head.

    Raises:
        LocalEngineError: The file is missing, unreadable, no GGUF, damaged or cut off.
    """
    if not path.exists():
        raise LocalEngineError(f"The model file does not exist: {path}")
    if not path.is_file():
        raise LocalEngineError(f"This is not a file: {path}")
    try:
        with path.open("rb") as file:
            if file.read(4) != _MAGIC:
                raise LocalEngineError(f"This is not a GGUF model file: {path}")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _read(data)
    except OSError as error:
        raise LocalEngineError(f"The model file cannot be read ({error.strerror}): {path}") from error
    except _DamagedError as error:
        raise LocalEngineError(f"The model file is damaged or incomplete ({error}): {path}") from error


class _DamagedError(ValueError):
    """The bytes do not follow the format."""


@dataclass(slots=True)
class _Cursor:
    """Walks over the mapped file and never past its end."""

    data: mmap.mmap
    at: int = 4
    formats: dict[str, struct.Struct] = field(default_factory=dict)

    def skip(self, count: int) -> int:
        start = self.at
        if count < 0 or start + count > len(self.data):
            raise _DamagedError("it ends too early")
        self.at = start + count
        return start

    def number(self, code: str) -> Any:
        form = self.formats.setdefault(code, struct.Struct("<" + code))
        return form.unpack_from(self.data, self.skip(form.size))[0]

    def count(self) -> int:
        value = int(self.number("Q"))
        if value > _MAX_ITEMS:
            raise _DamagedError("a count is out of range")
        return value

    def text(self) -> str:
        length = int(self.number("Q"))
        start = self.skip(length)
        return self.data[start : start + length].decode("utf-8", "replace")

    def value(self, kind: int) -> Any:
        """One metadata value; arrays are passed over, except that a first number is returned."""
        if kind == _STRING:
            return self.text()
        if kind == _ARRAY:
            return self._array()
        if kind not in _SCALARS:
            raise _DamagedError(f"unknown value type {kind}")
        return self.number(_SCALARS[kind])

    def _array(self) -> Any:
        kind, count = self.number("I"), self.count()
        if kind == _STRING:
            for _ in range(count):
                self.skip(int(self.number("Q")))
            return None
        if kind not in _SCALARS:
            raise _DamagedError(f"unknown array type {kind}")
        size = struct.calcsize("<" + _SCALARS[kind])
        start = self.skip(size * count)
        return struct.unpack_from("<" + _SCALARS[kind], self.data, start)[0] if count else None


def _read(data: mmap.mmap) -> GgufHead:
    cursor = _Cursor(data)
    version = cursor.number("I")
    if version not in _VERSIONS:
        raise _DamagedError(f"unknown version {version}")
    tensors, entries = cursor.count(), cursor.count()
    meta: dict[str, Any] = {}
    for _ in range(entries):
        key = cursor.text()
        meta[key] = cursor.value(cursor.number("I"))
    _check_tensors(cursor, tensors, _whole(meta.get("general.alignment")) or 32)
    return _head(meta)


def _check_tensors(cursor: _Cursor, count: int, alignment: int) -> None:
    """The file must reach to the end of its last tensor."""
    end = 0
    for _ in range(count):
        cursor.text()
        values = 1
        for _ in range(cursor.number("I")):
            values *= cursor.number("Q")
        kind, offset = cursor.number("I"), cursor.number("Q")
        block, size = _BLOCKS.get(kind, (1, 0))
        end = max(end, offset + values // block * size)
    start = -(-cursor.at // alignment) * alignment
    if start + end > len(cursor.data):
        missing = start + end - len(cursor.data)
        raise _DamagedError(f"{missing} bytes are missing at its end")


def _whole(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and value > 0 else 0


def _head(meta: dict[str, Any]) -> GgufHead:
    architecture = str(meta.get("general.architecture", ""))

    def number(name: str) -> int:
        return _whole(meta.get(f"{architecture}.{name}"))

    heads = number("attention.head_count")
    width = number("embedding_length") // heads if heads else 0
    key, value = number("attention.key_length") or width, number("attention.value_length") or width
    pairs = (number("attention.head_count_kv") or heads) * number("block_count")
    return GgufHead(
        architecture=architecture,
        name=str(meta.get("general.name", "") or ""),
        trained_window=number("context_length"),
        cache_bytes_per_token=2 * pairs * (key + value),
    )
