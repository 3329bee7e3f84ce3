"""The model's reasoning: folded, timed, apart from the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from desktop_app.ui.chat.body import make_body
from desktop_app.ui.chat.shades import quiet
from desktop_app.ui.resources import Theme, icon

if TYPE_CHECKING:
    from desktop_app.ui.chat.rendering.message_body import MessageBody

_INDENT = 14
_GAP = 4
_INSET = 11


class ReasoningBlock(QWidget):
    """One line that unfolds; its text is laid out only while unfolded.

    Signals:
        height_changed: It was folded or unfolded, or its text grew while unfolded.
    """

    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reasoningBlock")
        self._text = ""
        self._theme: Theme | None = None
        self._body: MessageBody | None = None
        self.toggle = QToolButton(self)
        self.toggle.setObjectName("reasoningToggle")
        self.toggle.setProperty("kind", "quiet")
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setIconSize(QSize(16, 16))
        self.toggle.setCheckable(True)
        self.toggle.toggled.connect(self._on_toggled)

    def show_reasoning(self, text: str, *, seconds: float | None, running: bool) -> None:
        """Set text and time; ``running`` while the model still reasons."""
        self._set_title(seconds, running=running)
        if text == self._text:
            return
        grown = text[len(self._text) :] if text.startswith(self._text) and self._text else None
        self._text = text
        if self._body is None or not self.toggle.isChecked():
            return
        if grown is not None:
            self._body.append_markdown(grown)
        else:
            self._body.set_markdown(text)
        self.height_changed.emit()

    def reset(self) -> None:
        """Fold and forget, before another message is shown."""
        self._text = ""
        self.toggle.blockSignals(True)
        self.toggle.setChecked(False)
        self.toggle.blockSignals(False)
        self._draw_icon()
        if self._body is not None:
            self._body.hide()

    def apply_theme(self, theme: Theme) -> None:
        """Colours of the line and of the text."""
        self._theme = theme
        self._draw_icon()
        if self._body is not None:
            self._body.apply_theme(quiet(theme))

    def layout_to(self, width: int) -> int:
        """Lay out for a width; returns the height."""
        hint = self.toggle.sizeHint()
        self.toggle.setGeometry(-_INSET, 0, min(width, hint.width()), hint.height())
        if self._body is None or not self.toggle.isChecked():
            return hint.height()
        inner = width - _INDENT
        height = self._body.heightForWidth(inner)
        self._body.setGeometry(_INDENT, hint.height() + _GAP, inner, height)
        return hint.height() + 2 * _GAP + height

    def _set_title(self, seconds: float | None, *, running: bool) -> None:
        number = f"{seconds:.1f}" if seconds is not None else ""
        if running:
            title = self.tr("Thinking… {seconds} s") if number else self.tr("Thinking…")
        else:
            title = self.tr("Thought for {seconds} s") if number else self.tr("Reasoning")
        title = title.replace("{seconds}", number)
        if title != self.toggle.accessibleName():
            self.toggle.setText(f" {title}")
            self.toggle.setAccessibleName(title)
            self.toggle.resize(self.toggle.sizeHint())

    def _draw_icon(self) -> None:
        if self._theme is not None:
            self.toggle.setIcon(icon("down" if self.toggle.isChecked() else "next", self._theme.muted))

    def _on_toggled(self, unfolded: bool) -> None:
        self._draw_icon()
        if unfolded:
            if self._body is None:
                self._body = make_body(self)
                self._body.setAccessibleName(self.tr("Reasoning"))
                self._body.height_changed.connect(self.height_changed)
                if self._theme is not None:
                    self._body.apply_theme(quiet(self._theme))
            self._body.set_markdown(self._text)
        if self._body is not None:
            self._body.setVisible(unfolded)
        self.height_changed.emit()
