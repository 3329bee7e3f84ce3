"""Which answers may become a summary."""

from __future__ import annotations

import pytest

from desktop_app.core.domain.errors import Action
from desktop_app.core.domain.summary import SECTION_IDS, SummarySectionOverride
from desktop_app.core.summary.review import (
    Answer,
    Fault,
    Measure,
    character_limit,
    check,
    clean,
    refusal,
    retry_note,
)
from desktop_app.core.summary.sections import resolve_summary_sections
from desktop_app.core.summary.template import wording

GOOD = (
    "==========对话摘要==========\n\n【核心任务状态】\n用户要修复登录问题。\n\n"
    "【关键信息与上下文】\n- 端口 8080\n\n============================"
)


def fault(text, *, overrides=(), use_english=False, source=1000, tokens=50, limit=4000, **answer):
    sections = resolve_summary_sections(overrides, use_english)
    return check(Answer(text, **answer), Measure(sections, source, tokens, limit), use_english)


def test_a_good_summary_passes():
    assert fault(GOOD) is None
    assert fault(GOOD, finish_reason=None) is None
    assert clean(GOOD) == GOOD


@pytest.mark.parametrize(
    "text",
    [
        "核心任务状态：修复登录",
        "## 1. 核心任务状态\n修复登录",
        "**【核心任务状态】**\n修复登录",
        "[Core Task Status]\nfix the login",
    ],
)
def test_headings_count_in_whatever_mark_up(text):
    assert fault(text) is None


@pytest.mark.parametrize("text", ["", "   \n", "\u3000"])
def test_an_empty_answer_is_a_fault(text):
    assert fault(text) is Fault.EMPTY


@pytest.mark.parametrize("text", ["<think>x</think>", "<think>never closed", "<thinking>a\nb</thinking>\n"])
def test_leaked_reasoning_alone_is_no_summary(text):
    assert fault(text) is Fault.REASONING_ONLY


def test_reasoning_without_text_is_a_fault_whatever_the_ending():
    assert fault("", reasoned=True) is Fault.REASONING_ONLY
    assert fault("", reasoned=True, finish_reason="length") is Fault.REASONING_ONLY
    assert fault("", finish_reason="length") is Fault.REASONING_ONLY


def test_leaked_reasoning_before_a_summary_is_taken_off():
    assert clean(f"<think>plan\n</think>\n{GOOD}") == GOOD
    assert clean(f"plan without a tag</think>{GOOD}") == GOOD
    assert fault(f"<think>p</think>{GOOD}") is None


def test_words_and_fences_around_the_marks_are_taken_off():
    assert clean(f"好的，以下是摘要：\n\n{GOOD}\n\n希望有帮助！") == GOOD
    assert clean(f"```text\n{GOOD}\n```") == GOOD
    setext = GOOD.replace("- 端口 8080", "标题\n" + "=" * 28 + "\n- 端口 8080")
    assert clean(setext) == setext


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("length", Fault.LENGTH),
        ("max_tokens", Fault.LENGTH),
        ("content_filter", Fault.CONTENT_FILTER),
        ("stop", None),
        ("end_turn", None),
    ],
)
def test_the_finish_reason_counts(reason, expected):
    assert fault(GOOD, finish_reason=reason) is expected


def test_a_tool_call_and_a_broken_stream_are_faults():
    assert fault("", finish_reason="tool_calls") is Fault.TOOL_CALLS
    assert fault("【核心任务状态】a【对", finish_reason=None, broken_off=True) is Fault.INTERRUPTED


@pytest.mark.parametrize("nothing", ["(none)", "无", "暂无。", "- N/A", "（无）", "", "- None."])
def test_headings_without_content_are_a_blank_form(nothing):
    for use_english in (False, True):
        words = wording(use_english)
        form = "\n".join(
            [words.opening_mark]
            + [f"{words.bracket_open}{words.titles[i]}{words.bracket_close}\n{nothing}" for i in SECTION_IDS]
            + [words.closing_mark]
        )
        assert fault(form, use_english=use_english) is Fault.BLANK_FORM


def test_an_answer_to_the_last_question_is_no_summary():
    assert fault("I'm sorry, I can't help with that.") is Fault.NO_HEADING
    assert fault("OK") is Fault.NO_HEADING


def test_a_free_form_needs_no_heading_and_an_edited_title_counts():
    off = [SummarySectionOverride(i, enabled=False) for i in SECTION_IDS]
    assert fault("They talked about Rome.", overrides=off) is None

    mine = [SummarySectionOverride("core_task", title="Engineering】state")]
    assert fault("【Engineering state】\nx", overrides=mine) is None
    only_key = [SummarySectionOverride(i, enabled=False) for i in SECTION_IDS[:3]]
    assert fault("【核心任务状态】\nx", overrides=only_key) is Fault.NO_HEADING


def test_doubled_texts_are_found():
    plain = (
        "【核心任务状态】\n"
        + "用户要修复登录问题，端口为 8080，负责人是张伟。" * 2
        + "另有一句不同的话作为结尾，使其足够长。"
    )
    assert fault(GOOD + GOOD) is Fault.DOUBLED
    assert fault(GOOD + "\n\n" + GOOD) is Fault.DOUBLED
    assert fault(plain + "\n" + plain) is Fault.DOUBLED
    assert fault(plain) is None
    assert fault("【核心任务状态】\n修复登录\n\n【核心任务状态】\n修复登录") is Fault.DOUBLED
    assert fault("【核心任务状态】\n修复登录\n修复登录") is None


def test_longer_than_its_source_is_refused_but_the_format_itself_is_not():
    assert fault(GOOD, source=600, tokens=700) is Fault.LONGER_THAN_SOURCE
    assert fault(GOOD, source=10, tokens=300) is None


def test_there_is_a_hard_upper_bound():
    assert character_limit(64) == 4000
    assert character_limit(2048) == 12_288
    assert fault(GOOD + "\n" + "x" * 5000) is None  # cut off with what follows the closing mark
    assert fault(GOOD.replace("8080", "8" * 5000)) is Fault.TOO_LONG


def test_every_fault_has_words_for_model_and_user():
    for item in Fault:
        for use_english in (False, True):
            assert len(retry_note(item, use_english)) > 20
        error = refusal(item, 777)
        assert error.fault == item.value
        assert "previous summary stays" in error.message
    assert "max_tokens, now 777" in refusal(Fault.REASONING_ONLY, 777).message
    assert refusal(Fault.LENGTH, 1).action is Action.OPEN_SUMMARY_SETTINGS
    assert refusal(Fault.EMPTY, 1).action is Action.RETRY
