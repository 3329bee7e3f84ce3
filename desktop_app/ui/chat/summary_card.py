"""The summary in its place: while it is written, and afterwards folded with what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.domain.summary import SummaryEngineKind, SummaryState
from desktop_app.ui.chat.body import make_body
from desktop_app.ui.chat.row import SummaryCardData, SummaryRun
from desktop_app.ui.chat.status_line import waiting_text
from desktop_app.ui.chat.summary_layout import laid_out
from desktop_app.ui.error_words import error_words
from desktop_app.ui.resources import Theme, icon
from desktop_app.ui.widgets.context_gauge import short_count
from desktop_app.ui.widgets.flow_layout import FlowLayout

if TYPE_CHECKING:
    from desktop_app.ui.chat.rendering.message_body import MessageBody

_PAD = 12
_INDENT = 28
"""Text and actions stand under the title, not under the icon."""
_BUTTON_EDGE = 9


class SummaryCard(QFrame):
    """One card; ``show_summary`` or ``show_run`` say what it is.

    Signals:
        action_requested: ``(name, summary id)`` with name one of ``edit``, ``versions``, ``undo``,
            ``restore``, ``review``, ``rewrite``, ``sources``; for a run ``cancel``, ``retry``,
            ``extract``, ``dismiss`` with "".
        height_changed: It was folded or unfolded, or its text grew.
    """

    action_requested = Signal(str, str)
    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("summaryCard")
        self.setProperty("kind", "summary")
        self._theme: Theme | None = None
        self._data: SummaryCardData | None = None
        self._unfolded = False
        self._shown_text = ""
        self._body: MessageBody | None = None
        self._build()

    def _build(self) -> None:
        self._head = QWidget(self)
        self._icon = QLabel(self._head)
        self._icon.setTextFormat(Qt.TextFormat.PlainText)
        self._title = self._label("summaryTitle", "")
        self._numbers = self._label("summaryNumbers", "muted")
        self._mark = self._label("summaryMark", "warning")
        self._mark.setWordWrap(True)
        self._progress = QProgressBar(self._head)
        self._progress.setObjectName("summaryProgress")
        self._progress.setAccessibleName(self.tr("Summary in progress"))
        self._progress.setRange(0, 0)
        self._progress.setTextVisible(False)
        self._progress.setFixedHeight(4)
        words = QVBoxLayout()
        words.setSpacing(2)
        for widget in (self._title, self._numbers, self._mark, self._progress):
            words.addWidget(widget)
        top = self._head_line = QHBoxLayout(self._head)
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(10)
        top.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        self._actions = QWidget(self)
        self._flow = FlowLayout(self._actions)
        self._buttons: list[QPushButton] = []

    def _label(self, name: str, kind: str) -> QLabel:
        label = QLabel(self._head)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("kind", kind)
        return label

    # data in
    def show_summary(self, data: SummaryCardData) -> None:
        """A stored summary."""
        if data == self._data:
            return
        other = self._data is None or self._data.summary.id != data.summary.id
        self._data = data
        if other:
            self._unfolded = False
        self._progress.hide()
        self._title.setText(self._title_of(data))
        self._numbers.setText(self._numbers_of(data))
        self._numbers.show()
        self._mark.setText(self._mark_of(data))
        self._mark.setVisible(bool(self._mark.text()))
        self.setAccessibleName(self._title.text())
        self.setAccessibleDescription(f"{self._numbers.text()} {self._mark.text()}".strip())
        self._show_text(data.summary.text if self._unfolded else "")
        self._show_actions(self._actions_of(data))

    def show_run(self, run: SummaryRun) -> None:
        """A summary being written, or one that failed."""
        self._data = None
        self._unfolded = True
        failed = run.error is not None
        self._progress.setVisible(not failed)
        if failed:
            self._title.setText(self.tr("The summary was not made"))
            self._mark.setText(error_words(str(run.error)))
        else:
            count = self.tr("Summarising {count} messages…").replace("{count}", str(run.covered_count))
            self._title.setText(count if run.covered_count else self.tr("Summarising…"))
            self._mark.setText("")
        self._mark.setVisible(failed)
        self._numbers.setText(waiting_text(run.waiting, run.waited) if run.waiting else "")
        self._numbers.setVisible(bool(self._numbers.text()))
        self.setAccessibleName(self._title.text())
        self._show_text("" if failed else run.text)
        if failed:
            extract = (("extract", self.tr("Extract without a model")),) if run.offers_extract else ()
            self._show_actions((("retry", self.tr("Retry")), *extract, ("dismiss", self.tr("Dismiss"))))
        else:
            self._show_actions((("cancel", self.tr("Cancel")),))

    def apply_theme(self, theme: Theme) -> None:
        """Colours of icon and text."""
        self._theme = theme
        self._icon.setPixmap(icon("compress", theme.accent).pixmap(QSize(18, 18)))
        if self._body is not None:
            self._body.apply_theme(theme)

    def is_unfolded(self) -> bool:
        """Whether the text is shown."""
        return self._unfolded

    def set_unfolded(self, unfolded: bool) -> None:
        """Show or hide the text."""
        if self._data is None or unfolded == self._unfolded:
            return
        self._unfolded = unfolded
        self._show_text(self._data.summary.text if unfolded else "")
        self._show_actions(self._actions_of(self._data))
        self.height_changed.emit()

    # words
    def _title_of(self, data: SummaryCardData) -> str:
        if data.summary.state is SummaryState.PENDING:
            return self.tr("Summary to review")
        if data.summary.state is SummaryState.UNDONE:
            return self.tr("Summary, switched off")
        if not data.in_force:
            return self.tr("Earlier summary")
        words = self.tr("Summary of the {count} messages above")
        return words.replace("{count}", str(data.summary.covered_count))

    def _numbers_of(self, data: SummaryCardData) -> str:
        summary = data.summary
        engine = {
            SummaryEngineKind.MODEL: self.tr("by {model}").replace(
                "{model}", summary.model or self.tr("a model")
            ),
            SummaryEngineKind.EXTRACT: self.tr("extract, written without a model"),
            SummaryEngineKind.USER: self.tr("edited by you"),
        }[summary.engine]
        if not summary.tokens_before:
            return engine
        numbers = self.tr("{before} → {after} tokens")
        numbers = numbers.replace("{before}", short_count(summary.tokens_before))
        return numbers.replace("{after}", short_count(summary.tokens_after)) + " · " + engine

    def _mark_of(self, data: SummaryCardData) -> str:
        if data.stale:
            return self.tr("Out of date: messages it covers were changed or deleted.")
        return ""

    def _actions_of(self, data: SummaryCardData) -> tuple[tuple[str, str], ...]:
        view = ("view", self.tr("Hide") if self._unfolded else self.tr("View"))
        versions = (("versions", self.tr("Versions ({count})").replace("{count}", str(data.versions))),)
        if data.summary.state is SummaryState.PENDING:
            return (("review", self.tr("Review")), view)
        if data.summary.state is SummaryState.UNDONE:
            return (view, ("restore", self.tr("Restore")), *versions)
        if not data.in_force:
            return (view, *versions)
        refresh = (("rewrite", self.tr("Rewrite")),) if data.stale else ()
        edit_undo = (("edit", self.tr("Edit")), *versions, ("undo", self.tr("Undo")))
        return (view, *refresh, *edit_undo)

    def _show_actions(self, actions: tuple[tuple[str, str], ...]) -> None:
        if [(b.property("action"), b.text()) for b in self._buttons] == list(actions):
            return
        focused = next((b.property("action") for b in self._buttons if b.hasFocus()), None)
        for button in self._buttons:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for name, words in actions:
            button = QPushButton(words, self._actions)
            button.setObjectName(f"summary{name.capitalize()}Button")
            button.setAccessibleName(words)
            button.setProperty("action", name)
            button.setProperty("kind", "flat")
            button.clicked.connect(lambda _checked=False, name=name: self._on_button(name))
            self._flow.addWidget(button)
            button.show()
            self._buttons.append(button)
            if name == focused:
                button.setFocus()

    def _on_button(self, name: str) -> None:
        if name == "view":
            self.set_unfolded(not self._unfolded)
        else:
            self.action_requested.emit(name, self._data.summary.id if self._data else "")

    # text and size
    def _show_text(self, text: str) -> None:
        text = laid_out(text)
        if text == self._shown_text:
            return
        if self._body is None:
            self._body = make_body(self)
            self._body.setAccessibleName(self.tr("Text of the summary"))
            self._body.height_changed.connect(self.height_changed)
            if self._theme is not None:
                self._body.apply_theme(self._theme)
        if self._shown_text and text.startswith(self._shown_text):
            self._body.append_markdown(text[len(self._shown_text) :])
        else:
            self._body.set_markdown(text)
        self._shown_text = text
        self._body.setVisible(bool(text))

    def event(self, event: QEvent) -> bool:
        """A part wants another size, for example once its style is known."""
        wants = event.type() == QEvent.Type.LayoutRequest
        if wants and self.width() and self.layout_to(self.width()) != self.height():
            self.height_changed.emit()
        return super().event(event)

    def layout_to(self, width: int) -> int:
        """Place head, text and actions; returns the height."""
        inner = width - 2 * _PAD
        head_height = max(self._head_line.minimumSize().height(), self._head_line.totalHeightForWidth(inner))
        self._head.setGeometry(_PAD, _PAD, inner, head_height)
        y = _PAD + head_height
        if self._body is not None and self._shown_text:
            height = self._body.heightForWidth(inner - _INDENT)
            self._body.setGeometry(_PAD + _INDENT, y + 8, inner - _INDENT, height)
            y += height + 8
        actions = self._flow.heightForWidth(inner - _INDENT)
        self._actions.setGeometry(_PAD + _INDENT - _BUTTON_EDGE, y + 8, inner - _INDENT, actions)
        return y + 8 + actions + _PAD
