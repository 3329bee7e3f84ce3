"""A background is at most three sentences and under 300 characters of plain text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.background import BackgroundFault, check_background, cut_to_sentences

GOOD = [
    "We plan a trip to Lisbon. The budget is 600 EUR. Flights are open.",
    "正在计划去成都。预算 3000 元。酒店还没定。",
    "The parser returns Vec<String> and fails when a < b.",
    "Version 3.14 of config.py by Dr. Smith is due on 2024-05-01.",
]


@pytest.mark.parametrize("text", GOOD)
def test_short_plain_text_is_accepted(text):
    assert check_background(text) is None
    assert cut_to_sentences(text) == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (None, BackgroundFault.NOT_TEXT),
        (b"bytes", BackgroundFault.NOT_TEXT),
        ({"text": "x"}, BackgroundFault.NOT_TEXT),
        ("", BackgroundFault.EMPTY),
        (" \n… ", BackgroundFault.EMPTY),
        ("<background>We plan.</background>", BackgroundFault.XML),
        ("We plan.</facts>", BackgroundFault.XML),
        ("<think>hm</think>We plan.", BackgroundFault.XML),
        ("We plan. <br/>", BackgroundFault.XML),
        ("word " * 70, BackgroundFault.TOO_LONG),
        ("字" * 300, BackgroundFault.TOO_LONG),
        ("One. Two. Three. Four.", BackgroundFault.TOO_MANY_SENTENCES),
        ("一。二。三。四。", BackgroundFault.TOO_MANY_SENTENCES),
    ],
)
def test_each_fault_has_its_name(text, fault):
    assert check_background(text) is fault


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("One. Two. Three. Four.", "One. Two. Three."),
        ("一。二！三？四。", "一。二！三？"),
        ("<background>One.\nTwo.</background>", "One. Two."),
        ("<think>plan. plan.</think>One.", "One."),
        ("Background: One.", "One."),
        ("背景：一。", "一。"),
        ("Short one. " + "long " * 80 + "end.", "Short one."),
        ("", ""),
        ("<think>never closed", ""),
    ],
)
def test_a_faulty_answer_is_cut_at_a_sentence(text, kept):
    assert cut_to_sentences(text) == kept


def test_one_endless_sentence_is_cut_after_a_clause_or_word():
    english = cut_to_sentences("and so, on " * 60)
    chinese = cut_to_sentences("他说，" * 150)

    assert english.endswith("…")
    assert len(english) < 300
    assert not english[:-1].endswith((" ", ","))
    assert chinese.endswith("说…")
    assert 200 < len(chinese) < 300


@settings(max_examples=200)
@given(st.one_of(st.text(max_size=700), st.text(alphabet="a B.。!？1<>/thinkfacs \n,，x", max_size=700)))
def test_whatever_is_cut_passes_the_check(text):
    assert check_background(cut_to_sentences(text)) in (None, BackgroundFault.EMPTY)
