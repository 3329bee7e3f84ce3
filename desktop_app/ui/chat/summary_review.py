"""Review before apply: what a new summary replaces, what it changes, what it may have lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.widgets.diff_view import DiffView


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
        engine_label: Who wrote it, for example a model's name; the extract says that it is one.
    """

    summary_id: str
    old_text: str
    text: str
    covered: int
    tokens_before: int
    tokens_after: int
    engine_label: str
    losses: tuple[LossLine, ...] = ()
    sources: tuple[SourceLine, ...] = ()
    pending: bool = True


class SummaryReview(QDialog):
    """Accept, edit or discard a summary; also edits and inspects one that is already in force.

    Closing the window decides nothing: a pending summary stays pending.

    Signals:
        accepted_text: ``(summary id, text)`` when the user takes it, edited or not.
        discarded: ``(summary id)``.
        loss_added: ``(summary id, text, loss texts)``: put these under key information.
        losses_pinned: ``(summary id, text, [(loss text, message id)])``: keep these as facts.
        message_requested: ``(message id)`` to show a source.
    """

    accepted_text = Signal(str, str)
    discarded = Signal(str)
    loss_added = Signal(str, str, list)
    losses_pinned = Signal(str, str, list)
    message_requested = Signal(str)

    def __init__(self, data: ReviewData, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("summaryReview")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._data = data
        self.setWindowTitle(self.tr("Review the summary") if data.pending else self.tr("Summary"))
        self._head = QLabel(self)
        self._text = QPlainTextEdit(self)
        self._diff = DiffView(self)
        self._losses = QListWidget(self)
        self._sources = QListWidget(self)
        self._tabs = QTabWidget(self)
        self._accept = QPushButton(self)
        self._discard = QPushButton(self)
        self._add = QPushButton(self.tr("Add the chosen to the summary"), self)
        self._pin = QPushButton(self.tr("Pin the chosen as facts"), self)
        self._build()
        self.set_losses(data.losses)
        self.set_sources(data.sources)
        self.resize(860, 640)

    def _build(self) -> None:
        data = self._data
        self._head.setObjectName("reviewHead")
        self._head.setTextFormat(Qt.TextFormat.PlainText)
        self._head.setWordWrap(True)
        self._head.setText(self._head_words())
        self._text.setObjectName("reviewText")
        self._text.setAccessibleName(self.tr("Text of the summary"))
        self._text.setPlainText(data.text)
        self._diff.setObjectName("reviewDiff")
        self._diff.setAccessibleName(self.tr("Changes against the former summary"))
        self._tabs.setObjectName("reviewTabs")
        self._tabs.addTab(self._text, self.tr("Text"))
        self._tabs.addTab(self._diff, self.tr("Changes"))
        self._tabs.addTab(self._sources, self.tr("Sources"))
        self._tabs.currentChanged.connect(self._on_tabs_current_changed)
        self._sources.setObjectName("reviewSources")
        self._sources.setAccessibleName(self.tr("Sources of each line"))
        self._sources.setWordWrap(True)
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
            "engine": data.engine_label,
            "before": f"{data.tokens_before:,}",
            "after": f"{data.tokens_after:,}",
            "share": str(round(100 * saved / data.tokens_before)) if data.tokens_before else "0",
        }
        for name, value in values.items():
            words = words.replace("{" + name + "}", value)
        return words

    def _build_losses(self) -> QWidget:
        side = QWidget(self)
        title = QLabel(self.tr("Possibly lost"), side)
        title.setTextFormat(Qt.TextFormat.PlainText)
        hint = QLabel(
            self.tr(
                "Exact details of these messages that neither the summary nor your facts carry. "
                "Found without a model."
            ),
            side,
        )
        hint.setTextFormat(Qt.TextFormat.PlainText)
        hint.setWordWrap(True)
        hint.setProperty("kind", "muted")
        self._losses.setObjectName("reviewLosses")
        self._losses.setAccessibleName(self.tr("Possibly lost details"))
        self._losses.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self._losses.setWordWrap(True)
        self._losses.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._losses.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._losses.itemActivated.connect(self._on_item_activated)
        self._add.setObjectName("reviewAddLosses")
        self._add.setAccessibleName(self._add.text())
        self._add.clicked.connect(self._on_add_clicked)
        layout = QVBoxLayout(side)
        layout.setContentsMargins(8, 0, 0, 0)
        layout.addWidget(title)
        layout.addWidget(hint)
        layout.addWidget(self._losses, 1)
        layout.addWidget(self._add)
        self._pin.setObjectName("reviewPinLosses")
        self._pin.setAccessibleName(self._pin.text())
        self._pin.clicked.connect(self._on_pin_clicked)
        layout.addWidget(self._pin)
        return side

    def _build_buttons(self) -> QHBoxLayout:
        pending = self._data.pending
        self._accept.setObjectName("reviewAccept")
        self._accept.setText(self.tr("Use this summary") if pending else self.tr("Save as new version"))
        self._accept.setAccessibleName(self._accept.text())
        self._accept.setProperty("kind", "primary")
        self._accept.setDefault(True)
        self._accept.clicked.connect(self._on_accept_clicked)
        self._discard.setObjectName("reviewDiscard")
        self._discard.setText(self.tr("Discard") if pending else self.tr("Close"))
        self._discard.setAccessibleName(self._discard.text())
        self._discard.clicked.connect(self._on_discard_clicked)
        row = QHBoxLayout()
        row.addStretch(1)
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
            item = QListWidgetItem(f"{loss.text}\n{self._kind_words(loss.kind)}", self._losses)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            item.setData(Qt.ItemDataRole.UserRole, loss.message_id)
            item.setData(Qt.ItemDataRole.UserRole + 1, loss.text)
        self._add.setEnabled(bool(losses))
        self._pin.setEnabled(bool(losses))
        if not losses:
            item = QListWidgetItem(self.tr("Nothing found."), self._losses)
            item.setFlags(Qt.ItemFlag.NoItemFlags)

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
        self._sources.clear()
        for source in sources:
            mark = (
                self.tr("{count} source messages").format(count=len(source.message_ids))
                if source.message_ids
                else self.tr("no source found")
            )
            item = QListWidgetItem(f"{source.line}\n→ {mark}", self._sources)
            if source.message_ids:
                item.setData(Qt.ItemDataRole.UserRole, source.message_ids[0])

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
        self.accepted_text.emit(self.summary_id, self.text())
        self.close()

    def _on_discard_clicked(self) -> None:
        if self._data.pending:
            self.discarded.emit(self.summary_id)
        self.close()
