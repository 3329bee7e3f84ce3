"""Messages of all conversations that contain the words searched for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop_app.core.domain.conversation import SearchHit
from desktop_app.ui.widgets.opening_size import open_at
from desktop_app.ui.widgets.two_line_items import TwoLineItems


class SearchDialog(QDialog):
    """A field and a list of hits.

    Signals:
        search_requested: The words to look for.
        hit_chosen: ``(conversation id, message id)``.
    """

    search_requested = Signal(str)
    hit_chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("searchDialog")
        self.setWindowTitle(self.tr("Search all conversations"))
        self._field = QLineEdit(self)
        self._field.setObjectName("searchField")
        self._field.setAccessibleName(self.tr("Words to look for"))
        self._field.setPlaceholderText(self.tr("Words to look for"))
        self._field.setClearButtonEnabled(True)
        self._field.returnPressed.connect(lambda: self.search_requested.emit(self._field.text()))
        self._state = QLabel(self)
        self._state.setObjectName("searchState")
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setProperty("kind", "muted")
        self._hits = QListWidget(self)
        self._hits.setObjectName("searchHits")
        self._hits.setAccessibleName(self.tr("Messages found"))
        self._hits.setWordWrap(True)
        self._hits.setItemDelegate(TwoLineItems(self._hits))
        self._hits.itemActivated.connect(self._on_item_activated)
        self._hits.itemClicked.connect(self._on_item_activated)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addWidget(self._field)
        layout.addWidget(self._state)
        layout.addWidget(self._hits, 1)
        open_at(self, 640, 520)

    def words(self) -> str:
        """What stands in the field."""
        return self._field.text()

    def begin(self, text: str) -> None:
        """Open with words to look for, and look for them."""
        self._field.setText(text)
        self._field.selectAll()
        self._field.setFocus()
        if text.strip():
            self.search_requested.emit(text)

    def show_hits(self, text: str, hits: Sequence[tuple[SearchHit, str]]) -> None:
        """List hits with the titles of their conversations; answers to older searches are ignored."""
        if text != self._field.text():
            return
        self._hits.clear()
        words = self.tr("{count} messages found") if hits else self.tr("Nothing found.")
        self._state.setText(words.replace("{count}", str(len(hits))))
        for hit, title in hits:
            item = QListWidgetItem(f"{title}\n{' '.join(hit.snippet.split())}", self._hits)
            item.setData(Qt.ItemDataRole.UserRole, (hit.conversation_id, hit.message_id))

    def _on_item_activated(self, item: QListWidgetItem) -> None:
        conversation_id, message_id = item.data(Qt.ItemDataRole.UserRole)
        self.hit_chosen.emit(conversation_id, message_id)
