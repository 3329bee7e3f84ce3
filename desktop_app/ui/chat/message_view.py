"""One message as a widget: bubble or plain text, reasoning, state, actions and summary cards."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.domain.errors import Action
from desktop_app.ui.chat.attachment_chips import AttachmentRow
from desktop_app.ui.chat.body import make_body
from desktop_app.ui.chat.inline_editor import InlineEditor
from desktop_app.ui.chat.message_actions import ActionBar, MessageAction, fill_menu
from desktop_app.ui.chat.message_layout import Parts, Placed, lay_out, place_actions
from desktop_app.ui.chat.reasoning_block import ReasoningBlock
from desktop_app.ui.chat.row import Row
from desktop_app.ui.chat.shades import dimmed
from desktop_app.ui.chat.speaker_line import SpeakerLine
from desktop_app.ui.chat.status_line import StatusLine, status_of
from desktop_app.ui.chat.summary_stack import SummaryStack
from desktop_app.ui.resources import Theme, current_theme


class MessageView(QWidget):
    """Shows a ``Row``; may be given another one later (``show_row``).

    Signals:
        action_requested: ``(MessageAction or errors.Action, message id, selected text)``.
        edit_submitted: ``(message id, text)``.
        card_action_requested: ``(name, summary id)``, see ``SummaryCard``.
        height_changed: Message id; the canvas lays the row out again.
        blob_requested, link_activated, link_refused, link_hovered, code_save_requested: From attachments
            and text.
        matches_changed: Message id; more hits of the search are shown than ``find`` told.
    """

    action_requested = Signal(object, str, str)
    edit_submitted = Signal(str, str)
    card_action_requested = Signal(str, str)
    height_changed = Signal(str)
    blob_requested = Signal(str)
    link_activated = Signal(str)
    link_refused = Signal(str, str)
    link_hovered = Signal(str)
    code_save_requested = Signal(str, str)
    matches_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageView")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._row: Row | None = None
        self._theme = current_theme()
        self._body_theme: Theme | None = None
        self._active = False
        self._flash = False
        self.body = make_body(self)
        self._parts = Parts(self.body, SummaryStack(self))
        self._placed: Placed | None = None
        self._parts.cards.height_changed.connect(self._tell_height)
        self._parts.cards.action_requested.connect(self.card_action_requested)
        self.body.height_changed.connect(self._tell_height)
        self.body.menu_opened.connect(self._offer_actions)
        self.body.link_activated.connect(self.link_activated)
        self.body.link_refused.connect(self.link_refused)
        self.body.link_hovered.connect(self.link_hovered)
        self.body.code_save_requested.connect(self.code_save_requested)
        self.body.matches_changed.connect(lambda _count: self.matches_changed.emit(self._id()))

    # data in
    def show_row(self, row: Row, theme: Theme) -> bool:
        """Show a message; only what differs from the one shown before is touched.

        Returns:
            Whether the layout may be another one. Text that only grew is no reason: the body itself
            tells when it needs more room, and that is seldom.
        """
        old, self._row = self._row, row
        if old is not None and theme == self._theme and row.only_grew_from(old):
            self._parts.source = row.message.text
            self.body.append_markdown(row.message.text[len(old.message.text) :])
            return False
        before = old.message if old is not None and old.message.id == row.message.id else None
        if before is None:
            self._reset()
        self._apply_theme(theme, dim=row.dimmed)
        message = row.message
        self._parts.mine, self._parts.source = message.role is Role.USER, message.text
        self._parts.first, self._parts.last = row.oldest, row.newest
        if before is None or before.text != message.text:
            self._show_text(before.text if before else None, message.text)
        self._finish_stream(before)
        if before is None or before.attachments != message.attachments:
            self._show_attachments()
        self._show_speaker()
        self._show_reasoning()
        self._show_status()
        self._parts.cards.show_cards(row.cards, row.run, theme)
        self._show_actions()
        self._name()
        self.update()
        return True

    @property
    def _current(self) -> Row:
        assert self._row is not None  # noqa: S101 - parts are shown only of a row
        return self._row

    def row(self) -> Row | None:
        """What is shown."""
        return self._row

    def is_in_use(self) -> bool:
        """Focus, a selection, an editor or an open menu: the canvas must not take it away."""
        return self._parts.editor is not None or self._has_keyboard() or bool(self.body.selected_text())

    def provide_blob(self, digest: str, data: bytes) -> None:
        """Bytes of an image attachment."""
        if self._parts.attachments is not None and self._parts.attachments.provide_blob(digest, data):
            self._tell_height()

    def set_flash(self, on: bool) -> None:
        """Mark the message for a moment after a jump."""
        self._flash = on
        self.update()

    def edit(self) -> None:
        """Open the inline editor of a message of the user's."""
        if self._parts.editor is None and self._row is not None and self._row.message.role is Role.USER:
            self._parts.editor = InlineEditor(self._row.message.text, self)
            self._parts.editor.submitted.connect(self._on_editor_submitted)
            self._parts.editor.cancelled.connect(self._close_editor)
            self._parts.editor.height_changed.connect(self._tell_height)
            self._parts.editor.show()
            self._parts.editor.edit.setFocus()
            self.body.hide()
            self._tell_height()

    def selected_text(self) -> str:
        """The selection in the text, "" if none."""
        return self.body.selected_text()

    # parts
    def _reset(self) -> None:
        self._active = self._flash = False
        self._close_editor(tell=False)
        self.body.set_markdown("")
        if self._parts.reasoning is not None:
            self._parts.reasoning.reset()
        self._parts.cards.clear()

    def _apply_theme(self, theme: Theme, *, dim: bool) -> None:
        body_theme = dimmed(theme) if dim else theme
        if body_theme != self._body_theme:
            self._body_theme = body_theme
            self.body.apply_theme(body_theme)
        if theme == self._theme:
            return
        self._theme = theme
        if self._parts.reasoning is not None:
            self._parts.reasoning.apply_theme(theme)
        if self._parts.status is not None:
            self._parts.status.tint()

    def _show_text(self, old: str | None, new: str) -> None:
        if old and new.startswith(old):
            self.body.append_markdown(new[len(old) :])
        else:
            self.body.set_markdown(new)
        self.body.setVisible(bool(new) and self._parts.editor is None)

    def _finish_stream(self, before: Message | None) -> None:
        streamed = before is not None and before.state is MessageState.STREAMING
        if streamed and self._current.message.state is not MessageState.STREAMING:
            self.body.finish()

    def _show_speaker(self) -> None:
        name = self._current.message.speaker
        if not name and self._parts.speaker is None:
            return
        if self._parts.speaker is None:
            self._parts.speaker = SpeakerLine(self)
        self._parts.speaker.show_speaker(name, self._current.avatar)
        self._parts.speaker.setVisible(bool(name))

    def _show_attachments(self) -> None:
        attachments = self._current.message.attachments
        if self._parts.attachments is None and attachments:
            self._parts.attachments = AttachmentRow(parent=self)
            self._parts.attachments.blob_requested.connect(self.blob_requested)
        if self._parts.attachments is not None:
            self._parts.attachments.show_attachments(attachments)

    def _show_reasoning(self) -> None:
        message = self._current.message
        if self._parts.reasoning is None and message.reasoning:
            self._parts.reasoning = ReasoningBlock(self)
            self._parts.reasoning.height_changed.connect(self._tell_height)
            self._parts.reasoning.apply_theme(self._theme)
        if self._parts.reasoning is not None:
            running = message.state is MessageState.STREAMING and not message.text
            live = self._current.thinking_seconds
            seconds = message.reasoning_seconds if message.reasoning_seconds is not None else live
            self._parts.reasoning.show_reasoning(message.reasoning, seconds=seconds, running=running)
            self._parts.reasoning.setVisible(bool(message.reasoning))

    def _show_status(self) -> None:
        status = status_of(self._current)
        if self._parts.status is None and status.text:
            self._parts.status = StatusLine(self)
            self._parts.status.chosen.connect(self._on_status_chosen)
        if self._parts.status is not None:
            self._parts.status.show_status(status)
            self._parts.status.setVisible(bool(status.text))

    def _show_actions(self) -> None:
        streaming = self._current.message.state is MessageState.STREAMING
        everything = self._active or (self._current.newest and not self._current.busy and not streaming)
        wanted = (everything or self._current.branch[1] > 1) and self._parts.editor is None
        if wanted and self._parts.actions is None:
            self._parts.actions = ActionBar(self)
            self._parts.actions.triggered.connect(self.do)
            self._parts.actions.menu_requested.connect(self._on_actions_menu)
        if self._parts.actions is not None:
            self._parts.actions.setVisible(wanted)
            if wanted:
                self._parts.actions.show_row(self._current, tint=self._theme.muted, all_actions=everything)
                if self._placed is not None:
                    place_actions(self._parts, self._placed.footer, self.width())

    def _name(self) -> None:
        message = self._current.message
        who = message.speaker or (
            self.tr("You") if message.role is Role.USER else message.model or self.tr("Assistant")
        )
        name = self.tr("Message from {name}").replace("{name}", who)
        if name == self.accessibleName():
            return
        self.setAccessibleName(name)
        self.body.setAccessibleName(self.tr("Text from {name}").replace("{name}", who))

    # layout
    def layout_to(self, width: int) -> int:
        """Place every part for a width; returns the height of the row."""
        self._placed = lay_out(self._parts, width)
        return self._placed.height

    # acting
    def do(self, action: MessageAction) -> None:
        """Carry out an action of the bar or the menu."""
        if action is MessageAction.EDIT:
            self.edit()
        elif action is MessageAction.DETAILS:
            from desktop_app.ui.chat.details_popup import DetailsPopup

            DetailsPopup(self._current, self).open_at(self._parts.actions or self)
        else:
            self.action_requested.emit(action, self._id(), self.selected_text())

    def open_menu(self, at: QPoint) -> None:
        """The context menu, at a global position; returns at once."""
        menu = QMenu(self)
        menu.setObjectName("messageMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._offer_actions(menu)
        menu.popup(at)

    def _offer_actions(self, menu: QMenu) -> None:
        """Add the actions of this message, and of its selection, to a menu about to show."""
        if not menu.isEmpty():
            menu.addSeparator()
        chosen = fill_menu(menu, self._current, selected=bool(self.selected_text()))
        shown = self._id()

        def act(entry: QAction) -> None:
            if entry in chosen and shown == self._id():  # the widget may show another message by now
                self.do(chosen[entry])

        menu.triggered.connect(act)

    def _on_status_chosen(self, action: Action) -> None:
        self.action_requested.emit(action, self._id(), "")

    def _on_actions_menu(self) -> None:
        if self._parts.actions is not None:
            button = self._parts.actions.more_button()
            self.open_menu(button.mapToGlobal(QPoint(0, button.height())))

    def _on_editor_submitted(self, text: str) -> None:
        self._close_editor()
        self.edit_submitted.emit(self._id(), text)

    def _close_editor(self, *, tell: bool = True) -> None:
        if self._parts.editor is None:
            return
        self._parts.editor.hide()
        self._parts.editor.deleteLater()
        self._parts.editor = None
        self.body.show()
        if tell:
            self.setFocus()
            self._show_actions()
            self._tell_height()

    def _id(self) -> str:
        return self._current.message.id

    def _tell_height(self) -> None:
        if self._row is not None:
            self.height_changed.emit(self._id())

    # events
    def event(self, event: QEvent) -> bool:
        """A part wants another size, for example once its style is known."""
        if (
            event.type() == QEvent.Type.LayoutRequest
            and self._placed is not None
            and self.layout_to(self.width()) != self.height()
        ):
            self._tell_height()
        return super().event(event)

    def _set_active(self, active: bool) -> None:
        if active != self._active and self._row is not None:
            self._active = active
            self._show_actions()
            self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer brings the actions."""
        super().enterEvent(event)
        self._set_active(True)

    def leaveEvent(self, event: QEvent) -> None:
        """They go with the pointer, unless the keyboard is in here."""
        super().leaveEvent(event)
        self._set_active(self._has_keyboard())

    def settle(self) -> None:
        """The keyboard went elsewhere, perhaps: without it and the pointer the actions go."""
        if self._active and not self.underMouse():
            self._set_active(self._has_keyboard())

    def _has_keyboard(self) -> bool:
        focus = self.focusWidget()
        return focus is not None and focus.hasFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard brings the actions too."""
        super().focusInEvent(event)
        self._set_active(True)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Right button, menu key, Shift+F10."""
        self.open_menu(event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The bubble of the user's messages, and the mark of the focused or found one."""
        if self._placed is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        content = QRectF(self._placed.content).adjusted(1, 0, -1, 0)
        if self._flash:
            painter.setBrush(QColor(self._theme.accent))
            x = self.width() - 3 if self._parts.mine else 0
            painter.drawRoundedRect(QRectF(x, content.top() + 2, 3, content.height() - 4), 1.5, 1.5)
        if not self._placed.bubble.isNull():
            painter.setBrush(QColor(self._theme.user_bubble))
            painter.drawRoundedRect(QRectF(self._placed.bubble), 14, 14)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.accent), 1))
            painter.drawRoundedRect(content, 10, 10)
