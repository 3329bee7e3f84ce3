"""Exact details in a text: addresses, paths, identifiers, quotes, dates, numbers.

What a summary must not lose, found by the patterns of ``notations`` alone. Names need the whole
conversation to be told from ordinary words and live in ``names``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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


_QUOTED = (
    r"“([^“”\n]{2,80})”|「([^「」\n]{2,80})」|『([^『』\n]{2,80})』|《([^《》\n]{1,60})》"
    r"|(?<![\w\"])\"([^\"\n]{2,80})\"(?!\w)"
)
_FENCED = r"(?ms)^[ \t]*```.*?(?:^[ \t]*```|\Z)"
_NO_DETAIL = (
    r"(?m)\b(?:24/7|50/50|9-5|9 to 5|7/24|110%|1000%)"  # idioms
    r"|^[ \t]*(?:[-*•][ \t]*)?\(?\d{1,3}[.)、](?=\s|[^\d\s])"  # numbers of list items
)


def _quotes(text: str) -> Iterator[Detail]:
    for match in re.finditer(_QUOTED, text):
        inner = next(group for group in match.groups() if group is not None)
        words = folded(inner).strip(" .,!?;:…。，！？；：")
        if any(map(str.isalnum, words)):
            yield Detail(DetailKind.QUOTE, match.group(), words, match.start())


def _blanked(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{chr(0) * (end - start)}{text[end:]}"


def scan_details(text: str) -> list[Detail]:
    """All exact details of a text except names, in order.

    A detail inside a quotation counts as part of it; addresses, paths and identifiers come first and
    hide what is inside them, so a port number or the date in a file name is not reported alone.
    """
    from desktop_app.core.summary.notations import NOTATIONS

    rest = re.sub(_NO_DETAIL, lambda match: "\0" * len(match.group()), narrow(text))
    fences = [match.span() for match in re.finditer(_FENCED, rest)]
    found: list[Detail] = []
    quotes_taken = False
    for notation in NOTATIONS:
        if notation.after_quotes and not quotes_taken:
            quotes_taken = True
            for detail in _quotes(rest):
                found.append(detail)
                rest = _blanked(rest, detail.start, detail.end)
        if not notation.may_occur(rest):
            continue
        for match in list(re.finditer(notation.pattern, rest)):
            value = notation.read(match)
            if value is None:
                continue
            start, end = match.span()
            while end > start and rest[end - 1] in " \t-":
                end -= 1
            while start < end and rest[start] in " \t":
                start += 1
            in_fence = any(low <= start < high for low, high in fences)
            weak = in_fence or notation.is_weak(match)
            found.append(Detail(notation.kind, text[start:end], value, start, weak))
            rest = _blanked(rest, start, end)
    return sorted(found, key=lambda detail: detail.start)
