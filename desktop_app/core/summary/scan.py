"""Finding exact details in a text: addresses, paths, identifiers, quotes, dates, numbers.

What a summary must not lose, found by the patterns of ``notations`` alone. Names need the whole
conversation to be told from ordinary words and live in ``names``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from desktop_app.core.summary.details import Detail, DetailKind, folded, narrow
from desktop_app.core.summary.notations import NOTATIONS, Notation

_QUOTED = (
    r"“([^“”\n]{2,80})”|「([^「」\n]{2,80})」|『([^『』\n]{2,80})』|《([^《》\n]{1,60})》"
    r"|(?<![\w\"])\"([^\"\n]{2,80})\"(?!\w)|«\s?([^«»\n]{2,80}?)\s?»|(?<![\w'])'([^'\n]{3,60})'(?!\w)"
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


def _blanked(text: str, found: Sequence[Detail]) -> str:
    """The text with what was found hidden from later patterns; offsets stay."""
    pieces, last = [], 0
    for detail in found:
        pieces += [text[last : detail.start], "\0" * len(detail.text)]
        last = detail.end
    return "".join([*pieces, text[last:]])


def _matches(notation: Notation, text: str, rest: str, fences: Sequence[tuple[int, int]]) -> list[Detail]:
    """What one notation finds in the rest of a text."""
    found = []
    for match in re.finditer(notation.pattern, rest):
        value = notation.read(match)
        if value is None:
            continue
        start, end = match.span()
        end = start + len(rest[start:end].rstrip(" \t-"))
        start = end - len(rest[start:end].lstrip(" \t"))
        in_fence = any(low <= start < high for low, high in fences)
        found.append(
            Detail(notation.kind, text[start:end], value, start, in_fence or notation.is_weak(match))
        )
    return found


def scan_details(text: str) -> list[Detail]:
    """All exact details of a text except names, in order.

    A detail inside a quotation counts as part of it; addresses, paths and identifiers come first and
    hide what is inside them, so a port number or the date in a file name is not reported alone.
    """
    rest = re.sub(_NO_DETAIL, lambda match: "\0" * len(match.group()), narrow(text))
    fences = [match.span() for match in re.finditer(_FENCED, rest)]
    found: list[Detail] = []
    quotes_taken = False
    for notation in NOTATIONS:
        if notation.after_quotes and not quotes_taken:
            quotes_taken = True
            quotes = list(_quotes(rest))
            found += quotes
            rest = _blanked(rest, quotes)
        matches = _matches(notation, text, rest, fences) if notation.may_occur(rest) else []
        if matches:
            found += matches
            rest = _blanked(rest, matches)
    return sorted(found, key=lambda detail: detail.start)
