"""How a reply came about: model, tokens, cost, times."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFormLayout, QFrame, QLabel, QWidget

from desktop_app.core.domain.conversation import Message
from desktop_app.ui.chat.row import Row


def tokens_per_second(message: Message) -> float | None:
    """Speed after the first token; None when a figure it needs is missing."""
    if message.usage is None or message.duration_seconds is None:
        return None
    seconds = message.duration_seconds - (message.first_token_seconds or 0.0)
    return message.usage.completion_tokens / seconds if seconds > 0 else None


class DetailsPopup(QFrame):
    """A small window that closes at the next click or Escape."""

    def __init__(self, row: Row, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("messageDetails")
        self.setProperty("kind", "card")
        self.setAccessibleName(self.tr("Details of the reply"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        form = QFormLayout(self)
        form.setContentsMargins(14, 12, 14, 12)
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(4)
        for title, value in self._lines(row):
            left, right = QLabel(title, self), QLabel(value, self)
            left.setProperty("kind", "muted")
            for label in (left, right):
                label.setTextFormat(Qt.TextFormat.PlainText)
            right.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            form.addRow(left, right)

    def _lines(self, row: Row) -> list[tuple[str, str]]:
        message, usage = row.message, row.message.usage
        unknown = self.tr("not reported")
        seconds = self.tr("{seconds} s")

        def time(value: float | None) -> str:
            return unknown if value is None else seconds.replace("{seconds}", f"{value:.2f}")

        def number(value: int | None) -> str:
            return unknown if value is None else f"{value:,}"

        speed = tokens_per_second(message)
        lines = [
            (self.tr("Model"), message.model or unknown),
            (self.tr("Tokens sent"), number(usage.prompt_tokens if usage else None)),
            (self.tr("of these cached"), number(usage.cached_tokens if usage else None)),
            (self.tr("Tokens received"), number(usage.completion_tokens if usage else None)),
            (self.tr("Cost"), row.cost or self.tr("unknown")),
            (self.tr("First token after"), time(message.first_token_seconds)),
            (self.tr("Whole reply"), time(message.duration_seconds)),
            (self.tr("Tokens per second"), unknown if speed is None else f"{speed:.1f}"),
            (self.tr("Finish reason"), self._finish(message.finish_reason) or unknown),
        ]
        if message.reasoning_seconds is not None:
            lines.append((self.tr("Reasoning"), time(message.reasoning_seconds)))
        return lines

    def _finish(self, reason: str | None) -> str:
        """A usual reason with a word of its own; a server's other ones as they are."""
        words = {
            "stop": self.tr("stop"),
            "length": self.tr("length"),
            "content_filter": self.tr("content_filter"),
            "tool_calls": self.tr("tool_calls"),
        }
        return words.get(reason or "", reason or "")

    def open_at(self, anchor: QWidget) -> None:
        """Show it above a widget, inside the screen."""
        self.adjustSize()
        at = anchor.mapToGlobal(QPoint(0, -self.height() - 4))
        screen = anchor.screen().availableGeometry()
        x = max(screen.left(), min(at.x(), screen.right() - self.width()))
        y = at.y() if at.y() >= screen.top() else anchor.mapToGlobal(QPoint(0, anchor.height() + 4)).y()
        self.move(x, y)
        self.show()
        self.setFocus()
