"""Text that vanishes, floods, or wants to be markup; nothing may be lost."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QLabel

from desktop_app.ui.chat.rendering.message_body import MessageBody
from desktop_app.ui.chat.rendering.view import RichView
from desktop_app.ui.resources import DARK, LIGHT

SOUP = st.lists(
    st.sampled_from(
        [
            "<b>bold",
            "</b>",
            "<br>",
            "<br/>",
            "<script>alert(1)</script>",
            "<img src=x onerror=y>",
            "<!-- note -->",
            "<details>",
            "<table><tr><td>cell",
            "<think>thought</think>",
            "Vec<T>",
            "std::vector<int>",
            "a<b and c>d",
            "\n",
            "\n\n",
            "- ",
            "1. ",
            "> ",
            "# ",
            "    ",
            "| x | y |\n|---|---|\n| p<br>q | r | s |\n",
            "```\n",
            "```html\n",
            "~~~\n",
            "`code`",
            "`open",
            "**strong**",
            "*",
            "_",
            "word",
            "汉字",
            "שלום",
            "😀",
            "$x$",
            "$$\n",
            "\\(",
            "\\[",
            "\\",
            "[label](target)",
            "[open",
            "](",
            "![alt](pic)",
            "[^n]",
            "\t",
            "\u200b",
            "\u202e",
            "\ud800",
            "\u2029",
            "\ufdd0",
            "\x1b",
        ]
    ),
    max_size=25,
).map("".join)
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def words(source):
    """The words a reader must find again: targets and languages stand in a label or on hover."""
    source = re.sub(r"\]\([^)\s]*\)", "] ", source)
    return re.findall(r"[A-Za-z汉字שלום]+", source)


@pytest.fixture
def body(qtbot):
    widget = MessageBody(LIGHT)
    qtbot.addWidget(widget)
    widget.resize(600, 100)
    return widget


def shown(body, source):
    body.set_markdown(source)
    body.complete()
    return body.visible_text()


@pytest.mark.parametrize(
    "source",
    [
        "one<br>two\n\nthree",
        "use Vec<String> ok\n\nend",
        "<b>unclosed\n\nend",
        "| a | b |\n|---|---|\n| c<br>d | e |\n\nafter",
        "std::vector<int>",
        "<T>",
        "<think>",
        "<!-- x -->",
        "<details>",
        "- a<br>b",
    ],
)
def test_no_word_vanishes(body, source):
    text = shown(body, source)

    assert [word for word in re.findall(r"\w+", source) if word not in text] == []
    assert body.source() == source


@given(SOUP)
@QUICK
def test_soup_keeps_every_word_and_raises_nothing(body, source):
    text = shown(body, source)

    assert [word for word in words(source) if word not in text] == []


@given(SOUP, st.integers(1, 30))
@QUICK
def test_every_prefix_of_a_stream_can_be_shown(body, source, size):
    body.set_markdown("")
    for start in range(0, len(source), size):
        body.append_markdown(source[start : start + size])
        body._pump()
    body.finish()
    streamed = body.visible_text()

    assert streamed == shown(body, source)


@given(st.text(max_size=200))
@QUICK
def test_any_text_at_all_can_be_shown(body, source):
    shown(body, source)
    body.apply_theme(DARK)
    body.find("a")
    body.heightForWidth(200)

    assert body.source() == source


LONG = {
    "one line": "x" * 1_000_000,
    "one line of Chinese": "汉" * 1_000_000,
    "many lines": "a line with words\n" * 20_000,
    "markdown": "Some **bold** words.\n\n- item\n\n```py\nx = 1\n```\n\n" * 20_000,
    "one line of code": '```json\n{"a": 1' + ', "b": 2' * 120_000 + "}\n```",
    "base64 inside": "Here: data:image/png;base64," + "QUJD" * 40_000 + " end",
}


@pytest.mark.parametrize("name", LONG)
def test_long_messages_are_shortened_and_keep_their_text(qtbot, body, name):
    source = LONG[name]
    body.set_markdown(source)
    body.resize(600, min(body.heightForWidth(600), 16_000_000))
    body.show()
    qtbot.waitUntil(body.is_complete, timeout=20_000)

    assert body.is_shortened() == (len(source) > 100_000)
    assert body.source() == source
    assert len(body.findChildren(RichView)) < 200


def test_showing_all_of_a_long_message_makes_few_views(qtbot, body):
    source = LONG["many lines"] + "the very last words"
    body.set_markdown(source)
    body.show()
    body.show_all()
    qtbot.waitUntil(body.is_complete, timeout=60_000)

    assert not body.is_shortened()
    assert len(body.findChildren(RichView)) < 200
    assert body.find("the very last words") == 1
    assert not body.match_rect(0).isEmpty()


def test_a_long_word_can_be_copied_whole(body):
    source = "data:" + "QUJD" * 900
    shown(body, source)
    view = body.findChild(RichView)
    view.selectAll()

    assert view.selected_text() == source


def test_markup_in_labels_is_shown_as_written(body):
    info = "<b>x</b><img src=file:///tmp/a.png>"
    shown(body, f"```{info}\ncode\n```\n\n![<i>alt</i>](x)")

    assert info in {label.text() for label in body.findChildren(QLabel)}
    assert "<i>alt</i>" in body.visible_text()


def test_many_deltas_cause_few_paints(qtbot, body):
    paints = []
    body._timer.timeout.connect(lambda: paints.append(1))
    for number in range(3_000):
        body.append_markdown(f"chunk {number:<13}")
    body.finish()
    qtbot.waitUntil(lambda: "chunk 2999" in body.visible_text(), timeout=20_000)

    assert len(paints) < 300


def test_direction_is_chosen_per_paragraph(body):
    text = shown(body, "שלום `code` 42 (כן)\n\nEnglish\n\n- مرحبا\n\n```\nשלום\n```")
    html = body.html()

    assert html.count("dir='rtl'") == 2
    assert "code" in text
