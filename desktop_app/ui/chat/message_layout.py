"""Where the parts of a message stand in its row."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, TypeGuard, TypeVar

from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from desktop_app.ui.chat.attachment_chips import AttachmentRow
from desktop_app.ui.chat.inline_editor import InlineEditor
from desktop_app.ui.chat.message_actions import ActionBar
from desktop_app.ui.chat.reasoning_block import ReasoningBlock
from desktop_app.ui.chat.rendering.fonts import text_font
from desktop_app.ui.chat.speaker_line import SpeakerLine
from desktop_app.ui.chat.status_line import StatusLine
from desktop_app.ui.chat.summary_stack import SummaryStack
from desktop_app.ui.resources import room

if TYPE_CHECKING:
    from desktop_app.ui.chat.rendering.message_body import MessageBody

EDGE = 12
"""Empty border at the left and right of a row, where the marks of focus and hits are drawn."""
_TOP, _GAP, _FOOTER, _BOTTOM = 8, 6, 26, 4
_ENDS = 16
"""Extra room above the first and below the last message."""
_BUBBLE_X, _BUBBLE_Y = 14, 9
_BUBBLE_SHARE = 0.82
_LEADING = 3
"""The line height stands above each line: moved up by it, a text is in the middle of its bubble."""
_BUTTON_EDGE = 6
"""Empty border of the buttons: their icons, not their frames, line up with the text."""
_STRUCTURE = ("```", "|", "$$", "~~~", "    ")


@dataclass(slots=True)
class Parts:
    """The widgets of one message; those that were never needed are None.

    Attributes:
        mine: It is the user's: everything stands at the right, the text in a bubble.
        source: The text as written, by which the bubble's width is found.
    """

    body: MessageBody
    cards: SummaryStack
    mine: bool = False
    source: str = ""
    first: bool = False
    last: bool = False
    speaker: SpeakerLine | None = None
    attachments: AttachmentRow | None = None
    reasoning: ReasoningBlock | None = None
    editor: InlineEditor | None = None
    status: StatusLine | None = None
    actions: ActionBar | None = None


@dataclass(slots=True)
class Placed:
    """What came of it, in pixels.

    Attributes:
        bubble: The user's bubble; empty for other messages.
        footer: Top of the line of actions.
        content: Text with all that belongs to it, cards left out.
    """

    height: int
    bubble: QRect
    footer: int
    content: QRect


def lay_out(parts: Parts, width: int) -> Placed:
    """Place every visible part in a row of a width."""
    inner = width - 2 * EDGE
    gap = room(_GAP)
    top = y = room(_TOP) + (room(_ENDS) if parts.first else 0)
    if _shown(parts.speaker):
        hint = parts.speaker.sizeHint()
        used = min(inner, hint.width())
        parts.speaker.setGeometry(_x(inner, used, at_right=parts.mine), y, used, hint.height())
        y += hint.height() + 4
    if _shown(parts.attachments):
        y += _place_attachments(parts.attachments, inner, y, at_right=parts.mine) + gap
    if _shown(parts.reasoning):
        height = parts.reasoning.layout_to(inner)
        parts.reasoning.setGeometry(EDGE, y, inner, height)
        y += height + gap
    bubble = _place_text(parts, inner, y)
    y = bubble.bottom() + 1
    if _shown(parts.status):
        height = parts.status.layout_to(inner)
        parts.status.setGeometry(EDGE, y + gap, inner, height)
        y += height + 2 * gap
    footer = y + 2
    place_actions(parts, footer, width)
    end = (
        parts.cards.layout_to(footer + _FOOTER, EDGE, inner)
        + room(_BOTTOM)
        + (room(_ENDS) if parts.last else 0)
    )
    content = QRect(0, top - 4, width, y - top + 8)
    return Placed(end, bubble if parts.mine and parts.editor is None else QRect(), footer, content)


def place_actions(parts: Parts, footer: int, width: int) -> None:
    """Put the action bar under the text, at the message's side."""
    if not _shown(parts.actions):
        return
    hint = parts.actions.sizeHint()
    x = width - EDGE - hint.width() + _BUTTON_EDGE if parts.mine else EDGE - _BUTTON_EDGE
    parts.actions.setGeometry(x, footer, hint.width(), min(_FOOTER, hint.height()))


_Part = TypeVar("_Part", bound=QWidget)


def _shown(part: _Part | None) -> TypeGuard[_Part]:
    return part is not None and not part.isHidden()


def _x(inner: int, used: int, *, at_right: bool) -> int:
    return EDGE + (inner - used if at_right else 0)


def _place_attachments(row: AttachmentRow, inner: int, y: int, *, at_right: bool) -> int:
    flow = row.flow
    used = min(inner, flow.width_of_one_line())
    height = flow.heightForWidth(used)
    row.setGeometry(_x(inner, used, at_right=at_right), y, used, height)
    return height


def _place_text(parts: Parts, inner: int, y: int) -> QRect:
    """Text, editor or nothing; returns the room it takes, bubble included."""
    if parts.editor is not None:
        parts.editor.resize(inner, parts.editor.height())
        height = parts.editor.sizeHint().height()
        parts.editor.setGeometry(EDGE, y, inner, height)
        return QRect(EDGE, y, inner, height)
    if parts.body.isHidden():
        return QRect(EDGE, y, inner, 0)
    if not parts.mine:
        height = parts.body.heightForWidth(inner)
        parts.body.setGeometry(EDGE, y, inner, height)
        return QRect(EDGE, y, inner, height)
    text_width = _text_width(parts, round(inner * _BUBBLE_SHARE) - 2 * _BUBBLE_X)
    height = parts.body.heightForWidth(text_width)
    left = _x(inner, text_width + 2 * _BUBBLE_X, at_right=parts.mine)
    parts.body.setGeometry(left + _BUBBLE_X, y + room(_BUBBLE_Y) - _LEADING, text_width, height)
    return QRect(left, y, text_width + 2 * _BUBBLE_X, height + 2 * room(_BUBBLE_Y))


def _text_width(parts: Parts, limit: int) -> int:
    """As wide as the longest line, up to a limit; tables, code and formulas get all of that."""
    text = parts.source
    if len(text) > 4 * limit or any(mark in text for mark in _STRUCTURE):
        return limit
    metrics = QFontMetricsF(text_font(parts.body.font()))
    longest = max(metrics.horizontalAdvance(line) for line in text.split("\n"))
    return min(limit, ceil(longest) + 4)
