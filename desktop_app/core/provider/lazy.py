"""A provider that is loaded when it is first asked, so that the start need not pay for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING

from desktop_app.core.domain.ports import ChatProvider
from desktop_app.core.domain.request import ChatRequest, FoundServer, ModelEntry, StreamItem, TestOutcome

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings


class LazyProvider:
    """Makes the real ``ChatProvider`` at the first call, off the loop's thread, then passes all calls on.

    Args:
        make: Imports and makes it; called once.
    """

    def __init__(self, make: Callable[[], ChatProvider]) -> None:
        self._make = make
        self._made: ChatProvider | None = None
        self._making = threading.Lock()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamItem, None]:
        """See ``ChatProvider.stream``."""
        provider = await self._provider()
        async with aclosing(provider.stream(request)) as items:
            async for item in items:
                yield item

    def body(self, request: ChatRequest) -> bytes:
        """See ``ChatProvider.body``; the first call loads the provider and blocks for as long."""
        return self._made_once().body(request)

    async def models(self, profile: ProfileSettings) -> list[ModelEntry]:
        """See ``ChatProvider.models``."""
        return await (await self._provider()).models(profile)

    async def test(self, profile: ProfileSettings) -> TestOutcome:
        """See ``ChatProvider.test``."""
        return await (await self._provider()).test(profile)

    async def discover(self) -> list[FoundServer]:
        """See ``ChatProvider.discover``."""
        return await (await self._provider()).discover()

    async def aclose(self) -> None:
        """Close the real provider, if there is one."""
        if self._made is not None:
            await self._made.aclose()

    async def _provider(self) -> ChatProvider:
        if self._made is not None:
            return self._made
        return await asyncio.to_thread(self._made_once)

    def _made_once(self) -> ChatProvider:
        with self._making:
            if self._made is None:
                self._made = self._make()
            return self._made
