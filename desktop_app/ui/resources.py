"""Colours, fonts, icons and translations: everything the window takes from ``resources/``."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtGui import QColor, QFont, QFontInfo, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one scheme, as ``#rrggbb``; text on its ground has a contrast of 4.5 or more."""

    name: str
    window: str
    surface: str
    raised: str
    border: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str
    user_bubble: str
    code: str
    link: str
    warning: str
    warning_soft: str
    danger: str
    danger_soft: str
    success: str
    highlight: str


LIGHT = Theme(
    name="light",
    window="#f6f5f3",
    surface="#ffffff",
    raised="#fbfaf8",
    border="#dedad4",
    text="#1d1b18",
    muted="#67625a",
    accent="#2f5f8f",
    on_accent="#ffffff",
    accent_soft="#e4edf6",
    user_bubble="#eaf0f6",
    code="#f3f1ed",
    link="#1f5c99",
    warning="#8a5300",
    warning_soft="#fdf1dc",
    danger="#b3261e",
    danger_soft="#fbe9e7",
    success="#2b6b3f",
    highlight="#ffe39b",
)
DARK = Theme(
    name="dark",
    window="#1b1c1e",
    surface="#232427",
    raised="#2a2b2f",
    border="#3b3d42",
    text="#e8e6e3",
    muted="#a5a19a",
    accent="#7db0e3",
    on_accent="#10202f",
    accent_soft="#26374a",
    user_bubble="#2b3644",
    code="#1c1d20",
    link="#8fc0f2",
    warning="#f0b866",
    warning_soft="#3b2f1c",
    danger="#f28b82",
    danger_soft="#3f2523",
    success="#85c99a",
    highlight="#6b5618",
)


def resource_dir() -> Path:
    """Folder of the bundled resources: inside an installed package, or beside the source."""
    packaged = Path(__file__).resolve().parent.parent / "_resources"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / "resources"


def current_theme() -> Theme:
    """The theme in force, told by the application's palette."""
    return DARK if QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT  # noqa: PLR2004


def palette_of(theme: Theme) -> QPalette:
    """A Qt palette in a theme's colours."""
    palette = QPalette()
    role = QPalette.ColorRole
    for key, value in {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.surface,
        role.AlternateBase: theme.raised,
        role.Text: theme.text,
        role.PlaceholderText: theme.muted,
        role.Button: theme.raised,
        role.ButtonText: theme.text,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.Link: theme.link,
        role.LinkVisited: theme.link,
        role.Mid: theme.border,
        role.Midlight: theme.border,
        role.Dark: theme.border,
        role.Light: theme.raised,
        role.BrightText: theme.danger,
        role.Accent: theme.accent,
    }.items():
        palette.setColor(key, QColor(value))
    for key in (role.Text, role.WindowText, role.ButtonText):
        muted = QColor(theme.muted)
        muted.setAlphaF(0.7)
        palette.setColor(QPalette.ColorGroup.Disabled, key, muted)
    return palette


CHINESE_FAMILIES = (
    "PingFang SC",
    "Microsoft YaHei UI",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
)
"""Fonts for Chinese letters, best first. Without them Qt may take a Japanese or Korean one, whose letters and
punctuation have other shapes."""


_HEADING_SCALE = 1.55


def apply_theme(
    app: QApplication,
    scheme: str,
    *,
    family: str = "",
    points: int | None = None,
    zoom: float = 1.0,
    density: str = "comfortable",
) -> Theme:
    """Set palette, style sheet and font of the whole program.

    Args:
        app: The application.
        scheme: ``system``, ``light`` or ``dark``.
        family: Font family; blank keeps the system's.
        points: Font size; None keeps the system's.
        zoom: Factor on the font size.
        density: ``comfortable``, or ``compact`` for less empty room.

    Returns:
        The theme now in force.
    """
    dark = scheme == "dark" or (scheme == "system" and app.styleHints().colorScheme() == Qt.ColorScheme.Dark)
    theme = DARK if dark else LIGHT
    if app.style().objectName() != "fusion":
        app.setStyle("fusion")
    app.setPalette(palette_of(theme))
    font = QFont(_system_font())
    if family:
        font.setFamily(family)
    # The resolved name: of an alias ("Sans Serif") in a list Qt would take the next family instead.
    font.setFamilies(list(dict.fromkeys((QFontInfo(font).family(), *CHINESE_FAMILIES))))
    size = points or font.pointSizeF()
    points_in_force = max(6.0, size * zoom)
    font.setPointSizeF(points_in_force)
    app.setFont(font)
    app.setProperty("density", density)
    app.setStyleSheet(style_sheet(theme, compact=density == "compact", points=points_in_force))
    return theme


def room(pixels: int) -> int:
    """Empty room of so many pixels in the density in force: half of it when that is compact."""
    app = QGuiApplication.instance()
    return pixels // 2 if app is not None and app.property("density") == "compact" else pixels


@cache
def _system_font() -> QFont:
    return QFont(QGuiApplication.font())


def style_sheet(theme: Theme, *, compact: bool = False, points: float = 10.0) -> str:
    """The program-wide style sheet; widgets opt in by ``setProperty("kind", ...)``.

    Args:
        theme: Its colours.
        compact: Less empty room.
        points: Size of the program's font; style sheets know no sizes relative to it.
    """
    names = ("base", "compact") if compact else ("base",)
    text = "".join((resource_dir() / "themes" / f"{name}.qss").read_text(encoding="utf-8") for name in names)
    for field in fields(theme):
        text = text.replace(f"@{field.name}@", str(getattr(theme, field.name)))
    text = text.replace("@heading_points@", f"{points * _HEADING_SCALE:.1f}")
    return text.replace("@icons@", (resource_dir() / "icons").as_posix())


def program_icon() -> QIcon:
    """The program's own icon, drawn when a window manager asks for a size."""
    return QIcon(str(resource_dir() / "icons" / "throughline.svg"))


def icon(name: str, colour: str | None = None) -> QIcon:
    """An icon from ``resources/icons/NAME.svg``, drawn in one colour (default: the text colour).

    The files use ``currentColor``; the SVG module is loaded at the first call only.
    """
    return _tinted(name, colour or current_theme().text)


@cache
def _tinted(name: str, tint: str) -> QIcon:
    from PySide6.QtSvg import QSvgRenderer

    source = (resource_dir() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(source.replace("currentColor", tint).encode())
    result = QIcon()
    for size in (16, 24, 32, 48):
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter)
        painter.end()
        result.addPixmap(pixmap)
    return result


def language_code(setting: str) -> str:
    """``zh_CN`` or ``en`` for a language setting (``system`` follows the locale)."""
    if setting != "system":
        return setting
    return "zh_CN" if QLocale.system().language() == QLocale.Language.Chinese else "en"


def install_translations(app: QApplication, setting: str) -> list[QTranslator]:
    """Install the translators for a language setting; remove them with ``app.removeTranslator``."""
    code = language_code(setting)
    translators = []
    folder = resource_dir() / "translations"
    for stem in ("throughline", "qtbase"):
        translator = QTranslator(app)
        if translator.load(str(folder / f"{stem}_{code}.qm")):
            app.installTranslator(translator)
            translators.append(translator)
    return translators
