"""How much of a very long message is shown at first."""

from __future__ import annotations

SHORT_CHARS = 100_000
SHORT_LINES = 6_000
"""A message of more characters or lines is shortened at first."""

HEAD_CHARS = 20_000
HEAD_LINES = 400


def shortened(text: str) -> tuple[str, str]:
    """Split a very long text into the head that is shown at first and the rest."""
    if len(text) <= SHORT_CHARS and text.count("\n") <= SHORT_LINES:
        return text, ""
    end = HEAD_CHARS
    position = 0
    for _ in range(HEAD_LINES):
        following = text.find("\n", position)
        if following < 0 or following >= HEAD_CHARS:
            break
        position = following + 1
    if position:
        end = position
    return text[:end], text[end:]
