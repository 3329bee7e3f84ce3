"""Taking the wrappers off one line: quotes, Markdown marks, labels; never what belongs to the title."""

from __future__ import annotations

import re

_TITLE_WORDS = (
    r"(?:(?:the\s+)?(?:conversation|chat|suggested|generated|new|possible|short)\s+)?title(?:\s\d)?"
    r"|topic|titre|titel|título|titolo|заголовок"
    r"|(?:对话|会话|聊天|建议(?:的)?|新)?标题|题目|主题|對話標題|標題|タイトル|제목"
)
_LABEL = re.compile(
    rf"^(?:(?P<outer>\*\*|__|\*|_)(?:{_TITLE_WORDS})\s*[:：]\s*(?P=outer)"
    rf"|(?P<word>\*\*|__|\*|_)(?:{_TITLE_WORDS})(?P=word)\s*[:：]"
    rf"|(?:{_TITLE_WORDS})\s*[:：]"
    rf"|【(?:{_TITLE_WORDS})】|\[(?:{_TITLE_WORDS})\]|(?:title|标题)\s+[-–—]\s+)\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_TITLE_TAG = re.compile(r"^<(title|标题|h[1-6]|b|strong)>(?P<rest>.*)</\1>$", re.IGNORECASE)
_HEADING = re.compile(r"^#{1,6}\s+(?P<rest>.*?)(?:\s+#+)?$")
_BULLET = re.compile(r"^(?:[-+*•·▪◦>]|\d{1,2}[.)]|\(\d{1,2}\)|\d{1,2}[、）]|（\d{1,2}）)\s+(?P<rest>.+)$")
_BULLET_TIGHT = re.compile(r"^(?:\d{1,2}、|•|（\d{1,2}）)(?P<rest>.+)$")

_COUNT = r"(?i)\s*[(（]\d+\s*(?:words?|characters?|chars?|字符|个字|字)[)）]$"

_BRACKETS = {
    "“": "”", "‘": "’", "「": "」", "『": "』", "«": "»", "‹": "›", "„": "“", "【": "】", "《": "》",
    "[": "]", "＂": "＂",
}  # fmt: skip
_SYMMETRIC = ("```", "``", "`", "***", "**", "*", "___", "__", "_", "~~", '"', "'")
_IDENTIFIER = re.compile(r"[a-z0-9_]+")
_MOST_LAYERS = 12
"""Nobody wraps a title deeper; the bound keeps a line of a thousand marks fast."""

_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_ABBREVIATION = re.compile(r"(?:^|\W)(?:(?:\w\.)+\w|etc|inc|ltd|co|jr|sr|vs|no)\.$", re.IGNORECASE)


def _inside_brackets(line: str) -> str | None:
    """What stands between an outer pair such as “…”, None when the pair is not an outer one."""
    opener = line[0]
    closer = _BRACKETS.get(opener)
    if closer is None or line[-1] != closer or len(line) < 3:  # noqa: PLR2004  a pair and a content
        return None
    if opener == "„":  # closes with “ in German and ” elsewhere
        return line[1:-1] if not set(line[1:-1]) & set("„“”") else None
    inner = _APOSTROPHE.sub("", line[1:-1]) if opener == "‘" else line[1:-1]
    depth = 1
    for character in inner:
        depth += (character == opener) - (character == closer)
        if depth == 0:
            return None
    return line[1:-1] if depth == 1 else None


def _inside_symmetric(line: str, mark: str) -> str | None:
    """What stands between two equal marks, None unless they are one outer pair."""
    if len(line) <= 2 * len(mark) or not (line.startswith(mark) and line.endswith(mark)):
        return None
    inner = line[len(mark) : -len(mark)]
    searched = _APOSTROPHE.sub("", inner) if mark == "'" else inner
    if mark[0] in searched or (mark[0] in "*_~" and inner != inner.strip()):
        return None
    if mark[0] == "_" and _IDENTIFIER.fullmatch(inner):
        return None  # __init__ is a name, not a bold word
    return inner


def _inside_pair(line: str) -> str | None:
    if line[0] == "„" and line[-1] == "”":
        return line[1:-1] if not set(line[1:-1]) & set("„“”") else None
    inner = _inside_brackets(line)
    if inner is not None:
        return inner
    for mark in _SYMMETRIC:
        inner = _inside_symmetric(line, mark)
        if inner is not None:
            return inner
    return None


def _without_end_mark(line: str) -> str:
    """Drop one sentence end or a dangling comma; an ellipsis or abbreviation keeps its dots."""
    if line.endswith(("..", "…")) or _ABBREVIATION.search(line):
        return line
    return line[:-1].rstrip() if line[-1] in ".。,，;；:：、．" else line


def _peeled_once(line: str) -> str:
    counted = re.search(_COUNT, line)
    if counted and counted.start():
        return line[: counted.start()].rstrip()
    for pattern in (_LABEL, _TITLE_TAG, _HEADING, _BULLET, _BULLET_TIGHT):
        match = pattern.match(line)
        if match:
            return match["rest"].strip()
    inner = _inside_pair(line)
    return inner.strip() if inner is not None else _without_end_mark(line)


def peel(line: str) -> str:
    """A line without label, heading and list marks, outer pairs of quotes or marks, and final stop.

    Marks that do not enclose the whole line stay: ``"A" vs "B"``, ``《三体》书评``, ``C#``,
    ``__init__ bug`` come back unchanged. "" when nothing but marks was there.
    """
    line = line.strip()
    for _ in range(_MOST_LAYERS):
        peeled = _peeled_once(line) if line else ""
        if peeled == line:
            break
        line = peeled
    return line
