"""All summaries and versions of a conversation: read any, put any in force again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QEvent, QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.domain.summary import Summary, SummaryEngineKind, SummaryState
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.opening_size import open_at
from desktop_app.ui.widgets.two_line_items import TwoLineItems


class VersionsDialog(QDialog):
    """A list at the left, the chosen text and its changes against the former one at the right.

    Signals:
        restore_requested: Summary id.
    """

    restore_requested = Signal(str)

    def __init__(self, summaries: Sequence[Summary], chosen_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("versionsDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._summaries = list(summaries)
        self._list = QListWidget(self)
        self._list.setObjectName("versionsList")
        self._list.setItemDelegate(TwoLineItems(self._list))
        self._diff = DiffView(self)
        self._diff.setObjectName("versionsText")
        self._restore = QPushButton(self)
        self._restore.setObjectName("versionsRestore")
        self._restore.setProperty("kind", "primary")
        self._close = QPushButton(self)
        self._close.setObjectName("versionsClose")
        self._close.clicked.connect(self.close)
        for _summary in self._summaries:
            QListWidgetItem(self._list)
        self._retranslate()
        self._list.currentRowChanged.connect(self._on_list_current_row_changed)
        self._restore.clicked.connect(self._on_restore_clicked)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self._list)
        split.addWidget(self._diff)
        split.setStretchFactor(1, 2)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._close)
        row.addWidget(self._restore)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addWidget(split, 1)
        layout.addLayout(row)
        open_at(self, 820, 560)
        ids = [summary.id for summary in self._summaries]
        self._list.setCurrentRow(ids.index(chosen_id) if chosen_id in ids else 0)

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language of the program."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Versions of the summary"))
        self._list.setAccessibleName(self.tr("Versions, newest first"))
        self._diff.setAccessibleName(self.tr("Text, with the changes against the one before"))
        for button, words in ((self._restore, self.tr("Put in force")), (self._close, self.tr("Close"))):
            button.setText(words)
            button.setAccessibleName(words)
        for row, summary in enumerate(self._summaries):
            self._list.item(row).setText(self._line(summary))

    def _line(self, summary: Summary) -> str:
        when = QDateTime.fromSecsSinceEpoch(int(summary.created_at))
        date = QLocale().toString(when, QLocale.FormatType.ShortFormat)
        who = {
            SummaryEngineKind.MODEL: summary.model or self.tr("model"),
            SummaryEngineKind.EXTRACT: self.tr("extract, no model"),
            SummaryEngineKind.USER: self.tr("edited by you"),
        }[summary.engine]
        state = {
            SummaryState.ACTIVE: self.tr("on"),
            SummaryState.UNDONE: self.tr("off"),
            SummaryState.PENDING: self.tr("waits for your review"),
        }[summary.state]
        count = self.tr("{count} messages").replace("{count}", str(summary.covered_count))
        return f"{date}\n{count} · {who} · {state}"

    def _on_list_current_row_changed(self, row: int) -> None:
        if not 0 <= row < len(self._summaries):
            return
        summary = self._summaries[row]
        former_id = summary.version_of or summary.previous_id
        former = next((s.model_text for s in self._summaries if s.id == former_id), "")
        self._diff.show_diff(former, summary.model_text)

    def _on_restore_clicked(self) -> None:
        row = self._list.currentRow()
        if 0 <= row < len(self._summaries):
            self.restore_requested.emit(self._summaries[row].id)
            self.close()
