"""The one place where the screen meets the Markdown renderer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop_app.ui.resources import current_theme

if TYPE_CHECKING:
    from desktop_app.ui.chat.rendering.message_body import MessageBody


def make_body(parent: QWidget) -> MessageBody:
    """A new, empty body for a message's text, in the theme of the moment."""
    from desktop_app.ui.chat.rendering.message_body import MessageBody  # late: an empty window needs none

    return MessageBody(current_theme(), parent)


def warm_up() -> None:
    """Load the renderer, on a worker thread: 70 ms that the first message would wait for."""
    import desktop_app.ui.chat.rendering.message_body  # noqa: F401 - the import is the point
