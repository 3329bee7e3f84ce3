"""How full the model's context window is, and when the next summary starts."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from desktop_app.ui.resources import current_theme


@dataclass(frozen=True, slots=True)
class ContextUse:
    """What the gauge shows.

    Attributes:
        used: Tokens of the next request.
        window: Tokens the request may have (window less reserved output); None when unknown.
        trigger: Tokens at which the next automatic summary starts; None when none will.
        estimated: Whether ``used`` is an estimate rather than the provider's own count.
        note: Plain sentence for the tooltip, for example why no summary starts.
    """

    used: int = 0
    window: int | None = None
    trigger: int | None = None
    estimated: bool = True
    note: str = ""

    @property
    def share(self) -> float:
        """Part of the window in use, 0 to 1; 0 when the window is unknown."""
        return min(1.0, self.used / self.window) if self.window else 0.0


def short_count(tokens: int) -> str:
    """``950``, ``12.3k``, ``1.2M``."""
    for limit, unit in ((1_000_000, "M"), (1_000, "k")):
        if tokens >= limit:
            number = tokens / limit
            return f"{number:.0f}{unit}" if number >= 100 else f"{number:.1f}{unit}"  # noqa: PLR2004
    return str(tokens)


class ContextGauge(QProgressBar):
    """A thin bar with the used share, a mark at the next trigger and the numbers beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("contextGauge")
        self.setRange(0, 1000)
        self.setTextVisible(False)
        self._use = ContextUse()
        self._short = False
        self.retranslate()

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self.setAccessibleName(self.tr("Context in use"))
        self.set_use(self._use)

    def set_use(self, use: ContextUse) -> None:
        """Show new numbers; nothing is shown while there are none."""
        self._use = use
        self.setValue(round(use.share * 1000))
        self.setToolTip(self._explanation())
        self.setAccessibleDescription(self._explanation())
        self.setVisible(use.used > 0 or use.window is not None)
        self.updateGeometry()
        self.update()

    def set_short(self, short: bool) -> None:
        """Leave out the size of the window where there is little room; the tooltip has it."""
        if short != self._short:
            self._short = short
            self.updateGeometry()
            self.update()

    def use(self) -> ContextUse:
        """What is shown now."""
        return self._use

    def text(self) -> str:
        """The numbers beside the bar, also read out by screen readers."""
        use = self._use
        number = ("≈ " if use.estimated else "") + short_count(use.used)
        if use.window is None and not self._short:
            return self.tr("{count} tokens").replace("{count}", number)
        if use.window is None or self._short:
            return number
        return f"{number} / {short_count(use.window)}"

    def _explanation(self) -> str:
        use = self._use
        lines = []
        if use.window is None:
            lines.append(self.tr("{count} tokens in the next request.").replace("{count}", f"{use.used:,}"))
            lines.append(self.tr("The size of this model's window is unknown."))
        else:
            line = self.tr("{used} of {window} tokens ({share} %) in the next request.")
            lines.append(
                line.replace("{used}", f"{use.used:,}")
                .replace("{window}", f"{use.window:,}")
                .replace("{share}", f"{use.share * 100:.0f}")
            )
        if use.estimated:
            lines.append(self.tr("Estimated: the model has not reported a count yet."))
        if use.trigger is not None:
            line = self.tr("The next summary starts at {count} tokens.")
            lines.append(line.replace("{count}", f"{use.trigger:,}"))
        if use.note:
            lines.append(use.note)
        # A tooltip guesses its format; a leading entity-free sentence of ours keeps it plain unless the
        # note holds a tag, so angle brackets are replaced by look-alikes.
        return "\n".join(lines).replace("<", "‹").replace(">", "›")

    def sizeHint(self) -> QSize:
        """Room for the bar and the widest text of the moment."""
        return QSize(64 + 8 + self.fontMetrics().horizontalAdvance(self.text()) + 4, 22)

    def minimumSizeHint(self) -> QSize:
        """Never squeezed: the numbers stay readable."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Bar, trigger mark and numbers in the theme's colours."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        bar = QRectF(0, self.height() / 2 - 3, 64, 6)
        painter.setBrush(QColor(theme.border))
        painter.drawRoundedRect(bar, 3, 3)
        use = self._use
        if use.share > 0:
            high = use.trigger is not None and use.used >= use.trigger
            painter.setBrush(QColor(theme.warning if high else theme.accent))
            painter.drawRoundedRect(QRectF(bar.x(), bar.y(), max(6.0, bar.width() * use.share), 6), 3, 3)
        if use.window and use.trigger is not None and use.trigger <= use.window:
            at = bar.x() + bar.width() * use.trigger / use.window
            painter.setBrush(QColor(theme.text))
            painter.drawRoundedRect(QRectF(at - 1, bar.y() - 3, 2, 12), 1, 1)
        painter.setPen(QColor(theme.muted))
        painter.drawText(self.rect().adjusted(72, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
