"""The text view under every part of a message: selectable, accessible, and unable to navigate or load."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import blake2b
from math import ceil
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QPoint, QRect, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QKeySequence, QTextCharFormat, QTextCursor, QTextDocument, QTextImageFormat
from PySide6.QtWidgets import QFrame, QMenu, QTextBrowser, QTextEdit

from desktop_app.ui.chat.rendering.blocks import LINE_BREAK
from desktop_app.ui.chat.rendering.formulas import shared_formulas
from desktop_app.ui.chat.rendering.look import JOINED, SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import (
        QContextMenuEvent,
        QFocusEvent,
        QKeyEvent,
        QMouseEvent,
        QResizeEvent,
        QTextBlock,
        QWheelEvent,
    )
    from PySide6.QtWidgets import QWidget

    from desktop_app.ui.chat.rendering.blocks import LINE_BREAK
from desktop_app.ui.chat.rendering.look import Look

BREAK = "\u2060\u200b"
"""Put into long words so that lines can break there; copies leave it out."""


_LINK = "link:"


class RichView(QTextBrowser):
    """A text view as tall as its text; the wheel scrolls the conversation around it.

    Signals:
        hovered: The link under the pointer as written in the source, blank for none.
        activated: A link was clicked or chosen by keyboard; nothing else happens.
        menu_opened: The context menu, before it shows, for whoever has more to offer.
        pressed: The left button went down: a new selection begins.
        dragged: The pointer moved on with the button down, to this point of the screen.
        all_requested: Everything is to be selected, not in this view only.
    """

    hovered = Signal(str)
    activated = Signal(str)
    menu_opened = Signal(object)
    pressed = Signal()
    dragged = Signal(QPoint)
    all_requested = Signal()

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = look
        self._matches: list[QTextCursor] = []
        self.gather: Callable[[], str] | None = None
        """Gives the text of a selection that spans several views."""
        self.waits = False
        """True while a formula is shown as source because its picture is not there yet."""
        self.setProperty("kind", "message")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setAcceptDrops(False)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setCursorWidth(0)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        document = self.document()
        document.setDocumentMargin(0)
        document.setDefaultFont(look.font)

    @contextmanager
    def editing(self) -> Iterator[QTextCursor]:
        """A cursor to change the document with; caret and selection stay where they are.

        Without this, text that is added at the caret would drag it along, and scroll to it.
        """
        caret = self.textCursor()
        anchor, position = caret.anchor(), caret.position()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        yield cursor
        cursor.endEditBlock()
        caret = self.textCursor()
        if (caret.anchor(), caret.position()) != (anchor, position):
            last = self.document().characterCount() - 1
            caret.setPosition(min(anchor, last))
            caret.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(caret)

    # -- links ------------------------------------------------------------------------------------

    def link_format(self, made: QTextCharFormat, href: str) -> QTextCharFormat:
        """A copy of a format that makes its text a link.

        The document knows the address in hexadecimal only, so Qt can neither load nor change it.
        """
        if self.focusPolicy() != Qt.FocusPolicy.StrongFocus:
            # The first link: only now is there something to reach by keyboard, and to listen for.
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.anchorClicked.connect(lambda url: self.activated.emit(_target(url.toString())))
            self.highlighted.connect(lambda url: self.hovered.emit(_target(url.toString())))
        made = QTextCharFormat(made)
        made.setAnchor(True)
        made.setAnchorHref(_LINK + href.encode("utf-8", "replace").hex())
        return made

    def link_at(self, position: Any) -> str:
        """Target of the link at a point of the viewport, or blank."""
        return _target(self.anchorAt(position))

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:  # noqa: N802
        """Load nothing: pictures in replies are neither fetched nor read."""
        return None

    def doSetSource(self, _name: QUrl | str, _kind: Any = None) -> None:  # noqa: N802
        """Never navigate."""

    # -- size -------------------------------------------------------------------------------------

    def height_for(self, width: int) -> int:
        """Height of the whole text at a width, in pixels; lays it out for that width."""
        self.lay_out(width)
        return ceil(self.document().size().height())

    def lay_out(self, width: float) -> None:
        """Lay out the document for a width, unless it is already.

        The view must not hear of it: while it is hidden it would lay out again for its old width.
        """
        document = self.document()
        if abs(document.textWidth() - width) < 1:
            return
        layout = document.documentLayout()
        layout.blockSignals(True)
        document.setTextWidth(width)
        layout.blockSignals(False)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out again only for a width that ``height_for`` has not laid out before."""
        if round(self.document().textWidth()) != self.viewport().width():
            super().resizeEvent(event)
        elif self.verticalScrollBar().maximum():
            # It grew before it was given the room; there is nothing to scroll any more.
            self.verticalScrollBar().setRange(0, 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a selection."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let a selection grow over the views beside this one."""
        super().mouseMoveEvent(event)
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.dragged.emit(event.globalPosition().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select all means the whole message; paging is the conversation's, all of the text is in view."""
        pages = event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        ends = event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End)
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.all_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_gathered()
        elif pages or (ends and event.modifiers() & Qt.KeyboardModifier.ControlModifier):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def copy_gathered(self) -> None:
        """Copy what is selected, here and in the views beside this one."""
        if text := self._gathered():
            _to_clipboard(text)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the caret to who came by keyboard, for selecting."""
        by_key = event.reason() in {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason}
        self.setCursorWidth(1 if by_key else 0)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the caret."""
        self.setCursorWidth(0)
        super().focusOutEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the conversation, unless the text itself scrolls sideways."""
        delta = event.angleDelta()
        sideways = abs(delta.x()) > abs(delta.y()) or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if sideways and self.horizontalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    def insert_formula(self, cursor: QTextCursor, source: str, made: QTextCharFormat) -> bool:
        """Insert a formula: its picture, or its source if there is none (yet).

        Returns:
            False if the picture may come later.
        """
        formulas = shared_formulas()
        look = self.look
        picture = formulas.picture(source, look.pixels, look.x_height, look.theme.text)
        if picture is None:
            cursor.insertText(source.replace("\n", LINE_BREAK), made)
            return not formulas.is_pending(source)
        name = f"formula:{blake2b(source.encode(), digest_size=12).hexdigest()}"
        self.document().addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), picture.image)
        image = QTextImageFormat()
        image.setName(name)
        image.setWidth(picture.width)
        image.setHeight(picture.height)
        image.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        image.setFont(made.font())
        image.setProperty(SOURCE, source)
        cursor.insertImage(image)
        return True

    # -- copies -----------------------------------------------------------------------------------

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802
        """Copies are plain text: what was written, without what layout added."""
        data = QMimeData()
        data.setText(self._gathered())
        return data

    def _gathered(self) -> str:
        return self.gather() if self.gather else self.selected_text()

    def selected_text(self) -> str:
        """Plain text of the selection; formulas as their source."""
        cursor = self.textCursor()
        return self.text_between(cursor.selectionStart(), cursor.selectionEnd())

    def text_between(self, start: int, end: int) -> str:
        """Plain text between two positions."""
        parts: list[str] = []
        block = self.document().findBlock(start)
        while block.isValid() and block.position() <= end:
            if parts and not block.blockFormat().property(JOINED):
                parts.append("\n")
            parts.extend(_fragments(block, start, end))
            block = block.next()
        return "".join(parts).replace(BREAK, "").replace(LINE_BREAK, "\n")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer copy, the link's address and select all; Qt's own menu would copy our link numbers."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(self.tr("Copy"), self.copy_gathered)
        copy.setEnabled(bool(self._gathered()))
        if href := self.link_at(event.pos()):
            menu.addAction(self.tr("Copy link address"), lambda: _to_clipboard(href))
        menu.addAction(self.tr("Select all"), self.all_requested.emit)
        self.menu_opened.emit(menu)
        menu.popup(event.globalPos())

    # -- find -------------------------------------------------------------------------------------

    def find_all(self, words: str) -> int:
        """Mark every place where some words stand, whatever their case; returns how many."""
        self._matches = list(_found(self.document(), words)) if words else []
        self.mark_current(-1)
        return len(self._matches)

    def match_count(self) -> int:
        """How many matches are marked."""
        return len(self._matches)

    def mark_current(self, index: int) -> None:
        """Colour the matches, one of them (or none: -1) as the current one."""
        selections = []
        for number, cursor in enumerate(self._matches):
            selection = QTextEdit.ExtraSelection()
            selection.cursor = cursor
            theme = self.look.theme
            current = number == index
            selection.format.setBackground(QColor(theme.accent if current else theme.highlight))
            selection.format.setForeground(QColor(theme.on_accent if current else theme.text))
            selections.append(selection)
        self.setExtraSelections(selections)
        if index >= 0:
            self._scroll_to(index)

    def _scroll_to(self, index: int) -> None:
        """Bring a match into sight where the text scrolls sideways."""
        bar = self.horizontalScrollBar()
        if bar.maximum() > 0:
            rect = self.match_rect(index)
            if rect.left() < 0 or rect.right() > self.viewport().width():
                bar.setValue(bar.value() + rect.center().x() - self.viewport().width() // 2)

    def match_rect(self, index: int) -> QRect:
        """Where a match stands, in this view's coordinates."""
        cursor = self._matches[index]
        start = QTextCursor(cursor)
        start.setPosition(cursor.selectionStart())
        end = QTextCursor(cursor)
        end.setPosition(cursor.selectionEnd())
        rect = self.cursorRect(start).united(self.cursorRect(end))
        return rect.translated(self.viewport().pos())


def _target(name: str) -> str:
    return bytes.fromhex(name.removeprefix(_LINK)).decode() if name.startswith(_LINK) else ""


def _found(document: QTextDocument, words: str) -> Iterator[QTextCursor]:
    cursor = document.find(words, 0)
    while not cursor.isNull():
        yield cursor
        cursor = document.find(words, cursor)


def _fragments(block: QTextBlock, start: int, end: int) -> Iterator[str]:
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        first = max(start - fragment.position(), 0)
        last = min(end - fragment.position(), fragment.length())
        if first < last:
            source = fragment.charFormat().property(SOURCE)
            yield str(source) if source else _cut(fragment.text(), first, last)
        iterator += 1


def _cut(text: str, first: int, last: int) -> str:
    """A piece of a text by positions in UTF-16 units, as Qt counts."""
    return text.encode("utf-16-le", "surrogatepass")[2 * first : 2 * last].decode("utf-16-le", "replace")


def units(text: str) -> int:
    """Length of a text as Qt counts it, in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _to_clipboard(text: str) -> None:
    from PySide6.QtGui import QGuiApplication

    QGuiApplication.clipboard().setText(text)
