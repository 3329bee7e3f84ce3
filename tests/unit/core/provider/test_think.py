import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.core.domain.request import ReasoningDelta, TextDelta, TextWasReasoning
from desktop_app.core.provider.think import ThinkSplitter


def split(*pieces, elsewhere=False):
    splitter = ThinkSplitter()
    if elsewhere:
        splitter.reasoning_elsewhere()
    items = [item for piece in pieces for item in splitter.feed(piece)] + splitter.finish()
    text, reasoning = "", ""
    for item in items:
        match item:
            case TextDelta(new):
                text += new
            case ReasoningDelta(new):
                reasoning += new
            case TextWasReasoning():
                text, reasoning = "", reasoning + text
    return text, reasoning


@pytest.mark.parametrize(
    ("whole", "text", "reasoning"),
    [
        ("<think>secret</think>ANSWER", "ANSWER", "secret"),
        ("reason</think>ANSWER", "ANSWER", "reason"),
        ("rea\n\nson\n</think>\n\nANSWER", "ANSWER", "rea\n\nson\n"),
        ("<think>never closed", "", "never closed"),
        ("use `</think>` to close", "use `</think>` to close", ""),
        ("use `<think>` to open", "use `<think>` to open", ""),
        ("a < b and <th>x", "a < b and <th>x", ""),
        ("\n<think>\n\n</think>\n\nHi", "Hi", "\n\n"),
        ("<THINK>a</Think>b", "b", "a"),
        ("<thinking>a</thinking>b", "b", "a"),
        ("<seed:think>a</seed:think>b", "b", "a"),
        ("◁think▷a◁/think▷b", "b", "a"),
        ("<think>write `</think>` at the end</think>b", "b", "write `</think>` at the end"),
        ("<think>a</think>\n\n<think>b</think>c", "c", "ab"),
        ("One.\n<think>b</think>\nTwo.", "One.\nTwo.", "b"),
        ("Say <think> to start", "Say <think> to start", ""),
        ("```\n<think>\n</think>\n```\nz", "```\n<think>\n</think>\n```\nz", ""),
        ("~~~html\n</think>\n~~~", "~~~html\n</think>\n~~~", ""),
        ("````\n```\n</think>\n````\nx", "````\n```\n</think>\n````\nx", ""),
        ("a</think>b</think>c", "b</think>c", "a"),
        ("<think>a</think>b</think>c", "b</think>c", "a"),
        ("</think>b", "b", ""),
        ("  plain", "  plain", ""),
        ("   ", "   ", ""),
        ("", "", ""),
        ("<", "<", ""),
        ("<think", "<think", ""),
        ("x</thin", "x</thin", ""),
        ("<think>a</thin", "", "a</thin"),
        ("<table>", "<table>", ""),
    ],
)
def test_splits(whole, text, reasoning):
    assert split(whole) == (text, reasoning)
    assert split(*whole) == (text, reasoning)


def test_closing_tag_is_text_when_reasoning_has_a_field_of_its_own():
    assert split("a</think>b", elsewhere=True) == ("a</think>b", "")


def test_ordinary_text_is_never_held_back():
    splitter = ThinkSplitter()

    items = splitter.feed("Hello, <b>world</b> 1 < 2")

    assert items == [TextDelta("Hello, <b>world</b> 1 < 2")]


def test_only_a_cut_tag_is_held_back():
    splitter = ThinkSplitter()

    assert splitter.feed("Hello </thi") == [TextDelta("Hello ")]
    assert splitter.feed("s is it") == [TextDelta("</this is it")]


def test_endless_blank_space_is_not_collected():
    splitter = ThinkSplitter()

    items = [item for _ in range(100) for item in splitter.feed(" " * 100)]

    assert sum(len(item.text) for item in items) > 5000


WORDS = st.lists(
    st.sampled_from(
        [
            "<think>",
            "</think>",
            "<thi",
            "nk>",
            "`",
            "``",
            "```",
            "~~~",
            "\n",
            " ",
            "a",
            "<",
            ">",
            "/",
            "İ",
            "K",
            "◁think▷",
            "</THINK>",
        ]
    ),
    max_size=25,
).map("".join)


@given(WORDS, st.data())
@example("<think>`</think>`</think>x", None)
def test_cutting_changes_nothing(whole, data):
    cuts = (
        sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
        if data is not None
        else range(len(whole))
    )
    edges = [0, *cuts, len(whole)]

    pieces = [whole[a:b] for a, b in itertools.pairwise(edges)]

    assert split(*pieces) == split(whole)
