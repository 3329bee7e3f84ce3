"""The main window: conversations at the left, the conversation at the right, notices above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, QTranslator, Signal, SignalInstance
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.resources import icon, program_icon
from desktop_app.ui.widgets.conversation_list import ConversationList
from desktop_app.ui.widgets.dropped import local_files
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.frame_title import frame_title
from desktop_app.ui.window_state import WindowState, visible_rect

if TYPE_CHECKING:
    from desktop_app.ui.chat.composer import Composer
    from desktop_app.ui.chat.transcript import Transcript
    from desktop_app.ui.notices import NoticeBar
    from desktop_app.ui.widgets.conversation_links import ConversationLinks
    from desktop_app.ui.widgets.drop_hint import DropHint
    from desktop_app.ui.widgets.list_room import ListRoom

DEFAULT_SIZE = QSize(1120, 760)
SIDEBAR_WIDTH = 270


class MainWindow(QMainWindow):
    """Holds the widgets and the actions; knows no coordinator.

    It comes in two steps: the frame with the list of conversations, for the first paint, and
    ``furnish``, which adds transcript, composer and notices. Their modules cost three times as much
    CPU as a bare window, so they are loaded once the window is there.

    Args:
        state: Place and look of the last session.
        translators: Those installed for its language; kept here for whoever changes it.

    Closing only asks: ``close_requested`` is emitted and the event ignored until ``allow_close``. Files
    dropped on the list are ``files_opened``: local paths, unread; those dropped on the conversation go the
    way of those dropped on its composer.
    """

    close_requested = Signal()
    settings_requested = Signal()
    viewer_requested = Signal()
    ledger_requested = Signal()
    facts_requested = Signal()
    personas_requested = Signal()
    import_requested = Signal()
    zoom_requested = Signal(int)
    profile_chosen = Signal(str)
    find_requested = Signal()
    words_changed = Signal()
    continue_requested = Signal()
    files_opened = Signal(list)

    def __init__(self, state: WindowState, translators: list[QTranslator]) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.start_state = state
        self.translators = translators
        self._closing_allowed = False
        self.conversations = ConversationList(self)
        self.transcript: Transcript
        self.composer: Composer
        self.notices: NoticeBar
        self.links: ConversationLinks
        self._title = ElidedLabel(self)
        self._profiles = QComboBox(self)
        self._status = QLabel(self)
        self._more = QToolButton(self)
        self._menu = QMenu(self)
        self._drop_hint: DropHint | None = None
        self._actions: dict[str, QAction] = {}
        self._build(state)
        self.retranslate()

    # construction
    def _build(self, state: WindowState) -> None:
        self._side = side = QFrame(self)
        side.setProperty("kind", "sidebar")
        side.setMinimumWidth(190)
        side_layout = QVBoxLayout(side)
        side_layout.setContentsMargins(0, 0, 0, 0)
        side_layout.addWidget(self.conversations)
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.setObjectName("mainSplitter")
        self._split.setHandleWidth(1)
        self._split.addWidget(side)
        self._pane = self._build_pane()
        self._split.addWidget(self._pane)
        self._split.setStretchFactor(1, 1)
        self._split.setCollapsible(1, False)
        self._split.setSizes([state.sidebar or SIDEBAR_WIDTH, DEFAULT_SIZE.width()])
        self.setCentralWidget(self._split)
        self._room: ListRoom | None = None
        self._build_actions()
        self.setAcceptDrops(True)
        self.setMinimumSize(620, 420)
        place = visible_rect(state)
        if place is not None:
            self.setGeometry(place)
        else:
            self.resize(DEFAULT_SIZE)
        if state.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def _build_pane(self) -> QWidget:
        pane = QFrame(self)
        pane.setProperty("kind", "pane")
        self._title.setObjectName("conversationTitle")
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setMinimumWidth(60)
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self._profiles.setObjectName("profileChooser")
        self._profiles.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._profiles.setMaximumWidth(260)
        self._profiles.activated.connect(
            lambda row: self.profile_chosen.emit(str(self._profiles.itemData(row)))
        )
        self._more.setObjectName("moreButton")
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setMenu(self._menu)
        self._status.setObjectName("statusLine")
        self._status.setTextFormat(Qt.TextFormat.PlainText)
        self._status.setProperty("kind", "muted")
        self._head = head = QHBoxLayout()
        head.setContentsMargins(16, 8, 10, 8)
        head.addWidget(self._title, 1)
        head.addWidget(self._profiles)
        head.addWidget(self._more)
        line = QFrame(pane)
        line.setFrameShape(QFrame.Shape.HLine)
        line.setFrameShadow(QFrame.Shadow.Plain)
        line.setFixedHeight(1)
        line.setProperty("kind", "line")
        self._pane_layout = QVBoxLayout(pane)
        self._pane_layout.setContentsMargins(0, 0, 0, 0)
        self._pane_layout.setSpacing(0)
        self._pane_layout.addLayout(head)
        self._pane_layout.addWidget(line)
        self._pane_layout.addStretch(1)
        return pane

    def furnish(self) -> None:
        """Add transcript, composer, notices and status line; the second call does nothing."""
        if hasattr(self, "transcript"):
            return
        QApplication.setWindowIcon(program_icon())
        from desktop_app.ui.chat.composer import Composer
        from desktop_app.ui.chat.transcript import Transcript
        from desktop_app.ui.notices import NoticeBar
        from desktop_app.ui.widgets.conversation_links import ConversationLinks

        self.links = ConversationLinks(self)
        self._head.insertWidget(1, self.links)
        self.transcript = Transcript(self)
        self.composer = Composer(self)
        self.notices = NoticeBar(self)
        notice_box = QWidget(self)
        notice_layout = QVBoxLayout(notice_box)
        notice_layout.setContentsMargins(16, 8, 16, 0)
        notice_layout.addWidget(self.notices)
        notice_box.hide()
        self.notices.filled_changed.connect(notice_box.setVisible)
        foot = QHBoxLayout()
        foot.setContentsMargins(18, 0, 18, 6)
        foot.addWidget(self._status, 1)
        self._pane_layout.takeAt(self._pane_layout.count() - 1)
        self._pane_layout.addWidget(notice_box)
        self._pane_layout.addWidget(self.transcript, 1)
        self._pane_layout.addWidget(self.composer)
        self._pane_layout.addLayout(foot)
        for ready in (self.conversations.new_requested, self.conversations.settled):
            ready.connect(self.composer.setFocus)
        self.composer.setFocus()

    def _build_actions(self) -> None:
        def add(
            name: str, keys: QKeySequence | str | None, signal: SignalInstance, *, menu: bool = True
        ) -> None:
            action = QAction(self)
            action.setObjectName(name)
            if keys is not None:
                action.setShortcut(QKeySequence(keys))
            action.triggered.connect(signal)
            self.addAction(action)
            self._actions[name] = action
            if menu:
                self._menu.addAction(action)

        add("newAction", "Ctrl+N", self.conversations.new_requested, menu=False)
        add("findAction", "Ctrl+F", self.find_requested)
        add("viewerAction", "Ctrl+Shift+V", self.viewer_requested)
        add("factsAction", "Ctrl+Shift+F", self.facts_requested)
        add("personasAction", None, self.personas_requested)
        add("ledgerAction", None, self.ledger_requested)
        add("continueAction", None, self.continue_requested)
        self._menu.addSeparator()
        add("importAction", None, self.import_requested)
        add("settingsAction", "Ctrl+,", self.settings_requested)
        add("quitAction", "Ctrl+Q", self.close_requested)
        for name, keys, step in (
            ("zoomIn", "Ctrl++", 1),
            ("zoomOut", "Ctrl+-", -1),
            ("zoomReset", "Ctrl+0", 0),
        ):
            action = QAction(self)
            action.setObjectName(f"{name}Action")
            shortcuts = [QKeySequence(keys)] + ([QKeySequence("Ctrl+=")] if step == 1 else [])
            action.setShortcuts(shortcuts)
            action.triggered.connect(lambda _checked=False, step=step: self.zoom_requested.emit(step))
            self.addAction(action)
            self._actions[action.objectName()] = action

    def refresh_icons(self) -> None:
        """Draw the icons in the colours of the theme in force."""
        self._more.setIcon(icon("menu"))

    def retranslate(self) -> None:
        """Set all words again, after a change of language."""
        self.refresh_icons()
        self._more.setAccessibleName(self.tr("More actions"))
        self._more.setToolTip(self.tr("More actions"))
        self._profiles.setAccessibleName(self.tr("Model profile"))
        self._profiles.setToolTip(self.tr("Model profile of this conversation"))
        self._status.setAccessibleName(self.tr("Tokens of the last reply"))
        for name, text in {
            "newAction": self.tr("New conversation"),
            "findAction": self.tr("Find in this conversation"),
            "viewerAction": self.tr("What is sent…"),
            "factsAction": self.tr("Pinned facts…"),
            "personasAction": self.tr("Personas and prompts…"),
            "ledgerAction": self.tr("Savings…"),
            "continueAction": self.tr("Continue in a new conversation"),
            "importAction": self.tr("Import…"),
            "settingsAction": self.tr("Settings…"),
            "quitAction": self.tr("Quit"),
            "zoomInAction": self.tr("Larger"),
            "zoomOutAction": self.tr("Smaller"),
            "zoomResetAction": self.tr("Normal size"),
        }.items():
            self._actions[name].setText(text)
        self.conversations.retranslate()
        self.words_changed.emit()
        if hasattr(self, "links"):
            self.links.retranslate()

    # room
    def addDockWidget(  # type: ignore[override]  # noqa: N802 - Qt's name
        self, area: Qt.DockWidgetArea, dock: QDockWidget
    ) -> None:
        """Take a dock; in a narrow window the list of conversations gives way to it."""
        from desktop_app.ui.widgets.list_room import ListRoom  # late: nothing that the first paint needs

        self._room = self._room or ListRoom(self, self._split, self._side)
        super().addDockWidget(area, dock)
        self._room.watch(dock)
        dock.visibilityChanged.connect(self._on_dock_visibility_changed)

    def _on_dock_visibility_changed(self, visible: bool) -> None:
        """Qt gives the focus of a closed dock to whatever comes next in the window."""
        if not visible and hasattr(self, "composer") and self.isActiveWindow():
            self.composer.setFocus()

    # data in
    def action(self, name: str) -> QAction:
        """An action by its ``objectName``."""
        return self._actions[name]

    def show_title(self, title: str) -> None:
        """Show the conversation's title above it."""
        words = title or self.tr("New conversation")
        self._title.setText(words)
        self._title.setToolTip("")
        self.setWindowTitle(f"{frame_title(words)} - Throughline")

    def show_profiles(self, profiles: list[tuple[str, str]], current: str) -> None:
        """Fill the profile chooser with (id, name) pairs."""
        self._profiles.blockSignals(True)
        self._profiles.clear()
        for profile_id, name in profiles:
            self._profiles.addItem(name, profile_id)
        row = self._profiles.findData(current)
        self._profiles.setCurrentIndex(max(row, 0))
        self._profiles.blockSignals(False)

    def show_status(self, text: str) -> None:
        """Show the figures of the last reply."""
        self._status.setText(text)

    def state(self, base: WindowState) -> WindowState:
        """The window's place now, on top of the look in ``base``."""
        from dataclasses import replace

        place = self.normalGeometry()
        return replace(
            base,
            x=place.x(),
            y=place.y(),
            width=place.width(),
            height=place.height(),
            maximized=self.isMaximized(),
            sidebar=self._room.list_width() if self._room else self._split.sizes()[0],
        )

    def come_forward(self) -> None:
        """Show the window in front of the others, as it was before it was minimised."""
        self.show()
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()

    # files dragged in
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take local files."""
        if local_files(event.mimeData()):
            event.acceptProposedAction()
            self._show_drop_hint(event.position().toPoint())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Say what a drop here would do."""
        if local_files(event.mimeData()):
            event.acceptProposedAction()
            self._show_drop_hint(event.position().toPoint())

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The files went elsewhere, perhaps to the composer, which takes them itself."""
        self._hide_drop_hint()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Import what was dropped on the list; the conversation takes the rest like its composer."""
        self._hide_drop_hint()
        if paths := local_files(event.mimeData()):
            event.acceptProposedAction()
            if self._is_over_list(event.position().toPoint()) or not hasattr(self, "composer"):
                self.files_opened.emit(paths)
            else:
                self.composer.files_dropped.emit(paths)

    def _is_over_list(self, place: QPoint) -> bool:
        return self._side.rect().contains(self._side.mapFrom(self, place))

    def _show_drop_hint(self, place: QPoint) -> None:
        from desktop_app.ui.widgets.drop_hint import DropHint  # late: nothing that the first paint needs

        self._drop_hint = self._drop_hint or DropHint(self)
        if self._is_over_list(place):
            self._drop_hint.show_import(self._side)
        else:
            self._drop_hint.show_attach(self._pane)

    def _hide_drop_hint(self) -> None:
        if self._drop_hint is not None:
            self._drop_hint.hide()

    def allow_close(self) -> None:
        """From now on closing closes."""
        self._closing_allowed = True

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask the coordinator to shut down; the window goes when it has."""
        if self._closing_allowed:
            event.accept()
            return
        event.ignore()
        self.close_requested.emit()
