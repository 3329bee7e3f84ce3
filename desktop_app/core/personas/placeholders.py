"""Filling ``{{user}}`` and ``{{char}}`` in the texts of personas; text is never a template."""

from __future__ import annotations

import re

_PLACEHOLDER = r"(?i)\{\{\s*(user|char|original)\s*\}\}|<(user|bot|char)>"


def fill(text: str, *, user: str, char: str, original: str | None = None) -> str:
    """A text with the placeholders of the card specifications replaced, once and literally.

    ``{{user}}`` and ``<USER>`` become the user's name, ``{{char}}``, ``<CHAR>`` and ``<BOT>`` the
    persona's, in any case; ``{{original}}`` the text it stands for, where one is given. Names that
    look like placeholders are not filled again; every other brace stays.
    """

    def value(match: re.Match[str]) -> str:
        name = (match[1] or match[2]).casefold()
        if name == "original":
            return match.group() if original is None else original
        return user if name == "user" else char

    return re.sub(_PLACEHOLDER, value, text)
