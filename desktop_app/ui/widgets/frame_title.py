"""Text for the frame of a window."""

from __future__ import annotations


def frame_title(text: str) -> str:
    """``text`` so that ``setWindowTitle`` shows it as it is: Qt takes ``[*]`` for its mark of changes."""
    return text.replace("[*]", "[*][*]")
