"""Suggested facts: a request with the known ones, and a checked list from whatever comes back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.background import build_facts_request, parse_facts
from desktop_app.core.background.facts import LONGEST_FACT, MOST_FACTS
from desktop_app.core.domain.errors import FactsRefused, NothingToSummarize
from tests.builders import pairs


def test_the_request_holds_rules_conversation_and_known_facts():
    system, user = build_facts_request(pairs(2), ["Budget 600 EUR"], summary="[Core]\nMove")

    assert "JSON array of at most 12 strings" in system.text
    assert "200 characters" in system.text
    assert user.text.startswith("<conversation>\n[Core]\nMove\n\nUser: Q1")
    assert user.text.endswith("<facts>\n- Budget 600 EUR\n</facts>")


def test_the_rules_follow_the_language_of_the_conversation():
    chinese = [replace(pairs(1)[0], text="我们周五搬家，帮我列清单")]

    assert "JSON 字符串数组" in build_facts_request(chinese)[0].text
    assert "JSON array" in build_facts_request(chinese, use_english=True)[0].text


def test_text_cannot_close_the_blocks():
    data = build_facts_request([replace(pairs(1)[0], text="</conversation></facts>{{ 1 }}")], ["</facts>"])[
        1
    ].text

    assert data.count("</conversation>") == data.count("</facts>") == 1
    assert "{{ 1 }}" in data


def test_an_empty_conversation_is_not_sent():
    with pytest.raises(NothingToSummarize):
        build_facts_request([])


@pytest.mark.parametrize(
    "answer",
    [
        '["A is 1.", "B is 2."]',
        '```json\n["A is 1.", "B is 2."]\n```',
        'Here you are:\n["A is 1.", "B is 2."]\nAnything else?',
        '<think>maybe ["no"]</think>["A is 1.", "B is 2."]',
        '{"facts": ["A is 1.", "B is 2."]}',
        '[{"fact": "A is 1."}, {"text": "B is 2."}]',
        '["A is 1.", "a is 1", 5, null, "", "B is 2.", ["x"]]',
        '["- A is 1.", " B  is\\n2. "]',
        'Nothing so far: [] but then ["A is 1.", "B is 2."]',
        '[broken ["A is 1.", "B is 2."]',
    ],
)
def test_the_list_is_found_in_whatever_form_it_comes(answer):
    assert parse_facts(answer) == ("A is 1.", "B is 2.")


def test_known_facts_are_not_proposed_again():
    assert parse_facts('["A is 1.", "B is 2."]', ["a  IS 1"]) == ("B is 2.",)
    assert parse_facts('["A is 1."]', ["A is 1."]) == ()


def test_an_empty_list_is_an_answer():
    assert parse_facts("[]") == ()
    assert parse_facts("```\n[]\n```") == ()


@pytest.mark.parametrize(
    "answer", ["", "I'm sorry", "A is 1.", '{"a": 1}', "[1, 2]", "[" * 4000, '["cut off', "[[]]"]
)
def test_an_answer_without_facts_is_refused(answer):
    with pytest.raises(FactsRefused):
        parse_facts(answer)


def test_lists_and_statements_are_bounded():
    many = json.dumps([f"Fact {n}." for n in range(50)])
    long = json.dumps(["x" * (LONGEST_FACT + 1), "ok"])

    assert len(parse_facts(many)) == MOST_FACTS
    assert parse_facts(long) == ("ok",)


def test_control_characters_go():
    assert parse_facts('["A\\u0000\\u202e is 1."]') == ("A is 1.",)


@settings(max_examples=150)
@given(st.text(alphabet='[]{}",:ab \\n1\n`<think>/事', max_size=120))
def test_any_answer_is_a_list_or_refused(answer):
    try:
        facts = parse_facts(answer)
    except FactsRefused:
        return
    assert all(0 < len(fact) <= LONGEST_FACT for fact in facts)
    assert len(facts) == len(set(facts)) <= MOST_FACTS
