"""Shows text that changed elsewhere without moving caret, selection, undo stack or a composition."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSignalBlocker, QTimer
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget


class CompositionWatch(QObject):
    """Knows whether an input method composes text in a widget, and puts work off until it is done."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._text = ""
        self._waiting: Callable[[], None] | None = None
        widget.installEventFilter(self)

    @property
    def composing(self) -> bool:
        """Whether text is being composed."""
        return bool(self._text)

    def commit(self) -> None:
        """Take what is being composed as typed: the field is about to show something else."""
        if self._text:
            QGuiApplication.inputMethod().commit()
        if self._text:  # the platform's input method does not know of it
            event = QInputMethodEvent()
            event.setCommitString(self._text)
            QCoreApplication.sendEvent(self._widget, event)

    def when_done(self, work: Callable[[], None]) -> None:
        """Do it now, or when the composition ends; only the newest work counts."""
        if self.composing:
            self._waiting = work
        else:
            work()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002 - Qt's signature
        """Note where a composition begins and ends."""
        if isinstance(event, QInputMethodEvent):
            self._text = event.preeditString()
            if event.commitString():
                self._waiting = None  # what the user wrote is newer
            elif not self.composing and self._waiting is not None:
                QTimer.singleShot(0, self, self._do_waiting)
        return False

    def _do_waiting(self) -> None:
        work, self._waiting = self._waiting, None
        if work is not None and not self.composing:
            work()


def changed_part(old: str, new: str) -> tuple[int, int, str]:
    """(start, length in ``old``, replacement) of the smallest change that makes ``new`` of ``old``."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, len(old) - start - end, new[start : len(new) - end]


def show_in_line(line: QLineEdit, text: str, *, fresh: bool = False) -> None:
    """Make a line show a text.

    Args:
        line: The line.
        text: What it shall show.
        fresh: True when it now shows another thing, whose undo must not bring back the former one;
            False for an undoable edit of what differs, where the caret keeps its place.
    """
    if fresh:
        with QSignalBlocker(line):
            line.setText(text)
        return
    old = line.text()
    if old == text:
        return
    start, length, replacement = changed_part(_units(old), _units(text))
    caret = line.cursorPosition()
    with QSignalBlocker(line):
        line.setSelection(start, length)
        line.insert(_text(replacement))
        line.setCursorPosition(
            _moved(caret, start, length, len(replacement)) if line.hasFocus() else len(_units(text))
        )


def show_in_text(edit: QPlainTextEdit, text: str, *, fresh: bool = False) -> None:
    """``show_in_line`` for an editor; the selection stays too."""
    if fresh:
        edit.setPlainText(text)
        return
    old = edit.toPlainText()
    if old == text:
        return
    start, length, replacement = changed_part(_units(old), _units(text))
    cursor = QTextCursor(edit.document())
    cursor.setPosition(start)
    cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(_text(replacement))


def _units(text: str) -> str:
    """The text in UTF-16 units, one character each: Qt counts positions so."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(int.from_bytes(raw[i : i + 2], "little")) for i in range(0, len(raw), 2))


def _text(units: str) -> str:
    raw = b"".join(ord(unit).to_bytes(2, "little") for unit in units)
    return raw.decode("utf-16-le", "replace")


def _moved(caret: int, start: int, removed: int, added: int) -> int:
    if caret <= start:
        return caret
    return caret - removed + added if caret >= start + removed else start + added
