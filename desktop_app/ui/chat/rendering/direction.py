"""Writing direction of a paragraph, told by its first strong character (as Unicode's rule P2 does)."""

from __future__ import annotations

import re
import unicodedata

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def is_right_to_left(text: str) -> bool:
    """True if the first strong character belongs to a right-to-left script."""
    if _RIGHT_TO_LEFT.search(text) is None:
        return False
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind == "L":
            return False
        if kind in {"R", "AL"}:
            return True
    return False
