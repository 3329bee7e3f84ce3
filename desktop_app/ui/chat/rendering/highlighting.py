"""Colours for code: Pygments, loaded on a thread, run in small slices, painted over the plain text."""

from __future__ import annotations

import logging
import time
from threading import Thread
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextLayout

from desktop_app.ui.chat.rendering.view import units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QTextBlock, QTextDocument

_log = logging.getLogger(__name__)

MAX_CODE = 200_000
MAX_LINE = 2_000
"""Longer code or lines stay plain: one regular expression over them could take seconds."""

SLICE_SECONDS = 0.008
_POLL_MS = 15

# Each colour has a contrast of 4.5 or more on the theme's code ground (a test computes it).
COLOURS = {
    "light": {
        "keyword": "#8250a8",
        "string": "#1f6b3a",
        "comment": "#67625a",
        "number": "#9a4a00",
        "name": "#1f5c99",
        "builtin": "#0b6a78",
        "decorator": "#8a5300",
        "removed": "#b3261e",
        "added": "#2b6b3f",
    },
    "dark": {
        "keyword": "#cda4f4",
        "string": "#9ece8a",
        "comment": "#a5a19a",
        "number": "#f0b080",
        "name": "#8fc0f2",
        "builtin": "#7fd0d8",
        "decorator": "#f0c674",
        "removed": "#f28b82",
        "added": "#85c99a",
    },
}

# Longest prefix of the token's name wins.
_KINDS = {
    "Keyword": "keyword",
    "Keyword.Constant": "number",
    "Operator.Word": "keyword",
    "Literal.String": "string",
    "Literal.Number": "number",
    "Literal.Date": "number",
    "Comment": "comment",
    "Comment.Preproc": "decorator",
    "Name.Function": "name",
    "Name.Class": "name",
    "Name.Namespace": "name",
    "Name.Tag": "name",
    "Name.Builtin": "builtin",
    "Name.Exception": "builtin",
    "Name.Attribute": "builtin",
    "Name.Decorator": "decorator",
    "Name.Entity": "decorator",
    "Generic.Deleted": "removed",
    "Generic.Inserted": "added",
    "Generic.Heading": "name",
    "Generic.Subheading": "name",
    "Generic.Prompt": "decorator",
}

_lexers: dict[str, Any] = {}
_loading: dict[str, Thread] = {}


def kind_of(token: Any) -> str:
    """Which colour a Pygments token gets; blank for the text colour."""
    parts = str(token).removeprefix("Token.").split(".")
    while parts:
        kind = _KINDS.get(".".join(parts))
        if kind:
            return kind
        parts.pop()
    return ""


def _load(language: str) -> None:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        _lexers[language] = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        _lexers[language] = None


def _lexer(language: str) -> tuple[bool, Any]:
    """Whether the answer is known yet, and the lexer or None."""
    if language in _lexers:
        return True, _lexers[language]
    if language not in _loading:
        _loading[language] = Thread(target=_load, args=(language,), name="lexer", daemon=True)
        _loading[language].start()
    elif not _loading[language].is_alive():
        _log.warning("The lexer for a code block could not be loaded; the code stays plain")
        _lexers.setdefault(language, None)
    return language in _lexers, _lexers.get(language)


class Highlighter(QObject):
    """Colours one document after another, a few milliseconds at a time.

    The colours are laid over the text (as a syntax highlighter of Qt does), so the document, selections
    and copies stay as they are.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs: list[_Job] = []
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL_MS)
        self._timer.timeout.connect(self._on_timeout)

    def colour(self, document: QTextDocument, code: str, language: str, theme: str) -> None:
        """Colour a document soon; a job for the same document is replaced."""
        self.forget(document)
        longest = max((len(line) for line in code.split("\n")), default=0)
        if not language or len(code) > MAX_CODE or longest > MAX_LINE:
            return
        self._jobs.append(_Job(document, code, language, theme))
        self._timer.start()

    def forget(self, document: QTextDocument) -> None:
        """Drop the job for a document."""
        self._jobs = [job for job in self._jobs if job.document is not document]

    def is_idle(self) -> bool:
        """True if nothing waits for colours."""
        return not self._jobs

    def _on_timeout(self) -> None:
        end = time.perf_counter() + SLICE_SECONDS
        for job in list(self._jobs):
            if job.advance(end):
                self._jobs.remove(job)
            if time.perf_counter() > end:
                break
        if not self._jobs:
            self._timer.stop()


class _Job:
    """One document's colouring, which may stop after any token."""

    def __init__(self, document: QTextDocument, code: str, language: str, theme: str) -> None:
        self.document = document
        self._code = code
        self._language = language
        self._formats = {kind: _format(colour) for kind, colour in COLOURS[theme].items()}
        self._tokens: Iterator[tuple[int, Any, str]] | None = None
        self._line: QTextBlock = document.firstBlock()
        self._ranges: list[QTextLayout.FormatRange] = []
        self._column = 0

    def advance(self, end: float) -> bool:
        """Work until a time; True when done."""
        if self._tokens is None:
            known, lexer = _lexer(self._language)
            if not known:
                return False
            if lexer is None:
                return True
            self._tokens = lexer.get_tokens_unprocessed(self._code)
        cursor = QTextCursor(self.document)
        cursor.beginEditBlock()
        done = self._work(end)
        cursor.endEditBlock()
        return done

    def _work(self, end: float) -> bool:
        for count, (_, token, text) in enumerate(self._tokens or ()):
            made = self._formats.get(kind_of(token))
            for number, piece in enumerate(text.split("\n")):
                if number:
                    self._finish_line()
                self._mark(piece, made)
            if count % 32 == 31 and time.perf_counter() > end:  # noqa: PLR2004
                return False
        self._finish_line()
        return True

    def _mark(self, piece: str, made: QTextCharFormat | None) -> None:
        length = units(piece)
        if made is not None and length:
            span = QTextLayout.FormatRange()
            span.start = self._column
            span.length = length
            span.format = made
            self._ranges.append(span)
        self._column += length

    def _finish_line(self) -> None:
        if self._line.isValid() and self._ranges:
            self._line.layout().setFormats(self._ranges)
        self._line = self._line.next()
        self._ranges = []
        self._column = 0


def _format(colour: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(QColor(colour))
    return made
