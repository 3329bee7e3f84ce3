"""Clients of the SDK: built off the loop, shared, bounded, without anything from the environment.

Building one costs 0.2 s and importing the SDK about 1 s, so both happen on a worker thread at the
first request. A client belongs to an origin and its proxy and CA file; the key goes with each
request, so that it lives nowhere longer than the call. Redirects are not followed, cookies are not
kept, and bodies of refusals are read up to a bound.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import ssl
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.core.domain.address import Address
from desktop_app.core.domain.errors import CertificateNotTrusted
from desktop_app.core.provider.proxy import Proxy

if TYPE_CHECKING:
    import httpx2
    import openai

MAX_CLIENTS = 16
"""Clients kept open; idle ones beyond it are closed, the least recently used first."""
MAX_REFUSAL_BYTES = 64 * 1024
"""Most bytes read of the body of an error answer, packed and unpacked."""
REFUSAL_SECONDS = 5.0
"""Longest time spent on reading it."""
_SUCCESS = range(200, 300)
_BODY_HEADERS = (b"content-encoding", b"content-length", b"transfer-encoding", b"set-cookie")


@dataclass(frozen=True, slots=True)
class Route:
    """What makes a connection: where to, through which proxy, trusting whom."""

    address: Address
    proxy: Proxy | None
    ca_file: str = ""


@dataclass(slots=True)
class _Entry:
    client: openai.AsyncOpenAI
    users: int = 0


@dataclass(slots=True)
class Connections:
    """The clients of one event loop."""

    _entries: dict[Route, _Entry] = field(default_factory=dict)
    _building: asyncio.Lock = field(default_factory=asyncio.Lock)
    _closed: bool = False

    @asynccontextmanager
    async def lease(self, route: Route) -> AsyncIterator[openai.AsyncOpenAI]:
        """A client for the route; it stays open at least until the block ends.

        Raises:
            CertificateNotTrusted: The CA file cannot be read.
        """
        async with self._building:
            entry = self._entries.pop(route, None)
            if entry is None:
                entry = _Entry(await asyncio.to_thread(_build, route))
            self._entries[route] = entry  # the newest stands last
            entry.users += 1
        try:
            yield entry.client
        finally:
            entry.users -= 1
            await self._close_surplus()

    async def prepare(self) -> None:
        """Import the SDK now, for callers whose time limit is shorter than that may take."""
        await asyncio.to_thread(importlib.import_module, "openai")

    async def aclose(self) -> None:
        """Close all clients, in use or not."""
        self._closed = True
        await self._close_surplus()

    def __len__(self) -> int:
        """Number of open clients."""
        return len(self._entries)

    async def _close_surplus(self) -> None:
        surplus = len(self._entries) if self._closed else len(self._entries) - MAX_CLIENTS
        for route in list(self._entries):
            if surplus <= 0:
                return
            entry = self._entries[route]
            if entry.users and not self._closed:
                continue
            del self._entries[route]
            surplus -= 1
            await entry.client.close()


def _build(route: Route) -> openai.AsyncOpenAI:
    """Import the SDK and build a client; runs on a worker thread."""
    import httpx2
    import openai

    logging.getLogger("httpx2").setLevel(logging.WARNING)  # its INFO lines hold whole addresses
    transport = httpx2.AsyncHTTPTransport(
        verify=_tls_context(route),
        trust_env=False,
        proxy=httpx2.Proxy(route.proxy.url) if route.proxy else None,
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=4, keepalive_expiry=30.0),
    )
    bounded = _bounded(transport)

    class Client(openai.AsyncOpenAI):
        """Sends our headers only: none from the environment, none about this machine."""

        @property
        def default_headers(self) -> dict[str, str | openai.Omit]:
            return {
                "Accept": "application/json",
                "Accept-Encoding": "identity",
                "Content-Type": "application/json",
                "User-Agent": "Throughline",
            }

    return Client(
        api_key="-",  # never sent: each request carries its own header or none
        admin_api_key="-",
        organization="",
        project="",
        webhook_secret="",
        base_url=route.address.base_url,
        max_retries=0,
        http_client=httpx2.AsyncClient(transport=bounded, trust_env=False, follow_redirects=False),
    )


def _tls_context(route: Route) -> ssl.SSLContext:
    """Trust of the operating system's store, plus the profile's CA file."""
    import httpx2

    if not route.address.is_secure and (route.proxy is None or not route.proxy.url.startswith("https")):
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # knows no authority: refuses whatever comes
    try:
        context = httpx2.create_ssl_context()
    except (OSError, ssl.SSLError) as error:
        named = [name for name in ("SSL_CERT_FILE", "SSL_CERT_DIR") if os.environ.get(name)]
        raise CertificateNotTrusted(
            f"The certificates named by {' or '.join(named) or 'the system'} cannot be read."
        ) from error
    if route.ca_file:
        try:
            context.load_verify_locations(cafile=route.ca_file)
        except (OSError, ssl.SSLError) as error:
            raise CertificateNotTrusted(
                f"The CA file {Path(route.ca_file).name} cannot be read; it must be a PEM file."
            ) from error
    return context


def _bounded(inner: httpx2.AsyncHTTPTransport) -> httpx2.AsyncBaseTransport:
    """A transport that reads the body of a refusal itself, up to a bound of bytes and time.

    The SDK reads such a body whole before it raises, so a hostile server could fill the memory.
    """
    import httpx2

    class BoundedTransport(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            response = await inner.handle_async_request(request)
            if response.status_code in _SUCCESS:
                response.headers.pop("set-cookie", None)
                return response
            packed = await _read_some(response)
            return httpx2.Response(
                response.status_code,
                headers=[(n, v) for n, v in response.headers.raw if n.lower() not in _BODY_HEADERS],
                content=_unpacked(packed, response.headers.get("content-encoding", "")),
                extensions={"http_version": response.extensions.get("http_version", b"HTTP/1.1")},
            )

        async def aclose(self) -> None:
            await inner.aclose()

    return BoundedTransport()


async def _read_some(response: httpx2.Response) -> bytes:
    import httpx2

    body = bytearray()
    parts = aiter(response.stream)  # type: ignore[arg-type]
    try:
        async with asyncio.timeout(REFUSAL_SECONDS):
            async for part in parts:
                body += part
                if len(body) >= MAX_REFUSAL_BYTES:
                    break
    except (TimeoutError, httpx2.TransportError):
        pass  # what came is enough: status and headers already tell the story
    finally:
        await response.aclose()  # before ``parts`` is dropped, see answer.blocks_of
    return bytes(body[:MAX_REFUSAL_BYTES])


def _unpacked(body: bytes, encoding: str) -> bytes:
    encoding = encoding.strip().lower()
    if not encoding or encoding == "identity":
        return body
    if encoding not in ("gzip", "x-gzip", "deflate"):
        return b""
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(body, MAX_REFUSAL_BYTES)
    except zlib.error:
        return b""
