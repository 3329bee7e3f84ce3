"""A scroll area of any number of rows of which only those near the reader exist as widgets."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from desktop_app.ui.chat.column_width import column_width
from desktop_app.ui.chat.heights import RowHeights
from desktop_app.ui.chat.message_layout import EDGE
from desktop_app.ui.chat.placement import place_from_end, place_from_row
from desktop_app.ui.chat.row_widgets import RowSource, RowWidgets
from desktop_app.ui.desktop_application import running_application

if TYPE_CHECKING:
    from desktop_app.ui.chat.message_view import MessageView

END_TOLERANCE = 24
"""Pixels from the end within which the reader counts as being there."""
MAX_WIDGETS = 60
"""Rows that exist as widgets at most, unless more are visible or in use."""
_ASK_AGAIN = 3.0
"""Seconds after which rows are asked for again: reading them may have failed."""
_REQUEST_ROWS, _SIDE, _SLICE_MS, _PARKED = 24, 8, 6, -30_000


class MessageCanvas(QAbstractScrollArea):
    """Places rows by an anchor, not by the scroll bar.

    The anchor is a row and the distance from its top to the top of the view. Estimates that turn out
    wrong move the scroll bar's handle, never the text under the reader's eyes. While the reader is at
    the end (``follows_end``) the last row's bottom is the anchor.

    Signals:
        rows_wanted: List of ids near the reader whose data is missing.
        follow_changed: Whether the reader is at the end.
        moved: The reader sees other rows than before.
    """

    rows_wanted = Signal(list)
    follow_changed = Signal(bool)
    moved = Signal()

    def __init__(self, source: RowSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("transcriptView")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.retranslate()
        self._widgets = RowWidgets(source, self.viewport())
        self._ids: list[str] = []
        self._rows: dict[str, int] = {}
        self._heights = RowHeights()
        self._asked: dict[str, float] = {}
        self._anchor = (0, 0)
        self._follow = True
        self._visible = (0, -1)
        self._bar_value = 0
        self._busy = False
        self._width = 0
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.arrange)
        self._idle = QTimer(self, singleShot=True, interval=15)
        self._idle.timeout.connect(self._grow)
        running_application().focusChanged.connect(self._on_focus_changed)

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self.verticalScrollBar().setAccessibleName(self.tr("Position in the conversation"))
        self.setAccessibleName(self.tr("Messages"))

    # rows
    def set_rows(self, ids: Sequence[str], *, place: tuple[str, int] | None) -> None:
        """Show other rows; ``place`` is (row id, offset of its top above the view), None the end."""
        kept = set(ids)
        self._widgets.drop([i for i in self._widgets.by_id if i not in kept])
        self._ids = list(ids)
        self._rows = {row_id: row for row, row_id in enumerate(self._ids)}
        self._heights = RowHeights(len(self._ids), self._heights.estimate)
        self._asked.clear()
        self._widgets.soil()
        row = self._rows.get(place[0]) if place is not None else None
        self._anchor = (row, place[1]) if place is not None and row is not None else (0, 0)
        self._set_follow(row is None)
        self.arrange()

    def append_row(self, row_id: str) -> None:
        """Add a row at the end."""
        self._rows[row_id] = len(self._ids)
        self._ids.append(row_id)
        self._heights.append()
        self.arrange_soon()

    def ids(self) -> list[str]:
        """All rows, in order."""
        return self._ids

    def row_of(self, row_id: str) -> int | None:
        """Index of a row, or None."""
        return self._rows.get(row_id)

    def widgets(self) -> dict[str, MessageView]:
        """Rows that exist as widgets now, by id."""
        return self._widgets.by_id

    def data_arrived(self, ids: Sequence[str]) -> None:
        """Rows asked for by ``rows_wanted`` are at hand now."""
        for row_id in ids:
            self._asked.pop(row_id, None)
        self.arrange()

    def relayout(self, row_id: str) -> None:
        """A row's content changed its height."""
        if row_id in self._widgets.by_id:
            self._widgets.soil([row_id])
            self.arrange_soon()

    def relayout_all(self) -> None:
        """Fonts or theme changed: every height is void."""
        self._heights.forget()
        self._widgets.soil()
        self.arrange()

    def drop_idle(self) -> None:
        """Give back all widgets that are not in use; those in view are made anew by ``arrange``."""
        self._widgets.drop(self._widgets.idle())

    # place
    @property
    def follows_end(self) -> bool:
        """Whether the view stays at the end as content grows."""
        return self._follow

    def place(self) -> tuple[str, int] | None:
        """Where the reader is, for ``set_rows``; None at the end."""
        if self._follow or not self._ids:
            return None
        row, offset = self._anchor
        return self._ids[row], offset

    def visible_ids(self) -> list[str]:
        """Rows in view, top to bottom."""
        first, last = self._visible
        return self._ids[first : last + 1]

    def jump_to(self, row_id: str, *, inside: int = 0) -> bool:
        """Bring a row near the top of the view; ``inside`` is a distance from its top in pixels."""
        if (row := self._rows.get(row_id)) is None:
            return False
        self._asked.clear()
        self._anchor = (row, inside - min(self.viewport().height() // 4, 60 if not inside else 120))
        self._set_follow(False)
        self.arrange()
        return True

    def show_row(self, row_id: str) -> None:
        """Bring a row into view if it is not wholly there; no more than that."""
        if row_id not in self._rows:
            return
        widget = self._widgets.by_id.get(row_id)
        seen = row_id in self.visible_ids()
        if not seen or widget is None or widget.y() < 0 or widget.y() > self.viewport().height() - 40:
            self.jump_to(row_id)

    def focused_row(self) -> int | None:
        """Index of the row that has the keyboard, or None."""
        focus = QApplication.focusWidget()
        while focus is not None and focus.parentWidget() is not self.viewport():
            focus = focus.parentWidget()
        return next((self._rows[i] for i, w in self._widgets.by_id.items() if w is focus), None)

    def scroll_to_end(self) -> None:
        """Go to the newest row and stay there."""
        self._set_follow(True)
        self.arrange()

    def column_width(self) -> int:
        """Width of a row: the text column and its edges."""
        return max(120, min(self.viewport().width() - 2 * _SIDE, column_width(self.fontMetrics()) + 2 * EDGE))

    # arranging
    def arrange_soon(self) -> None:
        """Arrange once when control returns to the event loop."""
        self._soon.start()

    def arrange(self) -> None:
        """Make, measure and place what is in view; correct the scroll bar."""
        if self._busy or not self.viewport().width():
            return
        self._busy = True
        self._soon.stop()
        try:
            if self.column_width() != self._width:
                self._width = self.column_width()
                self._heights.forget()
                self._widgets.soil()
            tops = self._fill() if self._ids else {}
            self._put(tops)
            self._sync_bar(tops)
            self._notice_end()
        finally:
            self._busy = False
        self._ask()
        self._idle.start()
        self.moved.emit()

    def _fill(self) -> dict[int, int]:
        """Tops of the rows in view, by row."""
        height, count = self.viewport().height(), len(self._ids)
        if self._follow:
            tops = place_from_end(count, height, self._measure)
        else:
            row, offset = self._scaled(min(self._anchor[0], count - 1), self._anchor[1])
            tops = place_from_row(count, height, self._measure, row=row, offset=offset)
        self._visible = self._rows_between(tops, 0, height)
        if not self._follow:
            self._anchor = (self._visible[0], -tops[self._visible[0]])
        return tops

    def _scaled(self, row: int, offset: int) -> tuple[int, int]:
        """Keep the reader's line when a row that is partly above the view got another height."""
        widget = self._widgets.by_id.get(self._ids[row])
        if widget is None or offset <= 0 or self._heights.is_measured(row):
            return row, offset
        old = widget.height()
        new = self._measure(row)
        return row, round(offset * new / old) if old > 0 else offset

    def _rows_between(self, tops: dict[int, int], upper: int, lower: int) -> tuple[int, int]:
        inside = [row for row, y in tops.items() if y < lower and y + self._heights.height(row) > upper]
        return (min(inside), max(inside)) if inside else (min(tops), min(tops))

    def _measure(self, row: int) -> int:
        row_id = self._ids[row]
        if self._widgets.take(row_id) is None:
            return self._heights.height(row)
        if not self._is_ready(row):
            self._heights.set(row, self._widgets.lay_out(row_id, self._width))
        return self._heights.height(row)

    def _put(self, tops: dict[int, int]) -> None:
        """Move the widgets: those in view, neighbours that are ready, the rest out of sight."""
        self._extend(tops)
        # In the middle of the whole area, bar included, so that it lines up with what stands below.
        x = max(0, min((self.width() - self._width) // 2, self.viewport().width() - self._width))
        for row_id, widget in list(self._widgets.by_id.items()):
            row = self._rows[row_id]
            y = tops.get(row, _PARKED)
            widget.setGeometry(x, y, self._width, self._heights.height(row))
            if widget.isHidden():
                widget.show()
        self._recycle()

    def _extend(self, tops: dict[int, int]) -> None:
        if not tops:
            return
        for step, row in ((1, max(tops)), (-1, min(tops))):
            at = row
            while 0 <= at + step < len(self._ids) and self._is_ready(at + step):
                at += step
                tops[at] = (
                    tops[at - 1] + self._heights.height(at - 1)
                    if step > 0
                    else tops[at + 1] - self._heights.height(at)
                )

    def _is_ready(self, row: int) -> bool:
        return self._heights.is_measured(row) and self._widgets.is_clean(self._ids[row])

    def _recycle(self) -> None:
        first, last = self._visible
        middle = (first + last) / 2
        self._widgets.recycle(
            MAX_WIDGETS,
            distance=lambda row_id: abs(self._rows[row_id] - middle),
            keep=lambda row_id: first <= self._rows[row_id] <= last,
        )

    def _sync_bar(self, tops: dict[int, int]) -> None:
        height = self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setPageStep(height)
        bar.setSingleStep(max(20, self.fontMetrics().height() * 2))
        bar.setRange(0, max(0, self._heights.total - height))
        bar.setEnabled(bar.maximum() > 0)
        if tops:
            first = self._visible[0]
            bar.setValue(self._heights.top(first) - tops[first])
        self._bar_value = bar.value()

    def _notice_end(self) -> None:
        """A reader who was led to the end is there, once what is in view is no estimate any more."""
        bar = self.verticalScrollBar()
        if bar.value() >= bar.maximum() and all(map(self._widgets.source.has_row, self.visible_ids())):
            self._set_follow(True)

    def _grow(self) -> None:
        """In idle time, make the rows just out of view, a few milliseconds at a time."""
        if not self._ids or not self.isVisible():
            return
        clock = QElapsedTimer()
        clock.start()
        made = False
        for row in self._next_rows():
            if clock.elapsed() >= _SLICE_MS:
                break
            self._measure(row)
            made = True
        if made:
            self.arrange()

    def _next_rows(self) -> list[int]:
        first, last = self._visible
        reach = self.viewport().height()
        rows = []
        for step, row in ((1, last), (-1, first)):
            at, pixels = row + step, 0
            while 0 <= at < len(self._ids) and pixels < reach:
                if not self._is_ready(at) and self._widgets.source.has_row(self._ids[at]):
                    rows.append(at)
                pixels += self._heights.height(at)
                at += step
        return rows

    def _ask(self) -> None:
        first, last = self._visible
        has_row, now = self._widgets.source.has_row, time.monotonic()
        around = self._ids[max(0, first - _REQUEST_ROWS) : last + 1 + _REQUEST_ROWS]
        missing = [i for i in around if not has_row(i) and now - self._asked.get(i, 0.0) > _ASK_AGAIN]
        if missing and not all(map(has_row, self._nearest())):
            self._asked.update(dict.fromkeys(missing, now))
            self.rows_wanted.emit(missing)

    def _nearest(self) -> list[str]:
        first, last = self._visible
        near = _REQUEST_ROWS // 2
        return self._ids[max(0, first - near) : last + 1 + near]

    # events
    def scrollContentsBy(self, _dx: int, _dy: int) -> None:  # noqa: N802
        """The reader moved the bar, the wheel or the keys."""
        if self._busy or not self._ids:
            return
        bar = self.verticalScrollBar()
        value, delta = bar.value(), bar.value() - self._bar_value
        if self._follow:
            first = self._visible[0]
            self._anchor = (first, self._bar_value - self._heights.top(first))
        self._set_follow(value >= bar.maximum() - END_TOLERANCE and delta >= 0)
        if value == bar.minimum():
            self._anchor = (0, 0)
        elif abs(delta) <= 2 * self.viewport().height():
            self._anchor = (self._anchor[0], self._anchor[1] + delta)
        else:
            self._anchor = self._heights.find(value)
        self.arrange()

    def _set_follow(self, follow: bool) -> None:
        if follow != self._follow:
            self._follow = follow
            self.follow_changed.emit(follow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the reader's line."""
        super().resizeEvent(event)
        self.arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End go to the first and the newest row; arrows and pages scroll."""
        if event.key() == Qt.Key.Key_End:
            self.scroll_to_end()
        elif event.key() == Qt.Key.Key_Home and self._ids:
            self._anchor = (0, 0)
            self._set_follow(False)
            self.arrange()
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Layout requests of rows are handled by the rows themselves."""
        return event.type() == QEvent.Type.LayoutRequest or super().viewportEvent(event)

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        """The Tab key may lead out of view: follow it."""
        if new is None or not self.viewport().isAncestorOf(new):
            return
        top = new.mapTo(self.viewport(), new.rect().topLeft()).y()
        row = self.focused_row()
        if row is not None and not -new.height() < top < self.viewport().height():
            self.jump_to(self._ids[row], inside=max(0, top - self._widgets.by_id[self._ids[row]].y()))
