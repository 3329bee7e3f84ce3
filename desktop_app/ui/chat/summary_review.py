"""Review before apply: what a new summary replaces, what it changes, what it may have lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.domain.summary import SummaryEngineKind
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.opening_size import open_at
from desktop_app.ui.widgets.plain_rows import plain_label
from desktop_app.ui.widgets.two_line_items import TwoLineItems


@dataclass(frozen=True, slots=True)
class LossLine:
    """Something exact in the covered messages that the summary does not carry."""

    text: str
    kind: str
    message_id: str


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the summary and the messages it most likely comes from; none means unsupported."""

    line: str
    message_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReviewData:
    """What the dialog shows.

    Attributes:
        old_text: Summary in force before; "" for a first one.
        covered: Number of messages it stands for.
        engine: Who wrote it.
        model: The model's name, where it was one.
    """

    summary_id: str
    old_text: str
    text: str
    covered: int
    tokens_before: int
    tokens_after: int
    engine: SummaryEngineKind
    model: str = ""
    losses: tuple[LossLine, ...] = ()
    sources: tuple[SourceLine, ...] = ()
    pending: bool = True


class SummaryReview(QDialog):
    """Accept, edit or discard a summary; also edits and inspects one that is already in force.

    Closing the window decides nothing: a pending summary stays pending. Its words follow the language
    while it is open, and what was typed, ticked and chosen stays.

    Signals:
        accepted_text: ``(summary id, text)`` when the user takes it, edited or not.
        discarded: ``(summary id)``.
        loss_added: ``(summary id, text, loss texts)``: put these under key information.
        losses_pinned: ``(summary id, text, [(loss text, message id)])``: keep these as facts.
        message_requested: ``(message id)`` to show a source.
        left: ``(summary id, text)`` when it was closed without a decision.
    """

    accepted_text = Signal(str, str)
    discarded = Signal(str)
    loss_added = Signal(str, str, list)
    losses_pinned = Signal(str, str, list)
    message_requested = Signal(str)
    left = Signal(str, str)

    def __init__(self, data: ReviewData, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("summaryReview")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._data = data
        self._decided = False
        self._source_lines: tuple[SourceLine, ...] = ()
        self._head = plain_label("", self)
        self._text = QPlainTextEdit(self)
        self._diff = DiffView(self)
        self._losses_title = plain_label("", self)
        self._losses_hint = plain_label("", self, kind="muted")
        self._losses = QListWidget(self)
        self._sources = QListWidget(self)
        self._tabs = QTabWidget(self)
        self._close_hint = plain_label("", self, kind="muted")
        self._accept = QPushButton(self)
        self._discard = QPushButton(self)
        self._add = QPushButton(self)
        self._pin = QPushButton(self)
        self._build()
        self._retranslate()
        self.set_losses(data.losses)
        self.set_sources(data.sources)
        open_at(self, 860, 640)

    def _build(self) -> None:
        self._head.setObjectName("reviewHead")
        self._text.setObjectName("reviewText")
        self._text.setPlainText(self._data.text)
        self._diff.setObjectName("reviewDiff")
        self._tabs.setObjectName("reviewTabs")
        for page in (self._text, self._diff, self._sources):
            self._tabs.addTab(page, "")
        self._tabs.currentChanged.connect(self._on_tabs_current_changed)
        self._sources.setObjectName("reviewSources")
        self._sources.setWordWrap(True)
        self._sources.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._sources.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._sources.setItemDelegate(TwoLineItems(self._sources))
        self._sources.itemActivated.connect(self._on_item_activated)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self._tabs)
        split.addWidget(self._build_losses())
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self._head)
        layout.addWidget(split, 1)
        layout.addLayout(self._build_buttons())

    # words
    def changeEvent(self, event: QEvent) -> None:
        """Speak the language of the program."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        pending = self._data.pending
        self.setWindowTitle(self.tr("Review the summary") if pending else self.tr("Summary"))
        self._head.setText(self._head_words())
        self._text.setAccessibleName(self.tr("Text of the summary"))
        self._diff.setAccessibleName(self.tr("Changes against the former summary"))
        self._sources.setAccessibleName(self.tr("Sources of each line"))
        self._tabs.setAccessibleName(self.windowTitle())
        for index, words in enumerate((self.tr("Text"), self.tr("Changes"), self.tr("Sources"))):
            self._tabs.setTabText(index, words)
        self._losses_title.setText(self.tr("Possibly lost"))
        self._losses_hint.setText(
            self.tr(
                "Exact details of these messages that neither the summary nor your facts carry. "
                "Found without a model."
            )
        )
        self._losses.setAccessibleName(self.tr("Possibly lost details"))
        self._close_hint.setText(
            self.tr("Closing the window decides nothing: the summary waits in the conversation.")
            if pending
            else self.tr("The version before stays under Versions.")
        )
        for button, words in (
            (self._add, self.tr("Add the chosen to the summary")),
            (self._pin, self.tr("Pin the chosen as facts")),
            (self._accept, self.tr("Use this summary") if pending else self.tr("Save as new version")),
            (self._discard, self.tr("Discard") if pending else self.tr("Close")),
        ):
            button.setText(words)
            button.setAccessibleName(words)
        for row in range(self._losses.count()):
            self._losses.item(row).setText(self._loss_words(self._losses.item(row)))
        for row, source in enumerate(self._source_lines):
            self._sources.item(row).setText(self._source_words(source))

    def _head_words(self) -> str:
        data = self._data
        saved = data.tokens_before - data.tokens_after
        words = self.tr(
            "{count} messages, written by {engine}. Next request: {before} tokens now, {after} after."
        )
        if saved > 0:
            words += " " + self.tr("That is {share} % less.")
        else:
            words += " " + self.tr("That saves nothing yet: these messages are short.")
        words += " " + self.tr("Your messages stay stored and readable.")
        values = {
            "count": str(data.covered),
            "engine": {
                SummaryEngineKind.MODEL: data.model or self.tr("the model"),
                SummaryEngineKind.EXTRACT: self.tr("the extract (no model)"),
                SummaryEngineKind.USER: self.tr("you"),
            }[data.engine],
            "before": f"{data.tokens_before:,}",
            "after": f"{data.tokens_after:,}",
            "share": str(round(100 * saved / data.tokens_before)) if data.tokens_before else "0",
        }
        for name, value in values.items():
            words = words.replace("{" + name + "}", value)
        return words

    def _build_losses(self) -> QWidget:
        side = QWidget(self)
        self._losses.setItemDelegate(TwoLineItems(self._losses))
        self._losses.setObjectName("reviewLosses")
        self._losses.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self._losses.setWordWrap(True)
        self._losses.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._losses.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._losses.itemActivated.connect(self._on_item_activated)
        self._add.setObjectName("reviewAddLosses")
        self._add.clicked.connect(self._on_add_clicked)
        layout = QVBoxLayout(side)
        layout.setContentsMargins(8, 0, 0, 0)
        layout.addWidget(self._losses_title)
        layout.addWidget(self._losses_hint)
        layout.addWidget(self._losses, 1)
        layout.addWidget(self._add)
        self._pin.setObjectName("reviewPinLosses")
        self._pin.clicked.connect(self._on_pin_clicked)
        layout.addWidget(self._pin)
        return side

    def _build_buttons(self) -> QHBoxLayout:
        self._accept.setObjectName("reviewAccept")
        self._accept.setProperty("kind", "primary")
        self._accept.setDefault(True)
        self._accept.clicked.connect(self._on_accept_clicked)
        self._discard.setObjectName("reviewDiscard")
        self._discard.clicked.connect(self._on_discard_clicked)
        row = QHBoxLayout()
        row.addWidget(self._close_hint, 1)
        row.addWidget(self._discard)
        row.addWidget(self._accept)
        return row

    @property
    def summary_id(self) -> str:
        """The summary under review."""
        return self._data.summary_id

    def text(self) -> str:
        """The text as edited."""
        return self._text.toPlainText()

    def set_text(self, text: str) -> None:
        """Replace the text, for example with the losses added; the edit can be undone."""
        cursor = self._text.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.insertText(text)

    def set_losses(self, losses: Sequence[LossLine]) -> None:
        """List what may be lost; all are chosen at first."""
        self._losses.clear()
        for loss in losses:
            item = QListWidgetItem(self._losses)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            item.setData(Qt.ItemDataRole.UserRole, loss.message_id)
            item.setData(Qt.ItemDataRole.UserRole + 1, loss.text)
            item.setData(Qt.ItemDataRole.UserRole + 2, loss.kind)
            item.setText(self._loss_words(item))
        self._add.setEnabled(bool(losses))
        self._pin.setEnabled(bool(losses))
        if not losses:
            item = QListWidgetItem(self._losses)
            item.setText(self._loss_words(item))
            item.setFlags(Qt.ItemFlag.NoItemFlags)

    def _loss_words(self, item: QListWidgetItem) -> str:
        text = item.data(Qt.ItemDataRole.UserRole + 1)
        if text is None:
            return self.tr("Nothing found.")
        return f"{text}\n{self._kind_words(item.data(Qt.ItemDataRole.UserRole + 2))}"

    def _kind_words(self, kind: str) -> str:
        return {
            "number": self.tr("number"),
            "date": self.tr("date"),
            "time": self.tr("time"),
            "url": self.tr("web address"),
            "path": self.tr("file path"),
            "email": self.tr("e-mail address"),
            "code": self.tr("code identifier"),
            "quote": self.tr("quotation"),
            "name": self.tr("name"),
            "pinned": self.tr("pinned message"),
        }.get(kind, kind)

    def set_sources(self, sources: Sequence[SourceLine]) -> None:
        """List each line with its sources; lines without any are marked."""
        self._source_lines = tuple(sources)
        self._sources.clear()
        for source in self._source_lines:
            item = QListWidgetItem(self._source_words(source), self._sources)
            if source.message_ids:
                item.setData(Qt.ItemDataRole.UserRole, source.message_ids[0])

    def _source_words(self, source: SourceLine) -> str:
        mark = (
            self.tr("{count} source messages").replace("{count}", str(len(source.message_ids)))
            if source.message_ids
            else self.tr("no source found")
        )
        return f"{source.line}\n→ {mark}"

    def _on_tabs_current_changed(self, _index: int) -> None:
        if self._tabs.currentWidget() is self._diff:
            self._diff.show_diff(self._data.old_text, self.text())

    def _on_item_activated(self, item: QListWidgetItem) -> None:
        message_id = item.data(Qt.ItemDataRole.UserRole)
        if message_id:
            self.message_requested.emit(message_id)

    def _on_add_clicked(self) -> None:
        chosen = [text for text, _ in self._chosen_losses()]
        if chosen:
            self.loss_added.emit(self.summary_id, self.text(), chosen)

    def _on_pin_clicked(self) -> None:
        chosen = self._chosen_losses()
        if chosen:
            self.losses_pinned.emit(self.summary_id, self.text(), chosen)

    def _chosen_losses(self) -> list[tuple[str, str]]:
        """Text and message of the ticked losses."""
        rows = (self._losses.item(row) for row in range(self._losses.count()))
        return [
            (str(item.data(Qt.ItemDataRole.UserRole + 1)), str(item.data(Qt.ItemDataRole.UserRole) or ""))
            for item in rows
            if item.checkState() == Qt.CheckState.Checked
        ]

    def _on_accept_clicked(self) -> None:
        self._decided = True
        self.accepted_text.emit(self.summary_id, self.text())
        self.close()

    def _on_discard_clicked(self) -> None:
        self._decided = self._data.pending
        if self._decided:
            self.discarded.emit(self.summary_id)
        self.close()

    def done(self, result: int) -> None:
        """Esc, the window's own button and *Close* leave without a decision."""
        if not self._decided:
            self._decided = True
            self.left.emit(self.summary_id, self.text())
        super().done(result)
