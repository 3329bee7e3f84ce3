"""Pictures of formulas: set by ziamath on a thread, drawn by QtSvg in the text's colour, kept for reuse."""

from __future__ import annotations

import logging
import re
from collections import OrderedDict, deque
from dataclasses import dataclass
from threading import Thread

from PySide6.QtCore import QByteArray, QCoreApplication, QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QImage, QPainter
from shiboken6 import isValid

from desktop_app.ui.chat.rendering.blocks import formula

_log = logging.getLogger(__name__)

MAX_TEX = 2_000
"""Longer formulas stay source: setting them would take seconds."""

_SIZE = 20.0
_SCALE = 1.12
_POLL_MS = 30
_KEPT = 2_000
_SHARPNESS = 2.0
MAX_NESTING_COST = 500
"""About a second of work on a slow machine: eight braces in each other, or six of ``\\left``."""
_USUAL_NESTING = 4
_NESTING = re.compile(r"\\(?:left|right|begin|end)(?![A-Za-z])|\\.|[{}]", re.DOTALL)
_TAG = re.compile(r"\\tag\{([^{}]*)\}")
# Beyond the mathematical font: it would draw boxes.
_UNDRAWABLE = re.compile("[\u0590-\u1fff\u2e80-\ufeff\U0001f000-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class Picture:
    """A formula as it is drawn.

    Attributes:
        image: Twice as sharp as its logical size.
        width: Logical width in pixels.
        height: Logical height in pixels.
    """

    image: QImage
    width: float
    height: float


class Formulas(QObject):
    """Sets formulas and keeps what it has set.

    Signals:
        ready: Formulas asked for before have been set (or have failed; ask again to learn it).
    """

    ready = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._svgs: OrderedDict[str, str] = OrderedDict()
        self._pictures: OrderedDict[tuple[str, int, int, str], Picture] = OrderedDict()
        self._asked: set[str] = set()
        self._waiting: deque[str] = deque()
        self._done: deque[tuple[str, str]] = deque()
        self._worker: Thread | None = None
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._on_poll_timeout)

    def picture(self, source: str, pixels: int, x_height: float, colour: str) -> Picture | None:
        """The picture of a formula, or None while it is not set yet or if it cannot be set.

        Args:
            source: The formula with its delimiters.
            pixels: Size of the text around it.
            x_height: Height of a small letter of that text, on which Qt centres pictures.
            colour: Colour of the text, as ``#rrggbb``.
        """
        key = (source, pixels, round(x_height), colour)
        if key in self._pictures:
            return self._pictures[key]
        svg = self._svgs.get(source)
        if svg is None:
            self._ask(source)
            return None
        if not svg:
            return None
        made = _draw(svg, pixels, x_height, colour)
        if made is not None:
            self._pictures[key] = made
            if len(self._pictures) > _KEPT:
                self._pictures.popitem(last=False)
        return made

    def is_pending(self, source: str) -> bool:
        """True while a formula is being set."""
        return source in self._asked

    def _ask(self, source: str) -> None:
        if source in self._asked:
            return
        self._asked.add(source)
        self._waiting.append(source)
        if self._worker is None or not self._worker.is_alive():
            self._worker = Thread(
                target=_set_all, args=(self._waiting, self._done), name="formulas", daemon=True
            )
            self._worker.start()
        self._poll.start()

    def _on_poll_timeout(self) -> None:
        found = False
        alive = self._worker is not None and self._worker.is_alive()
        while self._done:
            source, svg = self._done.popleft()
            self._svgs[source] = svg
            if len(self._svgs) > _KEPT:
                self._svgs.popitem(last=False)
            self._asked.discard(source)
            found = True
        if not alive and self._waiting:
            source = self._waiting.popleft()
            self._asked.discard(source)
            self._ask(source)
        elif not self._asked:
            self._poll.stop()
        if found:
            self.ready.emit()


_shared: list[Formulas] = []


def shared_formulas() -> Formulas:
    """The formulas of this program, kept as long as its application object."""
    if not _shared or not isValid(_shared[0]):
        _shared[:] = [Formulas(QCoreApplication.instance())]
    return _shared[0]


def _set_all(waiting: deque[str], done: deque[tuple[str, str]]) -> None:
    """Set what waits; runs on its own thread, since loading the library alone takes 0.4 s."""
    while waiting:
        source = waiting.popleft()
        done.append((source, typeset(source)))


def typeset(source: str) -> str:
    """The SVG of a formula with its delimiters, or a blank text if it cannot be set faithfully."""
    tex, display = formula(source)
    if len(tex) > MAX_TEX or _UNDRAWABLE.search(tex) or _nesting_cost(tex) > MAX_NESTING_COST:
        return ""
    tex = _TAG.sub(r"\\qquad (\1)", tex)
    try:
        import ziamath

        ziamath.config.svg2 = False  # type: ignore[attr-defined]  # its default draws by reference, which QtSvg leaves blank
        made = ziamath.Latex(tex, size=_SIZE, inline=not display)  # type: ignore[attr-defined]
        if _has_unknown_command(made.mathmlstr()):
            return ""
        width, height = made.getsize()
        return str(made.svg()) if width > 0 and height > 0 else ""
    except Exception as error:  # noqa: BLE001 - the library raises whatever its parsers meet; source is shown
        _log.info("A formula is shown as source: %s", type(error).__name__)
        return ""


def _nesting_cost(tex: str) -> int:
    """A measure of the library's work, which doubles with each level of nesting."""
    cost = depth = 0
    for mark in _NESTING.findall(tex):
        if mark in ("{", "\\begin", "\\left"):
            depth += 1
            if depth > _USUAL_NESTING:
                cost += (4 if mark == "\\left" else 1) << min(depth, 30)
        elif mark in ("}", "\\end", "\\right"):
            depth = max(depth - 1, 0)
    return cost


def _has_unknown_command(mathml: str) -> bool:
    """The library draws a command it does not know by its name."""
    return re.search(r"<m[ino][^>]*>\s*\\[A-Za-z]", mathml) is not None


def _draw(svg: str, pixels: int, x_height: float, colour: str) -> Picture | None:
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(svg.replace('"black"', f'"{colour}"').encode()))
    box = renderer.viewBoxF()
    if not renderer.isValid() or box.isEmpty():
        return None
    scale = pixels * _SCALE / _SIZE
    ascent, descent = -box.y() * scale, (box.height() + box.y()) * scale
    # Qt puts the middle of a picture a quarter of a small letter above the base line.
    lift = x_height / 2
    height = max(2 * ascent - lift, 2 * descent + lift, 1.0)
    top = (height + lift) / 2 - ascent
    width = box.width() * scale
    image = QImage(
        max(1, round(width * _SHARPNESS)),
        max(1, round(height * _SHARPNESS)),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(0)
    painter = QPainter(image)
    painter.scale(_SHARPNESS, _SHARPNESS)
    renderer.render(painter, QRectF(0, top, width, box.height() * scale))
    painter.end()
    image.setDevicePixelRatio(_SHARPNESS)
    return Picture(image, width, height)
