"""A summary without a model: the enabled sections filled with the span's most telling sentences.

Every line quotes a sentence and names who wrote it, so it can be checked; a note at the top says
that a program chose the lines, so the text never passes for a model's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.errors import NothingToSummarize
from desktop_app.core.domain.summary import SummarySectionConfig
from desktop_app.core.summary.ranking import Sentence, collect, overlap, pick, rank
from desktop_app.core.summary.sections import heading, resolve_summary_sections
from desktop_app.core.summary.sources import link_sources
from desktop_app.core.summary.template import wording
from desktop_app.core.summary.terms import Terms

DEFAULT_LIMIT = 4000
"""Most characters of an extract."""

_LINE_CHARACTERS = 220
_SHARE_OF_SOURCE = 0.6
_LEAST_ROOM = 1200
_SAME_STATEMENT = 0.6

_LABEL = {
    True: "(Extract: sentences chosen and quoted by the program, not written by a model.)",
    False: "（摘录：由程序从对话中逐句选出并引用，并非模型撰写。）",
}
_NOTHING = {True: "- None found.", False: "- 未找到。"}
_TASK = (
    r"(?i)\b(?:please|can you|could you|would you|help me|i (?:want|need|would like|have to|plan)"
    r"|i'm (?:trying|looking)|we (?:want|need|have to|plan)|goal|task|deadline|how (?:do|can|to|should)"
    r"|let's|todo|next step)\b|\?$"
    r"|请|帮我|帮忙|我(?:想|要|需要|打算|希望)|我们(?:要|需要|打算)|怎么|如何|能不能|可以.*吗|目标|任务|计划|下一步|？$"
)
_STANCE = (
    r"(?i)\b(?:prefer|always|never|don't|do not|instead of|call me|i (?:like|love|hate|don't like)"
    r"|rather|agree|deal|decided|let's|favou?rite|must|only|role|pretend|tone|style)\b"
    r"|喜欢|不喜欢|讨厌|不要|别|请用|以后|总是|从不|必须|同意|约定|说好|决定|扮演|语气|风格|称呼|叫我"
)


@dataclass(frozen=True, slots=True)
class ExtractLine:
    """One line of an extract.

    Attributes:
        number: Index of the line in the extract's text, from 0.
        section_id: "" in a free-form extract.
        message_ids: Messages it quotes; for a line kept from a previous summary the likely ones.
    """

    number: int
    text: str
    section_id: str
    message_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extract:
    """A finished extract and the sources of its lines; headings and marks are not among them."""

    text: str
    lines: tuple[ExtractLine, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line before it is laid out; ``score`` decides what goes when the room is short."""

    text: str
    message_ids: tuple[str, ...]
    order: int
    score: float
    terms: frozenset[str]


def extract(
    messages: Sequence[Message],
    sections: Iterable[SummarySectionConfig] | None = None,
    *,
    use_english: bool,
    previous: str = "",
    facts: Iterable[str] = (),
    known: Sequence[Message] = (),
    limit: int = DEFAULT_LIMIT,
) -> Extract:
    """Build the enabled sections from the most telling sentences of a span.

    Args:
        messages: The new span; reasoning and code blocks are not quoted.
        sections: As resolved; None means the defaults. With none enabled the lines stand alone.
        use_english: Language of headings and notes; quotes stay as they are.
        previous: The summary to update; its lines stay unless a new message says the same anew.
        facts: Texts of the pinned facts; what they say already is not quoted again.
        known: All messages the summary covers, to drop previous lines whose message is gone; empty
            when they are not at hand, then no previous line is dropped for that.
        limit: Most characters of the result.

    Raises:
        NothingToSummarize: No message has any text.
    """
    sentences = _without_facts(rank(collect(messages)), facts)
    if not sentences and not previous.strip():
        sentences = _heads(messages)
    if not sentences and not previous.strip():
        raise NothingToSummarize("There is no text to quote from.")
    resolved = sections if sections is not None else resolve_summary_sections(None, use_english)
    enabled = [section for section in resolved if section.enabled]
    chosen = _choose(sentences, [section.id for section in enabled] or ["progress"], use_english)
    _keep_previous(chosen, previous, enabled, known)
    source = sum(len(message.text) for message in messages) + len(previous)
    room = min(limit, max(_LEAST_ROOM, int(source * _SHARE_OF_SOURCE)))
    return _laid_out(chosen, enabled, use_english, room)


