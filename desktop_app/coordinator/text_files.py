"""Texts of a conversation that the user wants as files of their own."""

from __future__ import annotations

import asyncio
from pathlib import Path

from desktop_app.coordinator.user_files import replace_file


async def save_text(path: str, text: str) -> str:
    """Write a text as UTF-8, off the loop; a former file of that name is replaced.

    Returns:
        The file's name without its folder.

    Raises:
        ExchangeError: The file cannot be written.
    """
    target = Path(path)
    await asyncio.to_thread(replace_file, target, text.encode("utf-8", "replace"))
    return target.name
