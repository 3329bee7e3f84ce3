"""The loss check: exact details of the covered messages that a new summary does not carry.

No model takes part. Numbers, dates and times are compared by value, everything else by its folded
text; what the summary or the pinned facts say in another notation is not lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.language import sentence_spans
from desktop_app.core.summary.details import Detail, DetailKind, folded
from desktop_app.core.summary.figures import ClockTime, Day, Figure, chinese_number, english_number
from desktop_app.core.summary.names import WordUse, carries_name, find_names, is_telling, word_use
from desktop_app.core.summary.scan import scan_details
from desktop_app.core.summary.template import heading_line, wording

_WEIGHTS = {
    DetailKind.PINNED: 100,
    DetailKind.EMAIL: 90,
    DetailKind.URL: 88,
    DetailKind.PATH: 86,
    DetailKind.CODE: 84,
    DetailKind.DATE: 76,
    DetailKind.NUMBER: 72,
    DetailKind.TIME: 70,
    DetailKind.QUOTE: 62,
    DetailKind.NAME: 56,
}
_WEAK = 40
_FROM_USER = 6
_PER_MENTION = 3
_MOST_MENTIONS = 6
_CONTEXT_CHARACTERS = 180
_PINNED_SHARE = 0.6

_SMALL_WORDS = (
    r"(?i)\b(?:(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth"
    r"|sixth|seventh|eighth|ninth|tenth|[a-z]+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand"
    r"|million|and)[\s-]?)+"
)
_HAN_NUMERALS = r"[零一二三四五六七八九十百千万亿两〇]+"


@dataclass(frozen=True, slots=True)
class Loss:
    """Something exact that the summary does not carry.

    Attributes:
        text: The detail as it was written.
        context: The sentence it stands in, shortened; what *Add* puts into the summary.
        message_id: The newest message that holds it; None when only the previous summary did.
        score: Rank; higher means more worth keeping.
        mentions: How many times it was written.
    """

    kind: DetailKind
    text: str
    context: str
    message_id: str | None
    score: int
    mentions: int = 1


class Carried:
    """What a summary and the pinned facts hold, ready to be asked."""

    def __init__(self, texts: Iterable[str]) -> None:
        whole = "\n".join(texts)
        self._folded = folded(whole)
        self._words = re.findall(r"[^\W\d_]+", self._folded)
        self._loose = _loose(whole)
        details = [detail.value for detail in scan_details(whole.replace("`", " ").replace('"', " "))]
        self._days = [value for value in details if isinstance(value, Day)]
        self._times = [value for value in details if isinstance(value, ClockTime)]
        self._figures = [value for value in details if isinstance(value, Figure)]
        self._figures += [Figure(frozenset({float(value)})) for value in _spelled_numbers(whole)]

    def holds(self, detail: Detail) -> bool:
        """Whether the detail is there, in whatever notation."""
        value = detail.value
        if isinstance(value, Day):
            return any(value.agrees(day) for day in self._days)
        if isinstance(value, ClockTime):
            return any(value.agrees(time) for time in self._times)
        if isinstance(value, Figure):
            return any(value.agrees(figure) for figure in self._figures) or self._holds_in_date(value)
        if detail.kind is DetailKind.NAME:
            return _loose(value) in self._loose or carries_name(value, self._words)
        if detail.kind is DetailKind.QUOTE:
            return _loose(value) in self._loose
        return _stands_in(value, self._folded)

    def share_of(self, text: str) -> float:
        """Which part of a text's telling words is there, from 0 to 1."""
        words = set(re.findall(r"[^\W_]{4,}|[一-鿿]{2}|\d+", folded(text)))
        return sum(word in self._folded for word in words) / len(words) if words else 1.0

    def _holds_in_date(self, figure: Figure) -> bool:
        """A bare year, or a bare number that can be a day of the month, may stand in a date."""
        parts = {part for day in self._days for reading in day.readings for part in reading if part}
        fits = all(1900 <= value <= 2100 or value <= 31 for value in figure.values)  # noqa: PLR2004
        return fits and not figure.unit and not parts.isdisjoint(figure.values)


def _loose(text: str) -> str:
    """Words alone, each between spaces; Chinese stays in one piece."""
    return " " + " ".join(re.findall(r"[^\W_]+", folded(text))) + " "


def _stands_in(value: str, text: str) -> bool:
    """Whether a string stands in a text as a whole, not as part of a longer word or number."""
    left = r"(?<![a-z0-9_])" if value[0].isascii() and value[0].isalnum() else ""
    right = r"(?![a-z0-9_])" if value[-1].isascii() and value[-1].isalnum() else ""
    return re.search(left + re.escape(value) + right, text) is not None


def _spelled_numbers(text: str) -> Iterator[int]:
    for match in re.finditer(_SMALL_WORDS, text):
        value = english_number(match.group().strip())
        if value is not None:
            yield value
    for match in re.finditer(_HAN_NUMERALS, text):
        value = chinese_number(match.group())
        if value is not None:
            yield value


def message_details(text: str, use: WordUse) -> list[Detail]:
    """All exact details of a message, names included, in order and without overlaps."""
    exact = scan_details(text)
    names = [
        name
        for name in find_names(text, use)
        if not any(detail.start < name.end and name.start < detail.end for detail in exact)
    ]
    return sorted([*exact, *names], key=lambda detail: detail.start)


