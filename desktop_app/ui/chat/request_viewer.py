"""*What is sent*: the messages of the next request, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.widgets.opening_size import open_at
from desktop_app.ui.widgets.two_line_items import TwoLineItems

SHOWN_CHARACTERS = 200_000
"""Longer texts are cut in the view, with a word about it; the request itself is whole."""


@dataclass(frozen=True, slots=True)
class SentMessage:
    """One message of the request.

    Attributes:
        cached: Whether the provider will probably serve it from its cache.
    """

    role: str
    text: str
    tokens: int
    cached: bool


@dataclass(frozen=True, slots=True)
class SentRequest:
    """The next request.

    Attributes:
        estimated: Whether the token counts are estimates without any report of this model.
        left_out: Sentences that say why older messages are not in it.
        body: The request's body as JSON, as it would go over the wire.
    """

    messages: tuple[SentMessage, ...]
    tokens: int
    window: int | None
    estimated: bool
    left_out: tuple[str, ...]
    body: str = ""


class RequestViewer(QDialog):
    """Lists the messages with tokens and cache marks; the chosen one is shown in full."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("requestViewer")
        self.setWindowTitle(self.tr("What is sent"))
        self._head = QLabel(self)
        self._head.setObjectName("viewerHead")
        self._head.setTextFormat(Qt.TextFormat.PlainText)
        self._head.setWordWrap(True)
        self._list = QListWidget(self)
        self._list.setObjectName("viewerList")
        self._list.setAccessibleName(self.tr("Messages of the next request"))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setItemDelegate(TwoLineItems(self._list))
        self._list.currentRowChanged.connect(self._on_list_current_row_changed)
        self._text = QPlainTextEdit(self)
        self._text.setObjectName("viewerText")
        self._text.setAccessibleName(self.tr("Text of the chosen message"))
        self._text.setReadOnly(True)
        self._text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._request: SentRequest | None = None
        self._wanted_row = 0
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self._list)
        split.addWidget(self._text)
        split.setStretchFactor(1, 2)
        split.setSizes([300, 560])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addWidget(self._head)
        layout.addWidget(split, 1)
        open_at(self, 900, 620)

    def take_place_of(self, former: RequestViewer) -> None:
        """Stand where the former window stood, at the same message."""
        self.setGeometry(former.geometry())
        self._wanted_row = max(former.row(), 0)

    def row(self) -> int:
        """The chosen row; -1 for none."""
        return self._list.currentRow()

    def show_request(self, request: SentRequest) -> None:
        """Show the next request; the chosen row stays where it can."""
        row = max(self._list.currentRow(), self._wanted_row)
        self._wanted_row = 0
        self._request = request
        self._head.setText("\n".join([self._sum(request), *request.left_out]))
        self._list.clear()
        for message in request.messages:
            self._list.addItem(QListWidgetItem(self._line(message)))
        if request.body:
            self._list.addItem(QListWidgetItem(self.tr("The whole body (JSON)")))
        self._list.setCurrentRow(min(row, self._list.count() - 1))

    def sent_texts(self) -> list[str]:
        """Texts of the messages shown, in order."""
        return [message.text for message in self._request.messages] if self._request else []

    def _sum(self, request: SentRequest) -> str:
        cached = sum(message.tokens for message in request.messages if message.cached)
        words = self.tr("{count} messages, {tokens} tokens, about {cached} of them from the cache.").format(
            count=len(request.messages), tokens=f"{request.tokens:,}", cached=f"{cached:,}"
        )
        if request.window:
            words += " " + self.tr("Window: {window} tokens.").format(window=f"{request.window:,}")
        if request.estimated:
            words += " " + self.tr("Counts are estimated.")
        return words

    def _line(self, message: SentMessage) -> str:
        head = " ".join(message.text[:120].split())[:60]
        cache = self.tr("cached") if message.cached else self.tr("fresh")
        return f"{message.role} · {message.tokens:,} · {cache}\n{head}"

    def _on_list_current_row_changed(self, row: int) -> None:
        if self._request is None or row < 0:
            return
        messages: Sequence[SentMessage] = self._request.messages
        text = messages[row].text if row < len(messages) else self._request.body
        if len(text) > SHOWN_CHARACTERS:
            note = self.tr("[Shown: the first {count} characters of {all}.]").format(
                count=f"{SHOWN_CHARACTERS:,}", all=f"{len(text):,}"
            )
            text = f"{text[:SHOWN_CHARACTERS]}\n\n{note}"
        self._text.setPlainText(text)