def _without_facts(sentences: list[Sentence], facts: Iterable[str]) -> list[Sentence]:
    terms = Terms()
    pinned = [own for own in (frozenset(terms.of(fact)) for fact in facts) if own]
    return [s for s in sentences if all(len(s.terms - own) * 5 > len(s.terms) for own in pinned)]


def _heads(messages: Iterable[Message]) -> list[Sentence]:
    """The beginnings of the messages, for a span of nothing but short ones."""
    texts = [message for message in messages if message.is_sendable and message.text.strip()]
    return [
        Sentence(" ".join(m.text.split()), m.id, m.role, m.speaker, n, n, frozenset((m.text,)), (), 0.0, 0.1)
        for n, m in enumerate(texts[-6:])
    ]


def _scores(sentences: Sequence[Sentence], section_id: str) -> dict[int, float]:
    """How well each sentence fits a section."""
    last = max((sentence.place for sentence in sentences), default=0) or 1
    rate: Callable[[Sentence], float] = _RATINGS[section_id]
    return {s.order: rate(s) * (0.8 + 0.4 * s.place / last) for s in sentences}


def _rate_task(sentence: Sentence) -> float:
    if sentence.role is not Role.USER or re.search(_TASK, sentence.text) is None:
        return 0.0
    return 0.3 + sentence.centrality + 0.2 * min(2.0, sentence.weight)


def _rate_stance(sentence: Sentence) -> float:
    if sentence.role is not Role.USER or re.search(_STANCE, sentence.text) is None:
        return 0.0
    return 0.3 + sentence.centrality


def _rate_progress(sentence: Sentence) -> float:
    return sentence.centrality + 0.1 * min(3.0, sentence.weight)


def _rate_key_info(sentence: Sentence) -> float:
    return min(4.0, sentence.weight) * (0.5 + sentence.centrality)


_RATINGS: dict[str, Callable[[Sentence], float]] = {
    "core_task": _rate_task,
    "interaction": _rate_stance,
    "progress": _rate_progress,
    "key_info": _rate_key_info,
}
_ORDER_OF_CHOICE = ("core_task", "interaction", "key_info", "progress")
_MOST = {"core_task": 4, "interaction": 4, "progress": 12, "key_info": 14}


