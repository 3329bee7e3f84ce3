"""Nothing is clipped or squeezed where there is little room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QListWidget, QPushButton, QWidget

from desktop_app.ui.chat.composer_bar import ComposerBar
from desktop_app.ui.chat.empty_state import EmptyState
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.notices import NoticeBar
from desktop_app.ui.widgets.context_gauge import ContextUse
from desktop_app.ui.widgets.elided_label import ElidedLabel
from desktop_app.ui.widgets.opening_size import open_at
from desktop_app.ui.widgets.two_line_items import TwoLineItems
from desktop_app.ui.window_state import WindowState


@pytest.fixture
def place(qtbot):
    """A shown widget of a given size."""

    def made(width, height, kind=QWidget):
        widget = kind()
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        return widget

    return made


@pytest.mark.parametrize(("width", "height"), [(900, 600), (420, 260), (350, 165), (300, 150)])
def test_an_empty_conversation_says_all_that_fits(place, width, height):
    parent = place(width, height)
    state = EmptyState(parent)
    state.set_demonstration(True)
    state.show()
    parent.resize(width, height + 1)

    for button in state.findChildren(QPushButton):
        assert button.isVisible()
        assert button.width() >= button.sizeHint().width()
    for label in state.findChildren(QLabel):
        if label.isVisible():
            assert label.height() >= label.heightForWidth(label.width())
    if (width, height) in ((900, 600), (300, 150)):
        assert state.findChild(QLabel, "transcriptEmptyHint").isVisible() == (height > 200)


def test_a_narrow_composer_leaves_out_words_instead_of_cutting_them(place):
    bar = place(700, 40, ComposerBar)
    bar.gauge.set_use(ContextUse(used=2500, window=60000, estimated=True))
    bar.set_count(1200, 300)
    count = bar.findChild(QLabel, "composerCount")
    seen = []
    for width in range(700, 240, -10):
        bar.resize(width, 40)
        bar.layout().activate()
        for part in (bar.attach_button, bar.compress_button, bar.gauge):
            assert part.width() >= part.sizeHint().width(), (width, part.objectName())
        if count.isVisible():
            assert count.width() >= count.sizeHint().width()
        style = bar.compress_button.toolButtonStyle()
        seen.append((count.isVisible(), style is Qt.ToolButtonStyle.ToolButtonTextBesideIcon))

    assert list(dict.fromkeys(seen)) == [(True, True), (False, True), (False, False)]


def test_notices_keep_their_words_whole_and_a_low_window_shows_fewer(place):
    window = place(380, 420)
    bar = NoticeBar(window)
    bar.setGeometry(0, 0, 380, 200)
    for number in range(4):
        bar.show_error(
            f"Title {number}", "A message of some length that needs two lines here.", key=str(number)
        )
    shown = [notice for notice in bar._notices.values() if notice.isVisibleTo(bar)]
    for notice in shown:
        notice.resize(360, 20)

    assert [n.accessibleName()[:7] for n in shown] == ["Title 2", "Title 3"]
    assert all(n.height() >= n.layout().totalHeightForWidth(n.width()) for n in shown)
    bar.dismiss("3")
    assert [n.isVisibleTo(bar) for n in bar._notices.values()] == [False, True, True]


def test_the_list_of_conversations_gives_way_to_a_dock_in_a_narrow_window(qtbot):
    window = MainWindow(WindowState(sidebar=240), [])
    qtbot.addWidget(window)
    window.resize(640, 420)
    window.show()
    dock = QDockWidget(window)
    content = QWidget(dock)
    content.setMinimumWidth(280)
    dock.setWidget(content)
    before = window._split.sizes()[0]
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    qtbot.waitUntil(lambda: window._split.sizes()[0] == 0)
    kept = window.state(WindowState()).sidebar
    dock.close()
    qtbot.waitUntil(lambda: window._split.sizes()[0] > 0)

    assert before > 0
    assert kept == before


def test_a_title_that_does_not_fit_ends_in_an_ellipsis(place):
    label = place(400, 30, ElidedLabel)
    label.setText("A title of some length")
    whole = label.grab().toImage()
    label.setText("A title of some length, and a long tail that nobody can see")
    label.resize(label.fontMetrics().horizontalAdvance("A title of some length…") + 2, 30)
    cut = label.grab().toImage()

    assert label.minimumSizeHint().width() == 0
    assert label.text().endswith("see")
    edge = [cut.pixelColor(cut.width() - 1, y) for y in range(cut.height())]
    assert len({colour.name() for colour in edge}) == 1, "a letter is cut at the edge"
    assert whole.width() > cut.width()


def test_a_window_opens_no_larger_than_the_screen(place):
    window = place(10, 10)
    open_at(window, 100_000, 100_000)
    room = window.screen().availableSize()

    assert window.width() < room.width()
    assert window.height() < room.height()


def test_an_entry_is_as_high_as_the_lines_drawn(place):
    view = place(300, 200, QListWidget)
    view.setWordWrap(True)
    view.setStyleSheet("QListView::item { padding: 6px 8px; }")
    view.setItemDelegate(TwoLineItems(view))
    words = "word " * 40
    heights = []
    for length in range(20, 60):
        view.clear()
        view.addItem(words[:length].strip() + "\nlast line")
        heights.append(view.visualItemRect(view.item(0)).height())
        line = view.fontMetrics().lineSpacing()
        room = view.viewport().width() - 16
        wraps = view.fontMetrics().horizontalAdvance(words[:length].strip()) > room - 6
        assert heights[-1] >= line * (3 if wraps else 2)
