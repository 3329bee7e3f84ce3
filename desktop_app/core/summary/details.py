"""What an exact detail is, and how the strings among them are compared; ``scan`` finds them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.core.summary.figures import ClockTime, Day, Figure

Value = str | Figure | Day | ClockTime
"""What two notations of a detail are compared by; a string is compared with the folded text."""


class DetailKind(StrEnum):
    """What sort of exact detail a piece of text is."""

    URL = "url"
    EMAIL = "email"
    PATH = "path"
    CODE = "code"
    QUOTE = "quote"
    DATE = "date"
    TIME = "time"
    NUMBER = "number"
    NAME = "name"
    PINNED = "pinned"


@dataclass(frozen=True, slots=True)
class Detail:
    """One exact detail.

    Attributes:
        text: As it stands in the source.
        value: What it means, whatever its notation.
        start: Offset in the source, in characters.
        weak: Worth little to a reader: a number word, a common small number, text of a code block.
    """

    kind: DetailKind
    text: str
    value: Value
    start: int
    weak: bool = False

    @property
    def end(self) -> int:
        """Offset behind it in the source."""
        return self.start + len(self.text)


_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code - 0xFEE0).isalnum()} | {
    ord(wide): sign for wide, sign in zip("：％－．＠／＿＋＃＄￥", ":%-.@/_+#$¥", strict=True)
}


def narrow(text: str) -> str:
    """Full-width letters, digits and signs as plain ones; every offset stays the same."""
    return text.translate(_WIDE)


def folded(text: str) -> str:
    """A text as strings are compared: narrow, case folded, apostrophes and white space made equal."""
    return " ".join(narrow(text).casefold().replace("’", "'").replace("‘", "'").split())
