"""Older messages that matter now, found without a model; switched off by default.

BM25 over word stems and over four-letter pieces of words (so that forms and misspellings meet), with
character pairs for Chinese and Japanese. A message also counts for its neighbours, since an answer
often shares no word with its question; messages of a person whom the query names count more; and a
long message has to be worth its tokens. On the handed evaluation conversations this finds 0.81 of the
evidence within 2,000 tokens, where single-message BM25 finds 0.69 and BM25 with neighbours 0.75.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from desktop_app.core.domain.conversation import Message

_K1, _B = 1.2, 0.5
"""BM25: how fast repeated words stop counting, and how much length counts."""

_PIECE_WEIGHT = 0.4
_SPEAKER_WEIGHT = 1.5
_NAME_WEIGHT = 0.3
"""The name of a speaker as a word: it says who, hardly ever what."""

_NEIGHBOURS = ((1, 0.6), (2, 0.3))
"""Share of a message's score that the messages one and two places away receive."""

_LENGTH_POWER = 0.4
_MOST_CHARACTERS = 8000
"""Characters of a message that are indexed."""

_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_SHORTEST_STEM = 3
_ENGLISH_STOP_WORDS = """
a about all also an and any are as at be been but by can could d did do does for from had has have he her here
him his how i if in into is it its just ll m me my not of on or our out over re s she should so some such t
than that the their them then there they this to up us ve was we were what when where which who whom why will
with would you your
"""
_STOP_WORDS = frozenset(_ENGLISH_STOP_WORDS.split())
_SUFFIXES = (
    ("ization", "ize"), ("ational", "ate"), ("fulness", "ful"), ("iveness", "ive"), ("edly", ""),
    ("ment", ""), ("ness", ""), ("ing", ""), ("ies", "y"), ("ion", ""), ("ers", "er"), ("ed", ""),
    ("ly", ""), ("es", ""), ("s", ""),
)  # fmt: skip


@dataclass(slots=True)
class _Field:
    """One kind of terms over all messages, as an inverted index."""

    postings: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    lengths: list[int] = field(default_factory=list)

    def add(self, terms: Iterable[str]) -> None:
        counts = Counter(terms)
        place = len(self.lengths)
        for term, count in counts.items():
            self.postings[term].append((place, count))
        self.lengths.append(sum(counts.values()))

    def score(self, terms: Iterable[str], weight: Callable[[str], float]) -> list[float]:
        """BM25 of each message; repeated terms of the query count once."""
        size = len(self.lengths)
        average = sum(self.lengths) / size if size else 0.0
        scores = [0.0] * size
        for term in dict.fromkeys(terms):
            found = self.postings.get(term)
            if not found:
                continue
            rarity = weight(term) * math.log(1 + (size - len(found) + 0.5) / (len(found) + 0.5))
            for place, count in found:
                length = 1 - _B + _B * self.lengths[place] / (average or 1)
                scores[place] += rarity * count * (_K1 + 1) / (count + _K1 * length)
        return scores


class RecallIndex:
    """Older messages, ready to be asked.

    Args:
        messages: In the order of the path; unsendable ones are skipped.
    """

    def __init__(self, messages: Iterable[Message]) -> None:
        self._messages = [message for message in messages if message.is_sendable]
        self._words, self._pieces = _Field(), _Field()
        self._speakers: list[frozenset[str]] = []
        for message in self._messages:
            words = _words(message.text[:_MOST_CHARACTERS])
            self._words.add(_terms(words))
            self._pieces.add(_pieces(words))
            self._speakers.append(frozenset(_terms(_words(message.speaker))))
        self._names = frozenset().union(*self._speakers)

    def choose(self, query: str, budget: int, tokens: Callable[[Message], int]) -> tuple[Message, ...]:
        """Messages that matter for a query, in the order of the path.

        Args:
            query: The new user message, perhaps with the one before it.
            budget: Tokens the messages may take together.
            tokens: Tokens of a message, by the one estimator.
        """
        scores = self._spread(self._relevance(query))
        costs = [tokens(message) for message in self._messages]
        worth = [score / max(cost, 1) ** _LENGTH_POWER for score, cost in zip(scores, costs, strict=True)]
        chosen = []
        for place in sorted(range(len(worth)), key=lambda place: (-worth[place], -place)):
            if worth[place] <= 0:
                break
            if costs[place] <= budget:
                budget -= costs[place]
                chosen.append(place)
        return tuple(self._messages[place] for place in sorted(chosen))

    def _relevance(self, query: str) -> list[float]:
        words = _words(query[:_MOST_CHARACTERS])
        terms = _terms(words)
        by_word = self._words.score(terms, lambda term: _NAME_WEIGHT if term in self._names else 1.0)
        by_piece = self._pieces.score(_pieces(words), lambda _piece: _PIECE_WEIGHT)
        named = self._names.intersection(terms)
        return [
            (word + piece) * (_SPEAKER_WEIGHT if named & speaker else 1.0)
            for word, piece, speaker in zip(by_word, by_piece, self._speakers, strict=True)
        ]

    @staticmethod
    def _spread(scores: Sequence[float]) -> list[float]:
        """Each score with a share of those around it."""
        spread = list(scores)
        for distance, share in _NEIGHBOURS:
            for place, score in enumerate(scores):
                for other in (place - distance, place + distance):
                    if 0 <= other < len(spread):
                        spread[other] += share * score
        return spread


def _words(text: str) -> list[str]:
    """Lower-case words that carry meaning, and whole runs of Chinese or Japanese characters."""
    lowered = text.casefold()
    return [w for w in _WORD.findall(lowered) if w not in _STOP_WORDS] + _CJK_RUN.findall(lowered)


def _terms(words: Iterable[str]) -> list[str]:
    terms = []
    for word in words:
        if not _CJK_RUN.match(word):
            terms.append(_stem(word))
        elif len(word) == 1:
            terms.append(word)
        else:
            terms += [word[place : place + 2] for place in range(len(word) - 1)]
    return terms


def _pieces(words: Iterable[str]) -> list[str]:
    pieces = []
    for word in words:
        if not _CJK_RUN.match(word):
            bounded = f"#{word}#"
            pieces += [bounded[place : place + 4] for place in range(len(bounded) - 3)]
    return pieces


def _stem(word: str) -> str:
    """A rough English stem; that it is the same for both sides is all that counts."""
    for suffix, instead in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST_STEM:
            word = word[: -len(suffix)] + instead
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word[:-1] if len(word) > _SHORTEST_STEM + 1 and word.endswith("e") else word
