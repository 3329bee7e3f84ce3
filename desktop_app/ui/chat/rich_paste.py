"""Turns rich text from the clipboard into Markdown, so that headings, lists and code keep their form."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_TELLING = re.compile(r"<(h[1-6]|ul|ol|pre|table|blockquote|strong|b|em|i|code|a)\b", re.IGNORECASE)
_LIMIT = 400_000
_SKIPPED = frozenset({"script", "style", "head", "title", "template"})
_INLINE = {"strong": "**", "b": "**", "em": "*", "i": "*", "code": "`", "del": "~~", "s": "~~"}
_OPENINGS = {
    **{f"h{level}": "#" * level + " " for level in range(1, 7)},
    **dict.fromkeys(("p", "div", "section", "article", "header", "footer"), ""),
    "blockquote": "> ",
    "hr": "---\n",
}


class _Converter(HTMLParser):
    """Collects Markdown while the parser walks; tags it does not know leave only their text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._out: list[str] = []
        self._lists: list[int] = []
        self._links: list[str] = []
        self._marks: list[str] = []
        self._skip = 0
        self._pre = 0
        self._cells = 0
        self._rows = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SKIPPED:
            self._skip += 1
        elif tag == "pre":
            self._pre += 1
            self._block("```\n")
        elif self._pre:
            self._out.append("\n" if tag == "br" else "")
        elif tag in _INLINE:
            # Office programs wrap a whole paste in a <b> that is told not to be bold.
            style = (dict(attrs).get("style") or "").replace(" ", "")
            self._open_mark("" if "font-weight:normal" in style else _INLINE[tag])
        elif tag == "a":
            self._links.append(dict(attrs).get("href") or "")
            self._out.append("[")
        elif tag in _OPENINGS:
            self._block(_OPENINGS[tag])
        else:
            self._start_part(tag)

    def _start_part(self, tag: str) -> None:
        if tag in ("ul", "ol"):
            self._lists.append(0 if tag == "ul" else 1)
            self._line()
        elif tag == "li":
            self._item()
        elif tag == "br":
            self._out.append("\n")
        elif tag == "table":
            self._rows = 0
            self._block("")
        elif tag == "tr":
            self._cells = 0
            self._line()
        elif tag in ("td", "th"):
            self._cells += 1
            self._out.append("| ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._skip = max(0, self._skip - 1)
        elif tag == "pre" and self._pre:
            self._pre -= 1
            self._line()
            self._out.append("```\n\n")
        elif self._pre:
            return
        elif tag in _INLINE and self._marks:
            self._close_mark()
        elif tag == "a" and self._links:
            target = self._links.pop()
            self._out.append(f"]({target})" if target else "]()")
        elif tag in _OPENINGS:
            self._block("")
        else:
            self._end_part(tag)

    def _end_part(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._out.append(" ")
        elif tag == "tr" and self._cells:
            self._out.append("|\n")
            self._rows += 1
            if self._rows == 1:
                self._out.append("|" + " --- |" * self._cells + "\n")
        elif tag == "table":
            self._block("")
        elif tag in ("ul", "ol") and self._lists:
            self._lists.pop()
            self._block("")

    def handle_data(self, data: str) -> None:
        if self._skip:
            return
        if self._pre:
            self._out.append(data)
            return
        text = re.sub(r"\s+", " ", data)
        if text != " " or (self._out and not self._out[-1].endswith("\n")):
            self._out.append(text)

    def _open_mark(self, mark: str) -> None:
        self._marks.append(mark)
        self._out.append(mark)

    def _close_mark(self) -> None:
        mark = self._marks.pop()
        if mark and self._out[-1] == mark:
            self._out.pop()  # nothing stood between the two
        else:
            self._out.append(mark)

    def _item(self) -> None:
        self._line()
        depth = max(0, len(self._lists) - 1)
        number = self._lists[-1] if self._lists else 0
        if number:
            self._lists[-1] += 1
        self._out.append("  " * depth + (f"{number}. " if number else "- "))

    def _line(self) -> None:
        if self._out and not self._out[-1].endswith("\n"):
            self._out.append("\n")

    def _block(self, opening: str) -> None:
        if not self._lists:
            self._line()
            self._out.append("\n" + opening if self._out else opening)

    def result(self) -> str:
        text = "".join(self._out)
        return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def markdown_of(html: str) -> str | None:
    """Markdown for a rich paste, or None when the plain text says it all.

    Only HTML with structure (headings, lists, links, code, tables, emphasis) is converted; a code
    editor's coloured lines are not.
    """
    if not html or len(html) > _LIMIT or not _TELLING.search(html):
        return None
    converter = _Converter()
    converter.feed(html)
    converter.close()
    return converter.result() or None