def _choose(
    sentences: Sequence[Sentence], section_ids: Sequence[str], use_english: bool
) -> dict[str, list[_Entry]]:
    """The lines of each section; a sentence stands in one section only."""
    taken: set[int] = set()
    chosen: dict[str, list[_Entry]] = {section_id: [] for section_id in section_ids}
    share = max(4, len(sentences) // 5)
    for section_id in _ORDER_OF_CHOICE:
        if section_id not in chosen:
            continue
        scores = _scores(sentences, section_id)
        fitting = [sentence for sentence in sentences if scores[sentence.order] > 0]
        if section_id == "core_task" and not fitting:
            scores = _scores(sentences, "progress")
            fitting = [sentence for sentence in sentences if sentence.role is Role.USER]
        best = pick(fitting, scores, min(_MOST[section_id], share), taken)
        chosen[section_id] = [
            _Entry(_line(s, use_english), (s.message_id,), s.order, scores[s.order], s.terms)
            for s in sorted(best, key=lambda s: s.order)
        ]
    return chosen


def _line(sentence: Sentence, use_english: bool) -> str:
    words = wording(use_english)
    name = sentence.speaker or (words.user if sentence.role is Role.USER else words.assistant)
    text = sentence.text
    if len(text) > _LINE_CHARACTERS:
        text = f"{text[: _LINE_CHARACTERS - 1].rstrip()}…"
    return f"- {name}{': ' if use_english else '：'}{text}"


def _keep_previous(
    chosen: dict[str, list[_Entry]],
    previous: str,
    enabled: Sequence[SummarySectionConfig],
    known: Sequence[Message],
) -> None:
    """Put the previous summary's lines that still hold before the new ones of their section."""
    old = _previous_lines(previous, enabled)
    linked = link_sources("\n".join(text for _, text in old), known) if known else ()
    terms = Terms()
    kept: dict[str, list[_Entry]] = {section_id: [] for section_id in chosen}
    fresh = [entry for entries in chosen.values() for entry in entries]
    for index, (section_id, text) in enumerate(old):
        message_ids = linked[index].message_ids if linked else ()
        own = frozenset(terms.of(_without_speaker(text)))
        said_anew = any(overlap(own, entry.terms) >= _SAME_STATEMENT for entry in fresh)
        if own and not said_anew and (message_ids or not known):
            kept[section_id].append(_Entry(text, message_ids, -1, 0.35, own))
    for section_id, entries in kept.items():
        chosen[section_id] = entries + chosen[section_id]


def _without_speaker(line: str) -> str:
    return re.sub(r"^[-*•]\s*(?:[^\s:：]{1,24}[:：])?", "", line)


def _previous_lines(previous: str, enabled: Sequence[SummarySectionConfig]) -> list[tuple[str, str]]:
    """(section id, line) of every statement in a summary; unknown sections count as the last enabled."""
    headings = {heading(section, english): section.id for section in enabled for english in (True, False)}
    current = enabled[-1].id if enabled else "progress"
    skipped = {*_LABEL.values(), *_NOTHING.values()}
    lines = []
    for raw in previous.splitlines():
        line = raw.strip()
        plain = line.strip("#*_ ")
        if plain in headings:
            current = headings[plain]
        elif line and line not in skipped and not re.fullmatch(r"=+[^=]*=*|[【\[].*[】\]]", plain):
            lines.append((current, line if line.startswith("- ") else f"- {line}"))
    return lines


def _laid_out(
    chosen: dict[str, list[_Entry]], enabled: Sequence[SummarySectionConfig], use_english: bool, room: int
) -> Extract:
    """The text and its sourced lines; the least telling entries go first when the room is short."""
    words = wording(use_english)
    frame = [words.opening_mark, _LABEL[use_english], words.closing_mark]
    frame += [heading(section, use_english) + _NOTHING[use_english] for section in enabled]
    spare = room - sum(len(part) + 2 for part in frame)
    ranked = sorted(
        ((entry.score, entry.order, section_id, index) for section_id, entries in chosen.items()
         for index, entry in enumerate(entries)),
        reverse=True,
    )  # fmt: skip
    fits: set[tuple[str, int]] = set()
    for _, _, section_id, index in ranked:
        length = len(chosen[section_id][index].text) + 1
        if length <= spare or not fits:
            fits.add((section_id, index))
            spare -= length
    lines = [words.opening_mark, _LABEL[use_english]]
    sourced: list[ExtractLine] = []
    for section_id, entries in chosen.items():
        section = next((section for section in enabled if section.id == section_id), None)
        if section is not None:
            lines += ["", heading(section, use_english)]
        kept = [entry for index, entry in enumerate(entries) if (section_id, index) in fits]
        for entry in kept:
            identifier = section_id if section is not None else ""
            sourced.append(ExtractLine(len(lines), entry.text, identifier, entry.message_ids))
            lines.append(entry.text)
        if not kept:
            lines.append(_NOTHING[use_english])
    lines.append(words.closing_mark)
    return Extract("\n".join(lines), tuple(sourced))
