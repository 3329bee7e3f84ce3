"""Which messages a line of a summary most likely comes from, by lexical match; no model takes part."""

from __future__ import annotations

import heapq
import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.core.domain.conversation import Message
from desktop_app.core.summary.terms import Terms

_MOST_SOURCES = 3
_ENOUGH = 0.34
_ENOUGH_TOGETHER = 0.5
_WORTH_ADDING = 0.2
_MOST_CANDIDATES = 12
_MOST_LOOKUPS = 4000
_HEADING = r"^[\s#*_]*(?:【[^】]*】|\[[^\]]*\])[\s*_]*$|^\s*=+[^=]*=*\s*$|^\s*[-*_]{3,}\s*$"
_MARK = r"^\s*(?:[-*+•·]|\d{1,3}[.)、])\s*"


@dataclass(frozen=True, slots=True)
class SourcedLine:
    """One line of a summary and where it comes from.

    Attributes:
        number: Index of the line in the text, from 0.
        text: The line as it stands.
        message_ids: Likely sources, the likeliest first; at most three.
        share: Which part of the line's weight the sources carry together, from 0 to 1.
        is_statement: False for headings, marks and blank lines, which need no source.
    """

    number: int
    text: str
    message_ids: tuple[str, ...] = ()
    share: float = 0.0
    is_statement: bool = True

    @property
    def is_unsupported(self) -> bool:
        """Whether the line says something that no message seems to say."""
        return self.is_statement and not self.message_ids


class SourceIndex:
    """The messages of a span, indexed for the terms that a summary uses."""

    def __init__(self, messages: Sequence[Message], wanted: set[str], terms: Terms) -> None:
        self._ids = [message.id for message in messages]
        self._terms = [
            wanted.intersection(terms.of(f"{message.speaker} {message.text}")) for message in messages
        ]
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, found in enumerate(self._terms):
            for term in found:
                self._places[term].append(place)

    def _weight(self, term: str) -> float:
        """Inverse document frequency: a rare term says more about where a line comes from."""
        return math.log(1 + len(self._ids) / (1 + len(self._places.get(term, ()))))

    def _scores(self, weights: dict[str, float]) -> dict[int, float]:
        """Weight of the terms each message carries; the rarest terms decide which messages count."""
        scores: dict[int, float] = defaultdict(float)
        looked_at = 0
        for term in sorted(weights, key=weights.__getitem__, reverse=True):
            places = self._places.get(term, ())
            if looked_at and looked_at + len(places) > _MOST_LOOKUPS:
                break
            looked_at += len(places)
            for place in places:
                scores[place] += weights[term]
        return scores

    def best(self, terms: Sequence[str]) -> tuple[tuple[str, ...], float]:
        """Ids of the messages that carry most of these terms, and the share they carry together.

        The first is the message with the greatest share; further ones add what it lacks.
        """
        weights = {term: self._weight(term) for term in terms}
        total = sum(weights.values())
        scores = self._scores(weights)
        if not scores or not total:
            return (), 0.0
        candidates = heapq.nlargest(_MOST_CANDIDATES, scores, key=scores.__getitem__)
        chosen: list[int] = []
        missing = set(weights)
        while len(chosen) < _MOST_SOURCES:
            gains = {
                place: math.fsum(weights[term] for term in missing & self._terms[place])
                for place in candidates
            }
            best = max(candidates, key=lambda place: gains[place])
            if chosen and gains[best] < total * _WORTH_ADDING:
                break
            chosen.append(best)
            missing -= self._terms[best]
        together = 1 - math.fsum(weights[term] for term in missing) / total
        first = math.fsum(weights[term] for term in self._terms[chosen[0]] if term in weights) / total
        if first < _ENOUGH and together < _ENOUGH_TOGETHER:
            return (), together
        return tuple(self._ids[place] for place in chosen), together


def link_sources(summary: str, messages: Sequence[Message]) -> tuple[SourcedLine, ...]:
    """Every line of a summary with the messages it most likely comes from.

    Args:
        summary: The summary's text, with or without headings.
        messages: The covered messages in order; only sendable ones are looked at.

    Returns:
        One entry for each line of the text, in order.
    """
    terms = Terms()
    lines = summary.split("\n")
    parts = [() if _is_no_statement(line) else tuple(dict.fromkeys(terms.of(_plain(line)))) for line in lines]
    wanted = {term for part in parts for term in part}
    index = SourceIndex([message for message in messages if message.is_sendable], wanted, terms)
    linked = []
    for number, (line, part) in enumerate(zip(lines, parts, strict=True)):
        message_ids, share = index.best(part) if part else ((), 0.0)
        linked.append(SourcedLine(number, line, message_ids, share, is_statement=bool(part)))
    return tuple(linked)


def _is_no_statement(line: str) -> bool:
    return not line.strip() or re.match(_HEADING, line) is not None


def _plain(line: str) -> str:
    return re.sub(_MARK, "", line)
