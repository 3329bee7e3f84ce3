"""The Markdown dialect: CommonMark with tables and strikethrough, formulas and footnotes; no HTML at all.

The parser is loaded at the first message that needs it (its import takes about 0.1 s).
"""

from __future__ import annotations

import re
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

MAX_NESTING = 60
"""The parser drops what is nested deeper; the reader shows such a piece as it is written."""

MATH_OPENERS = re.compile(r"[ >]*(?:\$\$|\\\[)")
_CLOSERS = {"$$": "$$", "\\[": "\\]", "\\(": "\\)"}
_CJK = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\]")
_PRICE_WORDS = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}")


@cache
def grammar() -> MarkdownIt:
    """The parser, made once."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": MAX_NESTING})
    parser.enable(["table", "strikethrough"])
    # Raw HTML is text here, and a definition nobody refers to would vanish: both must stay readable.
    parser.disable(["html_block", "html_inline", "reference"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.normalizeLinkText = lambda link: link  # type: ignore[method-assign]
    parser.inline.ruler.at("emphasis", _emphasis)
    parser.inline.ruler.before("escape", "formula", _inline_formula)
    parser.inline.ruler.before("link", "footnote", _footnote)
    parser.block.ruler.before(
        "fence", "formula", _block_formula, {"alt": ["paragraph", "blockquote", "list"]}
    )
    return parser


def warm_up() -> Thread:
    """Load the parser on a thread, so that the first message that needs it does not wait."""
    thread = Thread(target=grammar, name="markdown", daemon=True)
    thread.start()
    return thread


def _emphasis(state: StateInline, silent: bool) -> bool:
    """Stars and underscores, also where no space stands beside them, as Chinese is written.

    CommonMark takes ``**重点。**然后`` for plain stars, as it needs a space or a mark outside. Here a letter
    or mark of Chinese, Japanese or Korean counts as a border of words.
    """
    from markdown_it.rules_inline.state_inline import Delimiter

    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    found = state.scanDelims(state.pos, marker == "*")
    opens, closes = found.can_open, found.can_close
    if marker == "*":
        before = state.src[state.pos - 1] if state.pos else " "
        end = state.pos + found.length
        after = state.src[end] if end < state.posMax else " "
        if _CJK.match(before) or _CJK.match(after):
            opens = opens or not after.isspace()
            closes = closes or not before.isspace()
    for _ in range(found.length):
        state.push("text", "", 0).content = marker
        state.delimiters.append(
            Delimiter(
                marker=ord(marker),
                length=found.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=opens,
                close=closes,
            )
        )
    state.pos += found.length
    return True


def _footnote(state: StateInline, silent: bool) -> bool:
    found = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("footnote", "", 0).content = found[1]
    state.pos = found.end()
    return True


def _inline_formula(state: StateInline, silent: bool) -> bool:
    end = formula_end(state.src, state.pos, state.posMax)
    if end < 0:
        return False
    if not silent:
        state.push("formula", "", 0).content = state.src[state.pos : end]
    state.pos = end
    return True


def formula_end(text: str, start: int, limit: int) -> int:
    """Where a formula that starts at ``start`` ends, or -1 if none does.

    A single dollar opens one only where no letter or digit stands before it, no space follows it, and the
    closing one has no space before and no letter or digit after it; so "$5 and $6" stays a price.
    """
    opener = text[start : start + 2]
    if opener in _CLOSERS:
        end = text.find(_CLOSERS[opener], start + 2, limit)
        return end + 2 if end > start + 2 and text[start + 2 : end].strip() else -1
    if text[start] != "$" or start + 2 >= limit or text[start + 1].isspace():
        return -1
    if start and (text[start - 1].isalnum() or text[start - 1] in "$\\"):
        return -1
    end = start + 1
    while (end := text.find("$", end, limit)) >= 0 and text[end - 1] == "\\":
        end += 1
    if (
        end < 0
        or text[end - 1].isspace()
        or (end + 1 < limit and (text[end + 1].isalnum() or text[end + 1] == "$"))
    ):
        return -1
    return -1 if _is_price(text[start + 1 : end]) else end + 1


def _is_price(content: str) -> bool:
    if "\n" in content.strip() and len(content) > 400:  # noqa: PLR2004
        return True
    return (
        content[0].isdigit()
        and not any(char in content for char in "\\^_={}")
        and (_PRICE_WORDS.search(content) is not None or content[-1] in ",;-–/")
    )


def _block_formula(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A formula whose delimiters open a line and close one, with no blank line between."""
    first = state.bMarks[start] + state.tShift[start]
    opener = state.src[first : first + 2]
    if opener not in {"$$", "\\["} or state.is_code_block(start):
        return False
    closer = _CLOSERS[opener]
    lines = []
    for line in range(start, end):
        begin = state.bMarks[line] + state.tShift[line]
        text = state.src[begin : state.eMarks[line]].rstrip()
        if not text or (line > start and state.sCount[line] < state.blkIndent):
            return False
        lines.append(text)
        body = text[2:] if line == start else text
        if closer in body:
            if not body.endswith(closer) or body.index(closer) != len(body) - 2:
                return False
            if not "\n".join(lines)[2:-2].strip():
                return False
            if not silent:
                token = state.push("formula_block", "", 0)
                token.content = "\n".join(lines)
                token.map = [start, line + 1]
            state.line = line + 1
            return True
    return False


def open_formula(window: str) -> int:
    """Line of the first display formula whose end is still to come, or a number beyond all lines."""
    lines = window.split("\n")[:-1]
    for number, line in enumerate(lines):
        if MATH_OPENERS.match(line) and _is_open(lines, number):
            return number
    return len(window)


def _is_open(lines: list[str], number: int) -> bool:
    """True if neither the end of the formula nor a blank line, which would forbid it, has come."""
    first = lines[number].lstrip(" >")
    closer = "$$" if first.startswith("$$") else "\\]"
    if closer in first[2:]:
        return False
    return all(line.strip(" >") and closer not in line for line in lines[number + 1 :])
