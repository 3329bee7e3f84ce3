"""The version file: one line of text with the newest version, at an address set when a release is built.

A program from source knows no address, and then nothing is ever asked. The request carries no more than
any visit of a web page: no id, no version, no cookie.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from desktop_app.core.domain.errors import ConnectionFailed

if TYPE_CHECKING:
    import ssl

_MOST_BYTES = 8192
_VERSION = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,3}")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class VersionFile:
    """The ``VersionSource`` port.

    Args:
        build_facts: ``build.json`` beside the bundled resources; it exists in built packages only.
        limit: Seconds for the whole request.
    """

    def __init__(self, build_facts: Path, *, limit: float = 10.0) -> None:
        self._address = _address_in(build_facts)
        self._limit = limit

    @property
    def known(self) -> bool:
        """Whether this build was given an address."""
        return bool(self._address)

    async def newest(self) -> str:
        """Read the newest version.

        Raises:
            ConnectionFailed: The file cannot be read, or holds no version. The address is https, or
                on the loopback interface http.
        """
        try:
            async with asyncio.timeout(self._limit):
                answer = await _fetch(self._address)
        except (OSError, ValueError, TimeoutError) as error:
            raise ConnectionFailed("The version file could not be read.") from error
        head, _, body = answer.partition(b"\r\n\r\n")
        found = _VERSION.search(body.decode("utf-8", "replace"))
        if head.split()[1:2] != [b"200"] or found is None:
            raise ConnectionFailed("The version file could not be read.")
        return found[0]


def _address_in(build_facts: Path) -> str:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return str(json.loads(build_facts.read_text(encoding="utf-8")).get("update_address", ""))
    return ""


async def _fetch(address: str) -> bytes:
    """One GET without redirects, at most a few kilobytes of answer."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    if not secure and not (parts.scheme == "http" and host in _LOOPBACK):
        raise ValueError
    context: ssl.SSLContext | None = None
    if secure:
        import ssl

        context = ssl.create_default_context()
    reader, writer = await asyncio.open_connection(host, parts.port or (443 if secure else 80), ssl=context)
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        writer.write(f"GET {target} HTTP/1.0\r\nHost: {host}\r\nAccept: text/plain\r\n\r\n".encode("ascii"))
        answer = b""
        while len(answer) < _MOST_BYTES and (part := await reader.read(_MOST_BYTES)):
            answer += part
        return answer[:_MOST_BYTES]
    finally:
        writer.close()
