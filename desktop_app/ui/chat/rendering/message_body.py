"""The text of one message: a column of views that grows while the reply streams in."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from desktop_app.ui.chat.rendering.blocks import (
    Block,
    CodeBlock,
    MathBlock,
    RuleBlock,
    TableBlock,
    TextBlock,
    plain_text,
)
from desktop_app.ui.chat.rendering.code_view import CodeView
from desktop_app.ui.chat.rendering.links import Refusal, judge
from desktop_app.ui.chat.rendering.look import Look
from desktop_app.ui.chat.rendering.math_view import MathView
from desktop_app.ui.chat.rendering.reader import Reader
from desktop_app.ui.chat.rendering.table_view import TableView
from desktop_app.ui.chat.rendering.text_view import TextView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QResizeEvent

    from desktop_app.ui.resources import Theme

REPAINT_MS = 34
"""Shortest time between two paints of a streaming message: 30 a second at most."""

SLICE_CHARS = 8_000
SLICE_SECONDS = 0.02
SHORT_CHARS = 100_000
SHORT_LINES = 3_000
HEAD_CHARS = 20_000
HEAD_LINES = 400
_GROUP_BLOCKS = 150
_GROUP_CHARS = 12_000
_BUSY_SHARE = 3
_DEFAULT_WIDTH = 640
_RESIZED = Qt.WidgetAttribute.WA_Resized


@dataclass(slots=True)
class _Part:
    """One view of the column and the blocks it shows; ``laid`` is the width its height was measured for."""

    view: TextView | CodeView | TableView | MathView
    first: int
    blocks: Sequence[Block]
    laid: int = 0
    height: int = 0


class MessageBody(QWidget):
    """Shows Markdown as blocks. It opens, fetches and saves nothing itself: it only says what is asked for.

    Signals:
        link_hovered: Real target of the link under the pointer, blank when it leaves.
        link_activated: An http, https or mailto address the reader wants to open.
        link_refused: An address that may not be opened, and why, in the reader's language.
        height_changed: The body needs another height for its width.
        code_copied: The code that was put on the clipboard.
        code_save_requested: Code to save, and a file name to suggest.
        completed: All of a long message is laid out.
        matches_changed: The number of matches of ``find`` changed, since more of the text is shown.
    """

    link_hovered = Signal(str)
    link_activated = Signal(str)
    link_refused = Signal(str, str)
    height_changed = Signal()
    code_copied = Signal(str)
    code_save_requested = Signal(str, str)
    completed = Signal()
    matches_changed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message_body")
        self._theme = theme
        self._look = look_for(theme, self.font())
        self._reader = Reader()
        self._source: list[str] = []
        self._pending = ""
        self._hidden = ""
        self._streaming = False
        self._parts: list[_Part] = []
        self._total = 0
        self._cost = 0.0
        self._words = ""
        self._show_all: QPushButton | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_timer)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # -- content ----------------------------------------------------------------------------------

    def set_markdown(self, text: str) -> None:
        """Show a finished message; a long one is filled in slices, a very long one is shortened at first."""
        self._clear()
        self._source = [text]
        self._pending, self._hidden = _shortened(text)
        self._offer_rest()
        self._pump()

    def append_markdown(self, delta: str) -> None:
        """Add text that has just arrived; painted soon, at most 30 times a second."""
        if not self._streaming:
            self._streaming = True
            self._hold_nothing()
        self._source.append(delta)
        self._pending += delta
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
        """What a reader sees, as plain text, all of a shortened message included."""
        reader = Reader()
        reader.feed(self.source())
        return plain_text(reader.blocks())

    def html(self) -> str:
        """The views' documents as HTML, for comparing two bodies; completes the layout first."""
        self.complete()
        views = [part.view.text if isinstance(part.view, CodeView) else part.view for part in self._parts]
        return "\n".join(view.toHtml() for view in views)

    def visible_text(self) -> str:
        """The text now in the views (formulas shown as pictures count as their source)."""
        return "\n".join(_visible(part) for part in self._parts)

    def selected_text(self) -> str:
        """Plain text of the selections in this body."""
        views = [part.view.text if isinstance(part.view, CodeView) else part.view for part in self._parts]
        return "\n".join(text for view in views if (text := view.selected_text()))

    def is_complete(self) -> bool:
        """True once nothing waits to be laid out (a shortened message counts as complete)."""
        return not self._pending

    def is_shortened(self) -> bool:
        """True while only the head of a very long message is shown."""
        return bool(self._hidden)

    def complete(self) -> None:
        """Lay everything out now, however long it takes (tests, printing)."""
        self._timer.stop()
        while self._pending:
            self._feed()
        self._refresh_all()

    def show_all(self) -> None:
        """Show all of a shortened message, slice by slice."""
        self._pending += self._hidden
        self._hidden = ""
        self._offer_rest()
        self._timer.start(0)

    def apply_theme(self, theme: Theme) -> None:
        """Show the message in another theme, or in the font that the widget now has."""
        self._theme = theme
        self._look = look_for(theme, self.font())
        for part in self._parts:
            _restyle(part, self._look)
            part.laid = 0
        self._measure_again()
        self.update()

    # -- reading ----------------------------------------------------------------------------------

    def _clear(self) -> None:
        self._timer.stop()
        self._streaming = False
        self._reader = Reader()
        self._pending = self._hidden = ""
        self._drop_parts(0)

    def _hold_nothing(self) -> None:
        if self._hidden:
            self.show_all()

    def _pause(self) -> int:
        """Time to the next paint in ms: long enough that painting takes a third of the time at most."""
        return max(REPAINT_MS, round(self._cost * 1000 * _BUSY_SHARE))

    def _on_timer(self) -> None:
        self._pump()

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
        self._measure_again()
        self._cost = time.perf_counter() - started
        if self._pending:
            self._timer.start(self._pause() if self._streaming else 1)
        elif not self._streaming:
            self._after_completion()

    def _feed(self) -> None:
        piece, self._pending = self._pending[:SLICE_CHARS], self._pending[SLICE_CHARS:]
        self._refresh(self._reader.feed(piece))

    def _after_completion(self) -> None:
        if self._words:
            self.matches_changed.emit(self.find(self._words))
        self.completed.emit()

    def _refresh_all(self) -> None:
        self._refresh(self._reader.settled)

    def _refresh(self, changed: int) -> None:
        """Bring the views up to date from a block on."""
        blocks = self._reader.blocks(final=not self._streaming and not self._pending)
        number = next(
            (n for n, part in enumerate(self._parts) if part.first + len(part.blocks) > changed),
            len(self._parts),
        )
        number = max(0, number - 1)
        first = self._parts[number].first if self._parts else 0
        for offset, group in _groups(blocks, first):
            self._show(number, offset, group)
            number += 1
        self._drop_parts(number)

    def _show(self, number: int, first: int, group: Sequence[Block]) -> None:
        part = self._parts[number] if number < len(self._parts) else None
        if part and not isinstance(part.view, _view_class(group[0])):
            self._drop_parts(number)
            part = None
        if part is None:
            part = _Part(self._make(group[0]), first, ())
            self._parts.append(part)
        part.first = first
        if list(part.blocks) != list(group):
            part.blocks = group
            part.laid = 0
            _fill(part)

    def _make(self, block: Block) -> TextView | CodeView | TableView | MathView:
        view = _view_class(block)(self._look, self)
        text = view.text if isinstance(view, CodeView) else view
        text.hovered.connect(self._on_link_hovered)
        text.activated.connect(self._on_link_activated)
        if isinstance(view, CodeView):
            view.copy_requested.connect(self._on_code_copy_requested)
            view.save_requested.connect(self.code_save_requested)
            view.resized.connect(lambda: self._on_view_resized(view))
        view.show()
        return view

    def _drop_parts(self, number: int) -> None:
        for part in self._parts[number:]:
            part.view.hide()
            part.view.deleteLater()
        del self._parts[number:]

    # -- size -------------------------------------------------------------------------------------

    def heightForWidth(self, width: int) -> int:
        """Height of the message at a width, in pixels."""
        return self._measure(width)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """The height follows from the width."""
        return True

    def sizeHint(self) -> QSize:
        """A readable width and the height that goes with the present one."""
        width = self.width() if self.testAttribute(_RESIZED) else _DEFAULT_WIDTH
        return QSize(_DEFAULT_WIDTH, self._measure(width))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the container wants."""
        return QSize(80, 0)

    def _measure(self, width: int) -> int:
        """Height at a width; parts that do not fit in the time of a slice are estimated, measured later."""
        started = time.perf_counter()
        total = 0
        late = False
        for number, part in enumerate(self._parts):
            if part.laid != width:
                if not late:
                    part.height = part.view.height_for(max(40, width - self._indent(part)))
                    part.laid = width
                    late = time.perf_counter() - started > SLICE_SECONDS
                elif part.laid > 0:
                    part.height = round(part.height * part.laid / max(1, width))
                    part.laid = -width
            total += self._gap(number) + part.height
        if late and any(part.laid != width for part in self._parts) and not self._timer.isActive():
            self._timer.start(1)
        if self._show_all is not None:
            total += round(self._look.em * 0.6) + self._show_all.sizeHint().height()
        return total

    def _indent(self, part: _Part) -> int:
        return 0 if isinstance(part.view, TextView) else round(self._look.indent(part.blocks[0].place))

    def _gap(self, number: int) -> int:
        return (
            self._look.gap(self._parts[number - 1].blocks[-1], self._parts[number].blocks[0]) if number else 0
        )

    def _measure_again(self) -> None:
        """Place the views again after a change; tell the container if the height is another now."""
        width = self.width() if self.testAttribute(_RESIZED) else _DEFAULT_WIDTH
        total = self._measure(width)
        self._place(width)
        if total != self._total:
            self._total = total
            self.updateGeometry()
            self.height_changed.emit()

    def _place(self, width: int) -> None:
        y = 0
        for number, part in enumerate(self._parts):
            y += self._gap(number)
            indent = self._indent(part)
            part.view.setGeometry(indent, y, max(40, width - indent), part.height)
            y += part.height
        if self._show_all is not None:
            size = self._show_all.sizeHint()
            self._show_all.setGeometry(0, y + round(self._look.em * 0.6), size.width(), size.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        if event.oldSize().width() != event.size().width():
            self._measure_again()

    def _offer_rest(self) -> None:
        if not self._hidden:
            if self._show_all is not None:
                self._show_all.deleteLater()
                self._show_all = None
            return
        words = self.tr("Show all ({count} characters)").format(count=f"{len(self.source()):,}")
        self._show_all = QPushButton(words, self)
        self._show_all.setObjectName("show_all")
        self._show_all.clicked.connect(self.show_all)
        self._show_all.show()

    # -- find -------------------------------------------------------------------------------------

    def find(self, text: str) -> int:
        """Mark all places where a text stands, whatever its case.

        A shortened message is shown wholly first if the hidden part holds the text; ``matches_changed``
        then tells the new number.

        Returns:
            How many matches are shown now.
        """
        self._words = text
        if text and self._hidden and text.casefold() in self._hidden.casefold():
            self.show_all()
        return sum(_text(part).find_all(text) for part in self._parts)

    def set_current_match(self, index: int) -> None:
        """Colour one match as the current one; -1 for none."""
        for part in self._parts:
            view = _text(part)
            count = view.match_count()
            view.mark_current(index if 0 <= index < count else -1)
            index = index - count if index >= count else -1

    def match_rect(self, index: int) -> QRect:
        """Where a match stands, in this widget's coordinates; an empty rectangle if there is none."""
        for part in self._parts:
            view = _text(part)
            if index < view.match_count():
                return QRect(
                    view.mapTo(self, view.match_rect(index).topLeft()), view.match_rect(index).size()
                )
            index -= view.match_count()
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

    def _on_code_copy_requested(self, code: str) -> None:
        QGuiApplication.clipboard().setText(code)
        self.code_copied.emit(code)

    def _on_view_resized(self, view: CodeView) -> None:
        for part in self._parts:
            if part.view is view:
                part.laid = 0
        self._measure_again()


