"""The list of conversations: choose, filter, rename, pin, delete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QFontMetrics, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.resources import current_theme, icon, room

if TYPE_CHECKING:
    from desktop_app.core.domain.conversation import ListedConversation

ID_ROLE = Qt.ItemDataRole.UserRole + 1
PINNED_ROLE = Qt.ItemDataRole.UserRole + 2
BUSY_ROLE = Qt.ItemDataRole.UserRole + 3
FILTER_ROLE = Qt.ItemDataRole.UserRole + 4

_Index = QModelIndex | QPersistentModelIndex


class ConversationModel(QAbstractListModel):
    """Heads of conversations: pinned ones first, then by time of the last change."""

    renamed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ListedConversation] = []
        self._busy: set[str] = set()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Number of conversations."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Title, tooltip, id, pin and busy mark of a row."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title or self.tr("New conversation")
        if role == Qt.ItemDataRole.EditRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tooltip(row)
        return {
            ID_ROLE: row.id,
            PINNED_ROLE: row.pinned,
            BUSY_ROLE: row.id in self._busy,
            FILTER_ROLE: f"{row.title}\n{row.background}",
        }.get(role)

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Editing a row asks for a rename; the row itself changes when the store has it."""
        title = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or not title:
            return False
        row = self._rows[index.row()]
        if title != row.title:
            self.renamed.emit(row.id, title)
        return True

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Rows can be selected and renamed."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def show(self, conversations: Sequence[ListedConversation]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = sorted(conversations, key=_order)
        self.endResetModel()

    def put(self, conversation: ListedConversation) -> None:
        """Add a conversation or show its new head, at its right place."""
        row = self.row_of(conversation.id)
        if row is None:
            place = self._place(conversation, self._rows)
            self.beginInsertRows(QModelIndex(), place, place)
            self._rows.insert(place, conversation)
            self.endInsertRows()
            return
        others = self._rows[:row] + self._rows[row + 1 :]
        place = self._place(conversation, others)
        if place != row:
            self.beginMoveRows(QModelIndex(), row, row, QModelIndex(), place + 1 if place > row else place)
            self._rows = [*others[:place], conversation, *others[place:]]
            self.endMoveRows()
        else:
            self._rows[row] = conversation
        changed = self.index(place)
        self.dataChanged.emit(changed, changed)

    def remove(self, conversation_id: str) -> None:
        """Take a conversation out of the list."""
        row = self.row_of(conversation_id)
        if row is not None:
            self.beginRemoveRows(QModelIndex(), row, row)
            del self._rows[row]
            self.endRemoveRows()

    def set_busy(self, conversation_id: str, *, busy: bool) -> None:
        """Mark a conversation in which a reply streams."""
        (self._busy.add if busy else self._busy.discard)(conversation_id)
        row = self.row_of(conversation_id)
        if row is not None:
            self.dataChanged.emit(self.index(row), self.index(row), [BUSY_ROLE])

    def row_of(self, conversation_id: str) -> int | None:
        """Row of a conversation; None when it is not listed."""
        return next((n for n, c in enumerate(self._rows) if c.id == conversation_id), None)

    def conversation(self, row: int) -> ListedConversation:
        """The conversation of a row."""
        return self._rows[row]

    def _spoken(self, row: ListedConversation) -> str:
        marks = [row.title or self.tr("New conversation")]
        if row.pinned:
            marks.append(self.tr("pinned"))
        if row.id in self._busy:
            marks.append(self.tr("a reply is being written"))
        return ", ".join(marks)

    @staticmethod
    def _place(conversation: ListedConversation, rows: Sequence[ListedConversation]) -> int:
        key = _order(conversation)
        return next((n for n, other in enumerate(rows) if _order(other) > key), len(rows))


