"""The widget that shows one message."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from desktop_app.ui.chat.rendering.code_view import CodeView
from desktop_app.ui.chat.rendering.message_body import MessageBody
from desktop_app.ui.chat.rendering.text_view import TextView
from desktop_app.ui.resources import DARK, LIGHT
from tests.ui.chat.rendering.whole_body import WholeBody

MIXED = """# Head 😀 👩‍💻

😀 emoji **😀 bold** and `😀`, then more 🇨🇳 text.

A paragraph with **bold**, `code`, [a link](https://example.org) and a line
break.

- one
- two

  ```py
  x = 1
  ```

> quoted
> - inside

| a | b |
|---|---|
| 1 | 2 |

---

$$
x^2
$$

The end.
"""


@pytest.fixture
def body(qtbot):
    widget = WholeBody(LIGHT)
    qtbot.addWidget(widget)
    widget.resize(600, 400)
    return widget


def test_streamed_and_one_shot_are_equal(qtbot, body):
    other = MessageBody(LIGHT)
    qtbot.addWidget(other)
    other.resize(600, 400)
    other.set_markdown(MIXED)
    for char in MIXED:
        body.append_markdown(char)
        body._pump()
    body.finish()

    assert body.html() == other.html()
    assert body.heightForWidth(600) == other.heightForWidth(600)
    assert body.source() == MIXED
    assert body.plain_text() == other.plain_text()


@given(st.lists(st.sampled_from(MIXED.splitlines(keepends=True)), max_size=20), st.integers(1, 40))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_stream_equals_its_one_shot(qapp, lines, size):
    source = "".join(lines)
    one, other = MessageBody(LIGHT), MessageBody(LIGHT)
    one.set_markdown(source)
    for start in range(0, len(source), size):
        other.append_markdown(source[start : start + size])
        other._pump()
    other.finish()

    assert other.html() == one.html()
    one.deleteLater()
    other.deleteLater()


def test_deltas_are_painted_together(qtbot, body):
    paints = []
    body._timer.timeout.connect(lambda: paints.append(1))
    for number in range(50):
        body.append_markdown(f"word{number} ")
    qtbot.waitUntil(lambda: "word49" in body.visible_text())

    assert len(paints) == 1


def test_selection_survives_the_stream(qtbot, body):
    body.append_markdown("Hello brave new world")
    body.complete()
    view = body.findChild(TextView)
    cursor = QTextCursor(view.document())
    cursor.setPosition(6)
    cursor.setPosition(11, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    for words in (" and more", "\n\nNext paragraph", "\n\n- item"):
        body.append_markdown(words)
        body.complete()

    assert view.selected_text() == "brave"


def test_height_follows_the_text_and_is_announced(qtbot, body):
    body.set_markdown("short")
    low = body.heightForWidth(600)
    with qtbot.waitSignal(body.height_changed):
        body.append_markdown("\n\n" + "long words " * 100)
    body.finish()

    assert body.heightForWidth(600) > low
    assert body.heightForWidth(300) > body.heightForWidth(600)


def test_views_have_no_inner_vertical_scroll(qtbot, body):
    body.set_markdown(MIXED)
    body.resize(500, body.heightForWidth(500))
    body.show()
    qtbot.waitExposed(body)

    for view in body.findChildren(TextView):
        assert view.verticalScrollBar().maximum() == 0


def test_copies_of_a_part_count_characters_right(qtbot, body):
    body.set_markdown("😀a 😀 **b😀c** end")
    view = body.findChild(TextView)

    assert view.text_between(2, 12) == "a 😀 b😀c "


def test_copy_gives_plain_text_without_added_breaks(qtbot, body):
    word = "x" * 5_000
    body.set_markdown(f"{word}\nsecond **line**")
    view = body.findChild(TextView)
    view.selectAll()

    assert view.selected_text() == f"{word}\nsecond line"


def test_code_copies_saves_and_keeps_tabs(qtbot, body):
    body.set_markdown("```make\nall:\n\tgo\n```")
    view = body.findChild(CodeView)
    with qtbot.waitSignal(body.code_save_requested) as saved:
        qtbot.mouseClick(view.findChild(QToolButton, "code_save"), Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(body.code_copied) as copied:
        qtbot.mouseClick(view.findChild(QToolButton, "code_copy"), Qt.MouseButton.LeftButton)

    assert saved.args == ["all:\n\tgo", "code.txt"]
    assert copied.args == ["all:\n\tgo"]
    assert "\tgo" in view.text.toPlainText()


def test_wrapping_code_changes_the_height(qtbot, body):
    body.set_markdown("```\n" + "long " * 100 + "\n```")
    before = body.heightForWidth(600)
    body.findChild(QToolButton, "code_wrap").click()

    assert body.heightForWidth(600) > before


def test_theme_switches_live(qtbot, body):
    body.set_markdown(MIXED)
    body.apply_theme(DARK)
    other = MessageBody(DARK)
    qtbot.addWidget(other)
    other.resize(600, 400)
    other.set_markdown(MIXED)

    assert body.html() == other.html()


def test_find_counts_marks_and_locates(qtbot, body):
    body.set_markdown("Alpha beta\n\n```\nALPHA()\n```\n\nlast alpha")
    body.resize(600, body.heightForWidth(600))

    assert body.find("alpha") == 3
    body.set_current_match(1)
    tops = [body.match_rect(index).top() for index in range(3)]
    assert tops == sorted(set(tops))
    assert body.match_rect(3).isEmpty()
    assert body.find("") == 0


def test_a_very_long_message_is_shortened_until_asked(qtbot, body):
    text = "".join(f"line {number}\n" for number in range(20_000))
    body.set_markdown(text)

    assert body.is_shortened()
    assert "line 19999" not in body.visible_text()
    assert body.source() == text
    assert "line 19999" in body.plain_text()
    body.show_all()
    body.complete()
    assert "line 19999" in body.visible_text()


def test_link_at_a_point_is_told(qtbot, body):
    body.set_markdown("[here](https://example.org/path)")
    body.resize(600, body.heightForWidth(600))
    view = body.findChild(TextView)

    assert view.link_at(QPoint(10, 8)) == "https://example.org/path"


def middle(view, *, left=4):
    return view.viewport().mapToGlobal(QPoint(left, view.height() // 2))


def test_a_drag_selects_across_views(qtbot, body):
    body.set_markdown("First words\n\n```\ncode line\n```\n\nLast words here")
    body.resize(600, body.heightForWidth(600))
    body.show()
    qtbot.waitExposed(body)
    first, code, last = (part.text() for part in body.parts)
    first.setTextCursor(_selected(first, 6, 11))
    body._selection.extend(
        first, last.viewport().mapToGlobal(last.cursorRect(_selected(last, 10, 10)).center())
    )

    assert body.selected_text() == "words\ncode line\nLast words"
    first.copy_gathered()
    assert QGuiApplication.clipboard().text() == "words\ncode line\nLast words"

    body._selection.extend(first, middle(code))
    assert not last.textCursor().hasSelection()
    QTest.mousePress(last.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, 5))
    assert body.selected_text() == ""


def test_a_drag_upwards_selects_backwards(qtbot, body):
    body.set_markdown("First words\n\n```\ncode line\n```\n\nLast words here")
    body.resize(600, body.heightForWidth(600))
    body.show()
    qtbot.waitExposed(body)
    first, _code, last = (part.text() for part in body.parts)
    last.setTextCursor(_selected(last, 4, 0))
    body._selection.extend(
        last, first.viewport().mapToGlobal(first.cursorRect(_selected(first, 6, 6)).center())
    )

    assert body.selected_text() == "words\ncode line\nLast"


def test_select_all_means_the_message(qtbot, body):
    body.set_markdown("One\n\n```\ntwo\n```")
    body.show()
    qtbot.waitExposed(body)
    view = body.findChild(TextView)
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "One\ntwo"


def test_a_link_is_reached_and_chosen_by_keyboard(qtbot, body):
    body.set_markdown("text [one](https://one.example) and [two](https://two.example)")
    body.resize(600, body.heightForWidth(600))
    body.show()
    body.activateWindow()
    qtbot.waitExposed(body)
    view = body.findChild(TextView)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    with qtbot.waitSignal(body.link_activated) as chosen:
        QTest.keyClick(view, Qt.Key.Key_Return)

    assert chosen.args[0] in {"https://one.example", "https://two.example"}
    assert view.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_hovering_tells_where_a_link_leads(qtbot, body):
    body.set_markdown("[word](https://good.com@evil.com/x) rest")
    body.resize(600, body.heightForWidth(600))
    body.show()
    qtbot.waitExposed(body)
    view = body.findChild(TextView)
    with qtbot.waitSignal(body.link_hovered) as hovered:
        QTest.mouseMove(view.viewport(), QPoint(8, 8))

    assert "https://good.com@evil.com/x" in hovered.args[0]
    assert hovered.args[0].endswith("evil.com")


def _selected(view, anchor, position):
    cursor = QTextCursor(view.document())
    cursor.setPosition(anchor)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def test_wide_list_numbers_are_not_cut_off(body):
    body.set_markdown("1. one\n\n\n123456789. wide")
    view = body.findChild(TextView)
    line = view.document().findBlockByNumber(1)

    assert line.blockFormat().leftMargin() + line.blockFormat().textIndent() >= 0
