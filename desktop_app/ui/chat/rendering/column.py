"""A column of views, one below the other; of a long column only what can be seen is made.

Making and laying out views is sliced, so that no event waits long; heights not yet known are estimated and
put right when their part comes into sight.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.ui.chat.rendering.blocks import Block, TextBlock
from desktop_app.ui.chat.rendering.code_view import CodeView
from desktop_app.ui.chat.rendering.parts import Part, fill, groups_of, guess_lines, view_class
from desktop_app.ui.chat.rendering.quote_bars import paint_bars, shared_levels
from desktop_app.ui.chat.rendering.text_view import TextView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from desktop_app.ui.chat.rendering.look import Look
    from desktop_app.ui.chat.rendering.parts import View

SLICE_SECONDS = 0.012
"""Time after which a slice of work ends; what is left follows after other events."""

EAGER_PARTS = 80
EAGER_VOLUME = 40_000
"""A column of more parts or characters only makes the views near the visible piece of it."""

_MOST_VIEWS = 80
_MOST_SPARE = 20
_MARGIN = 700
_DEFAULT_WIDTH = 640
_LEAST_WIDTH = 40
_SIGHT_UNSHOWN = 1_200


class Column(QWidget):
    """Shows blocks one below the other, as high as they need for the width given.

    Signals:
        height_changed: Another height is needed for the present width.
    """

    height_changed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.parts: list[Part] = []
        self.volume = 0
        """Characters of the source, as a measure of the work."""
        self._width = 0
        self._dirty_from = 0
        self._total = 0
        self._announced = -1
        self._views = 0
        self._spare: dict[type[View], list[View]] = {}
        self._footer: QWidget | None = None
        self._slices = QTimer(self)
        self._slices.setSingleShot(True)
        self._slices.timeout.connect(self.arrange)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # -- content ----------------------------------------------------------------------------------

    def set_blocks(self, blocks: Sequence[Block], changed: int) -> None:
        """Show blocks that may differ from those shown from number ``changed`` on; then ``arrange``."""
        number = len(self.parts)
        while number and self.parts[number - 1].first + len(self.parts[number - 1].blocks) > changed:
            number -= 1
        # The part before the first changed one may take in more, so it is looked at too.
        number = max(0, number - 1)
        first = self.parts[number].first if self.parts else 0
        self._dirty_from = min(self._dirty_from, number)
        for offset, group in groups_of(blocks, first):
            self._set_part(number, offset, group)
            number += 1
        self.drop_from(number)

    def _set_part(self, number: int, first: int, group: Sequence[Block]) -> None:
        part = self.parts[number] if number < len(self.parts) else None
        if part and view_class(part.blocks[0]) is not view_class(group[0]):
            self.drop_from(number)
            part = None
        if part is None:
            self.parts.append(Part(group, first))
            return
        part.first = first
        if list(part.blocks) != list(group):
            part.blocks = group
            part.laid = 0
            part.coloured = False
            if part.view is not None:
                fill(part)

    def drop_from(self, number: int) -> None:
        """Remove the parts from a number on."""
        for part in self.parts[number:]:
            self._retire(part)
        del self.parts[number:]
        self._dirty_from = min(self._dirty_from, number)

    def set_footer(self, footer: QWidget | None) -> None:
        """Put a widget below the blocks; the one before is deleted."""
        if self._footer is not None:
            self._footer.deleteLater()
        self._footer = footer
        self._dirty_from = min(self._dirty_from, len(self.parts))

    def set_look(self, look: Look) -> None:
        """Show everything in another theme or font."""
        self.look = look
        self._drop_spare()
        for part in self.parts:
            part.laid = 0
            part.coloured = False
            if isinstance(part.view, TextView):
                part.view.set_look(look, part.blocks)  # type: ignore[arg-type]  # texts and rules
            elif part.view is not None:
                part.view.set_look(look)
        self._dirty_from = 0
        self.arrange()
        self.update()

    def view_of(self, part: Part) -> View:
        """The view of a part, made now if there is none yet."""
        if part.view is None:
            kind = view_class(part.blocks[0])
            spare = self._spare.get(kind)
            if spare:
                part.view = spare.pop()
                if isinstance(part.view, CodeView):
                    part.view.reset()
            else:
                part.view = kind(self.look, self)
                self.connect_view(part.view)
            fill(part)
            self.adopt(part)
            part.view.show()
            self._views += 1
            self._dirty_from = min(self._dirty_from, self.parts.index(part))
        return part.view

    def touch(self, part: Part) -> None:
        """Measure a part again at the next ``arrange``."""
        part.laid = 0
        self._dirty_from = min(self._dirty_from, self.parts.index(part))

    def connect_view(self, view: View) -> None:
        """Connect a new view; for the class that knows what its signals mean."""

    def adopt(self, part: Part) -> None:
        """Called when a part has got a view, new or used before."""

    def finish_part(self, part: Part) -> None:
        """Called when a part has been laid out."""

    def retire_view(self, part: Part) -> None:
        """Called before a view is given up."""

    def _retire(self, part: Part) -> None:
        """Take a part's view away; one that nobody uses may serve another part later."""
        if part.view is None:
            return
        self.retire_view(part)
        part.view.hide()
        spare = self._spare.setdefault(type(part.view), [])
        if self._is_eager() or len(spare) >= _MOST_SPARE or _is_used(part):
            part.view.deleteLater()
        else:
            spare.append(part.view)
        self._views -= 1
        part.view = None
        part.coloured = False

    def _drop_spare(self) -> None:
        for views in self._spare.values():
            for view in views:
                view.deleteLater()
        self._spare = {}

    # -- size -------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """The height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height at a width, in pixels; of a long message an estimate that ``height_changed`` corrects."""
        # Once a slice is planned, this turn of the event loop has used up its time.
        self._lay_out(width, 0 if self._slices.isActive() else SLICE_SECONDS * 2)
        self._announced = self._total
        return self._total

    def sizeHint(self) -> QSize:
        """A readable width and the height that goes with the present one."""
        return QSize(_DEFAULT_WIDTH, self.heightForWidth(self._present_width() or _DEFAULT_WIDTH))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the container wants."""
        return QSize(2 * _LEAST_WIDTH, 0)

    def _present_width(self) -> int:
        return self.width() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else self._width

    def arrange(self) -> None:
        """Make, measure and place what has changed; tell the container if the height is another now."""
        width = self._present_width()
        if width:  # else the container has not told it yet, and all of it would be laid out in vain
            if not self._is_eager():
                self._retire_far()
            self._lay_out(width, SLICE_SECONDS)
        if self._total != self._announced:
            self._announced = self._total
            self.updateGeometry()
            self.height_changed.emit()

    def arrange_all(self) -> None:
        """Make and measure every part now, however long it takes."""
        for part in self.parts:
            self.view_of(part)
        self._lay_out(self._present_width() or _DEFAULT_WIDTH, float("inf"))

    def _lay_out(self, width: int, budget: float) -> None:
        """Place the parts from the first changed one on; what exceeds the budget is estimated for now."""
        if width != self._width:
            self._width = width
            self._dirty_from = 0
        if self._dirty_from > len(self.parts):
            return
        end = time.perf_counter() + budget
        top, bottom = self._sight()
        eager = self._is_eager()
        start = self._dirty_from
        y = self.parts[start - 1].top + self.parts[start - 1].height if start else 0
        late = None
        spare = budget > 0
        for number in range(start, len(self.parts)):
            part = self.parts[number]
            y += self._gap(number)
            if part.laid != width:
                near = eager or (y < bottom and y + part.height > top) or budget == float("inf")
                # Each slice measures one part at least, however slow the machine is.
                if near and late is None and (time.perf_counter() < end or spare):
                    self._measure(part, width)
                    spare = False
                else:
                    late = number if near and late is None else late
                    self._estimate(part, width)
            part.top = y
            self._place(part, width)
            y += part.height
        if self._footer is not None:
            size = self._footer.sizeHint()
            y += round(self.look.em * 0.6)
            self._footer.setGeometry(0, y, size.width(), size.height())
            y += size.height()
        self._total = y
        self._dirty_from = len(self.parts) + 1
        if late is not None:
            self._dirty_from = late
            self._slices.start(1)

    def _is_eager(self) -> bool:
        return len(self.parts) <= EAGER_PARTS and self.volume <= EAGER_VOLUME

    def _sight(self) -> tuple[int, int]:
        """Top and bottom of the piece whose views are made, in pixels."""
        if not self.isVisible():
            return 0, _SIGHT_UNSHOWN
        seen = self.visibleRegion().boundingRect()
        return seen.top() - _MARGIN, seen.bottom() + _MARGIN

    def _measure(self, part: Part, width: int) -> None:
        view = self.view_of(part)
        part.height = view.height_for(max(_LEAST_WIDTH, width - self._indent(part)))
        part.laid = width
        self.finish_part(part)

    def _estimate(self, part: Part, width: int) -> None:
        if part.laid == -width:
            return
        if part.laid and part.height:
            wraps = isinstance(part.blocks[0], TextBlock)
            part.height = round(part.height * abs(part.laid) / width) if wraps else part.height
        else:
            part.height = round(
                sum(guess_lines(block, width / self.look.em) for block in part.blocks) * self.look.em
            )
        part.laid = -width

    def _place(self, part: Part, width: int) -> None:
        if part.view is None:
            return
        # A part that is not measured yet keeps its width: a new one would make Qt lay it out at once.
        indent = self._indent(part)
        wide = max(_LEAST_WIDTH, width - indent) if part.laid == width else part.view.width()
        part.view.setGeometry(indent, part.top, wide, max(1, part.height))

    def _indent(self, part: Part) -> int:
        return 0 if isinstance(part.view, TextView) else round(self.look.indent(part.blocks[0].place))

    def _gap(self, number: int) -> int:
        before = self.parts[number - 1].blocks[-1] if number else None
        return self.look.gap(before, self.parts[number].blocks[0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        if event.oldSize().width() != event.size().width():
            self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars of quotes beside what is no text; make parts that come into sight soon."""
        if not self._is_eager():
            self._on_sight(event.rect())
        painter = QPainter(self)
        number = self._part_at(event.rect().top())
        before = self.parts[number - 1] if number else None
        for part in self.parts[number:]:
            if part.top > event.rect().bottom():
                break
            self._paint_quotes(painter, before, part)
            before = part
        painter.end()

    def _paint_quotes(self, painter: QPainter, before: Part | None, part: Part) -> None:
        block = part.blocks[0]
        if "q" not in block.place.levels:
            return
        if not isinstance(part.view, TextView):
            paint_bars(painter, self.look, block.place.levels, part.top, part.height)
        if before is not None:
            bottom = before.top + before.height
            paint_bars(painter, self.look, shared_levels(before.blocks[-1], block), bottom, part.top - bottom)

    def _part_at(self, y: int) -> int:
        return max(0, bisect_right(self.parts, y, key=lambda part: part.top) - 1)

    def _on_sight(self, rect: QRect) -> None:
        number = self._part_at(rect.top())
        while number < len(self.parts) and self.parts[number].top < rect.bottom():
            if self.parts[number].laid != self._width:
                self._dirty_from = min(self._dirty_from, number)
                self._slices.start(0)
                return
            number += 1

    def _retire_far(self) -> None:
        """Give up views far from what is seen, unless something is selected in them."""
        if self._views <= _MOST_VIEWS:
            return
        top, bottom = self._sight()
        reach = bottom - top
        for part in self.parts:
            far = part.top > bottom + reach or part.top + part.height < top - reach
            if far and part.view is not None and not _is_used(part):
                self._retire(part)
                part.laid = -self._width


def _is_used(part: Part) -> bool:
    text = part.text()
    return text is not None and (text.textCursor().hasSelection() or text.hasFocus())