def _tooltip(row: ListedConversation) -> str:
    """Title and background as text that Qt cannot take for markup."""
    from html import escape  # late: its table of entities is large, and few rows are pointed at

    lines = [line for line in (row.title, row.background) if line]
    return "<qt>" + "<br/>".join(escape(line) for line in lines) + "</qt>" if lines else ""


def _order(conversation: ListedConversation) -> tuple[bool, float, str]:
    return (not conversation.pinned, -conversation.updated_at, conversation.id)


class _Delegate(QStyledItemDelegate):
    """Draws one line a row: title, elided; a pin or a busy dot at the right."""

    MARK = 14

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """A comfortable line."""
        height = QFontMetrics(option.font).height()
        return QSize(super().sizeHint(option, index).width(), height + room(16))

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """The style draws the ground only: no text, so nothing in a title is markup."""
        super().initStyleOption(option, index)
        option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """The ground as the style draws it, then the title and a mark."""
        super().paint(painter, option, index)
        marked = bool(index.data(PINNED_ROLE)) or bool(index.data(BUSY_ROLE))
        area = option.rect.adjusted(10, 0, -10 - (self.MARK + 6 if marked else 0), 0)
        painter.save()
        painter.setFont(option.font)
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        title = str(index.data(Qt.ItemDataRole.DisplayRole))
        elided = QFontMetrics(option.font).elidedText(title, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), elided)
        if marked:
            self._paint_mark(painter, option.rect, busy=bool(index.data(BUSY_ROLE)))
        painter.restore()

    def _paint_mark(self, painter: QPainter, rect: QRect, *, busy: bool) -> None:
        theme = current_theme()
        place = QRect(rect.right() - 10 - self.MARK, rect.center().y() - self.MARK // 2, self.MARK, self.MARK)
        if busy:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QApplication.palette().color(QPalette.ColorRole.Highlight))
            painter.drawEllipse(place.adjusted(3, 3, -3, -3))
        else:
            icon("pin", theme.muted).paint(painter, place)


