"""SIGTERM, SIGINT and SIGHUP end the program in order, like closing the window."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier


class QuitSignals(QObject):
    """Wakes the Qt loop when the operating system asks the process to end.

    Python runs signal handlers only between bytecodes, and Qt's loop waits in C: the wake-up
    descriptor brings the loop back to Python at once.
    """

    def __init__(self, on_quit: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._on_quit = on_quit
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_notifier_activated)
        self._old_fd = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        names = [name for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]
        self._old = {name: signal.signal(getattr(signal, name), self._on_signal) for name in names}

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._on_quit()

    def _on_notifier_activated(self) -> None:
        try:
            self._reader.recv(64)
        except BlockingIOError:
            return

    def restore(self) -> None:
        """Put the former handlers back."""
        for name, handler in self._old.items():
            signal.signal(getattr(signal, name), handler)
        self._old = {}
        signal.set_wakeup_fd(self._old_fd)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()
