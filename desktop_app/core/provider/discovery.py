"""Model servers on this machine, found at the ports they use by default.

Only the loopback interface is asked, without any key, and only when the user opens the profile page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.request import FoundServer, ModelEntry
from desktop_app.core.provider.catalog import presets

ASK_SECONDS = 1.5
"""Longest wait for one server; those on the same machine answer within milliseconds."""

ListModels = Callable[[str], Awaitable[list[ModelEntry]]]
"""Fetches the list of models behind a base URL."""


async def find_servers(list_models: ListModels) -> list[FoundServer]:
    """Ask all default ports at the same time; silence and refusals mean "not there"."""
    local = [preset for preset in presets() if preset.is_loopback and preset.base_url]
    answers = await asyncio.gather(*(_ask(list_models, p.id, p.base_url) for p in local))
    return [answer for answer in answers if answer is not None]


async def _ask(list_models: ListModels, preset: str, base_url: str) -> FoundServer | None:
    try:
        async with asyncio.timeout(ASK_SECONDS):
            models = await list_models(base_url)
    except (ThroughlineError, TimeoutError):
        return None
    return FoundServer(preset, base_url, tuple(models))
