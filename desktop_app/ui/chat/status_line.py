"""The line under a reply that waits, broke off or failed, with what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from desktop_app.core.domain.conversation import MessageState, Role
from desktop_app.core.domain.errors import Action
from desktop_app.core.domain.request import ModelLoading, RetryScheduled
from desktop_app.ui.chat.row import Row
from desktop_app.ui.resources import icon, theme_of

_BUTTONS = 3


def waiting_text(cause: RetryScheduled | ModelLoading, waited: float, owner: QWidget) -> str:
    """What is waited for and how long still; ``owner`` lends its translations."""
    if isinstance(cause, ModelLoading):
        text = owner.tr("Loading {name}… {seconds} s")
        return text.replace("{seconds}", f"{cause.seconds + waited:.0f}").replace("{name}", cause.name)
    left = max(0.0, cause.seconds - waited)
    text = owner.tr("{reason}. Attempt {attempt} in {seconds} s")
    text = text.replace("{attempt}", str(cause.attempt)).replace("{seconds}", f"{left:.0f}")
    return text.replace("{reason}", cause.reason.rstrip("."))


class StatusLine(QFrame):
    """Text and up to three buttons.

    Signals:
        chosen: The ``errors.Action`` of the button pressed.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageStatus")
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(10, 6, 8, 6)
        self._line.setSpacing(8)
        self._icon = QLabel(self)
        self._icon.setTextFormat(Qt.TextFormat.PlainText)
        self._label = QLabel(self)
        self._label.setObjectName("messageStatusText")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._line.addWidget(self._icon)
        self._line.addWidget(self._label, 1)
        self._buttons: list[QPushButton] = []

    def show_row(self, row: Row) -> bool:
        """Fit the line to a message; False when it has nothing to say."""
        text, kind, actions = self._content(row)
        if not text:
            return False
        self._label.setText(text)
        self.setAccessibleName(text)
        self.setProperty("kind", kind)
        self.style().unpolish(self)
        self.style().polish(self)
        self._icon.setVisible(kind in ("error", "warning"))
        theme = theme_of(QGuiApplication.instance())
        if self._icon.isVisibleTo(self):
            colour = theme.danger if kind == "error" else theme.warning
            self._icon.setPixmap(icon("warning", colour).pixmap(QSize(16, 16)))
        self._show_buttons(actions if not row.busy else ())
        return True

    def _content(self, row: Row) -> tuple[str, str, tuple[Action, ...]]:
        """Text, kind of frame and buttons."""
        message = row.message
        if row.waiting is not None:
            return waiting_text(row.waiting, row.waited, self), "plain", ()
        if message.role is not Role.ASSISTANT:
            return message.error, "error", (Action.RETRY,) if message.error else ()
        if message.state is MessageState.STREAMING:
            silent = not message.text and not message.reasoning
            return (self.tr("Waiting for the first words…") if silent else ""), "plain", ()
        if message.state is MessageState.COMPLETE:
            return self._cut_off(message.finish_reason)
        if message.state is MessageState.INTERRUPTED:
            words = message.error or self.tr("Interrupted")
            return words, "warning", self._actions(row, Action.RETRY, Action.CONTINUE)
        return message.error or self.tr("No reply"), "error", self._actions(row, Action.RETRY)

    def _cut_off(self, finish_reason: str | None) -> tuple[str, str, tuple[Action, ...]]:
        if finish_reason == "length":
            words = self.tr("Cut off: the reply reached its length limit.")
            return words, "warning", (Action.CONTINUE,)
        if finish_reason == "content_filter":
            return self.tr("Cut off by the provider's content filter."), "warning", (Action.RETRY,)
        return "", "plain", ()

    @staticmethod
    def _actions(row: Row, *usual: Action) -> tuple[Action, ...]:
        if row.action in (Action.NONE, *usual):
            return usual
        return (*usual, row.action)

    def _show_buttons(self, actions: tuple[Action, ...]) -> None:
        for button in self._buttons:
            self._line.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for action in actions[:_BUTTONS]:
            words = self._action_text(action)
            button = QPushButton(words, self)
            button.setObjectName(f"{action.value}Button")
            button.setAccessibleName(words)
            button.clicked.connect(lambda _checked=False, action=action: self.chosen.emit(action))
            self._line.addWidget(button)
            button.show()
            self._buttons.append(button)

    def _action_text(self, action: Action) -> str:
        return {
            Action.RETRY: self.tr("Retry"),
            Action.CONTINUE: self.tr("Continue"),
            Action.OPEN_PROFILE: self.tr("Open profile"),
            Action.OPEN_SUMMARY_SETTINGS: self.tr("Summary settings"),
            Action.UNLOCK_KEYCHAIN: self.tr("Unlock keychain"),
            Action.COMPRESS: self.tr("Compress now"),
            Action.CHOOSE_MODEL_FILE: self.tr("Choose model file"),
        }.get(action, action.value)

    def layout_to(self, width: int) -> int:
        """Height for a width."""
        return max(self.minimumSizeHint().height(), self.heightForWidth(width))