def look_for(theme: Theme, font: QFont) -> Look:
    """The formats for a theme and font, made once."""
    return _look(theme, font.toString())


@lru_cache(maxsize=8)
def _look(theme: Theme, description: str) -> Look:
    font = QFont()
    font.fromString(description)
    return Look(theme, font)


def _view_class(block: Block) -> type[TextView | CodeView | TableView | MathView]:
    match block:
        case CodeBlock():
            return CodeView
        case TableBlock():
            return TableView
        case MathBlock():
            return MathView
        case _:
            return TextView


def _groups(blocks: list[Block], first: int) -> Iterator[tuple[int, list[Block]]]:
    """Blocks from a number on, text blocks in groups that share a view; every other one by itself."""
    group: list[Block] = []
    start = first
    size = 0
    for number in range(first, len(blocks)):
        block = blocks[number]
        is_text = isinstance(block, TextBlock | RuleBlock)
        full = len(group) >= _GROUP_BLOCKS or size > _GROUP_CHARS
        if group and (not is_text or full):
            yield start, group
            group, size = [], 0
        if not is_text:
            yield number, [block]
            continue
        if not group:
            start = number
        group.append(block)
        size += sum(len(run.text) for run in block.runs) if isinstance(block, TextBlock) else 0
    if group:
        yield start, group


