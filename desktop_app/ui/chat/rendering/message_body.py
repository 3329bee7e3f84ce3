"""The text of one message: Markdown that may still be streaming in, shown as a column of views."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QRect, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.ui.chat.rendering.blocks import CodeBlock, plain_text
from desktop_app.ui.chat.rendering.code_view import CodeView
from desktop_app.ui.chat.rendering.column import SLICE_SECONDS, Column
from desktop_app.ui.chat.rendering.formulas import shared_formulas
from desktop_app.ui.chat.rendering.grammar import warm_up
from desktop_app.ui.chat.rendering.highlighting import Highlighter
from desktop_app.ui.chat.rendering.links import Refusal, judge
from desktop_app.ui.chat.rendering.look import look_for
from desktop_app.ui.chat.rendering.math_view import MathView
from desktop_app.ui.chat.rendering.parts import Part
from desktop_app.ui.chat.rendering.reader import Reader
from desktop_app.ui.chat.rendering.selection import Selection
from desktop_app.ui.chat.rendering.shortening import shortened
from desktop_app.ui.chat.rendering.table_view import TableView
from desktop_app.ui.chat.rendering.text_view import TextView
from desktop_app.ui.chat.rendering.waiting_text import WaitingText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.ui.chat.rendering.parts import View
    from desktop_app.ui.chat.rendering.view import RichView
    from desktop_app.ui.resources import Theme

REPAINT_MS = 50
"""Shortest time between two paints of a streaming message: 20 a second at most."""

_LEAST_PIECE = 300
_MOST_PIECE = 1_500
_BUSY_SHARE = 3
_WARM_UP_MS = 400


class MessageBody(Column):
    """Shows Markdown as blocks. It opens, fetches and saves nothing itself: it only says what is asked for.

    Signals:
        link_hovered: Real target of the link under the pointer, blank when it leaves.
        menu_opened: The context menu of a text (QMenu), before it shows; more may be added.
        link_activated: An http, https or mailto address the reader wants to open.
        link_refused: An address that may not be opened, and why, in the reader's language.
        height_changed: The body needs another height for its width (from ``Column``).
        code_copied: The code that was put on the clipboard.
        code_save_requested: Code to save, and a file name to suggest.
        completed: All of a long message is laid out.
        matches_changed: The number of matches of ``find`` changed, since more of the text is shown.
    """

    link_hovered = Signal(str)
    menu_opened = Signal(object)
    link_activated = Signal(str)
    link_refused = Signal(str, str)
    code_copied = Signal(str)
    code_save_requested = Signal(str, str)
    completed = Signal()
    matches_changed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(look_for(theme, QGuiApplication.font()), parent)
        self.setObjectName("message_body")
        self._theme = theme
        self._reader = Reader()
        self._selection = Selection(self)
        self._source: list[str] = []
        self._pending = WaitingText()
        self._hidden = ""
        self._streaming = False
        self._cost = 0.0
        self._piece = 2 * _LEAST_PIECE
        self._words = ""
        self._listens = False
        self._highlighter: Highlighter | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._pump)
        _warm_up_later()

    # -- content ----------------------------------------------------------------------------------

    def set_markdown(self, text: str) -> None:
        """Show a finished message; a long one is filled in slices, a very long one is shortened at first."""
        self._clear()
        self._source = [text]
        self.volume = len(text)
        shown, self._hidden = shortened(text)
        self._pending.add(shown)
        self._offer_rest()
        self._pump()

    def append_markdown(self, delta: str) -> None:
        """Add text that has just arrived; painted soon, at most 20 times a second."""
        if not self._streaming:
            self._streaming = True
            if self._hidden:
                self.show_all()
        self._source.append(delta)
        self.volume += len(delta)
        self._pending.add(delta)
        if not self._timer.isActive():
            self._timer.start(self._pause())

    def finish(self) -> None:
        """The message is complete: show what is still waiting, as if it had been read at once."""
        self._streaming = False
        self._timer.stop()
        self._pump()

    def source(self) -> str:
        """The Markdown as it was given, for copies and export."""
        if len(self._source) > 1:
            self._source = ["".join(self._source)]
        return self._source[0] if self._source else ""

    def plain_text(self) -> str:
        """What a reader sees, as plain text; the hidden rest of a shortened message as it is written."""
        while self._pending:
            self._feed()
        shown = plain_text(self._reader.blocks())
        if not self._hidden:
            return shown
        cut_at_line = self.source()[-len(self._hidden) - 1] == "\n"
        return shown + ("\n" if cut_at_line else "") + self._hidden

    def html(self) -> str:
        """The views' documents as HTML, for comparing two bodies; makes all of them first."""
        self.complete()
        return "\n".join(view.toHtml() for view in self._texts())

    def visible_text(self) -> str:
        """The text of the views, formulas as their source; makes all of them first."""
        self.arrange_all()
        return "\n".join(part.visible_text() for part in self.parts)

    def selected_text(self) -> str:
        """Plain text of what is selected, over all views."""
        if self._selection.whole:
            return self.plain_text()
        return "\n".join(text for view in self._texts() if (text := view.selected_text()))

    def _texts(self) -> Iterator[RichView]:
        return (text for part in self.parts if (text := part.text()) is not None)

    def is_complete(self) -> bool:
        """True once nothing waits to be laid out (a shortened message counts as complete)."""
        return not self._pending

    def is_shortened(self) -> bool:
        """True while only the head of a very long message is shown."""
        return bool(self._hidden)

    def complete(self) -> None:
        """Read and lay out everything now, however long it takes (tests, printing)."""
        self._timer.stop()
        while self._pending:
            self._feed()
        self._refresh(self._reader.settled)
        self.arrange_all()

    def show_all(self) -> None:
        """Show all of a shortened message, slice by slice."""
        self._pending.add(self._hidden)
        self._hidden = ""
        self._offer_rest()
        self._timer.start(0)

    def apply_theme(self, theme: Theme) -> None:
        """Show the message in another theme, and in the program's present font."""
        self._theme = theme
        self.set_look(look_for(theme, QGuiApplication.font()))

    # -- reading ----------------------------------------------------------------------------------

    def _clear(self) -> None:
        self._timer.stop()
        self._streaming = False
        self._reader = Reader()
        self._pending, self._hidden = WaitingText(), ""
        self._selection.clear()

    def _pause(self) -> int:
        """Time to the next paint in ms: long enough that painting takes a third of the time at most."""
        return max(REPAINT_MS, round(self._cost * 1000 * _BUSY_SHARE))

    def _pump(self) -> None:
        """Read and show one slice; come back for the rest."""
        started = time.perf_counter()
        waiting = bool(self._pending)
        while self._pending:
            self._feed()
            if time.perf_counter() - started > SLICE_SECONDS:
                break
        if not waiting:
            self._refresh(self._reader.settled)
        self.arrange()
        self._cost = time.perf_counter() - started
        if self._pending:
            self._timer.start(self._pause() if self._streaming else 1)
        elif not self._streaming:
            self._after_completion()

    def _feed(self) -> None:
        """Read one piece; the next one is larger or smaller, as this one was quick or slow."""
        started = time.perf_counter()
        piece = self._pending.take(self._piece)
        self._refresh(self._reader.feed(piece))
        spent = time.perf_counter() - started
        if spent > SLICE_SECONDS / 2:
            self._piece = max(_LEAST_PIECE, self._piece // 2)
        elif spent < SLICE_SECONDS / 5 and len(piece) == self._piece:
            self._piece = min(_MOST_PIECE, self._piece * 2)

    def _refresh(self, changed: int) -> None:
        """Bring the parts up to date from a block on."""
        self.set_blocks(self._reader.blocks(final=not self._streaming and not self._pending), changed)

    def _after_completion(self) -> None:
        for part in self.parts:
            self.finish_part(part)
        if self._words:
            self.matches_changed.emit(self.find(self._words))
        self.completed.emit()

    # -- views ------------------------------------------------------------------------------------

    def connect_view(self, view: View) -> None:
        """Connect a new view."""
        text = view.text if isinstance(view, CodeView) else view
        text.hovered.connect(self._on_link_hovered)
        text.activated.connect(self._on_link_activated)
        text.menu_opened.connect(self.menu_opened)
        text.gather = self.selected_text
        text.pressed.connect(lambda: self._selection.begin(text))
        text.dragged.connect(lambda to: self._selection.extend(text, to))
        text.all_requested.connect(self._selection.select_all)
        if isinstance(view, CodeView):
            view.copy_requested.connect(self._on_code_copy_requested)
            view.save_requested.connect(self.code_save_requested)
            view.resized.connect(self._on_code_resized)

    def adopt(self, part: Part) -> None:
        """Show what is searched for in a view that a part has got."""
        text = part.text()
        if text is not None and (self._words or text.match_count()):
            text.find_all(self._words)

    def finish_part(self, part: Part) -> None:
        """Wait for the pictures of formulas; colour code that has stopped growing."""
        text = part.text()
        if text is None:
            return
        if text.waits and not self._listens:
            self._listens = True
            shared_formulas().ready.connect(self._on_formulas_ready)
        growing = self._streaming and part is self.parts[-1]
        block = part.blocks[0]
        if isinstance(block, CodeBlock) and not part.coloured and not growing:
            part.coloured = True
            if self._highlighter is None:
                self._highlighter = Highlighter(self)
            self._highlighter.colour(text.document(), block.text, block.language, self._theme.name)

    def retire_view(self, part: Part) -> None:
        """Stop colouring a view that is given up."""
        text = part.text()
        if self._highlighter is not None and text is not None:
            self._highlighter.forget(text.document())

    def _on_formulas_ready(self) -> None:
        for part in self.parts:
            if isinstance(part.view, TextView | TableView | MathView) and part.view.waits:
                part.view.show_pictures()
                self.touch(part)
        self.arrange()

    def _offer_rest(self) -> None:
        if not self._hidden:
            self.set_footer(None)
            return
        words = self.tr("Show all ({count} characters)").format(count=f"{len(self.source()):,}")
        button = QPushButton(words, self)
        button.setObjectName("show_all")
        button.clicked.connect(self.show_all)
        button.show()
        self.set_footer(button)

    # -- find -------------------------------------------------------------------------------------

    def find(self, text: str) -> int:  # type: ignore[override]  # QWidget.find is static and of no use here
        """Mark all places where a text stands, whatever its case.

        A shortened message is shown wholly first if the hidden part holds the text; ``matches_changed``
        then tells the new number.

        Returns:
            How many matches are shown now.
        """
        self._words = text
        if text and self._hidden and text.casefold() in self._hidden.casefold():
            self.show_all()
        return sum(self._mark(part, text) for part in self.parts)

    def _mark(self, part: Part, words: str) -> int:
        view = part.text()
        if view is not None:
            return view.find_all(words)
        return plain_text(list(part.blocks)).casefold().count(words.casefold()) if words else 0

    def _matches(self) -> Iterator[tuple[Part, int]]:
        for part in self.parts:
            view = part.text()
            yield part, view.match_count() if view is not None else self._mark(part, self._words)

    def set_current_match(self, index: int) -> None:
        """Colour one match as the current one and bring it into sight inside its view; -1 for none."""
        for part, count in self._matches():
            mine = 0 <= index < count
            if mine:
                self.view_of(part)
            view = part.text()
            if view is not None:
                view.mark_current(index if mine else -1)
            index = index - count if index >= count else -1

    def match_rect(self, index: int) -> QRect:
        """Where a match stands, in this widget's coordinates; an empty rectangle if there is none."""
        for part, count in self._matches():
            if 0 <= index < count:
                self.view_of(part)
                self.arrange()
                view = part.text()
                if view is None or index >= view.match_count():
                    return QRect(0, part.top, self.width(), part.height)
                rect = view.match_rect(index)
                return QRect(view.mapTo(self, rect.topLeft()), rect.size())
            index -= count
        return QRect()

    # -- slots ------------------------------------------------------------------------------------

    def _on_link_hovered(self, href: str) -> None:
        if not href:
            self.link_hovered.emit("")
            return
        verdict = judge(href)
        words = self.tr("{address} — leads to {host}").format(address=verdict.target, host=verdict.host)
        self.link_hovered.emit(words if verdict.disguised else verdict.target)

    def _on_link_activated(self, href: str) -> None:
        verdict = judge(href)
        if verdict.refusal is None:
            self.link_activated.emit(href)
        else:
            self.link_refused.emit(verdict.target, _reason(verdict.refusal))

    def _on_code_resized(self) -> None:
        for part in self.parts:
            if part.view is self.sender():
                self.touch(part)
        self.arrange()

    def _on_code_copy_requested(self, code: str) -> None:
        QGuiApplication.clipboard().setText(code)
        self.code_copied.emit(code)


@cache
def _warm_up_later() -> None:
    QTimer.singleShot(_WARM_UP_MS, warm_up)


def _reason(refusal: Refusal) -> str:
    translate = QCoreApplication.translate
    match refusal:
        case Refusal.SCHEME:
            return translate("MessageBody", "Only web and mail addresses are opened from a conversation.")
        case Refusal.RELATIVE:
            return translate("MessageBody", "This link has no full address, so it leads nowhere.")
        case Refusal.MALFORMED:
            return translate("MessageBody", "This address is not well formed or hides characters.")
