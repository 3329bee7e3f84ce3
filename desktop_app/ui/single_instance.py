"""A second start raises the first window instead of opening the data twice."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_RAISE = b"raise\n"
_WAIT_MS = 1000


def server_name(data_dir: Path) -> str:
    """Name of the local socket for one data folder."""
    return "throughline-" + hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:16]


def ask_to_raise(data_dir: Path) -> bool:
    """Ask the program that holds ``data_dir`` to show its window; returns whether it heard."""
    socket = QLocalSocket()
    socket.connectToServer(server_name(data_dir))
    if not socket.waitForConnected(_WAIT_MS):
        return False
    socket.write(_RAISE)
    heard = socket.waitForBytesWritten(_WAIT_MS)
    socket.disconnectFromServer()
    return heard


class InstanceServer(QObject):
    """Listens for second starts; only the user's own processes can connect."""

    raise_requested = Signal()

    def __init__(self, data_dir: Path, parent: QObject) -> None:
        super().__init__(parent)
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
            socket.disconnected.connect(socket.deleteLater)
            self.raise_requested.emit()

    def close(self) -> None:
        """Stop listening."""
        self._server.close()
