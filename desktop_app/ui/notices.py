"""The notice bar: quiet, beside the work, one line per cause, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop_app.core.domain.errors import Action
from desktop_app.ui.error_words import error_words
from desktop_app.ui.resources import icon

MAX_NOTICES = 4
"""Older notices make room when more arrive."""
_HEIGHT_FOR_EACH = 190
"""Pixels of window for each notice shown at a time."""


class Notice(QFrame):
    """One notice: title, text, an optional button, a close button. All text is plain text."""

    closed = Signal()

    def __init__(
        self,
        title: str,
        message: str,
        parent: QWidget,
        *,
        kind: str = "warning",
        button: str = "",
        on_button: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setProperty("kind", kind)
        self.setAccessibleName(f"{title}. {message}" if message else title)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        head = self._words(title, "noticeTitle")
        words.addWidget(head)
        if message:
            font = head.font()
            font.setBold(True)
            head.setFont(font)
            words.addWidget(self._words(message, "noticeText"))
        words.addStretch(1)
        self._line = layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.addLayout(words, 1)
        if button and on_button is not None:
            act = QPushButton(button, self)
            act.setObjectName("noticeButton")
            act.setAccessibleName(button)
            act.clicked.connect(lambda: on_button())  # noqa: PLW0108 - without "checked"
            act.clicked.connect(self.closed)
            layout.addWidget(act, 0, Qt.AlignmentFlag.AlignTop)
        close = QToolButton(self)
        close.setObjectName("noticeClose")
        close.setIcon(icon("close"))
        close.setAccessibleName(self.tr("Close this notice"))
        close.clicked.connect(self.closed)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)

    def _words(self, text: str, name: str) -> QLabel:
        label = QLabel(text, self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Never lower than its words need: in a low window the conversation gives way instead."""
        super().resizeEvent(event)
        self.setMinimumHeight(self._line.totalHeightForWidth(self.width()))


class NoticeBar(QWidget):
    """Stacks notices; a notice with the key of a shown one takes its place."""

    action_requested = Signal(str, str)
    """(value of ``errors.Action``, conversation id or "")."""

    filled_changed = Signal(bool)
    """Whether any notice is shown, when that changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("noticeBar")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        self._notices: dict[str, Notice] = {}
        self._count = 0
        self.hide()

    def texts(self) -> list[str]:
        """Title and message of every notice shown, for tests and screen readers."""
        return [notice.accessibleName() for notice in self._notices.values()]

    def show_error(
        self, title: str, message: str, action: str = "", *, key: str = "", conversation_id: str = ""
    ) -> None:
        """Show an error in the language of the program, with the button for its action."""
        label = self._action_label(action)
        self._put(
            key,
            error_words(title),
            error_words(message),
            kind="error",
            button=label,
            on_button=(lambda: self.action_requested.emit(action, conversation_id)) if label else None,
        )

    def show_choice(
        self, title: str, message: str, button: str, on_button: Callable[[], None], *, key: str
    ) -> None:
        """Ask something that can wait: the button says yes, closing says no."""
        self._put(key, title, message, kind="card", button=button, on_button=on_button)

    def show_undo(
        self, text: str, on_undo: Callable[[], None], *, key: str = "", seconds: float = 12.0
    ) -> None:
        """Show what was done with *Undo*, for a while."""
        name = self._put(key, text, "", kind="card", button=self.tr("Undo"), on_button=on_undo)
        self._dismiss_later(name, seconds)

    def show_info(self, title: str, message: str = "", *, key: str = "", seconds: float = 8.0) -> None:
        """Show a passing word."""
        name = self._put(key, title, message, kind="card", button="", on_button=None)
        self._dismiss_later(name, seconds)

    def _dismiss_later(self, name: str, seconds: float) -> None:
        notice = self._notices[name]

        def dismiss_if_same() -> None:
            if self._notices.get(name) is notice:
                self.dismiss(name)

        QTimer.singleShot(int(seconds * 1000), notice, dismiss_if_same)

    def show_crash(self, title: str, report: str, *, key: str) -> None:
        """Show that something broke unexpectedly, with *Copy report*; the report holds no messages."""
        self._put(
            key,
            self.tr("Something broke inside Throughline"),
            self.tr("Your messages are safe. {place}").replace("{place}", title),
            kind="error",
            button=self.tr("Copy report"),
            on_button=lambda: QGuiApplication.clipboard().setText(report),
        )

    def dismiss(self, key: str) -> None:
        """Take a notice away; unknown keys are fine."""
        notice = self._notices.pop(key, None)
        if notice is not None:
            notice.hide()
            notice.deleteLater()
        self._make_room()
        self.setVisible(bool(self._notices))
        self.filled_changed.emit(bool(self._notices))

    def _put(
        self,
        key: str,
        title: str,
        message: str,
        *,
        kind: str,
        button: str,
        on_button: Callable[[], None] | None,
    ) -> str:
        self._count += 1
        name = key or f"notice-{self._count}"
        self.dismiss(name)
        while len(self._notices) >= MAX_NOTICES:
            self.dismiss(next(iter(self._notices)))
        notice = Notice(title, message, self, kind=kind, button=button, on_button=on_button)
        notice.closed.connect(lambda: self.dismiss(name))
        self._notices[name] = notice
        self._layout.addWidget(notice)
        self._make_room()
        self.show()
        self.filled_changed.emit(True)
        return name

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A lower window shows fewer notices at a time."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """The newest notices stand; older ones wait until there is room again or those are closed."""
        fits = max(1, min(MAX_NOTICES, self.window().height() // _HEIGHT_FOR_EACH))
        for number, notice in enumerate(reversed(self._notices.values())):
            notice.setVisible(number < fits)

    def _action_label(self, action: str) -> str:
        labels: dict[str, str] = {  # an action is its name
            Action.RETRY: self.tr("Retry"),
            Action.CONTINUE: self.tr("Continue"),
            Action.OPEN_PROFILE: self.tr("Open the profile"),
            Action.OPEN_SUMMARY_SETTINGS: self.tr("Summary settings"),
            Action.UNLOCK_KEYCHAIN: self.tr("Try the keychain again"),
            Action.COMPRESS: self.tr("Compress now"),
            Action.ALLOW_PROVIDER: self.tr("Allow and summarise"),
            Action.REWRITE_SUMMARY: self.tr("Rewrite the summary"),
            Action.CHOOSE_MODEL_FILE: self.tr("Choose a model file"),
        }
        return labels.get(action, "")