def _fill(part: _Part) -> None:
    if isinstance(part.view, TextView):
        part.view.set_blocks(part.blocks)
    else:
        part.view.set_block(part.blocks[0])


def _restyle(part: _Part, look: Look) -> None:
    if isinstance(part.view, TextView):
        part.view.look = look
        part.view.document().setDefaultFont(look.font)
        part.view.set_blocks(part.blocks, anew=True)
    else:
        part.view.set_look(look)


def _text(part: _Part):  # noqa: ANN202
    return part.view.text if isinstance(part.view, CodeView) else part.view


def _visible(part: _Part) -> str:
    view = _text(part)
    text = view.text_between(0, view.document().characterCount())
    info = part.view.label() if isinstance(part.view, CodeView) else ""
    return f"{info}\n{text}" if info else text


def _shortened(text: str) -> tuple[str, str]:
    """Split a very long text into the head that is shown at first and the rest."""
    if len(text) <= SHORT_CHARS and text.count("\n") <= SHORT_LINES:
        return text, ""
    end = HEAD_CHARS
    position = 0
    for _ in range(HEAD_LINES):
        following = text.find("\n", position)
        if following < 0 or following >= HEAD_CHARS:
            break
        position = following + 1
    if position:
        end = position
    return text[:end], text[end:]


def _reason(refusal: Refusal) -> str:
    def words(text: str) -> str:
        return QCoreApplication.translate("MessageBody", text)

    match refusal:
        case Refusal.SCHEME:
            return words("Only web and mail addresses are opened from a conversation.")
        case Refusal.RELATIVE:
            return words("This link has no full address, so it leads nowhere.")
        case Refusal.MALFORMED:
            return words("This address is not well formed or hides characters.")
