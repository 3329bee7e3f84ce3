"""What can be done with a message, as a bar of buttons and as a menu."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from desktop_app.core.domain.conversation import MessageState, Role
from desktop_app.ui.chat.row import Row
from desktop_app.ui.resources import icon


class MessageAction(StrEnum):
    """One action; the value names its icon and, with ``Button``, its objectName."""

    COPY = "copy"
    COPY_PLAIN = "copy_plain"
    EDIT = "edit"
    REGENERATE = "regenerate"
    PREVIOUS = "previous"
    NEXT = "next"
    QUOTE = "quote"
    PIN = "pin"
    SUMMARISE = "summarise"
    FORK = "fork"
    DETAILS = "details"
    DELETE = "delete"
    RETRY = "retry"
    CONTINUE = "continue"


_BAR = (
    MessageAction.COPY,
    MessageAction.EDIT,
    MessageAction.REGENERATE,
    MessageAction.QUOTE,
    MessageAction.PIN,
    MessageAction.DETAILS,
    MessageAction.DELETE,
)
_MENU = (
    MessageAction.COPY,
    MessageAction.COPY_PLAIN,
    MessageAction.QUOTE,
    MessageAction.PIN,
    None,
    MessageAction.EDIT,
    MessageAction.REGENERATE,
    MessageAction.FORK,
    MessageAction.SUMMARISE,
    None,
    MessageAction.DETAILS,
    MessageAction.DELETE,
)
_ICONS = {
    MessageAction.COPY_PLAIN: "copy",
    MessageAction.SUMMARISE: "compress",
    MessageAction.DETAILS: "info",
}


def icon_name(action: MessageAction) -> str:
    """Name of the action's icon in ``resources/icons``."""
    return _ICONS.get(action, action.value)


def possible(action: MessageAction, row: Row) -> bool:
    """Whether an action makes sense for a message in its present state."""
    message = row.message
    mine = message.role is Role.USER
    at_rest = message.state is not MessageState.STREAMING
    quiet = at_rest and not row.busy
    has_text = not message.is_blank
    return {
        MessageAction.EDIT: mine and quiet,
        MessageAction.REGENERATE: not mine and quiet,
        MessageAction.SUMMARISE: quiet,
        MessageAction.FORK: quiet,
        MessageAction.DELETE: quiet,
        MessageAction.DETAILS: not mine and at_rest,
        MessageAction.COPY: has_text,
        MessageAction.COPY_PLAIN: has_text,
        MessageAction.QUOTE: has_text,
        MessageAction.PIN: has_text,
    }.get(action, True)


class ActionBar(QWidget):
    """Branch switcher, buttons and a *more* menu under one message.

    Signals:
        triggered: The action chosen.
        menu_requested: The *more* button was pressed.
    """

    triggered = Signal(object)
    menu_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageActions")
        self._buttons: dict[MessageAction, QToolButton] = {}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        self._previous = self._button(MessageAction.PREVIOUS)
        self._place = QLabel(self)
        self._place.setObjectName("branchPlace")
        self._place.setTextFormat(Qt.TextFormat.PlainText)
        self._place.setProperty("kind", "muted")
        self._next = self._button(MessageAction.NEXT)
        for widget in (self._previous, self._place, self._next):
            line.addWidget(widget)
        for action in _BAR:
            self._buttons[action] = self._button(action)
            line.addWidget(self._buttons[action])
        self._more = self._make("messageMoreButton", "more", self.tr("More actions"))
        self._more.clicked.connect(self.menu_requested)
        line.addWidget(self._more)
        self._tint = ""

    def _button(self, action: MessageAction) -> QToolButton:
        name = "".join(part.capitalize() for part in action.value.split("_"))
        button = self._make(f"message{name}Button", icon_name(action), action_text(action))
        button.clicked.connect(lambda: self.triggered.emit(action))
        return button

    def _make(self, name: str, picture: str, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setProperty("picture", picture)
        button.setProperty("kind", "quiet")
        button.setIconSize(QSize(16, 16))
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def show_row(self, row: Row, *, tint: str, all_actions: bool) -> None:
        """Fit the buttons to a message; without ``all_actions`` only the branch switcher stays."""
        index, count = row.branch
        for widget in (self._previous, self._place, self._next):
            widget.setVisible(count > 1)
        self._place.setText(f"{index}/{count}")
        place = self.tr("Version {index} of {count}")
        self._place.setAccessibleName(place.replace("{index}", str(index)).replace("{count}", str(count)))
        self._previous.setEnabled(index > 1 and not row.busy)
        self._next.setEnabled(index < count and not row.busy)
        for action, button in self._buttons.items():
            button.setVisible(all_actions and possible(action, row))
        self._more.setVisible(all_actions)
        if tint != self._tint:
            self._tint = tint
            for button in self.findChildren(QToolButton):
                button.setIcon(icon(button.property("picture"), tint))

    def more_button(self) -> QToolButton:
        """Where the menu opens."""
        return self._more


def fill_menu(menu: QMenu, row: Row, *, selected: bool) -> dict[object, MessageAction]:
    """Put the possible actions into a menu; returns which QAction stands for what."""
    chosen: dict[object, MessageAction] = {}
    for action in _MENU:
        if action is None:
            menu.addSeparator()
        elif possible(action, row):
            entry = menu.addAction(icon(icon_name(action)), action_text(action, selected=selected))
            entry.setObjectName(f"{action.value}Action")
            chosen[entry] = action
    return chosen


def action_text(action: MessageAction, *, selected: bool = False) -> str:
    """The words of an action; with a selection, copy, quote and pin act on it."""
    translate = QCoreApplication.translate
    if selected and action in (MessageAction.COPY_PLAIN, MessageAction.QUOTE, MessageAction.PIN):
        return {
            MessageAction.COPY_PLAIN: translate("MessageActions", "Copy selection"),
            MessageAction.QUOTE: translate("MessageActions", "Quote selection"),
            MessageAction.PIN: translate("MessageActions", "Pin selection as fact"),
        }[action]
    return {
        MessageAction.COPY: translate("MessageActions", "Copy message"),
        MessageAction.COPY_PLAIN: translate("MessageActions", "Copy message as plain text"),
        MessageAction.EDIT: translate("MessageActions", "Edit and resend"),
        MessageAction.REGENERATE: translate("MessageActions", "Regenerate"),
        MessageAction.PREVIOUS: translate("MessageActions", "Previous version"),
        MessageAction.NEXT: translate("MessageActions", "Next version"),
        MessageAction.QUOTE: translate("MessageActions", "Quote in the composer"),
        MessageAction.PIN: translate("MessageActions", "Pin as fact"),
        MessageAction.SUMMARISE: translate("MessageActions", "Summarise up to here"),
        MessageAction.FORK: translate("MessageActions", "Fork from here"),
        MessageAction.DETAILS: translate("MessageActions", "Details"),
        MessageAction.DELETE: translate("MessageActions", "Delete"),
        MessageAction.RETRY: translate("MessageActions", "Retry"),
        MessageAction.CONTINUE: translate("MessageActions", "Continue"),
    }[action]
