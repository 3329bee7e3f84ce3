"""Typography of messages: character and paragraph formats, gaps and colours, from a theme and a font."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextFormat,
)

from desktop_app.ui.chat.rendering.blocks import (
    Block,
    CodeBlock,
    MathBlock,
    RuleBlock,
    Style,
    TableBlock,
    TextBlock,
    text_of,
)
from desktop_app.ui.chat.rendering.direction import is_right_to_left
from desktop_app.ui.chat.rendering.fonts import code_font, marker_font, text_font

if TYPE_CHECKING:
    from desktop_app.ui.chat.rendering.blocks import Place
    from desktop_app.ui.resources import Theme

JOINED = QTextFormat.Property.UserProperty + 1
"""Set on a paragraph that carries on the one before it: copies put no newline there."""
SOURCE = QTextFormat.Property.UserProperty + 2
"""Set on a formula's picture: the source that copies carry instead."""

_HEADING_SCALE = {1: 1.5, 2: 1.3, 3: 1.15, 4: 1.05, 5: 1.0, 6: 1.0}
_SMALL = 0.9
_LINE_HEIGHT = 1.65
_CODE_LINE_HEIGHT = 1.5
_CODE_TINT = 22


class Look:
    """Formats for one theme and font; made once and shared by all messages."""

    def __init__(self, theme: Theme, font: QFont) -> None:
        self.theme = theme
        self.font = text_font(font)
        self.code_font = code_font(font)
        metrics = QFontMetricsF(self.font)
        self.em = metrics.ascent() + metrics.descent()
        """Height of a line of text in pixels; all distances are shares of it."""
        self.pixels = QFontInfo(self.font).pixelSize()
        self.line_height = round(self.pixels * _LINE_HEIGHT)
        """Least height of a line, so that Latin and Chinese lines stand equally far apart."""
        self.code_line_height = round(QFontInfo(self.code_font).pixelSize() * _CODE_LINE_HEIGHT)
        self._chars: dict[tuple[Style, bool, int, bool], QTextCharFormat] = {}
        self._marker_widths: dict[str, float] = {}
        self._metrics = metrics
        self.marker_font = marker_font(font)
        self._marker_metrics = QFontMetricsF(self.marker_font)
        self.x_height = metrics.xHeight()

    # -- characters -------------------------------------------------------------------------------

    def char(
        self, style: Style = Style.NONE, *, link: bool = False, heading: int = 0, note: bool = False
    ) -> QTextCharFormat:
        """Format of a run of text."""
        key = (style, link, heading, note)
        found = self._chars.get(key)
        if found is None:
            found = self._chars[key] = self._make_char(style, link=link, heading=heading, note=note)
        return found

    def _make_char(self, style: Style, *, link: bool, heading: int, note: bool) -> QTextCharFormat:
        made = QTextCharFormat()
        font = QFont(self.code_font if style & (Style.CODE | Style.MATH) else self.font)
        scale = _HEADING_SCALE.get(heading, _SMALL if note else 1.0)
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * scale)
        else:
            font.setPixelSize(max(1, round(font.pixelSize() * scale)))
        font.setBold(bool(style & Style.BOLD) or heading > 0)
        font.setItalic(bool(style & Style.ITALIC))
        font.setStrikeOut(bool(style & Style.STRIKE))
        font.setUnderline(link)
        made.setFont(font)
        muted = style & (Style.MUTED | Style.SUPERSCRIPT) or note
        colour = self.theme.link if link else self.theme.muted if muted else self.theme.text
        made.setForeground(QColor(colour))
        if style & Style.CODE:
            made.setBackground(self.tint())
        if style & Style.SUPERSCRIPT:
            made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        return made

    def marker_char(self, marker: str) -> QTextCharFormat:
        """Format of a list marker; bullets and check boxes avoid emoji fonts, so they look alike."""
        if marker[0].isdigit():
            return self.char(Style.MUTED)
        made = QTextCharFormat(self.char())
        made.setFont(self.marker_font)
        return made

    def tint(self) -> QColor:
        """The ground of inline code: a touch of the text colour, so it works on every surface."""
        colour = QColor(self.theme.text)
        colour.setAlpha(_CODE_TINT)
        return colour

    # -- paragraphs -------------------------------------------------------------------------------

    def paragraph(self, block: TextBlock | RuleBlock, gap: float) -> QTextBlockFormat:
        """Format of a paragraph that stands ``gap`` pixels below the block before it."""
        made = QTextBlockFormat()
        made.setTopMargin(gap)
        made.setLineHeight(self.line_height, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        indent = self.indent(block.place)
        if isinstance(block, RuleBlock):
            made.setLeftMargin(indent)
            return made
        turned = is_right_to_left(text_of(block.runs))
        made.setLayoutDirection(Qt.LayoutDirection.RightToLeft if turned else Qt.LayoutDirection.LeftToRight)
        (made.setRightMargin if turned else made.setLeftMargin)(indent)
        if block.place.marker:
            made.setTextIndent(-min(indent, self.marker_width(block.place.marker)))
        if block.heading:
            made.setHeadingLevel(block.heading)
        if block.joined:
            made.setProperty(JOINED, True)
        return made

    def indent(self, place: Place) -> float:
        """Distance of a block from the edge, in pixels."""
        return sum(self.step(level) for level in place.levels)

    def step(self, level: str) -> float:
        """What one container adds to the indent."""
        return self.em * (0.9 if level == "q" else 1.7)

    def marker_width(self, marker: str) -> float:
        """Width of a list marker with the space after it."""
        width = self._marker_widths.get(marker)
        if width is None:
            metrics = self._metrics if marker[0].isdigit() else self._marker_metrics
            width = self._marker_widths[marker] = metrics.horizontalAdvance(marker + " ")
        return width

    def gap(self, before: Block | None, block: Block) -> int:
        """Space between two blocks, in pixels."""
        if before is None or (isinstance(block, TextBlock) and block.joined):
            return 0
        if isinstance(block, TextBlock) and block.heading:
            return round(self.em * (1.1 if block.heading <= 2 else 0.9))  # noqa: PLR2004
        if isinstance(before, TextBlock) and before.heading:
            return round(self.em * 0.45)
        wide = (CodeBlock, TableBlock, MathBlock, RuleBlock)
        if isinstance(block, wide) or isinstance(before, wide):
            return round(self.em * 0.65)
        if before.place.depth and block.place.depth and before.place.levels[0] == block.place.levels[0]:
            return round(self.em * 0.25)
        return round(self.em * 0.6)


def look_for(theme: Theme, font: QFont) -> Look:
    """The formats for a theme and font, made once."""
    return _look(theme, font.toString())


@lru_cache(maxsize=8)
def _look(theme: Theme, description: str) -> Look:
    font = QFont()
    font.fromString(description)
    return Look(theme, font)
