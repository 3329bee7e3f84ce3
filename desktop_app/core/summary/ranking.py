"""The sentences of a span, ranked by how much they tell; classic centroid and graph ranking, no model.

Centroid: a sentence is central when it shares its rare terms with the whole (Radev et al., 2004).
Graph: among the most central ones, a sentence counts when others that count resemble it (LexRank,
Erkan and Radev, 2004). Everything is deterministic: sums over sets are exact (``fsum``), so their
order does not matter, and ties go to the later sentence.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.language import sentence_spans
from desktop_app.core.summary.details import Detail, DetailKind
from desktop_app.core.summary.names import WordUse, find_names, is_telling, word_use
from desktop_app.core.summary.scan import scan_details
from desktop_app.core.summary.terms import Terms

_NOT_PROSE = (
    r"(?ms)^[ \t]*```.*?(?:^[ \t]*```[ \t]*$|\Z)|data:[\w/+.-]+;base64,[\w+/=]+|<think>.*?(?:</think>|\Z)"
)
_MARKS = r"^(?:#{1,6}\s+|[-*+•>]\s+|\d{1,3}[.)、]\s*|\*\*)+|\*\*$"
_SIGNAL = r"[\d@/\\`“「『《\"_]|[a-z][A-Z]|[月万亿]"
_CAPITAL = r"[A-ZÀ-ÖØ-ÞА-Я]|[一-鿿]"
_CHUNK = 100
_SHORTEST = 12
_SHORTEST_HAN = 5
_FEWEST_TERMS = 3
_GRAPH_SIZE = 220
_ROUNDS = 12
_DAMPING = 0.85
_LEAST_LIKENESS = 0.08
_MOST_SENTENCES, _FEWEST_SENTENCES = 8, 2
_SENTENCE_BUDGET = 6000
"""Sentences of a whole span that are looked at, so that 1,000 messages take under a second."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a message.

    Attributes:
        place: Index of its message in the span.
        order: Index among all sentences of the span.
        terms: Its terms, each once.
        details: Exact details in it.
        weight: What these are worth; one that stands in many sentences is worth little in each.
        centrality: From 0 to 1, after ``rank``.
    """

    text: str
    message_id: str
    role: Role
    speaker: str
    place: int
    order: int
    terms: frozenset[str]
    details: tuple[Detail, ...] = ()
    weight: float = 0.0
    centrality: float = 0.0


def _prose(text: str) -> str:
    """A message without code blocks, data and reasoning; offsets do not matter here."""
    return re.sub(_NOT_PROSE, "\n", text)


def _is_worth_reading(text: str, terms: frozenset[str]) -> bool:
    if text.startswith(("[", "(", "（", "【")) and text.endswith(("]", ")", "）", "】")):
        return False  # a note about what somebody does, not what they say
    long_enough = len(text) >= (_SHORTEST if text.isascii() else _SHORTEST_HAN)
    return long_enough and len(terms) >= _FEWEST_TERMS


def collect(messages: Iterable[Message]) -> list[Sentence]:
    """The sentences of the sendable messages in order, each wording once, small talk left out.

    Of a long message only the first and last sentences are looked at, as many as a reader would; in a
    very long conversation fewer.
    """
    covered = [message for message in messages if message.is_sendable]
    share = _SENTENCE_BUDGET // (2 * len(covered) or 1)
    most = min(_MOST_SENTENCES, max(_FEWEST_SENTENCES, share))
    terms = Terms()
    seen: set[str] = set()
    found: list[Sentence] = []
    for place, message in enumerate(covered):
        prose = _prose(message.text)
        spans = sentence_spans(prose)
        if len(spans) > 2 * most:
            spans = spans[:most] + spans[-most:]
        for start, end in spans:
            text = re.sub(_MARKS, "", " ".join(prose[start:end].split()))
            own = frozenset(terms.of(text))
            if text in seen or not (_is_worth_reading(text, own) or re.search(_SIGNAL, text)):
                continue
            seen.add(text)
            order = len(found)
            found.append(Sentence(text, message.id, message.role, message.speaker, place, order, own))
    use = word_use((message.text for message in covered), (message.speaker for message in covered))
    return _weighed(_with_details(found, use))


def _with_details(sentences: Sequence[Sentence], use: WordUse) -> list[Sentence]:
    """The sentences with their details; many are scanned as one text, which is much faster."""
    details: dict[int, list[Detail]] = defaultdict(list)
    telling = [s for s in sentences if re.search(_SIGNAL, s.text) or re.search(_CAPITAL, s.text[1:])]
    for begin in range(0, len(telling), _CHUNK):
        chunk = telling[begin : begin + _CHUNK]
        starts = list(accumulate((len(s.text) + 1 for s in chunk), initial=0))
        text = "\n".join(s.text for s in chunk)
        for detail in [*scan_details(text), *find_names(text, use)]:
            index = bisect_right(starts, detail.start) - 1
            if is_telling(detail, use) and detail.end < starts[index + 1]:
                details[chunk[index].order].append(detail)
    return [replace(s, details=tuple(details[s.order])) if s.order in details else s for s in sentences]


def _weighed(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences with the weight of their details: addresses and dates more than names."""
    weights = {DetailKind.NAME: 0.5, DetailKind.QUOTE: 0.6}
    counts = Counter(detail.value for sentence in sentences for detail in sentence.details)
    return [
        replace(
            sentence,
            weight=sum(
                (0.15 if detail.weak else weights.get(detail.kind, 1.0)) / math.sqrt(counts[detail.value])
                for detail in sentence.details
            ),
        )
        if sentence.details
        else sentence
        for sentence in sentences
    ]


