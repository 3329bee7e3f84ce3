"""A search over the path: bar, hits and where the reader stands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from desktop_app.ui.chat.canvas import MessageCanvas
from desktop_app.ui.chat.find_bar import FindBar
from desktop_app.ui.chat.find_state import FindState
from desktop_app.ui.chat.message_view import MessageView


class FindSession(QObject):
    """Joins the find bar to the canvas; the hits come from whoever can search all messages.

    Signals:
        requested: Text to search for.
        hit_shown: Message id of the hit the reader was brought to.
    """

    requested = Signal(str)
    hit_shown = Signal(str)

    def __init__(self, bar: FindBar, canvas: MessageCanvas, parent: QObject) -> None:
        super().__init__(parent)
        self._bar = bar
        self._canvas = canvas
        self._state = FindState()
        bar.text_changed.connect(self._on_bar_text)
        bar.step_requested.connect(self._on_bar_step)
        bar.closed.connect(self.close)

    @property
    def text(self) -> str:
        """What is marked in the messages now; "" for nothing."""
        return self._state.text

    def open(self, selected: str) -> None:
        """Show the bar; a selection of one line becomes the search."""
        self._bar.open_with(selected if "\n" not in selected else "")
        if self._bar.text() and not self._state.text:
            self._on_bar_text(self._bar.text())

    def close(self) -> None:
        """Hide the bar and the marks."""
        self._bar.hide()
        self.clear()
        self._mark_all()
        self._canvas.setFocus()

    def clear(self) -> None:
        """Forget the hits: another conversation is shown."""
        self._state.clear()
        self._bar.forget()
        self._bar.show_place(0, 0)

    def ask_again(self) -> None:
        """The path changed under an open bar."""
        if not self._bar.isHidden() and self._bar.text():
            self._state.text = self._bar.text()
            self.requested.emit(self._bar.text())

    def set_results(self, text: str, results: Sequence[tuple[str, int]]) -> None:
        """Hits as (message id, count); an answer to an older search is ignored."""
        if text != self._bar.text() or self._bar.isHidden():
            return
        rows = {message_id: row for row, message_id in enumerate(self._canvas.ids())}
        known = [(message_id, count) for message_id, count in results if message_id in rows and count > 0]
        known.sort(key=lambda hit: rows[hit[0]])
        seen = self._canvas.visible_ids()
        first_seen = rows[seen[0]] if seen else 0
        start = sum(count for message_id, count in known if rows[message_id] < first_seen)
        self._state.text = text
        self._state.set_results(known, start if start < sum(n for _, n in known) else 0)
        self._go()

    def mark(self, view: MessageView) -> None:
        """Mark the hits in one message, the current one differently."""
        view.body.find(self._state.text)
        row, hit = view.row(), self._state.current
        here = hit is not None and row is not None and hit[0] == row.message.id
        view.body.set_current_match(hit[1] if hit is not None and here else -1)

    def _mark_all(self) -> None:
        for view in self._canvas.widgets().values():
            self.mark(view)

    def _on_bar_text(self, text: str) -> None:
        self._state.clear()
        self._state.text = text
        self._bar.show_place(0, 0)
        self._mark_all()
        if text:
            self.requested.emit(text)

    def _on_bar_step(self, step: int) -> None:
        self._state.step(step)
        self._go()

    def _go(self) -> None:
        self._bar.show_place(self._state.place, self._state.total)
        hit = self._state.current
        if hit is not None and self._canvas.jump_to(hit[0]):
            self.show_hit(hit[0])
            self.hit_shown.emit(hit[0])
        self._mark_all()

    def show_hit(self, message_id: str) -> None:
        """Bring the current hit itself into view, once its message is at hand."""
        view = self._canvas.widgets().get(message_id)
        hit = self._state.current
        if view is None or hit is None or hit[0] != message_id:
            return
        self.mark(view)
        rect = view.body.match_rect(hit[1])
        if not rect.isNull():
            self._canvas.jump_to(message_id, inside=view.body.y() + rect.top())
