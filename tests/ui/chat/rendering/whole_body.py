"""A message body without waiting, for tests."""

from __future__ import annotations

from desktop_app.ui.chat.rendering.message_body import MessageBody


class WholeBody(MessageBody):
    """Lays out at once, so that tests do not depend on the speed of the machine."""

    def set_markdown(self, text):
        super().set_markdown(text)
        self.complete()