def rank(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The same sentences in the same order, with their centrality."""
    if not sentences:
        return []
    frequency = Counter(term for sentence in sentences for term in sentence.terms)
    total = len(sentences)
    weight = {term: math.log(1 + total / count) for term, count in frequency.items()}
    norms = [math.sqrt(math.fsum(weight[term] ** 2 for term in s.terms)) or 1.0 for s in sentences]
    centroid = {term: weight[term] * math.log(1 + count) for term, count in frequency.items() if count > 1}
    central = [
        math.fsum(centroid.get(term, 0.0) * weight[term] for term in s.terms) / norm
        for s, norm in zip(sentences, norms, strict=True)
    ]
    best = sorted(range(total), key=lambda index: (-central[index], -index))[:_GRAPH_SIZE]
    graph = _graph_scores(
        [sentences[index].terms for index in best], weight, [norms[index] for index in best]
    )
    top = max(central) or 1.0
    scores = [0.5 * value / top for value in central]
    for index, value in zip(best, graph, strict=True):
        scores[index] += 0.5 * value
    return [replace(s, centrality=score) for s, score in zip(sentences, scores, strict=True)]


def _graph_scores(
    terms: Sequence[frozenset[str]], weight: dict[str, float], norms: Sequence[float]
) -> list[float]:
    """LexRank over the cosine of the sentences, scaled so that the best is 1."""
    size = len(terms)
    places: dict[str, list[int]] = defaultdict(list)
    for index, own in enumerate(terms):
        for term in sorted(own):
            places[term].append(index)
    products: list[dict[int, float]] = [defaultdict(float) for _ in range(size)]
    for term, where in sorted(places.items()):
        square = weight[term] ** 2
        for one in where:
            row = products[one]
            for other in where:
                row[other] += square
    edges: list[list[tuple[int, float]]] = []
    for one, row in enumerate(products):
        likeness = [
            (other, product / (norms[one] * norms[other])) for other, product in row.items() if other != one
        ]
        near = [(other, value) for other, value in likeness if value >= _LEAST_LIKENESS]
        out = sum(value for _, value in near) or 1.0
        edges.append([(other, value / out) for other, value in near])
    scores = [1.0 / size] * size
    for _ in range(_ROUNDS):
        updated = [(1 - _DAMPING) / size] * size
        for one, row_edges in enumerate(edges):
            for other, share in row_edges:
                updated[other] += _DAMPING * scores[one] * share
        scores = updated
    top = max(scores)
    return [score / top for score in scores]


def pick(
    candidates: Sequence[Sentence], scores: dict[int, float], count: int, taken: set[int]
) -> list[Sentence]:
    """The ``count`` best sentences that do not say the same thing twice (maximal marginal relevance).

    Args:
        candidates: Sentences to choose from.
        scores: Score by ``Sentence.order``.
        count: How many to take at most.
        taken: Orders already used elsewhere; the chosen ones are added.
    """
    chosen: list[Sentence] = []
    waiting = sorted(
        (s for s in candidates if s.order not in taken), key=lambda s: (-scores[s.order], -s.order)
    )[: 6 * count + 20]
    while waiting and len(chosen) < count:
        best = max(waiting, key=lambda s: (scores[s.order] * (1 - _likest(s, chosen)), s.order))
        waiting.remove(best)
        if _likest(best, chosen) > 0.6:  # noqa: PLR2004  more than half of its words are there already
            continue
        chosen.append(best)
        taken.add(best.order)
    return chosen


def _likest(sentence: Sentence, others: Iterable[Sentence]) -> float:
    return max((overlap(sentence.terms, other.terms) for other in others), default=0.0)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Which part of the shorter term set the other holds, from 0 to 1."""
    return len(one & other) / (min(len(one), len(other)) or 1)
