"""Parser tokens to flat blocks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.ui.chat.rendering.blocks import (
    LINE_BREAK,
    Block,
    CodeBlock,
    MathBlock,
    Place,
    RuleBlock,
    Run,
    Style,
    TableBlock,
    TextBlock,
)
from desktop_app.ui.chat.rendering.grammar import grammar
from desktop_app.ui.chat.rendering.links import contradicts, judge

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from markdown_it.token import Token

    References = Mapping[str, Mapping[str, str]]

MAX_CELLS = 320
"""Cells of one table view: Qt needs about 0.2 ms to lay one out, and a row that arrives moves them all."""
MAX_COLUMNS = 64
_BULLETS = "•◦▪"
_TASK = re.compile(r"\[([ xX])\]\s")
_NOTE = re.compile(r" {0,3}\[[^\[\]]+\]:\s")
_URL = re.compile(r"https?://[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*[A-Za-z0-9\-_~/#&=%)]")
_STYLES = {"strong": Style.BOLD, "em": Style.ITALIC, "s": Style.STRIKE}


def flatten(
    tokens: Sequence[Token], lines: Sequence[str], references: References, levels: str = ""
) -> tuple[Block, ...]:
    """Turn the tokens of one top-level block, or of one item of a top-level list, into blocks.

    Args:
        tokens: The parser's tokens.
        lines: Lines of the parsed source, which the tokens' maps count.
        references: Link definitions by normalised label.
        levels: Containers around the tokens (``u`` or ``o`` for an item).
    """
    return tuple(_Walk(lines, references, levels).blocks(tokens))


class _Walk:
    """One walk over tokens; keeps the containers it is in and the marker not yet shown."""

    def __init__(self, lines: Sequence[str], references: References, levels: str) -> None:
        self._lines = lines
        self._references = references
        self._levels = list(levels)
        self._marker = ""

    def blocks(self, tokens: Sequence[Token]) -> Iterator[Block]:
        index = 0
        while index < len(tokens):
            token = tokens[index]
            kind = token.type
            if kind == "table_open":
                end = next(i for i in range(index, len(tokens)) if tokens[i].type == "table_close")
                yield from self._lone_marker()
                yield from self._table(tokens[index:end])
                index = end
            elif kind == "inline":
                yield self._text(token, tokens[index - 1].tag)
            elif kind in {"fence", "code_block"}:
                yield from self._lone_marker()
                yield CodeBlock(token.content.removesuffix("\n"), token.info.strip(), self._place())
            elif kind == "formula_block":
                yield from self._lone_marker()
                yield MathBlock(token.content, self._place())
            elif kind == "hr":
                yield from self._lone_marker()
                yield RuleBlock(self._place())
            else:
                yield from self._container(token)
            index += 1

    def _container(self, token: Token) -> Iterator[Block]:
        match token.type:
            case "blockquote_open":
                yield from self._lone_marker()
                self._levels.append("q")
            case "bullet_list_open" | "ordered_list_open":
                yield from self._lone_marker()
                self._levels.append(token.type[0].replace("b", "u"))
            case "list_item_open":
                depth = len(self._levels) - self._levels.count("q") - 1
                number = f"{token.info}{token.markup}"
                self._marker = number if token.info else _BULLETS[min(depth, len(_BULLETS) - 1)]
            case "list_item_close":
                yield from self._lone_marker()
            case "blockquote_close" | "bullet_list_close" | "ordered_list_close":
                self._levels.pop()

    def _lone_marker(self) -> Iterator[Block]:
        """The marker of an item that has no text of its own at its start."""
        if self._marker:
            yield TextBlock((), self._place())

    def _place(self) -> Place:
        place = Place("".join(self._levels), self._marker)
        self._marker = ""
        return place

    def _text(self, token: Token, tag: str) -> TextBlock:
        place = self._place()
        runs = inline_runs(token.children or [])
        if place.marker in _BULLETS and place.marker and runs and (task := _TASK.match(runs[0].text + " ")):
            place = replace(place, marker="☐" if task[1] == " " else "☑")
            runs = (replace(runs[0], text=runs[0].text[4:]), *runs[1:])
        heading = int(tag[1]) if tag in {"h1", "h2", "h3", "h4", "h5", "h6"} else 0
        note = not heading and _NOTE.match(token.content) is not None
        return TextBlock(runs, place, heading, note=note)

    def _table(self, tokens: Sequence[Token]) -> Iterator[Block]:
        """A table, in parts under the same head if it is large, or as written if it is too wide to be one."""
        rows: list[list[tuple[Run, ...]]] = []
        aligns: list[str] = []
        row_map: list[int] | None = None
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
                row_map = token.map
            elif token.type == "th_open":
                aligns.append(str(token.attrs.get("style", "")).removeprefix("text-align:"))
            elif token.type == "inline":
                rows[-1].append(inline_runs(token.children or []))
            elif token.type == "tr_close" and row_map and len(rows) > 1:
                self._keep_surplus(rows[-1], self._lines[row_map[0]], len(aligns))
        if len(aligns) > MAX_COLUMNS:
            first, end = tokens[0].map or (0, 0)
            yield CodeBlock("\n".join(self._lines[first:end]), "", self._place())
            return
        head, *body = [tuple(row) for row in rows]
        size = MAX_CELLS // len(aligns) - 1
        for start in range(0, max(len(body), 1), size):
            yield TableBlock((head, *body[start : start + size]), tuple(aligns), self._place())

    def _keep_surplus(self, row: list[tuple[Run, ...]], line: str, columns: int) -> None:
        """Cells beyond the head's columns are dropped by the parser: add them to the last cell."""
        if line.count("|") < columns:
            return
        from markdown_it.rules_block.table import escapedSplit

        text = line.strip().lstrip("> \t") if "q" in self._levels else line.strip()
        cells = escapedSplit(text)
        if cells and not cells[0]:
            cells.pop(0)
        if cells and not cells[-1]:
            cells.pop()
        surplus = " | ".join(cell.strip() for cell in cells[columns:])
        if surplus:
            row[-1] = (*row[-1], Run(" | "), *runs_of(surplus, self._references))


