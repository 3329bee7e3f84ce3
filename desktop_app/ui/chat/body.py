"""The one place where the screen meets the Markdown renderer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_app.ui.resources import theme_of

if TYPE_CHECKING:
    from desktop_app.ui.chat.rendering.message_body import MessageBody as Body


def make_body(parent: QWidget) -> Body:
    """A new, empty body for a message's text, in the theme of the moment."""
    from desktop_app.ui.chat.rendering.message_body import MessageBody  # late: an empty window needs none

    return MessageBody(theme_of(QGuiApplication.instance()), parent)


def warm_up() -> None:
    """Load the renderer, on a worker thread: 70 ms that the first message would wait for."""
    import desktop_app.ui.chat.rendering.message_body  # noqa: F401 - the import is the point
