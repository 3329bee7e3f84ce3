"""Whether a model's answer may become a summary, and what to say when it may not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.core.domain.errors import Action, SummaryRefused
from desktop_app.core.domain.summary import SummarySectionConfig
from desktop_app.core.summary.prompts.wording import PromptWording
from desktop_app.core.summary.sections import plain_title
from desktop_app.core.summary.template import wording

SHORT_SOURCE = 500
"""Tokens a summary may have even when its source is shorter: the format itself takes some."""


class Fault(StrEnum):
    """What is wrong with an answer."""

    EMPTY = "empty"
    REASONING_ONLY = "reasoning_only"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    TOOL_CALLS = "tool_calls"
    INTERRUPTED = "interrupted"
    BLANK_FORM = "blank_form"
    NO_HEADING = "no_heading"
    DOUBLED = "doubled"
    LONGER_THAN_SOURCE = "longer_than_source"
    TOO_LONG = "too_long"

    @property
    def wants_more_output(self) -> bool:
        """Whether a larger output limit may cure it; reasoning counts against the limit too."""
        return self in (Fault.LENGTH, Fault.REASONING_ONLY)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back from the model.

    Attributes:
        text: Everything that arrived as text.
        finish_reason: As reported; None when the server gave none.
        reasoned: Whether reasoning arrived beside the text.
        broken_off: Whether the stream broke off before its end.
    """

    text: str
    finish_reason: str | None = "stop"
    reasoned: bool = False
    broken_off: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """What an answer is held against.

    Attributes:
        sections: As resolved; with none enabled the form is free.
        source_tokens: Tokens of what was summarised, the previous summary included.
        tokens: Tokens of the answer.
        character_limit: Hard upper bound of a stored summary, see ``character_limit``.
    """

    sections: Sequence[SummarySectionConfig]
    source_tokens: int
    tokens: int
    character_limit: int


