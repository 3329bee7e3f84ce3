"""Full-text search in messages, for every script.

The index holds trigrams without positions. It names candidates; whether and where a candidate holds
the words is decided on its text. Words of one or two characters (most Chinese words) are the start
of a trigram, because two line feeds are indexed behind every text (``m0001_first``).
"""

from __future__ import annotations

import heapq
import itertools
import re
import sqlite3
from collections.abc import Iterable, Iterator

from desktop_app.core.domain.conversation import SearchHit
from desktop_app.core.storage.migrations.m0001_first import SCANNED
from desktop_app.core.storage.rows import valid_text

_BEFORE, _AFTER = 30, 90
"""Characters of the snippet around a hit."""

_MOST_WORDS = 16
_MOST_TRIGRAMS = 48
"""A longer query narrows the candidates no further, but would cost more."""

_COMMON = 4000
"""A short word in more places than this is found faster by reading the newest messages first."""

_BREAKS = re.compile(r"\s")

_ONE = """
    SELECT m.id, m.conversation_id, m.text
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.seq = :seq AND m.deleted = 0 AND c.deleted_at IS NULL
    AND (:conversation IS NULL OR m.conversation_id = :conversation)
"""


def search(
    connection: sqlite3.Connection, query: str, conversation_id: str | None, limit: int
) -> list[SearchHit]:
    """Messages that hold every word of the query, the newest first."""
    phrase = folded(valid_text(" ".join(query.split())))
    words = list(dict.fromkeys(phrase.split()))[:_MOST_WORDS]
    hits: list[SearchHit] = []
    if not words or limit < 1:
        return hits
    for message_id, found_in, text in _candidates(connection, words, conversation_id):
        hit = _hit(text, phrase, words)
        if hit is None:
            continue
        snippet, start, length = hit
        hits.append(SearchHit(found_in, message_id, snippet, start, length))
        if len(hits) == limit:
            break
    return hits


def folded(text: str) -> str:
    """Lower case, character by character, so that offsets stay those of the original."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def _candidates(
    connection: sqlite3.Connection, words: list[str], conversation_id: str | None
) -> Iterator[tuple[str, str, str]]:
    """(message id, conversation id, text) of messages that may match, the newest first."""
    for seq in _numbers(connection, words, conversation_id):
        row = connection.execute(_ONE, {"seq": seq, "conversation": conversation_id}).fetchone()
        if row:
            yield row


def _numbers(connection: sqlite3.Connection, words: list[str], conversation_id: str | None) -> Iterable[int]:
    """``messages.seq`` of the candidates, falling."""
    trigrams = _trigrams(words)
    indexed: Iterable[int] | None
    if trigrams:
        match = " AND ".join('"' + trigram.replace('"', '""') + '"' for trigram in trigrams)
        rows = connection.execute(
            "SELECT rowid FROM message_search WHERE message_search MATCH ? ORDER BY rowid DESC", (match,)
        )
        indexed = (row[0] for row in rows)
    else:
        indexed = _holders(connection, max(words, key=len))
    if indexed is None:
        rows = connection.execute(
            "SELECT seq FROM messages WHERE ?1 IS NULL OR conversation_id = ?1 ORDER BY seq DESC",
            (conversation_id,),
        )
        return (row[0] for row in rows)
    unindexed = connection.execute(f"SELECT seq FROM messages WHERE {SCANNED} ORDER BY seq DESC")  # noqa: S608
    return heapq.merge(indexed, (row[0] for row in unindexed), reverse=True)


def _holders(connection: sqlite3.Connection, word: str) -> list[int] | None:
    """Messages with a word of one or two characters; None if it is too common for the index."""
    rows = connection.execute(
        "SELECT doc FROM message_terms WHERE term >= ? AND term < ? LIMIT ?",
        (word, word + "\U0010ffff", _COMMON),
    ).fetchall()
    return None if len(rows) == _COMMON else sorted({row[0] for row in rows}, reverse=True)


def _trigrams(words: list[str]) -> list[str]:
    found = (word[i : i + 3] for word in words for i in range(len(word) - 2))
    usable = (trigram for trigram in found if "\0" not in trigram)  # MATCH ends at a NUL
    return list(dict.fromkeys(itertools.islice(usable, _MOST_TRIGRAMS)))


def _hit(text: str, phrase: str, words: list[str]) -> tuple[str, int, int] | None:
    """Snippet, offset and length of the hit; None when a word is missing."""
    low = folded(text)
    if not all(word in low for word in words):
        return None
    found = phrase if phrase in low else words[0]
    at = low.index(found)
    start = max(0, at - _BEFORE)
    if start and (gap := text.find(" ", start, at)) >= 0:
        start = gap + 1  # begin with a whole word
    snippet = text[start : at + len(found) + _AFTER]
    return _BREAKS.sub(" ", snippet), at - start, len(found)
