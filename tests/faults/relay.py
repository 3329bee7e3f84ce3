"""A wire between the program and a server; it can be cut, with a reset or in silence, and mended."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from typing import Self


class Relay:
    """Passes bytes on both ways while the network is there.

    Args:
        port: Of the server on loopback.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self._up = asyncio.Event()
        self._up.set()
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task] = set()
        self.port = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def __aenter__(self) -> Self:
        await self._listen(0)
        return self

    async def __aexit__(self, *_exc) -> None:
        await self.cut()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)

    async def _listen(self, port: int) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Every connection is reset, and new ones are refused."""
        self._server.close()
        for writer in list(self._writers):
            connection = writer.get_extra_info("socket")
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
        await asyncio.sleep(0)

    def fall_silent(self) -> None:
        """Nothing arrives any more, and nobody says so: a link that is down."""
        self._up.clear()

    async def mend(self) -> None:
        """The network is back, for new connections at least."""
        self._up.set()
        if not self._server.is_serving():
            await self._listen(self.port)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._tasks.add(task)
        try:
            there = await asyncio.open_connection("127.0.0.1", self._target)
            self._writers |= {writer, there[1]}
            await asyncio.gather(self._pass_on(reader, there[1]), self._pass_on(there[0], writer))
        except (OSError, asyncio.CancelledError):
            pass  # cut, or the test is over
        finally:
            self._tasks.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self._up.wait()
                writer.write(data)
                await writer.drain()
        finally:
            self._writers.discard(writer)
            writer.close()
