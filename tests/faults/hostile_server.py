"""A server on loopback that plays scripts over raw sockets: it can do what no HTTP library lets you.

A script is data: a tuple of steps. ``bytes`` are written as they stand; the other steps are below.
"""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait before the next step."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Hang:
    """Send nothing more and keep the connection open until the client goes away."""


@dataclass(frozen=True, slots=True)
class Reset:
    """Drop the connection with a TCP reset."""


@dataclass(frozen=True, slots=True)
class Drip:
    """Write bytes one by one."""

    data: bytes
    seconds: float = 0.02


@dataclass(frozen=True, slots=True)
class Flood:
    """Write the same block many times; stops early when the client goes away."""

    block: bytes
    count: int


Step = bytes | Pause | Hang | Reset | Drip | Flood
Steps = tuple[Step, ...]


@dataclass(slots=True)
class Received:
    """One request as it came in."""

    head: bytes
    body: bytes

    @property
    def line(self) -> str:
        return self.head.split(b"\r\n", 1)[0].decode()

    @property
    def json(self) -> dict:
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        for line in self.head.decode("latin-1").split("\r\n")[1:]:
            key, _, value = line.partition(":")
            if key.lower() == name.lower():
                return value.strip()
        return None


@dataclass(slots=True)
class HostileServer:
    """Plays the queued scripts, one for each request; the last one again and again.

    Attributes:
        received: All requests, in order.
        connections: Number of connections accepted.
        gone: Number of connections the client closed while a script still played.
    """

    tls: ssl.SSLContext | None = None
    received: list[Received] = field(default_factory=list)
    connections: int = 0
    gone: int = 0
    port: int = 0
    _scripts: list[Steps] = field(default_factory=list)
    _server: asyncio.Server | None = None
    _tasks: set[asyncio.Task] = field(default_factory=set)

    def play(self, *scripts: Sequence[Step]) -> None:
        """Replace the queue."""
        self._scripts = [tuple(script) for script in scripts]

    @property
    def base_url(self) -> str:
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}/v1"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self.tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_exc) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)
        await asyncio.sleep(0)

    @property
    def open_connections(self) -> int:
        return len(self._tasks)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._tasks.add(task)
        self.connections += 1
        try:
            while True:
                request = await self._read_request(reader)
                if request is None:
                    return
                self.received.append(request)
                script = self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
                if not await self._play(script, reader, writer):
                    return
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            self.gone += 1
        except asyncio.CancelledError:
            pass  # the test is over; asyncio's streams would report it as an error
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _read_request(self, reader: asyncio.StreamReader) -> Received | None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            return None
        request = Received(head, b"")
        length = request.header("content-length")
        if length:
            request.body = await reader.readexactly(int(length))
        return request

    async def _play(self, script: Steps, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Play one script; whether the connection may serve another request."""
        for step in script:
            if not await self._take_step(step, reader, writer):
                return False
        return any(isinstance(step, bytes) and b"keep-alive" in step[:400] for step in script[:1])

    async def _take_step(
        self, step: Step, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Whether the script goes on."""
        match step:
            case bytes():
                writer.write(step)
                await writer.drain()
            case Pause(seconds):
                await asyncio.sleep(seconds)
            case Drip(data, seconds):
                for byte in data:
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(seconds)
            case Flood(block, count):
                for _ in range(count):
                    writer.write(block)
                    await writer.drain()
            case Hang():
                await reader.read()
                self.gone += 1
                return False
            case Reset():
                sock = writer.get_extra_info("socket")
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
                return False
        return True