def runs_of(text: str, references: References) -> tuple[Run, ...]:
    """Runs of a text that holds inline Markdown only."""
    tokens = grammar().parseInline(text, {"references": references})
    return inline_runs(tokens[0].children or []) if tokens else ()


def inline_runs(tokens: Sequence[Token]) -> tuple[Run, ...]:
    """Runs of inline tokens."""
    return tuple(_merge(_runs(tokens)))


def _runs(tokens: Sequence[Token]) -> Iterator[Run]:
    styles: list[Style] = []
    link: tuple[str, list[str]] | None = None
    for token in tokens:
        match token.type:
            case "strong_open" | "em_open" | "s_open":
                styles.append(_STYLES[token.tag])
            case "strong_close" | "em_close" | "s_close":
                styles.remove(_STYLES[token.tag])
            case "link_open":
                link = (str(token.attrs.get("href", "")), [])
            case "link_close" if link:
                yield from _real_target(*link)
                link = None
            case _:
                style = Style(sum({int(item) for item in styles}))
                yield from _leaf(token, style, link[0] if link else "")
        if link and token.content:
            link[1].append(token.content)


def _leaf(token: Token, style: Style, href: str) -> Iterator[Run]:
    match token.type:
        case "softbreak" | "hardbreak":
            yield Run(LINE_BREAK, style, href)
        case "image":
            yield from _placeholder(token, style)
        case "code_inline":
            yield Run(token.content, style | Style.CODE, href)
        case "formula":
            yield Run(token.content, style | Style.MATH, href)
        case "footnote":
            yield Run(token.content, style | Style.SUPERSCRIPT)
        case _:
            yield from _plain_runs(token.content, style, href)


def _real_target(href: str, words: list[str]) -> Iterator[Run]:
    """What a reader must see after a link whose text or address pretends to lead elsewhere."""
    verdict = judge(href)
    if contradicts("".join(words), verdict):
        yield Run(f" (→ {verdict.host})", Style.MUTED)


def _placeholder(token: Token, style: Style) -> Iterator[Run]:
    """A picture in a reply is never fetched: its description and its address stand for it."""
    address = str(token.attrs.get("src", ""))
    words = "".join(run.text for run in inline_runs(token.children or []))
    yield Run(f"🖼 {words} ".replace("  ", " "), style | Style.MUTED)
    if address:
        yield Run(address, style, address)


def _plain_runs(text: str, style: Style, href: str) -> Iterator[Run]:
    if href or "://" not in text:
        yield Run(text, style, href)
        return
    start = 0
    for match in _URL.finditer(text):
        url = match[0]
        if url.endswith(")") and url.count("(") < url.count(")"):
            url = url.rstrip(")")
        yield Run(text[start : match.start()], style)
        yield Run(url, style, url)
        start = match.start() + len(url)
    yield Run(text[start:], style)


def _merge(runs: Iterator[Run]) -> Iterator[Run]:
    """Join neighbours of one style, drop empty ones."""
    last: Run | None = None
    for run in runs:
        if not run.text:
            continue
        joinable = last and (last.style, last.href) == (run.style, run.href) and not run.style & Style.MATH
        if last and joinable:
            last = replace(last, text=last.text + run.text)
            continue
        if last:
            yield last
        last = run
    if last:
        yield last
