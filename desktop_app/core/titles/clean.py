"""From a model's raw answer to a title that can stand in a list, whatever the answer was."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from desktop_app.core.titles.answers import (
    is_answer,
    is_prose,
    is_refusal,
    paragraphs_of,
    without_announcement,
)
from desktop_app.core.titles.characters import JOINERS, has_substance, without_controls
from desktop_app.core.titles.contract import TITLE_LIMIT
from desktop_app.core.titles.marks import peel
from desktop_app.core.titles.request import TITLE_ORDER

NEUTRAL_TITLE = "New conversation"
"""Stands in when neither the answer nor the message gives a title; the UI translates it."""

_MOST_CHARACTERS = 16_000
"""Longer answers are texts, not titles; the bound keeps the patterns below fast on hostile ones."""

_THINK_BLOCK = re.compile(
    r"(?<!`)<(think|thinking|thought|reasoning|analysis)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE
)
_THINK_OPEN = re.compile(
    r"^\s*<(?:think|thinking|thought|reasoning|analysis)\b[^>]*>.*\Z", re.DOTALL | re.IGNORECASE
)
_THINK_CLOSE = re.compile(
    r"\A.*(?<!`)</(?:think|thinking|thought|reasoning)\s*>(?!`)", re.DOTALL | re.IGNORECASE
)
_FINAL_CHANNEL = re.compile(r"\A.*<\|channel\|>\s*final\s*<\|message\|>", re.DOTALL)
_SPECIAL_TOKEN = re.compile(r"<[|｜][\w▁-]{1,40}[|｜]>")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)

_NO_TITLE = frozenset(
    ("null", "none", "undefined", "n/a", "untitled", "title", "标题", "无标题", "无", "题目", "conversation")
)


_ANYWHERE = (
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}\p{So}"
    "\u3000-\u303f\uff00-\uffef]"
)
"""Where a line may be broken beside it: scripts without spaces, their punctuation, pictograms."""

_LOOSE_ENDS = " ,，、:：;；.。…-–—/(（[「『《“‘"


def _one_line(text: str) -> str:
    return " ".join(text.split()).strip(JOINERS + " ")


def _cut(text: str, limit: int = TITLE_LIMIT) -> str:
    """The first ``limit`` grapheme clusters: an emoji family or an accented letter is never split."""
    if len(text) <= limit:
        return text
    import regex  # third-party and slow to import; needed only for long answers

    clusters = regex.findall(r"\X", text[: limit * 32])
    return text if len(clusters) <= limit else "".join(clusters[:limit]).rstrip(" ,，、:：;；")


def _shortened(text: str, limit: int = TITLE_LIMIT) -> str:
    """A head of a message that fits, ended at a word's border and marked with an ellipsis.

    Scripts that put no spaces between words end at any character, as does a word that would leave less
    than half of the room used. A text of a single word is only cut.
    """
    if _cut(text, limit) == text:
        return text
    import regex  # third-party and slow to import; needed only for long heads

    clusters = regex.findall(r"\X", text[: limit * 32])
    end = limit - 1
    if not regex.search(_ANYWHERE, clusters[end - 1] + clusters[end]):
        border = next((i for i in range(end, 0, -1) if clusters[i].isspace()), 0)
        if not border and " " not in text:
            return _cut(text, limit)
        end = border if border >= limit // 2 else end
    head = "".join(clusters[:end]).rstrip(_LOOSE_ENDS)
    return f"{head}…" if has_substance(head) else _cut(text, limit)


def _without_reasoning(text: str) -> str:
    text = _FINAL_CHANNEL.sub("", text)
    text = _THINK_BLOCK.sub("\n", text)
    text = _THINK_OPEN.sub("", text)
    text = _THINK_CLOSE.sub("", text)
    return _SPECIAL_TOKEN.sub("", text)


def _from_json(text: str) -> str:
    """The value of ``{"title": "…"}``, else the text itself."""
    stripped = text.strip()
    if not stripped.startswith("{"):
        return text
    try:
        value = json.loads(stripped)
    except (ValueError, RecursionError):
        return text
    if isinstance(value, dict):
        for key in ("title", "标题", "name"):
            if isinstance(value.get(key), str):
                return str(value[key])
    return text


def _title_in(raw: str) -> str:
    """The title an answer holds, "" when it holds none that may be used."""
    if len(raw) > _MOST_CHARACTERS:
        raw = raw.rpartition("</think>")[2][:_MOST_CHARACTERS]
    text = _from_json(_FENCE.sub("", _without_reasoning(without_controls(raw))))
    paragraphs = paragraphs_of(text)
    if not paragraphs:
        return ""
    first = without_announcement(paragraphs[0][0])
    title = _one_line(peel(_one_line(first)))
    if any(is_refusal(line) or is_answer(line) for line in (first, title)) or is_prose(paragraphs):
        return ""
    if title.casefold() in _NO_TITLE or title == peel(TITLE_ORDER) or not has_substance(title):
        return ""
    return title


def fallback_title(text: str, attachment_names: Iterable[str] = ()) -> str:
    """A title made of the head of a message, for the time before or instead of a model's answer.

    The first line that says something, without heading and list marks, shortened to 50 characters at
    a word's border; the names of attachments where the message has no text; ``NEUTRAL_TITLE`` when
    there is neither.
    """
    cleaned = without_controls("\n".join([text[:4000], *attachment_names]))
    for line in cleaned.split("\n"):
        if _FENCE.match(line):
            continue
        head = _shortened(_one_line(re.sub(r"^(?:#{1,6}|[-*+•>]|\d{1,2}[.)])\s+", "", line.strip())))
        if has_substance(head):
            return head
    return NEUTRAL_TITLE


def clean_title(raw: str | None, fallback_text: str = "") -> str:
    """Make a title of a model's answer; one line, 1 to 50 characters, never empty.

    Labels, outer quotes, Markdown marks, reasoning and invisible characters go. A refusal, an
    answer to the message instead of its name, several paragraphs or an over-long text is not a
    title: the head of ``fallback_text`` takes its place.

    Args:
        raw: What the model wrote; None counts as nothing.
        fallback_text: The user's first message.
    """
    title = _cut(_title_in(raw or ""))
    return title if has_substance(title) else fallback_title(fallback_text)
