"""Fonts of messages: the program's font, with fall-backs for Chinese, Japanese, Korean and emoji."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from desktop_app.ui.resources import CHINESE_FAMILIES

# In the order of preference; the first installed one of each row is taken.
_EMOJI = ("Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", "Twemoji Mozilla", "Symbola")
_MONO = (
    "SF Mono",
    "Cascadia Mono",
    "JetBrains Mono",
    "Menlo",
    "Consolas",
    "DejaVu Sans Mono",
    "Liberation Mono",
    "Noto Sans Mono",
)
_CJK_MONO = ("Sarasa Mono SC", "Noto Sans Mono CJK SC")
_SYMBOLS = ("Segoe UI Symbol", "Apple Symbols", "DejaVu Sans", "Noto Sans Symbols2", "Noto Sans Symbols")
_CODE_SCALE = 0.92


def text_font(base: QFont) -> QFont:
    """The font of running text, from the program's font."""
    font = QFont(base)
    # The resolved name: of an alias ("Sans Serif") in a list Qt would take the next family instead.
    families = [QFontInfo(base).family(), *_installed(CHINESE_FAMILIES), *_installed(_EMOJI)]
    font.setFamilies(list(dict.fromkeys(families)))
    return font


def marker_font(base: QFont) -> QFont:
    """The font of list markers and check boxes."""
    font = QFont(base)
    font.setFamilies(list(dict.fromkeys([*_installed(_SYMBOLS), base.family()])))
    return font


def code_font(base: QFont) -> QFont:
    """A font of fixed width that goes with a text font; a little smaller, since it looks larger."""
    font = QFont(base)
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    families = [
        *_installed(_MONO),
        fixed,
        *_installed(_CJK_MONO),
        *_installed(CHINESE_FAMILIES),
        *_installed(_EMOJI),
    ]
    font.setFamilies(list(dict.fromkeys(families)))
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setFixedPitch(True)
    if base.pointSizeF() > 0:
        font.setPointSizeF(base.pointSizeF() * _CODE_SCALE)
    else:
        font.setPixelSize(max(1, round(base.pixelSize() * _CODE_SCALE)))
    return font


@cache
def _families() -> frozenset[str]:
    return frozenset(QFontDatabase.families())


def _installed(names: tuple[str, ...]) -> list[str]:
    return next(([name] for name in names if name in _families()), [])
