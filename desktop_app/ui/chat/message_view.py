"""One message as a widget: bubble or plain text, reasoning, state, actions and summary cards."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from desktop_app.core.domain.conversation import MessageState, Role
from desktop_app.ui.chat.attachment_chips import AttachmentRow
from desktop_app.ui.chat.body import make_body
from desktop_app.ui.chat.details_popup import DetailsPopup
from desktop_app.ui.chat.inline_editor import InlineEditor
from desktop_app.ui.chat.message_actions import ActionBar, MessageAction, fill_menu
from desktop_app.ui.chat.reasoning_block import ReasoningBlock
from desktop_app.ui.chat.rendering.fonts import text_font
from desktop_app.ui.chat.row import Row
from desktop_app.ui.chat.status_line import StatusLine, status_of
from desktop_app.ui.chat.summary_stack import SummaryStack
from desktop_app.ui.resources import Theme

_TOP, _GAP, _FOOTER, _BOTTOM = 8, 6, 26, 4
_INSET = 6
"""Empty border of the buttons: their icons, not their frames, line up with the text."""
_BUBBLE_X, _BUBBLE_Y = 14, 9
_BUBBLE_SHARE = 0.82
_DIM = 0.45


def dimmed(theme: Theme) -> Theme:
    """A theme whose text lies between text and muted text; still well readable (contrast > 4.5)."""
    text, muted = QColor(theme.text), QColor(theme.muted)
    mixed = [
        round(a * (1 - _DIM) + b * _DIM) for a, b in zip(text.getRgb()[:3], muted.getRgb()[:3], strict=True)
    ]
    return replace(theme, text=QColor(*mixed).name())


class MessageView(QWidget):
    """Shows a ``Row``; may be given another one later (``show_row``).

    Signals:
        action_requested: ``(MessageAction or errors.Action, message id, selected text)``.
        edit_submitted: ``(message id, text)``.
        card_action_requested: ``(name, summary id, boundary message id)``.
        height_changed: Message id; the canvas lays the row out again.
        blob_requested, link_activated, link_refused, link_hovered, code_save_requested: From attachments
            and text.
        matches_changed: Message id; more hits of the search are shown than ``find`` told.
    """

    action_requested = Signal(object, str, str)
    edit_submitted = Signal(str, str)
    card_action_requested = Signal(str, str, str)
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
        self._theme: Theme | None = None
        self._body_theme: Theme | None = None
        self._bubble = QRectF()
        self._active = False
        self._flash = False
        self._speaker: QLabel | None = None
        self._attachments: AttachmentRow | None = None
        self._reasoning: ReasoningBlock | None = None
        self._status: StatusLine | None = None
        self._actions: ActionBar | None = None
        self._editor: InlineEditor | None = None
        self._cards = SummaryStack(self)
        self._cards.height_changed.connect(self._tell_height)
        self._cards.action_requested.connect(
            lambda name, summary_id: self.card_action_requested.emit(name, summary_id, self._id())
        )
        self._footer = (0, 0)
        self.body = make_body(self)
        self.body.height_changed.connect(self._tell_height)
        self.body.link_activated.connect(self.link_activated)
        self.body.link_refused.connect(self.link_refused)
        self.body.link_hovered.connect(self.link_hovered)
        self.body.code_save_requested.connect(self.code_save_requested)
        self.body.matches_changed.connect(lambda _count: self.matches_changed.emit(self._id()))

    # data in
    def show_row(self, row: Row, theme: Theme) -> None:
        """Show a message; only what differs from the one shown before is touched."""
        old, self._row = self._row, row
        same = old is not None and old.message.id == row.message.id
        if not same:
            self._reset()
        self._apply_theme(theme, dim=row.dimmed)
        message = row.message
        if not same or old.message.text != message.text:
            self._show_text(old.message.text if same else None, message.text)
        self._finish_stream(old if same else None)
        if not same or old.message.attachments != message.attachments:
            self._show_attachments()
        self._show_speaker()
        self._show_reasoning()
        self._show_status()
        self._cards.show_cards(row.cards, row.run, theme)
        self._show_actions()
        self._name()
        self.update()

    def row(self) -> Row | None:
        """What is shown."""
        return self._row

    def is_in_use(self) -> bool:
        """Focus, a selection, an editor or an open menu: the canvas must not take it away."""
        focus = self.focusWidget()
        return (
            self._editor is not None
            or (focus is not None and focus.hasFocus())
            or bool(self.body.selected_text())
        )

    def provide_blob(self, digest: str, data: bytes) -> None:
        """Bytes of an image attachment."""
        if self._attachments is not None and self._attachments.provide_blob(digest, data):
            self._tell_height()

    def set_flash(self, on: bool) -> None:
        """Mark the message for a moment after a jump."""
        self._flash = on
        self.update()

    def edit(self) -> None:
        """Open the inline editor of a message of the user's."""
        if self._editor is None and self._row is not None and self._row.message.role is Role.USER:
            self._editor = InlineEditor(self._row.message.text, self)
            self._editor.submitted.connect(self._on_editor_submitted)
            self._editor.cancelled.connect(self._close_editor)
            self._editor.height_changed.connect(self._tell_height)
            self._editor.show()
            self._editor.edit.setFocus()
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
        if self._reasoning is not None:
            self._reasoning.reset()
        self._cards.clear()

    def _apply_theme(self, theme: Theme, *, dim: bool) -> None:
        body_theme = dimmed(theme) if dim else theme
        if body_theme != self._body_theme:
            self._body_theme = body_theme
            self.body.apply_theme(body_theme)
        if theme == self._theme:
            return
        self._theme = theme
        if self._reasoning is not None:
            self._reasoning.apply_theme(theme)
        if self._status is not None:
            self._status.tint()

    def _show_text(self, old: str | None, new: str) -> None:
        if old and new.startswith(old):
            self.body.append_markdown(new[len(old) :])
        else:
            self.body.set_markdown(new)
        self.body.setVisible(bool(new) and self._editor is None)

    def _finish_stream(self, old: Row | None) -> None:
        streamed = old is not None and old.message.state is MessageState.STREAMING
        if streamed and self._row.message.state is not MessageState.STREAMING:
            self.body.finish()

    def _show_speaker(self) -> None:
        name = self._row.message.speaker
        if not name and self._speaker is None:
            return
        if self._speaker is None:
            self._speaker = QLabel(self)
            self._speaker.setObjectName("messageSpeaker")
            self._speaker.setTextFormat(Qt.TextFormat.PlainText)
            self._speaker.setProperty("kind", "speaker")
        self._speaker.setText(name)
        self._speaker.setVisible(bool(name))

    def _show_attachments(self) -> None:
        attachments = self._row.message.attachments
        if self._attachments is None and attachments:
            self._attachments = AttachmentRow(parent=self)
            self._attachments.blob_requested.connect(self.blob_requested)
        if self._attachments is not None:
            self._attachments.show_attachments(attachments)

    def _show_reasoning(self) -> None:
        message = self._row.message
        if self._reasoning is None and message.reasoning:
            self._reasoning = ReasoningBlock(self)
            self._reasoning.height_changed.connect(self._tell_height)
            self._reasoning.apply_theme(self._theme)
        if self._reasoning is not None:
            running = message.state is MessageState.STREAMING and not message.text
            live = self._row.thinking_seconds
            seconds = message.reasoning_seconds if message.reasoning_seconds is not None else live
            self._reasoning.show_reasoning(message.reasoning, seconds=seconds, running=running)
            self._reasoning.setVisible(bool(message.reasoning))

    def _show_status(self) -> None:
        status = status_of(self._row)
        if self._status is None and status.text:
            self._status = StatusLine(self)
            self._status.chosen.connect(lambda action: self.action_requested.emit(action, self._id(), ""))
        if self._status is not None:
            self._status.show_status(status)
            self._status.setVisible(bool(status.text))

    def _show_actions(self) -> None:
        everything = self._active or (self._row.newest and not self._row.busy)
        wanted = (everything or self._row.branch[1] > 1) and self._editor is None
        if wanted and self._actions is None:
            self._actions = ActionBar(self)
            self._actions.triggered.connect(self.do)
            self._actions.menu_requested.connect(self._on_actions_menu)
        if self._actions is not None:
            self._actions.setVisible(wanted)
            if wanted:
                self._actions.show_row(self._row, tint=self._theme.muted, all_actions=everything)
                self._place_actions()

    def _name(self) -> None:
        message = self._row.message
        who = message.speaker or (
            self.tr("You") if message.role is Role.USER else message.model or self.tr("Assistant")
        )
        self.setAccessibleName(self.tr("Message from {name}").replace("{name}", who))
        self.body.setAccessibleName(self.tr("Text from {name}").replace("{name}", who))

    # layout
    def layout_to(self, width: int) -> int:
        """Place every part for a width; returns the height of the row."""
        y = _TOP
        mine = self._row.message.role is Role.USER
        if self._shown(self._speaker):
            hint = self._speaker.sizeHint()
            x = width - hint.width() if mine else 0
            self._speaker.setGeometry(max(0, x), y, min(width, hint.width()), hint.height())
            y += hint.height() + 4
        if self._shown(self._attachments):
            y += self._place_attachments(width, y, mine=mine) + _GAP
        if self._shown(self._reasoning):
            height = self._reasoning.layout_to(width)
            self._reasoning.setGeometry(0, y, width, height)
            y += height + _GAP
        y = self._place_body(width, y, mine=mine)
        if self._shown(self._status):
            height = self._status.layout_to(width)
            self._status.setGeometry(0, y + _GAP, width, height)
            y += height + 2 * _GAP
        self._footer = (y + 2, width)
        self._place_actions()
        y += _FOOTER + 2
        return self._cards.layout_to(y, width) + _BOTTOM

    @staticmethod
    def _shown(part: QWidget | None) -> bool:
        return part is not None and not part.isHidden()

    def _place_attachments(self, width: int, y: int, *, mine: bool) -> int:
        flow = self._attachments.layout()
        line = sum(flow.itemAt(i).sizeHint().width() + flow.spacing() for i in range(flow.count()))
        used = min(width, line - flow.spacing())
        height = flow.heightForWidth(used)
        self._attachments.setGeometry(width - used if mine else 0, y, used, height)
        return height

    def _place_body(self, width: int, y: int, *, mine: bool) -> int:
        self._bubble = QRectF()
        if self._editor is not None:
            self._editor.resize(width, self._editor.height())
            height = self._editor.sizeHint().height()
            self._editor.setGeometry(0, y, width, height)
            return y + height
        if self.body.isHidden():
            return y
        if not mine:
            height = self.body.heightForWidth(width)
            self.body.setGeometry(0, y, width, height)
            return y + height
        inner = self._bubble_width(width) - 2 * _BUBBLE_X
        height = self.body.heightForWidth(inner)
        left = width - inner - 2 * _BUBBLE_X
        self._bubble = QRectF(left, y, inner + 2 * _BUBBLE_X, height + 2 * _BUBBLE_Y)
        self.body.setGeometry(left + _BUBBLE_X, y + _BUBBLE_Y, inner, height)
        return y + height + 2 * _BUBBLE_Y

    def _bubble_width(self, width: int) -> int:
        """As wide as the longest line, at most most of the column; structure gets all of that."""
        limit = round(width * _BUBBLE_SHARE)
        text = self._row.message.text
        if len(text) > 4 * limit or any(mark in text for mark in ("```", "|", "$$", "~~~", "    ")):
            return limit
        metrics = QFontMetricsF(text_font(self.body.font()))
        longest = max(metrics.horizontalAdvance(line) for line in text.split("\n"))
        return min(limit, ceil(longest) + 2 * _BUBBLE_X + 4)

    def _place_actions(self) -> None:
        top, width = self._footer
        if not self._shown(self._actions) or not width:
            return
        hint = self._actions.sizeHint()
        x = width - hint.width() + _INSET if self._row.message.role is Role.USER else -_INSET
        self._actions.setGeometry(x, top, hint.width(), min(_FOOTER, hint.height()))

    # acting
    def do(self, action: MessageAction) -> None:
        """Carry out an action of the bar or the menu."""
        if action is MessageAction.EDIT:
            self.edit()
        elif action is MessageAction.DETAILS:
            DetailsPopup(self._row, self).open_at(self._actions or self)
        else:
            self.action_requested.emit(action, self._id(), self.selected_text())

    def open_menu(self, at: QPoint) -> None:
        """The context menu, at a global position; returns at once."""
        menu = QMenu(self)
        menu.setObjectName("messageMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chosen = fill_menu(menu, self._row, selected=bool(self.selected_text()))
        menu.triggered.connect(lambda entry: self.do(chosen[entry]))
        menu.popup(at)

    def _on_actions_menu(self) -> None:
        button = self._actions.more_button()
        self.open_menu(button.mapToGlobal(QPoint(0, button.height())))

    def _on_editor_submitted(self, text: str) -> None:
        self._close_editor()
        self.edit_submitted.emit(self._id(), text)

    def _close_editor(self, *, tell: bool = True) -> None:
        if self._editor is None:
            return
        self._editor.hide()
        self._editor.deleteLater()
        self._editor = None
        self.body.show()
        if tell:
            self.setFocus()
            self._show_actions()
            self._tell_height()

    def _id(self) -> str:
        return self._row.message.id

    def _tell_height(self) -> None:
        if self._row is not None:
            self.height_changed.emit(self._id())

    # events
    def _set_active(self, active: bool) -> None:
        if active != self._active and self._row is not None:
            self._active = active
            self._show_actions()
            self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer brings the actions."""
        super().enterEvent(event)
        self._set_active(True)

    def leaveEvent(self, event: QEnterEvent) -> None:
        """They go with the pointer, unless the keyboard is in here."""
        super().leaveEvent(event)
        focus = self.focusWidget()
        self._set_active(focus is not None and focus.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard brings the actions too."""
        super().focusInEvent(event)
        self._set_active(True)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Right button, menu key, Shift+F10."""
        self.open_menu(event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The bubble of the user's messages, and the mark of the focused or found one."""
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if not self._bubble.isNull():
            painter.setBrush(QColor(self._theme.user_bubble))
            painter.drawRoundedRect(self._bubble, 14, 14)
        if self.hasFocus() or self._flash:
            colour = QColor(self._theme.accent)
            colour.setAlphaF(0.9 if self._flash else 0.6)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, 1.5))
            height = self._footer[0] - 4
            painter.drawRoundedRect(QRectF(1, 3, self.width() - 2, height), 10, 10)
