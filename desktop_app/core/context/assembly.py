"""Puts a request together message by message, so that a longer path costs only what is new."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from desktop_app.core.context.built import Entry, Frame, Left, LeftOut, Part
from desktop_app.core.context.content import View, chat_message, merged, speaker_name, with_lead
from desktop_app.core.context.labels import Labels, labels
from desktop_app.core.context.tokens import (
    MESSAGE_TOKENS,
    TokenCounter,
    Weights,
    estimate_content,
    estimate_text,
)
from desktop_app.core.domain.conversation import Message, MessageState
from desktop_app.core.domain.request import ChatMessage

_WHAT_COUNTS = tuple(map(attrgetter, ("id", "text", "state", "deleted", "speaker", "attachments")))
"""Fields of a message that may change and then change what is sent for it.

Compared column by column: 10,000 tuples per request would wake the garbage collector.
"""


def _no_columns() -> tuple[list[object], ...]:
    return tuple([] for _ in _WHAT_COUNTS)


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything besides the messages that shapes a request; equal settings give equal bytes.

    Attributes:
        covered: Ids of the messages the summary stands for.
    """

    frame: Frame
    view: View
    weights: Weights
    covered: tuple[str, ...]


@dataclass(slots=True)
class RequestCache:
    """Remembers the last request of a conversation, so that the next costs only what is new.

    One per conversation and model; the first call after a start, a branch switch or a summary fills
    it again. It never changes a result: without it the same bytes come out.
    """

    setting: Setting | None = None
    tail: tuple[Message, ...] = ()
    columns: tuple[list[object], ...] = field(default_factory=_no_columns)
    messages: list[ChatMessage] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    skipped: list[tuple[Left, str]] = field(default_factory=list)
    folded: LeftOut | None = None
    estimated: int = 0
    used: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)


class Assembly:
    """Builds the part of a request that does not change per turn."""

    def __init__(self, cache: RequestCache, setting: Setting, blobs: Mapping[str, bytes]) -> None:
        self._cache = cache
        self._setting = setting
        self._blobs = blobs
        self._words = labels(setting.frame.use_english)

    def run(self, covered: tuple[Message, ...], tail: tuple[Message, ...], counter: TokenCounter) -> None:
        """Fill the cache for a path: what can be kept stays, the rest is added or built anew."""
        cache = self._cache
        if not self._resumes(tail):
            self._begin(covered, counter)
        for message in tail[len(cache.tail) :]:
            for column, get in zip(cache.columns, _WHAT_COUNTS, strict=True):
                column.append(get(message))
            self._append(message)
        cache.tail = tail

    def _resumes(self, tail: tuple[Message, ...]) -> bool:
        cache = self._cache
        known = len(cache.tail)
        if cache.setting != self._setting or len(tail) < known:
            return False
        if not (cache.used <= self._blobs.keys() and cache.missing.isdisjoint(self._blobs)):
            return False
        if all(map(operator.is_, cache.tail, tail)):
            return True
        return all(
            column == list(map(get, tail[:known]))
            for column, get in zip(cache.columns, _WHAT_COUNTS, strict=True)
        )

    def _begin(self, covered: tuple[Message, ...], counter: TokenCounter) -> None:
        cache = self._cache
        cache.setting, cache.tail, cache.estimated = self._setting, (), 0
        cache.columns = _no_columns()
        cache.messages, cache.entries, cache.skipped = [], [], []
        cache.used.clear()
        cache.missing.clear()
        cache.folded = (
            LeftOut(Left.SUMMARISED, self._setting.covered, sum(map(counter.raw_message, covered)))
            if covered
            else None
        )
        for role, parts in _frame_parts(self._setting.frame, self._words):
            text = "\n\n".join(text for _, text in parts)
            weighed = tuple((part, estimate_text(text, self._setting.weights)) for part, text in parts)
            self._add(ChatMessage(role, text), weighed)

    def _append(self, message: Message) -> None:
        left = _left(message)
        if left is not None:
            self._cache.skipped.append((left, message.id))
            return
        self._note_blobs(message)
        made = chat_message(message, self._setting.view, self._words, self._blobs)
        last = self._cache.messages[-1].role if self._cache.messages else ""
        if made.role == "assistant" and last not in ("user", "assistant"):
            self._filler(self._words.opener)
        tokens = estimate_content(made, self._setting.weights) - MESSAGE_TOKENS
        self._add(made, ((Part.MESSAGES, tokens),))

    def _filler(self, text: str) -> None:
        self._add(ChatMessage("user", text), ((Part.FILLER, estimate_text(text, self._setting.weights)),))

    def _note_blobs(self, message: Message) -> None:
        for attachment in message.attachments:
            known = self._cache.used if attachment.digest in self._blobs else self._cache.missing
            known.add(attachment.digest)

    def _add(self, message: ChatMessage, parts: tuple[tuple[Part, int], ...]) -> None:
        cache = self._cache
        cache.estimated += add(cache.messages, cache.entries, message, parts)


