"""One program per data folder: a second start hands its files to the first, which comes to the front.

A message is one line of JSON, ``{"id": ..., "open": [path, ...]}``; the answer is ``ok`` and a line feed. The
sender asks again until it is answered, so the receiver takes each id once.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from desktop_app.core.domain.errors import StoreLocked

TURN_SECONDS = 10.0
"""How long a start waits for a program that is itself starting or ending."""
MAX_LINE = 1024 * 1024
"""Bytes of one message: some thousand paths."""
_PAUSE_SECONDS = 0.1
_CONNECT_MS = 1000
_ANSWER_MS = 2000
_OK = b"ok\n"
_KNOWN_IDS = 64


def server_name(data_dir: Path) -> str:
    """Name of the local socket for one data folder."""
    return "throughline-" + hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:16]


def get_turn(
    acquire: Callable[[], bool],
    data_dir: Path,
    files: Sequence[str] = (),
    *,
    seconds: float = TURN_SECONDS,
) -> bool:
    """Whether this process became the program of the data folder; if not, the one that is took the files.

    A program that is just starting or ending holds the folder and does not answer yet or any more, so
    both ways are tried for a while.

    Args:
        acquire: Takes the folder's lock, or returns False.
        data_dir: The folder.
        files: Absolute paths to open.
        seconds: How long to try.

    Raises:
        StoreLocked: Neither way worked in that time.
    """
    line = json.dumps({"id": uuid.uuid4().hex, "open": list(files)}).encode() + b"\n"
    end = time.monotonic() + seconds
    while not acquire():
        if _handed_over(data_dir, line):
            return False
        if time.monotonic() >= end:
            raise StoreLocked(f"Another program that does not answer uses {data_dir}.")
        time.sleep(_PAUSE_SECONDS)
    return True


def _handed_over(data_dir: Path, line: bytes) -> bool:
    socket = QLocalSocket()
    socket.connectToServer(server_name(data_dir))
    if not socket.waitForConnected(_CONNECT_MS):
        return False
    _let_it_come_forward()
    socket.write(line)
    answered = socket.waitForReadyRead(_ANSWER_MS) and socket.readLine().data() == _OK
    socket.disconnectFromServer()
    return answered


def _let_it_come_forward() -> None:
    """Windows lets a program raise itself only where the one in front agrees, which was just clicked."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(-1)  # ASFW_ANY


class InstanceServer(QObject):
    """Listens for second starts; only the user's own processes can connect.

    Signals:
        raise_requested: The program was started again.
        files_given: Absolute paths (list of str) that the second start was asked to open.
    """

    raise_requested = Signal()
    files_given = Signal(object)  # a Qt list would lose file names that are not Unicode

    def __init__(self, data_dir: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._known: deque[str] = deque(maxlen=_KNOWN_IDS)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_server_new_connection)
        name = server_name(data_dir)
        if not self._server.listen(name):
            # A socket file left by a killed process; the instance lock says that nobody uses it.
            QLocalServer.removeServer(name)
            self._server.listen(name)

    def _on_server_new_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(MAX_LINE + 1)
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MAX_LINE:
                socket.abort()
            return
        identity, paths = _message(bytes(socket.readLine().data()))
        socket.write(_OK)
        socket.flush()
        if identity in self._known:
            return
        self._known.append(identity)
        self.raise_requested.emit()
        if paths:
            self.files_given.emit(paths)

    def close(self) -> None:
        """Stop listening; later starts wait for the data folder instead."""
        self._server.close()


def _message(line: bytes) -> tuple[str, list[str]]:
    """Id and paths of a message; a stranger's words are a start without files."""
    try:
        content = json.loads(line)
        paths = [path for path in content["open"] if isinstance(path, str) and Path(path).is_absolute()]
        return str(content["id"]), paths
    except (ValueError, LookupError, TypeError, RecursionError):
        return uuid.uuid4().hex, []