_THOUGHTS = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_LATE_THOUGHTS = re.compile(r"\A(?:(?!<think).)*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"\A```[\w-]*\n(.*)\n```\Z", re.DOTALL)
_DECORATION = " \t#*_`>【】[]<>「」0123456789.、:：-–—•="
_NOTHING_EN = (
    "",
    "none",
    "none yet",
    "n/a",
    "na",
    "nil",
    "nothing",
    "not applicable",
    "not mentioned",
    "empty",
)
_NOTHING_ZH = ("无", "暂无", "没有", "未提及", "不适用", "空", "无内容", "暂无内容")
_NOTHING = frozenset((*_NOTHING_EN, *_NOTHING_ZH, "no content", "tbd"))
_SMALLEST_DOUBLE = 80
"""Characters below which a repeated text is taken as meant, unless it repeats a heading."""


def character_limit(max_output_tokens: int) -> int:
    """Most characters a stored summary may have; six a token is more than any language takes."""
    return max(4000, 6 * max_output_tokens)


def clean(text: str) -> str:
    """An answer without leaked reasoning, a code fence around it, or words before and after its marks."""
    text = _without_thoughts(text).strip()
    fenced = _FENCE.match(text)
    if fenced:
        text = fenced[1].strip()
    for words in (wording(False), wording(True)):
        start = text.find(words.opening_mark)
        if start < 0:
            continue
        text = text[start:]
        ends = list(re.finditer(rf"^={{{len(words.closing_mark)},}}[ \t]*$", text, re.MULTILINE))
        if ends:
            text = text[: ends[-1].end()]
    return text.strip()


def check(answer: Answer, measure: Measure, use_english: bool) -> Fault | None:
    """The first thing that is wrong with an answer; None when it may become a summary."""
    text = clean(answer.text)
    ended = _check_ending(answer, text)
    if ended is not None:
        return ended
    rules = (
        (_is_doubled(_without_thoughts(answer.text).strip()), Fault.DOUBLED),
        (len(text) > measure.character_limit, Fault.TOO_LONG),
        (_is_blank_form(text), Fault.BLANK_FORM),
        (not _has_heading(text, measure.sections, use_english), Fault.NO_HEADING),
        (measure.tokens > max(measure.source_tokens, SHORT_SOURCE), Fault.LONGER_THAN_SOURCE),
    )
    return next((fault for applies, fault in rules if applies), None)


def retry_note(fault: Fault, use_english: bool) -> str:
    """Words for the model: what was wrong with its last answer."""
    words = wording(use_english)
    return f"{words.retry_lead}{words.faults[fault.value]}{words.retry_end}"


def refusal(fault: Fault, max_output_tokens: int) -> SummaryRefused:
    """The error to show when the second answer was not acceptable either."""
    error = SummaryRefused(
        _REFUSALS[fault].replace("{limit}", str(max_output_tokens)),
        action=Action.OPEN_SUMMARY_SETTINGS if fault.wants_more_output else Action.RETRY,
    )
    error.fault = fault.value
    return error


_OLD_STAYS = " The previous summary stays in force."
_REFUSALS = {
    Fault.EMPTY: "The model returned no text." + _OLD_STAYS,
    Fault.REASONING_ONLY: (
        "The model spent its whole output on reasoning and wrote no summary; raise the output limit "
        "(max_tokens, now {limit}) or lower the reasoning effort." + _OLD_STAYS
    ),
    Fault.LENGTH: (
        "The summary was cut off at the output limit (max_tokens, now {limit}); raise it or ask for "
        "shorter sections." + _OLD_STAYS
    ),
    Fault.CONTENT_FILTER: "The provider's content filter stopped the summary." + _OLD_STAYS,
    Fault.TOOL_CALLS: "The model called a tool instead of writing a summary." + _OLD_STAYS,
    Fault.INTERRUPTED: "The summary broke off before its end." + _OLD_STAYS,
    Fault.BLANK_FORM: "The model returned headings without content." + _OLD_STAYS,
    Fault.NO_HEADING: "The answer held none of the section headings, so it is no summary." + _OLD_STAYS,
    Fault.DOUBLED: "The model wrote the same text twice." + _OLD_STAYS,
    Fault.LONGER_THAN_SOURCE: "The summary was longer than the messages it stands for." + _OLD_STAYS,
    Fault.TOO_LONG: "The summary was longer than the greatest length allowed." + _OLD_STAYS,
}


def _without_thoughts(text: str) -> str:
    return _LATE_THOUGHTS.sub("", _THOUGHTS.sub("", text))


def _check_ending(answer: Answer, text: str) -> Fault | None:
    if answer.finish_reason == "content_filter":
        return Fault.CONTENT_FILTER
    if not text:
        if answer.finish_reason in ("tool_calls", "function_call"):
            return Fault.TOOL_CALLS
        thought = answer.reasoned or bool(answer.text.strip())
        return Fault.REASONING_ONLY if thought or answer.finish_reason == "length" else Fault.EMPTY
    if answer.broken_off:
        return Fault.INTERRUPTED
    return Fault.LENGTH if answer.finish_reason in ("length", "max_tokens") else None


def _is_doubled(text: str) -> bool:
    marks = max(text.count(words.opening_mark) for words in (wording(False), wording(True)))
    if marks > 1:
        return True
    size = len(text)
    if not text or (size < _SMALLEST_DOUBLE and not _is_heading(text.splitlines()[0])):
        return False
    halves = ((size - gap) // 2 for gap in range(4))
    return any(text[:half] == text[-half:] for half in halves)


def _is_blank_form(text: str) -> bool:
    known = {title.casefold() for words in (wording(False), wording(True)) for title in words.titles.values()}
    known |= {wording(english).opening_mark.strip("=").casefold() for english in (False, True)}
    for line in text.splitlines():
        if _is_heading(line):
            continue
        bare = line.strip(_DECORATION + "()（）。").casefold()
        if bare not in _NOTHING and bare not in known:
            return False
    return True


def _is_heading(line: str) -> bool:
    line = line.strip()
    return bool(line) and (
        (line[0], line[-1]) in (("【", "】"), ("[", "]")) or line.startswith("#") or set(line) == {"="}
    )


def _has_heading(text: str, sections: Sequence[SummarySectionConfig], use_english: bool) -> bool:
    """Whether a line opens with an enabled title, in whatever mark-up the model chose for it."""
    enabled = [section for section in sections if section.enabled]
    if not enabled:
        return True
    titles = {_bare(plain_title(section.title)) for section in enabled}
    words: PromptWording
    for words in (wording(use_english), wording(not use_english)):
        titles |= {_bare(words.titles[s.id]) for s in enabled if s.id in words.titles}
    openings = tuple(title for title in titles if title)
    return any(_bare(line).startswith(openings) for line in text.splitlines())


def _bare(text: str) -> str:
    return text.strip().lstrip(_DECORATION).casefold()
