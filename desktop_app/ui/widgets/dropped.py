"""What a drag or the clipboard brings."""

from __future__ import annotations

from PySide6.QtCore import QMimeData


def local_files(data: QMimeData) -> list[str]:
    """Paths of the local files in it; nothing is read, addresses elsewhere are left out."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []
