"""Pictures from the clipboard that exist only as pixels: made into files in the background."""

from __future__ import annotations

import contextlib

from PySide6.QtCore import QBuffer, QIODevice, QObject, QRunnable, QThreadPool, Signal
from PySide6.QtGui import QImage

_QUALITY = 80
"""Qt maps this to a light compression of the PNG; tighter ones take seconds for a screenshot."""


class ImageEncoder(QObject):
    """Encodes as PNG on a worker thread: half a second for a large screenshot.

    Signals:
        done: Bytes of the file, told on the window's thread.
    """

    done = Signal(bytes)

    def encode(self, image: QImage) -> None:
        """Start; ``done`` follows."""
        QThreadPool.globalInstance().start(_Encoding(image.copy(), self))


class _Encoding(QRunnable):
    def __init__(self, image: QImage, encoder: ImageEncoder) -> None:
        super().__init__()
        self._image = image
        self._encoder = encoder

    def run(self) -> None:
        """Encode and tell."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._image.save(buffer, "PNG", _QUALITY)  # type: ignore[call-overload]  # the stub wants bytes
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self._encoder.done.emit(bytes(buffer.data().data()))
