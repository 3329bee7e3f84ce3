"""The list of prompt presets that opens when the composer's text begins with a slash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

_ROWS = 7


@dataclass(frozen=True, slots=True)
class PromptPreset:
    """A text the user keeps for reuse.

    Attributes:
        title: One line; typing after the slash filters by it.
    """

    id: str
    title: str
    text: str


class PresetPopup(QListWidget):
    """Shown above the composer; keys come from the composer, which keeps the focus.

    Signals:
        chosen: The preset the user picked.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("presetPopup")
        self.setProperty("kind", "popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setUniformItemSizes(True)
        self.itemClicked.connect(self._on_item_clicked)
        self.hide()

    def show_matching(self, presets: Sequence[PromptPreset], word: str, above: QWidget) -> bool:
        """List the presets whose title holds ``word``; False (and hidden) when there are none."""
        self.clear()
        for preset in presets:
            if word.casefold() in preset.title.casefold():
                preview = " ".join(preset.text.split())[:80]
                item = QListWidgetItem(f"{preset.title}  —  {preview}", self)
                item.setData(Qt.ItemDataRole.UserRole, preset)
        if not self.count():
            self.hide()
            return False
        self.setCurrentRow(0)
        window = above.window()
        if self.parentWidget() is not window:
            self.setParent(window)  # so that it may lie over the transcript
        self.show()
        height = self.sizeHintForRow(0) * min(_ROWS, self.count()) + 2 * self.frameWidth() + 8
        top = above.mapTo(window, QPoint(0, 0))
        self.setGeometry(top.x(), max(0, top.y() - height - 6), above.width(), height)
        self.raise_()
        return True

    def handle_key(self, key: int) -> None:
        """Up and Down move, Return and Tab choose, Escape closes."""
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = -1 if key == Qt.Key.Key_Up else 1
            self.setCurrentRow((self.currentRow() + step) % self.count())
        elif key == Qt.Key.Key_Escape:
            self.hide()
        elif (item := self.currentItem()) is not None:
            self._on_item_clicked(item)

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        self.hide()
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
