"""The line under a reply that waits, broke off or failed, with what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from desktop_app.core.domain.conversation import MessageState, Role
from desktop_app.core.domain.errors import Action
from desktop_app.core.domain.request import ModelLoading, RetryScheduled
from desktop_app.ui.chat.row import Row
from desktop_app.ui.error_words import error_words
from desktop_app.ui.resources import current_theme, icon

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Status:
    """What the line says.

    Attributes:
        kind: ``plain``, ``warning`` or ``error``: the look of the frame.
        actions: Buttons, at most three.
    """

    text: str = ""
    kind: str = "plain"
    actions: tuple[Action, ...] = ()


def waiting_text(cause: RetryScheduled | ModelLoading, waited: float) -> str:
    """What is waited for and how long still; ``waited`` in seconds."""
    if isinstance(cause, ModelLoading):
        text = translate("StatusLine", "Loading {name}… {seconds} s")
        return text.replace("{seconds}", f"{cause.seconds + waited:.0f}").replace("{name}", cause.name)
    left = max(0.0, cause.seconds - waited)
    text = translate("StatusLine", "{reason}. Attempt {attempt} in {seconds} s")
    text = text.replace("{attempt}", str(cause.attempt)).replace("{seconds}", f"{left:.0f}")
    return text.replace("{reason}", error_words(cause.reason).rstrip(".。"))


def status_of(row: Row) -> Status:
    """What has to be said about a message; an empty text when nothing has."""
    message = row.message
    if row.waiting is not None:
        return Status(waiting_text(row.waiting, row.waited))
    if message.role is not Role.ASSISTANT:
        words = error_words(message.error)
        return Status(words, "error", _free(row, Action.RETRY)) if words else Status()
    if message.state is MessageState.STREAMING:
        silent = not message.text and not message.reasoning
        return Status(translate("StatusLine", "Waiting for the first words…")) if silent else Status()
    if message.state is MessageState.COMPLETE:
        return _cut_off(row)
    if message.state is MessageState.INTERRUPTED:
        words = error_words(message.error) or translate("StatusLine", "Interrupted")
        return Status(words, "warning", _free(row, Action.RETRY, Action.CONTINUE))
    words = error_words(message.error) or translate("StatusLine", "No reply")
    return Status(words, "error", _free(row, Action.RETRY))


def _cut_off(row: Row) -> Status:
    if row.message.finish_reason == "length":
        words = translate("StatusLine", "Cut off: the reply reached its length limit.")
        return Status(words, "warning", _free(row, Action.CONTINUE))
    if row.message.finish_reason == "content_filter":
        words = translate("StatusLine", "Cut off by the provider's content filter.")
        return Status(words, "warning", _free(row, Action.RETRY))
    return Status()


def _free(row: Row, *usual: Action) -> tuple[Action, ...]:
    """The buttons, the error's own action after the usual ones; none while a reply streams."""
    if row.busy:
        return ()
    return usual if row.action in (Action.NONE, *usual) else (*usual, row.action)


class StatusLine(QFrame):
    """Text and up to three buttons.

    Signals:
        chosen: The ``errors.Action`` of the button pressed.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageStatus")
        self._status = Status()
        self._line = QHBoxLayout(self)
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

    def show_status(self, status: Status) -> None:
        """Say something else; buttons and frame change only when they must."""
        old, self._status = self._status, status
        if status.text != old.text:
            self._label.setText(status.text)
            self.setAccessibleName(status.text)
        if status.kind != self.property("kind"):
            self.setProperty("kind", status.kind)
            self._label.setProperty("kind", "muted" if status.kind == "plain" else "")
            for widget in (self, self._label):
                widget.style().unpolish(widget)
                widget.style().polish(widget)
            side = 0 if status.kind == "plain" else 10
            self._line.setContentsMargins(side, 5, side and 8, 5)
            self.tint()
        if status.actions != old.actions:
            self._show_buttons(status.actions)

    def tint(self) -> None:
        """The icon in the theme's colour."""
        kind = self._status.kind
        self._icon.setVisible(kind != "plain")
        if kind != "plain":
            theme = current_theme()
            colour = theme.danger if kind == "error" else theme.warning
            self._icon.setPixmap(icon("warning", colour).pixmap(QSize(16, 16)))

    def _show_buttons(self, actions: tuple[Action, ...]) -> None:
        for button in self._buttons:
            self._line.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for action in actions:
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
