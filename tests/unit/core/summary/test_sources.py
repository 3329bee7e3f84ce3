"""Each line of a summary leads to the messages it most likely comes from."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.summary.sources import link_sources
from desktop_app.core.summary.terms import Terms, stem

DIALOGUE = [
    "Hi! I want to move our bakery's order book to a spreadsheet.",
    "Sure. How many orders do you take each day?",
    "About 40, half of them by phone. My sister Ottoline answers it.",
    "A sheet with one row per order and a status column would do.",
    "我还想知道周五的会议改到几点了",
    "会议改到下午三点，在二楼会议室",
]


def messages():
    return [
        Message(f"m{n}", "c", None, Role.USER if n % 2 == 0 else Role.ASSISTANT, text, 0.0)
        for n, text in enumerate(DIALOGUE)
    ]


def sources_of(line):
    return link_sources(line, messages())[0].message_ids


def test_a_line_leads_to_the_message_it_restates():
    assert sources_of("- The bakery's order book moves to a spreadsheet")[0] == "m0"
    assert sources_of("40 orders a day, half by phone")[0] == "m2"
    assert sources_of("- 会议改到下午三点")[0] == "m5"
    assert sources_of("Ottoline answers the phone")[0] == "m2"


def test_a_line_of_two_messages_leads_to_both():
    assert set(sources_of("Ottoline answers; a status column per order")) >= {"m2", "m3"}


def test_a_line_that_nobody_said_is_marked():
    lines = link_sources("- The dragon signed a treaty\n- 明天去火星旅行", messages())

    assert [line.is_unsupported for line in lines] == [True, True]


def test_headings_marks_and_blank_lines_need_no_source():
    text = "==========Summary==========\n[Core Task Status]\n\n**【核心】**\n---\n=====\n- 40 orders a day"

    lines = link_sources(text, messages())

    assert [line.is_statement for line in lines] == [False] * 6 + [True]
    assert [line.number for line in lines] == list(range(7))
    assert not any(line.is_unsupported for line in lines)


def test_deleted_messages_are_no_sources():
    hidden = [replace(message, deleted=message.id == "m2") for message in messages()]

    assert "m2" not in link_sources("Ottoline answers the phone", hidden)[0].message_ids


def test_nothing_comes_from_nothing():
    assert link_sources("", [])[0].message_ids == ()
    assert link_sources("a line", [])[0].is_unsupported


def test_words_match_over_their_endings():
    assert stem("planned") == stem("planning") == stem("plans") == stem("plan")
    assert stem("studies") != ""
    assert Terms().of("The 1,000 orders, planned; 会议室") == ["1000", "order", "plan", "会议", "议室"]


@settings(max_examples=60)
@given(st.text(max_size=200), st.lists(st.text(max_size=60), max_size=5))
def test_any_text_gives_one_entry_a_line_and_known_ids(summary, texts):
    stored = [Message(str(n), "c", None, Role.USER, text, 0.0) for n, text in enumerate(texts)]

    lines = link_sources(summary, stored)

    assert "\n".join(source.text for source in lines) == summary
    assert all(set(line.message_ids) <= {message.id for message in stored} for line in lines)
