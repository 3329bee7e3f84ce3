"""A code block: label, buttons, and text that scrolls sideways by itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QTextBlockFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from desktop_app.ui.chat.rendering.card import paint_card
from desktop_app.ui.chat.rendering.look import JOINED
from desktop_app.ui.chat.rendering.view import RichView

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent, QTextCharFormat

    from desktop_app.ui.chat.rendering.blocks import CodeBlock
    from desktop_app.ui.chat.rendering.card import paint_card
from desktop_app.ui.chat.rendering.look import Look

LINE_PIECE = 2_000
"""Longer lines are laid out in pieces of this many characters; copies join them again."""

_TAB_COLUMNS = 4
_PADDING = 10
_EXTENSIONS = {
    "bash": "sh",
    "c++": "cpp",
    "csharp": "cs",
    "javascript": "js",
    "kotlin": "kt",
    "latex": "tex",
    "markdown": "md",
    "perl": "pl",
    "powershell": "ps1",
    "python": "py",
    "ruby": "rb",
    "rust": "rs",
    "shell": "sh",
    "typescript": "ts",
    "yml": "yaml",
    "zsh": "sh",
}
_KNOWN = (
    "c cpp cs css diff go html ini java js json jsx kt lua md php pl py r rb rs sh sql swift tex toml ts tsx"
)
_OWN_EXTENSIONS = frozenset(["xml", "yaml", *_KNOWN.split()])


class CodeView(QWidget):
    """One code block.

    Signals:
        copy_requested: The code, to be put on the clipboard.
        save_requested: The code and a file name to suggest.
        resized: The wish for another height (wrap was switched).
    """

    copy_requested = Signal(str)
    save_requested = Signal(str, str)
    resized = Signal()

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = look
        self.text = RichView(look, self)
        self._block: CodeBlock | None = None
        self._shown = ""
        self.setObjectName("code_block")
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setObjectName("code_language")
        self._label.setProperty("kind", "muted")
        self._wrap = self._button("code_wrap", self.tr("Wrap"), self.tr("Wrap long lines"))
        self._wrap.setCheckable(True)
        self._save = self._button("code_save", self.tr("Save"), self.tr("Save this code to a file"))
        self._copy = self._button("code_copy", self.tr("Copy"), self.tr("Copy this code"))
        self._copy.clicked.connect(lambda: self.copy_requested.emit(self.code()))
        self._save.clicked.connect(lambda: self.save_requested.emit(self.code(), self.suggested_name()))
        self._wrap.toggled.connect(self._on_wrap_toggled)
        self.text.setObjectName("code_text")
        self.text.setLineWrapMode(RichView.LineWrapMode.NoWrap)
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._apply_look()

    def _button(self, name: str, words: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(words)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button

    # -- content ----------------------------------------------------------------------------------

    def set_block(self, block: CodeBlock) -> None:
        """Show a code block; code that only grew is added at the end."""
        old, self._block = self._block, block
        if old is None or old.info != block.info:
            self._label.setText(" ".join(block.info.split()) or self.tr("Code"))
            self.text.setAccessibleName(self.tr("Code, {language}").format(language=block.language or "text"))
        if block.text == self._shown:
            return
        with self.text.editing() as cursor:
            if block.text.startswith(self._shown):
                cursor.movePosition(QTextCursor.MoveOperation.End)
                added = block.text[len(self._shown) :]
            else:
                cursor.select(QTextCursor.SelectionType.Document)
                cursor.removeSelectedText()
                added = block.text
            if not self._shown:
                cursor.setBlockFormat(self._line_format())
            _insert_lines(cursor, added, self._char())
        self._shown = block.text

    def label(self) -> str:
        """The words above the code."""
        return self._label.text() if self._block and self._block.info else ""

    def code(self) -> str:
        """The whole code as written, tabs kept."""
        return self._block.text if self._block else ""

    def suggested_name(self) -> str:
        """A file name for saving: the one in the fence's info if there is one, else by language."""
        info = self._block.info if self._block else ""
        named = re.search(r"(?:title|file(?:name)?)=[\"']?([\w.-]+)|(?<=\s)([\w-]+\.\w{1,8})(?=\s|$)", info)
        if named:
            return (named[1] or named[2]).lstrip(".") or "code.txt"
        language = self._block.language if self._block else ""
        extension = _EXTENSIONS.get(language, language)
        return f"code.{extension if extension in _OWN_EXTENSIONS else 'txt'}"

    def reset(self) -> None:
        """Forget the code, its colours and the wrap, before another block is shown."""
        self._block, self._shown = None, ""
        self.text.document().clear()
        self._wrap.setChecked(False)

    def set_look(self, look: Look) -> None:
        """Show it in another theme or font."""
        self.look = self.text.look = look
        block, self._block, self._shown = self._block, None, ""
        self.text.document().clear()
        self._apply_look()
        if block:
            self.set_block(block)

    def _apply_look(self) -> None:
        document = self.text.document()
        document.setDefaultFont(self.look.code_font)
        option = QTextOption()
        wrap = self._wrap.isChecked()
        option.setWrapMode(QTextOption.WrapMode.WrapAnywhere if wrap else QTextOption.WrapMode.NoWrap)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setTabStopDistance(_TAB_COLUMNS * QFontMetricsF(self.look.code_font).horizontalAdvance(" "))
        document.setDefaultTextOption(option)
        small = self.look.char(note=True).font()
        self._label.setFont(small)
        for button in (self._wrap, self._save, self._copy):
            button.setFont(small)

    def _char(self) -> QTextCharFormat:
        made = self.look.char()
        made = type(made)(made)
        made.setFont(self.look.code_font)
        return made

    def _line_format(self) -> QTextBlockFormat:
        made = QTextBlockFormat()
        made.setLineHeight(self.look.code_line_height, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        made.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        return made

    def _on_wrap_toggled(self, checked: bool) -> None:
        mode = RichView.LineWrapMode.WidgetWidth if checked else RichView.LineWrapMode.NoWrap
        self.text.setLineWrapMode(mode)
        self.text.setWordWrapMode(
            QTextOption.WrapMode.WrapAnywhere if checked else QTextOption.WrapMode.NoWrap
        )
        self.resized.emit()

    # -- size -------------------------------------------------------------------------------------

    def height_for(self, width: int) -> int:
        """Height at a width, in pixels."""
        inner = max(10, width - 2 * _PADDING)
        if self._wrap.isChecked():
            height = self.text.height_for(inner)
        else:
            document = self.text.document()
            self.text.lay_out(-1)
            size = document.size()
            scrolls = size.width() > inner
            policy = (
                Qt.ScrollBarPolicy.ScrollBarAlwaysOn if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            )
            self.text.setHorizontalScrollBarPolicy(policy)
            height = round(size.height()) + (
                self.text.horizontalScrollBar().sizeHint().height() if scrolls else 0
            )
        return self._header_height() + height + _PADDING

    def _header_height(self) -> int:
        return round(self.look.em * 1.7)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Place the label, the buttons and the text."""
        header = self._header_height()
        x = self.width() - 4
        for button in (self._copy, self._save, self._wrap):
            size = button.sizeHint()
            x -= size.width()
            button.setGeometry(x, (header - size.height()) // 2, size.width(), size.height())
        self._label.setGeometry(_PADDING, 0, max(0, x - _PADDING), header)
        self.text.setGeometry(
            _PADDING, header, max(10, self.width() - 2 * _PADDING), max(1, self.height() - header - _PADDING)
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground with its rounded border."""
        painter = QPainter(self)
        paint_card(painter, self.rect(), self.look.theme.code, self.look.theme.border)
        painter.end()


def _insert_lines(cursor: QTextCursor, text: str, char: QTextCharFormat) -> None:
    begun = len(cursor.block().text())
    if begun + len(text) <= LINE_PIECE:
        cursor.insertText(text, char)
        return
    for number, line in enumerate(text.split("\n")):
        if number:
            cursor.insertBlock(_unjoined(cursor), char)
        room = max(0, LINE_PIECE - (0 if number else begun))
        cursor.insertText(line[:room], char)
        for start in range(room, len(line), LINE_PIECE):
            joined = _unjoined(cursor)
            joined.setProperty(JOINED, True)
            cursor.insertBlock(joined, char)
            cursor.insertText(line[start : start + LINE_PIECE], char)


def _unjoined(cursor: QTextCursor) -> QTextBlockFormat:
    made = cursor.blockFormat()
    made.clearProperty(JOINED)
    return made
