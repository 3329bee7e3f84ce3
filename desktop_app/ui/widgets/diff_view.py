"""Shows what changed between two texts, line by line."""

from __future__ import annotations

import difflib

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from desktop_app.ui.resources import current_theme

MAX_LINES = 4000
"""Beyond this many lines the new text is shown without marks; comparing would take seconds."""


class DiffView(QTextEdit):
    """Read-only comparison; kept lines plain, removed ones struck through, added ones marked.

    Marks are signs in the text as well as colours, so that nothing depends on colour alone.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setLineWrapMode(QTextEdit.LineWrapMode.WidgetWidth)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def show_diff(self, old: str, new: str) -> None:
        """Compare two texts; without an old one the new one stands there without marks."""
        theme = current_theme()
        self.clear()
        cursor = QTextCursor(self.document())
        for sign, line in diff_lines(old or new, new):
            if cursor.position():
                cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
            text = QTextCharFormat()
            block = QTextBlockFormat()
            if sign == "+":
                block.setBackground(QColor(theme.accent_soft))
            elif sign == "-":
                block.setBackground(QColor(theme.danger_soft))
                text.setFontStrikeOut(True)
            cursor.setBlockFormat(block)
            cursor.insertText(f"{sign} {line}", text)
        self.moveCursor(QTextCursor.MoveOperation.Start)


def diff_lines(old: str, new: str) -> list[tuple[str, str]]:
    """Lines with their sign: ``" "`` kept, ``"-"`` only in the old text, ``"+"`` only in the new."""
    before, after = old.splitlines(), new.splitlines()
    if len(before) + len(after) > MAX_LINES:
        return [(" ", line) for line in after]
    result: list[tuple[str, str]] = []
    matcher = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    for tag, a_start, a_end, b_start, b_end in matcher.get_opcodes():
        if tag == "equal":
            result += [(" ", line) for line in before[a_start:a_end]]
            continue
        result += [("-", line) for line in before[a_start:a_end]]
        result += [("+", line) for line in after[b_start:b_end]]
    return result
