"""The pinned facts: kept word for word, ordered, switchable, sent in the system message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.domain.conversation import Fact
from desktop_app.ui.resources import current_theme, icon
from desktop_app.ui.widgets.two_line_items import TwoLineItems

_WIDTH = 300


class _FactList(QWidget):
    """Facts of one scope: tick, edit in place, drag to order, remove, add."""

    added = Signal(str)
    changed = Signal(object)
    removed = Signal(object)
    reordered = Signal(list)

    def __init__(self, scope: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._facts: dict[str, Fact] = {}
        self._filling = False
        self._list = QListWidget(self)
        self._list.setObjectName(f"{scope}Facts")
        self._list.setAccessibleName(self.tr("Facts"))
        self._list.setWordWrap(True)
        self._list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._list.setItemDelegate(TwoLineItems(self._list))
        self._list.setToolTip(self.tr("Double-click to edit, drag to order"))
        self._list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self._list.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self._list.itemChanged.connect(self._on_list_item_changed)
        self._list.model().rowsMoved.connect(lambda *_: self.reordered.emit(self._ids()))
        self._entry = QLineEdit(self)
        self._entry.setObjectName(f"{scope}FactEntry")
        self._entry.setPlaceholderText(self.tr("A fact to keep word for word"))
        self._entry.setAccessibleName(self.tr("New fact"))
        self._entry.returnPressed.connect(self._on_add)
        add = QPushButton(self.tr("Add"), self)
        add.setObjectName(f"{scope}FactAdd")
        add.setAccessibleName(self.tr("Add the fact"))
        add.clicked.connect(self._on_add)
        remove = QPushButton(self.tr("Remove"), self)
        remove.setObjectName(f"{scope}FactRemove")
        remove.setAccessibleName(self.tr("Remove the chosen fact"))
        remove.clicked.connect(self._on_remove)
        row = QHBoxLayout()
        row.addWidget(self._entry, 1)
        row.addWidget(add)
        below = QHBoxLayout()
        below.addWidget(remove)
        below.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self._list, 1)
        layout.addLayout(below)
        layout.addLayout(row)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Replace the list; the row that is being edited stays."""
        if self._list.state() == QAbstractItemView.State.EditingState:
            return
        self._filling = True
        current = self._current_id()
        self._facts = {fact.id: fact for fact in facts}
        self._list.clear()
        for fact in facts:
            item = QListWidgetItem(fact.text, self._list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if fact.enabled else Qt.CheckState.Unchecked)
            item.setData(Qt.ItemDataRole.UserRole, fact.id)
            if fact.id == current:
                self._list.setCurrentItem(item)
        self._filling = False

    def _ids(self) -> list[str]:
        return [str(self._list.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(self._list.count())]

    def _current_id(self) -> str | None:
        item = self._list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else None

    def _on_add(self) -> None:
        text = self._entry.text().strip()
        if text:
            self._entry.clear()
            self.added.emit(text)

    def _on_remove(self) -> None:
        fact = self._facts.get(self._current_id() or "")
        if fact is not None:
            self.removed.emit(fact)

    def _on_list_item_changed(self, item: QListWidgetItem) -> None:
        fact = self._facts.get(str(item.data(Qt.ItemDataRole.UserRole)))
        if self._filling or fact is None:
            return
        text = item.text().strip() or fact.text
        edited = replace(fact, text=text, enabled=item.checkState() == Qt.CheckState.Checked)
        if edited != fact:
            self._facts[fact.id] = edited
            self.changed.emit(edited)


class FactsPanel(QDockWidget):
    """Facts of this conversation and of all conversations, at the side of the window.

    Signals:
        added: ``(text, is_global)``.
        changed: The edited or switched ``Fact``.
        removed: The ``Fact`` to remove; the caller offers undo.
        reordered: Ids in their new order.
        suggest_requested: Ask a model for facts.
    """

    added = Signal(str, bool)
    changed = Signal(object)
    removed = Signal(object)
    reordered = Signal(list)
    suggest_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("factsPanel")
        self.setWindowTitle(self.tr("Pinned facts"))
        hint = QLabel(
            self.tr(
                "Sent word for word with every request, in the system message. A change makes the "
                "next request be read afresh once; after that the cache serves it again."
            ),
            self,
        )
        hint.setTextFormat(Qt.TextFormat.PlainText)
        hint.setWordWrap(True)
        hint.setProperty("kind", "muted")
        self._local = _FactList("conversation", self)
        self._global = _FactList("global", self)
        self._tabs = QTabWidget(self)
        self._tabs.setObjectName("factsTabs")
        self._tabs.setAccessibleName(self.windowTitle())
        self._tabs.setUsesScrollButtons(False)
        self._tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self._tabs.addTab(self._local, self.tr("This conversation"))
        self._tabs.addTab(self._global, self.tr("All conversations"))
        for page, everywhere in ((self._local, False), (self._global, True)):
            page.added.connect(lambda text, everywhere=everywhere: self.added.emit(text, everywhere))
            page.changed.connect(self.changed)
            page.removed.connect(self.removed)
            page.reordered.connect(self.reordered)
        self._suggest = QPushButton(self.tr("Suggest facts"), self)
        self._suggest.setObjectName("factsSuggest")
        self._suggest.setAccessibleName(self.tr("Ask the model for facts of this conversation"))
        self._suggest.clicked.connect(self.suggest_requested)
        self._state = QLabel(self)
        self._state.setObjectName("factsState")
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self._suggest)
        row.addWidget(self._state, 1)
        content = QWidget(self)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(12, 10, 12, 12)
        layout.addWidget(hint)
        layout.addWidget(self._tabs, 1)
        layout.addLayout(row)
        content.setMinimumWidth(_WIDTH)
        self.setWidget(content)
        self.setTitleBarWidget(self._made_head())

    def _made_head(self) -> QWidget:
        """Title and cross; Qt's own cross is black in the dark theme too."""
        head = QWidget(self)
        title = QLabel(self.windowTitle(), head)
        title.setTextFormat(Qt.TextFormat.PlainText)
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        self._close = QToolButton(head)
        self._close.setObjectName("factsClose")
        close = QCoreApplication.translate("VersionsDialog", "Close")
        self._close.setToolTip(close)
        self._close.setAccessibleName(f"{close}: {self.windowTitle()}")
        self._close.clicked.connect(self.close)
        self._tint()
        line = QHBoxLayout(head)
        line.setContentsMargins(14, 8, 8, 6)
        line.addWidget(title, 1)
        line.addWidget(self._close)
        return head

    def _tint(self) -> None:
        self._close.setIcon(icon("close", current_theme().muted))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the panel; in a row that is being edited it ends the edit instead."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """The cross follows the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_close"):
            self._tint()

    def show_facts(self, local: Sequence[Fact], everywhere: Sequence[Fact]) -> None:
        """Fill both lists."""
        self._local.show_facts(local)
        self._global.show_facts(everywhere)

    def show_state(self, text: str, *, busy: bool = False) -> None:
        """Say what *Suggest facts* does or did."""
        self._state.setText(text)
        self._suggest.setEnabled(not busy)