class ConversationList(QWidget):
    """The side bar: *New*, a filter, the list.

    Signals carry conversation ids; the caller changes the store and hands the new heads back with
    ``put`` and ``remove``.
    """

    new_requested = Signal()
    selected = Signal(str)
    rename_requested = Signal(str, str)
    pin_requested = Signal(str, bool)
    delete_requested = Signal(str)
    suggest_title_requested = Signal(str)
    continue_requested = Signal(str)
    export_requested = Signal(str)
    search_requested = Signal(str)
    settled = Signal()
    """The user clicked a conversation or pressed Return on it: what is typed next is meant for it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ConversationModel(self)
        self._model.renamed.connect(self.rename_requested)
        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(self._model)
        self._proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._proxy.setFilterRole(FILTER_ROLE)
        self._current: str | None = None
        self._build()
        self.retranslate()

    def _build(self) -> None:
        self._new = QPushButton(self)
        self._new.setObjectName("newConversationButton")
        self._new.setProperty("kind", "primary")
        self._new.clicked.connect(self.new_requested)
        self._filter = QLineEdit(self)
        self._filter.setObjectName("conversationFilter")
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._proxy.setFilterFixedString)
        self._filter.returnPressed.connect(lambda: self.search_requested.emit(self._filter.text()))
        self._view = QListView(self)
        self._view.setObjectName("conversationList")
        self._view.setModel(self._proxy)
        self._view.setItemDelegate(_Delegate(self._view))
        self._view.setUniformItemSizes(True)
        self._view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._view.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self._view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._view.customContextMenuRequested.connect(self._on_view_menu)
        self._view.selectionModel().currentChanged.connect(self._on_view_current_changed)
        self._view.clicked.connect(self._on_view_settled)
        self._view.activated.connect(self._on_view_settled)
        self._view.setMouseTracking(True)
        self._delete = QAction(self._view)
        self._delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self._delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._delete.triggered.connect(self._on_delete_triggered)
        self._view.addAction(self._delete)
        top = QHBoxLayout()
        top.addWidget(self._new)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 8, 8)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._filter)
        layout.addWidget(self._view, 1)

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self._new.setText(self.tr("New conversation"))
        self._new.setAccessibleName(self.tr("New conversation"))
        self._new.setToolTip(self.tr("New conversation (Ctrl+N)"))
        self._filter.setPlaceholderText(self.tr("Search conversations"))
        self._filter.setToolTip(self.tr("Filters by title; Enter searches all messages"))
        self._filter.setAccessibleName(self.tr("Filter conversations"))
        self._view.setAccessibleName(self.tr("Conversations"))

    @property
    def view(self) -> QListView:
        """The list view itself, for focus and tests."""
        return self._view

    @property
    def current_id(self) -> str | None:
        """Conversation selected now."""
        return self._current

    def show_conversations(self, conversations: Sequence[ListedConversation]) -> None:
        """Replace the whole list; the selection stays where it can."""
        self._model.show(conversations)
        if self._current is not None:
            self.select(self._current)

    def put(self, conversation: ListedConversation) -> None:
        """Add or refresh one conversation."""
        self._model.put(conversation)

    def remove(self, conversation_id: str) -> None:
        """Take one out; the neighbour becomes current."""
        self._model.remove(conversation_id)

    def set_busy(self, conversation_id: str, *, busy: bool) -> None:
        """Mark a conversation in which a reply streams."""
        self._model.set_busy(conversation_id, busy=busy)

    def row_of(self, conversation_id: str) -> int | None:
        """Row of a conversation in the whole list; None when it is not listed."""
        return self._model.row_of(conversation_id)

    def first_id(self) -> str | None:
        """The uppermost conversation."""
        return self._model.conversation(0).id if self._model.rowCount() else None

    def select(self, conversation_id: str) -> None:
        """Make a conversation current without telling anyone."""
        row = self._model.row_of(conversation_id)
        if row is None:
            return
        index = self._proxy.mapFromSource(self._model.index(row))
        self._current = conversation_id
        if index.isValid():
            self._view.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            self._view.scrollTo(index)

    def begin_rename(self, conversation_id: str) -> None:
        """Open the editor in the row."""
        row = self._model.row_of(conversation_id)
        if row is not None:
            index = self._proxy.mapFromSource(self._model.index(row))
            self._view.setCurrentIndex(index)
            self._view.edit(index)

    def _on_view_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        conversation_id = current.data(ID_ROLE) if current.isValid() else None
        if conversation_id is not None and conversation_id != self._current:
            self._current = conversation_id
            self.selected.emit(conversation_id)

    def _on_view_settled(self, _index: QModelIndex) -> None:
        if self._view.state() is not QAbstractItemView.State.EditingState:  # a double click renames
            self.settled.emit()

    def _on_delete_triggered(self) -> None:
        if self._current is not None:
            self.delete_requested.emit(self._current)

    def _on_view_menu(self, place: QPoint) -> None:
        index = self._view.indexAt(place)
        if not index.isValid():
            return
        conversation_id, pinned = index.data(ID_ROLE), bool(index.data(PINNED_ROLE))
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, action in (
            (self.tr("Rename"), lambda: self.begin_rename(conversation_id)),
            (self.tr("Suggest a title"), lambda: self.suggest_title_requested.emit(conversation_id)),
            (
                self.tr("Unpin") if pinned else self.tr("Pin"),
                lambda: self.pin_requested.emit(conversation_id, not pinned),
            ),
            (
                self.tr("Continue in a new conversation"),
                lambda: self.continue_requested.emit(conversation_id),
            ),
            (self.tr("Export…"), lambda: self.export_requested.emit(conversation_id)),
            (self.tr("Delete"), lambda: self.delete_requested.emit(conversation_id)),
        ):
            menu.addAction(text, action)
        menu.popup(self._view.viewport().mapToGlobal(place))
