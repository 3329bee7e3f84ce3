"""The extract: sections filled with quoted sentences, deterministic, sourced, bounded, labelled."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.errors import NothingToSummarize
from desktop_app.core.domain.summary import SummarySectionOverride
from desktop_app.core.summary import review
from desktop_app.core.summary.extract import extract
from desktop_app.core.summary.sections import resolve_summary_sections

ENGLISH = [
    "Please help me move our bakery's order book to a spreadsheet before 14 March 2025.",
    "Sure. How many orders do you take each day, and who answers the phone?",
    "About 40 orders a day. My sister Ottoline Brandt answers the phone. I prefer short answers, always.",
    "A sheet with one row per order, a date column and a status column would do for the bakery.",
    "Great. The file is /srv/bakery/orders.csv and the budget is 600 EUR.",
    "Then I suggest importing /srv/bakery/orders.csv first and adding the status column afterwards.",
    "We decided to keep the paper order book for a month. Do not delete it.",
    "Understood: the paper order book of the bakery stays for a month beside the spreadsheet.",
]
CHINESE = [
    "请帮我把面包店的订单本搬到表格里，2025年3月14日之前要完成。",
    "好的。每天大概有多少订单？谁负责接电话？",
    "每天大约40单，由王小明接电话。我喜欢简短的回答，以后都这样。",
    "那就一行一单，加日期列和状态列，面包店的人一看就懂。",
    "文件在 /srv/bakery/orders.csv，预算是600元。",
    "建议先导入订单文件，再加状态列，纸质订单本先留着。",
    "我们决定纸质订单本再用一个月，不要扔掉。",
    "明白，面包店的纸质订单本和表格并行一个月。",
]


def dialogue(texts):
    return [
        Message(f"m{n}", "c", None, Role.USER if n % 2 == 0 else Role.ASSISTANT, text, 0.0)
        for n, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("texts", "english", "headings"),
    [
        (
            ENGLISH,
            True,
            ["[Core Task Status]", "[Interaction & Scenario]", "[Conversation Progress & Overview]",
             "[Key Information & Context]"],
        ),
        (
            CHINESE,
            False,
            ["【核心任务状态】", "【互动情节与设定】", "【对话历程与概要】", "【关键信息与上下文】"],
        ),
    ],
)  # fmt: skip
def test_the_enabled_sections_stand_in_order_between_the_marks(texts, english, headings):
    text = extract(dialogue(texts), use_english=english).text
    lines = text.split("\n")

    assert [line for line in lines if line in headings] == headings
    assert lines[0].startswith("==========")
    assert set(lines[-1]) == {"="}


def test_it_says_that_no_model_wrote_it():
    assert "not written by a model" in extract(dialogue(ENGLISH), use_english=True).text.split("\n")[1]
    assert "并非模型撰写" in extract(dialogue(CHINESE), use_english=False).text.split("\n")[1]


@pytest.mark.parametrize(("texts", "english"), [(ENGLISH, True), (CHINESE, False)])
def test_every_line_quotes_the_message_it_is_linked_to(texts, english):
    messages = {message.id: message for message in dialogue(texts)}

    result = extract(list(messages.values()), use_english=english)
    lines = result.text.split("\n")

    assert result.lines
    for line in result.lines:
        assert lines[line.number] == line.text
        quoted = re.split(r"[:：] ?", line.text, maxsplit=1)[1].rstrip("…")
        assert all(quoted in messages[message_id].text for message_id in line.message_ids)
    statements = [
        line for line in lines if line.startswith("- ") and line not in ("- None found.", "- 未找到。")
    ]
    assert len(statements) == len(result.lines)


@pytest.mark.parametrize(
    ("texts", "english", "wanted"),
    [
        (ENGLISH, True, ["14 March 2025", "/srv/bakery/orders.csv", "600 EUR", "Ottoline Brandt"]),
        (CHINESE, False, ["2025年3月14日", "/srv/bakery/orders.csv", "600元", "王小明"]),
    ],
)
def test_numbers_dates_paths_and_names_come_first(texts, english, wanted):
    text = extract(dialogue(texts), use_english=english, limit=5000).text

    for detail in wanted:
        assert detail in text


def test_orders_and_wishes_of_the_user_find_their_sections():
    result = extract(dialogue(ENGLISH), use_english=True)
    sections = {line.text: line.section_id for line in result.lines}

    assert any(section == "interaction" and "prefer short" in text for text, section in sections.items())


def test_the_same_messages_give_the_same_text():
    assert extract(dialogue(ENGLISH), use_english=True) == extract(dialogue(ENGLISH), use_english=True)


def test_it_does_not_depend_on_the_order_of_sets():
    code = (
        "from tests.unit.core.summary.test_extract import *\n"
        "print(hash(1), extract(dialogue(ENGLISH * 2 + CHINESE), use_english=True))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            cwd=Path(__file__).parents[4],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(texts) == 1


def test_only_enabled_sections_and_own_titles_appear():
    overrides = (
        SummarySectionOverride("core_task", enabled=False),
        SummarySectionOverride("interaction", enabled=False),
        SummarySectionOverride("progress", enabled=False),
        SummarySectionOverride("key_info", title="Facts of the bakery"),
    )
    text = extract(dialogue(ENGLISH), resolve_summary_sections(overrides, True), use_english=True).text

    assert re.findall(r"^\[.*\]$", text, re.MULTILINE) == ["[Facts of the bakery]"]


def test_with_all_sections_off_the_lines_stand_alone():
    off = [replace(s, enabled=False) for s in resolve_summary_sections(None, True)]

    result = extract(dialogue(ENGLISH), off, use_english=True)

    assert "[" not in result.text
    assert {line.section_id for line in result.lines} == {""}


def test_no_sentence_is_quoted_twice():
    texts = [line.text for line in extract(dialogue(ENGLISH * 3), use_english=True).lines]

    assert len(texts) == len(set(texts))


def test_the_length_is_bounded_and_shorter_than_a_long_source():
    texts = [
        f"The order number {n} of the bakery goes to customer {n * 7} on {n % 28 + 1} May."
        for n in range(500)
    ]

    text = extract(dialogue(texts), use_english=True, limit=2000).text

    assert len(text) <= 2000


def test_code_blocks_reasoning_and_failed_messages_are_not_quoted():
    messages = dialogue(ENGLISH)
    messages[3] = replace(
        messages[3], text="Here it is, the bakery import:\n```\nSECRET_CODE = 99\n```\nUse it well."
    )
    messages[5] = replace(messages[5], reasoning="PLAN 77 for the bakery")
    messages[7] = replace(messages[7], deleted=True, text="The bakery gives away DELETED-5 today.")

    text = extract(messages, use_english=True).text

    assert "SECRET_CODE" not in text
    assert "PLAN 77" not in text
    assert "DELETED-5" not in text


def test_an_update_keeps_the_lines_that_still_hold_and_drops_what_was_said_anew():
    first = extract(dialogue(ENGLISH), use_english=True)
    news = [
        Message(
            "n1", "c", None, Role.USER, "The file is /srv/bakery/orders.csv and the budget is 900 EUR.", 0.0
        )
    ]

    second = extract(news, use_english=True, previous=first.text, known=[*dialogue(ENGLISH), *news])

    assert "900 EUR" in second.text
    assert "600 EUR" not in second.text
    assert "14 March 2025" in second.text
    assert all(line.message_ids for line in second.lines)


def test_a_previous_line_whose_message_is_gone_is_dropped():
    first = extract(dialogue(ENGLISH), use_english=True)
    left = [m for m in dialogue(ENGLISH) if "14 March" not in m.text]
    news = [Message("n1", "c", None, Role.USER, "Tomorrow the oven of the shop gets repaired by Kwame.", 0.0)]

    second = extract(news, use_english=True, previous=first.text, known=[*left, *news])

    assert "14 March" not in second.text


def test_what_the_pinned_facts_say_is_not_quoted_again():
    fact = "The file is /srv/bakery/orders.csv and the budget is 600 EUR."

    assert fact not in extract(dialogue(ENGLISH), use_english=True, facts=[fact]).text


def test_a_span_of_short_talk_quotes_its_heads_and_an_empty_one_nothing():
    assert "- User: hi" in extract(dialogue(["hi", "yo"]), use_english=True).text
    with pytest.raises(NothingToSummarize):
        extract([], use_english=True)


def test_the_review_of_answers_would_accept_it():
    text = extract(dialogue(ENGLISH * 2), use_english=True).text

    assert review.clean(text) == text


@settings(max_examples=60)
@given(
    st.lists(st.text(alphabet="ab Please wz.。?1,9我们要[]=\n:：-（）", max_size=80), max_size=8),
    st.text(alphabet="- a[]【】=\nUser: b9", max_size=120),
    st.booleans(),
)
def test_any_dialogue_gives_a_bounded_sourced_text(texts, previous, english):
    messages = dialogue(texts)
    try:
        result = extract(messages, use_english=english, previous=previous)
    except NothingToSummarize:
        return

    assert len(result.text) <= 4000
    lines = result.text.split("\n")
    assert all(lines[line.number] == line.text for line in result.lines)