def add(
    messages: list[ChatMessage],
    entries: list[Entry],
    message: ChatMessage,
    parts: tuple[tuple[Part, int], ...],
) -> int:
    """Append a message, or merge it with a neighbour of its role; returns the tokens that came on top."""
    tokens = sum(count for _, count in parts)
    if messages and messages[-1].role == message.role:
        former = entries[-1]
        messages[-1] = merged(messages[-1], message)
        entries[-1] = Entry(former.estimated + tokens, messages[-1].source_ids, former.parts + parts)
        return tokens
    messages.append(message)
    entries.append(Entry(tokens + MESSAGE_TOKENS, message.source_ids, parts))
    return tokens + MESSAGE_TOKENS


def close(
    messages: list[ChatMessage],
    entries: list[Entry],
    words: Labels,
    weights: Weights,
    notes: Sequence[str],
    recalled: Sequence[Message],
) -> int:
    """Add what changes per turn; the list ends with a user message. Returns the tokens that came on top."""
    added = 0
    if not messages or messages[-1].role != "user":
        filler = ChatMessage("user", words.nudge)
        added += add(messages, entries, filler, ((Part.FILLER, estimate_text(words.nudge, weights)),))
    for part, text in ((Part.RECALLED, _recalled(recalled, words)), (Part.NOTES, _notes(notes, words))):
        if text:
            tokens = estimate_text(text, weights)
            former = entries[-1]
            messages[-1] = with_lead(text, messages[-1])
            entries[-1] = Entry(former.estimated + tokens, former.source_ids, ((part, tokens), *former.parts))
            added += tokens
    return added


def left_out(cache: RequestCache) -> tuple[LeftOut, ...]:
    """Why messages of the path are not sent, grouped by reason."""
    groups: dict[Left, list[str]] = {}
    for reason, message_id in cache.skipped:
        groups.setdefault(reason, []).append(message_id)
    skipped = (LeftOut(reason, tuple(ids), 0) for reason, ids in groups.items())
    return (*((cache.folded,) if cache.folded else ()), *skipped)


def _left(message: Message) -> Left | None:
    if message.is_sendable:
        return None
    if message.state is MessageState.FAILED:
        return Left.FAILED
    return Left.UNFINISHED if message.state is MessageState.STREAMING else Left.EMPTY


def _frame_parts(frame: Frame, words: Labels) -> list[tuple[str, list[tuple[Part, str]]]]:
    """Leading messages: role and the pieces of each."""
    head = [(Part.SYSTEM, frame.system_prompt.strip())]
    head += [(Part.PERSONA, text.strip()) for text in frame.persona]
    facts = [fact.strip() for fact in frame.facts if fact.strip()]
    if facts:
        head.append((Part.FACTS, "\n".join([words.facts, *(f"- {fact}" for fact in facts)])))
    summary = []
    if frame.summary.strip():
        summary.append((Part.SUMMARY, _summary_block(frame.summary.strip(), words)))
    if frame.summary_place == "system":
        head, summary = head + summary, []
    head = [(part, text) for part, text in head if text]
    leading = [(str(frame.system_role), head)] if head else []
    return leading + ([("user", summary)] if summary else [])


def _summary_block(text: str, words: Labels) -> str:
    inner = text.replace("</conversation_summary", "<\\/conversation_summary")
    return f"{words.summary}\n<conversation_summary>\n{inner}\n</conversation_summary>"


def _notes(notes: Iterable[str], words: Labels) -> str:
    texts = [note.strip() for note in notes if note.strip()]
    return "\n\n".join([words.notes, *texts]) if texts else ""


def _recalled(messages: Sequence[Message], words: Labels) -> str:
    if not messages:
        return ""
    lines = [f"{speaker_name(message, words)}: {message.text.strip()}" for message in messages]
    inner = "\n".join(lines).replace("</recalled", "<\\/recalled")
    return f"{words.recalled}\n<recalled>\n{inner}\n</recalled>"