def _context(text: str, detail: Detail) -> str:
    """The sentence around a detail, cut to a bounded length with the detail inside."""
    spans = sentence_spans(text)
    begin, stop = next((span for span in spans if span[0] <= detail.start < span[1]), (detail.start, 0))
    start, end = begin, max(stop, detail.end)
    if end - start > _CONTEXT_CHARACTERS:
        start = max(start, detail.start - _CONTEXT_CHARACTERS // 2)
        end = min(end, max(detail.end, start + _CONTEXT_CHARACTERS))
    head = "… " if start > begin else ""
    return head + " ".join(text[start:end].split()) + (" …" if end < stop else "")


def _score(detail: Detail, message: Message | None, mentions: int) -> int:
    score = _WEIGHTS[detail.kind] - (_WEAK if detail.weak else 0)
    score += _FROM_USER if message is not None and message.role is Role.USER else 0
    return score + _PER_MENTION * min(mentions - 1, _MOST_MENTIONS)


def _same(detail: Detail) -> tuple[object, ...]:
    value = detail.value
    return (detail.kind, _loose(value) if isinstance(value, str) else value)


def _pinned_losses(messages: Iterable[Message], carried: Carried) -> Iterator[Loss]:
    for message in messages:
        if message.pinned and message.text.strip() and carried.share_of(message.text) < _PINNED_SHARE:
            text = " ".join(message.text.split())
            yield Loss(DetailKind.PINNED, text, text, message.id, _WEIGHTS[DetailKind.PINNED])


def find_losses(
    messages: Sequence[Message],
    summary: str,
    facts: Iterable[str] = (),
    *,
    previous_summary: str = "",
) -> tuple[Loss, ...]:
    """What the covered messages say exactly and neither the summary nor the facts carry.

    Args:
        messages: The covered span; only sendable ones count, reasoning never.
        summary: The new summary.
        facts: Texts of the pinned facts that are sent along.
        previous_summary: The summary that was updated, whose details may have faded too.

    Returns:
        Losses, the most worth keeping first; each detail once, whatever its notations.
    """
    covered = [message for message in messages if message.is_sendable]
    carried = Carried([summary, *facts])
    use = word_use((message.text for message in covered), (message.speaker for message in covered))
    sources: list[tuple[str, Message | None]] = [(message.text, message) for message in covered]
    if previous_summary.strip():
        sources.insert(0, (previous_summary, None))
    found: dict[tuple[object, ...], Loss] = {}
    for text, message in sources:
        for detail in message_details(text, use):
            if not is_telling(detail, use) or carried.holds(detail):
                continue
            key = _same(detail)
            mentions = found[key].mentions + 1 if key in found else 1
            score = _score(detail, message, mentions)
            identifier = message.id if message else None
            found[key] = Loss(detail.kind, detail.text, _context(text, detail), identifier, score, mentions)
    losses = [*_pinned_losses(covered, carried), *found.values()]
    return tuple(sorted(losses, key=lambda loss: -loss.score))


def _lines_for(items: Iterable[Loss | str], text: str) -> list[str]:
    """One line for each new statement: losses of one sentence share theirs."""
    lines: list[str] = []
    for item in items:
        statement = item if isinstance(item, str) else item.context or item.text
        line = f"- {' '.join(statement.split())}"
        if line != "- " and line not in lines and line not in text.splitlines():
            lines.append(line)
    return lines


def _is_heading(line: str, heading: str) -> bool:
    return line.strip().strip("#*_ ").strip() == heading


def add_losses(text: str, items: Iterable[Loss | str], use_english: bool, *, title: str = "") -> str:
    """Put lost details under the summary's key information, a line for each statement.

    The section is found by its heading; where the summary has none it is added at the end, before
    the closing line. What is already there word for word is not added again.

    Args:
        text: The summary without its dialogue review.
        items: Losses, or plain texts to add.
        use_english: Language of the summary's headings.
        title: The user's own title of the section; blank means the default.
    """
    lines_to_add = _lines_for(items, text)
    if not lines_to_add:
        return text
    words = wording(use_english)
    heading = heading_line(title.strip() or words.titles["key_info"], words)
    lines = text.rstrip().splitlines()
    place = next((index for index, line in enumerate(lines) if _is_heading(line, heading)), None)
    if place is None:
        end = len(lines)
        while end and (not lines[end - 1].strip() or lines[end - 1].strip() == words.closing_mark):
            end -= 1
        return "\n".join([*lines[:end], *([""] if end else []), heading, *lines_to_add, *lines[end:]])
    end = place + 1
    while end < len(lines) and not _ends_section(lines[end], use_english):
        end += 1
    while end > place + 1 and not lines[end - 1].strip():
        end -= 1
    return "\n".join([*lines[:end], *lines_to_add, *lines[end:]])


def _ends_section(line: str, use_english: bool) -> bool:
    """Whether a line opens another section or closes the summary."""
    words = wording(use_english)
    plain = line.strip().strip("#*_ ").strip()
    is_mark = len(plain) > 5 and set(plain) == {"="}  # noqa: PLR2004  a line of equals signs
    return is_mark or (plain.startswith(words.bracket_open) and plain.endswith(words.bracket_close))
