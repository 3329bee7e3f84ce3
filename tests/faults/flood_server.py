"""A server in a process of its own that streams much text as fast as it can.

``python -m tests.faults.flood_server TEXT_BYTES CHUNK_CHARACTERS`` prints its port and serves for ever.
"""

from __future__ import annotations

import socket
import sys
import threading

from tests.faults.wire import END, F, T, U, head


def main(text_bytes: int, chunk_characters: int) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    chunk = T(("word " * chunk_characters)[:chunk_characters])
    count = text_bytes // chunk_characters
    batch = max(1, 65536 // len(chunk))
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=_serve, args=(connection, chunk, count, batch), daemon=True).start()


def _serve(connection: socket.socket, chunk: bytes, count: int, batch: int) -> None:
    with connection:
        request = b""
        while b"\r\n\r\n" not in request:
            request += connection.recv(65536)
        connection.sendall(head())
        for start in range(0, count, batch):
            connection.sendall(chunk * min(batch, count - start))
        connection.sendall(F("stop") + U(3) + END)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
