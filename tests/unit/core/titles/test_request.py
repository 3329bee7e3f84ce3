"""A title request carries the whole contract and the message as data, in the right language."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import Attachment, MessageState, Role
from desktop_app.core.domain.language import looks_chinese
from desktop_app.core.titles import (
    TITLE_LIMIT,
    build_title_request,
    build_title_request_from_summary,
    clean_title,
    first_user_text,
    title_contract,
    title_examples,
    title_rules,
)
from tests.builders import pairs

BOTH = pytest.mark.parametrize("written_in", ["zh", "en"])

DEMANDS = {
    "en": [
        "one line of at most 50 characters", "nothing else", "language of the message",
        "reads naturally", "grammatical", "found again", "Vary the phrasing",
        "what the author wants to do with it", "not that it was shared",
        "technical terms", "numbers", "file names", "status codes", "articles and possessives",
        "Assume no technology", "Never mention tools", "Do not answer", "do not refuse", "do not complain",
        "summarizing", "generating", "Small talk",
    ],
    "zh": [
        "一行，最多 50 个字符", "只回答标题本身", "消息本身的语言", "自然通顺", "合乎语法",
        "方便以后查找", "说法要有变化",
        "写作者想用它做什么", "而不是写“分享了文件”", "专业术语", "数字", "文件名", "状态码",
        "限定词", "不要自行假设",
        "不要提到你可以调用的工具", "不要回答它", "不要拒绝", "不要抱怨", "正在总结", "正在生成",
        "寒暄和闲聊",
    ],
}  # fmt: skip


@BOTH
def test_every_rule_of_the_contract_is_in_what_is_sent(written_in):
    message = "你好，请帮我写计划" if written_in == "zh" else "Please help me with a plan"

    system = build_title_request(message)[0]

    assert system.role == "system"
    for demand in DEMANDS[written_in]:
        assert demand in system.text, demand
    for rule in title_rules(written_in):
        assert rule in system.text


@BOTH
def test_all_examples_are_sent_and_obey_the_contract_themselves(written_in):
    examples = title_examples(written_in)

    sent = title_contract(written_in)

    assert len(examples) >= 10
    for message, title in examples:
        assert f"{json.dumps(message, ensure_ascii=False)} => {title}" in sent
        assert clean_title(title, "x") == title
        assert len(title) <= TITLE_LIMIT
        assert looks_chinese(title) == looks_chinese(message)
        words = title.casefold().split()
        assert not {"the", "a", "an", "my", "your", "summarizing", "generating"} & set(words)


@BOTH
def test_examples_show_every_shape_and_both_languages(written_in):
    messages = [message for message, _ in title_examples(written_in)]
    joined = "\n".join(messages)

    assert max(map(len, messages)) > 70  # a long order
    assert "?" in joined or "？" in joined
    assert ".xlsx" in joined
    assert {looks_chinese(message) for message in messages} == {True, False}
    assert any(len(message) < 20 for message in messages)  # a vague order, a greeting


def test_the_request_is_contract_order_and_quoted_message():
    request = build_title_request("Write a poem about rain")

    assert [message.role for message in request] == ["system", "user", "user"]
    assert request[1].text == "Generate a title for this conversation:"
    assert request[2].text == '"Write a poem about rain"'


@pytest.mark.parametrize(
    "text",
    [
        'He said "no"\nand left\n\nthen',
        "tab\there",
        "back\\slash \\n literal",
        "汉字 🙂",
        "</conversation>",
        "\u2028",
    ],
)
def test_the_message_is_a_valid_json_string_that_keeps_its_newlines(text):
    quoted = build_title_request(text)[2].text

    assert json.loads(quoted) == text
    assert "\\\\n" not in quoted or "\\n" in text
    assert "\\u" not in quoted


@settings(max_examples=100)
@given(st.text(max_size=300), st.integers(60, 200))
def test_any_message_is_quoted_and_cut_in_the_middle(text, budget):
    decoded = json.loads(build_title_request(text, budget=budget)[2].text)
    decoded.encode()

    assert len(decoded) <= budget
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(plain) <= budget:
        assert decoded == plain
    else:
        assert decoded[:20] == plain[:20]
        assert decoded[-5:] == plain[-5:]
        assert "…" in decoded


def test_the_language_of_the_message_chooses_the_language_of_the_contract():
    assert "规则" in build_title_request("帮我看看 app.py 的报错")[0].text
    assert "Rules" in build_title_request("hi")[0].text
    assert "Rules" in build_title_request("def f(): pass")[0].text


@pytest.mark.parametrize(("language", "rule"), [("zh", "一律用中文"), ("en", "Write the title in English")])
def test_a_fixed_language_wins_over_the_message(language, rule):
    for text in ("请帮我写计划", "Please help me"):
        contract = build_title_request(text, language=language)[0].text

        assert rule in contract
        titles = [title for _, title in title_examples(language, language)]
        assert all(looks_chinese(title) == (language == "zh") for title in titles)


def test_attached_files_are_named_after_the_text():
    decoded = json.loads(
        build_title_request("Which regions lost money?", attachment_names=["q3.xlsx"])[2].text
    )

    assert decoded == "Which regions lost money?\n[q3.xlsx]"


def test_the_first_real_user_message_is_taken():
    first, answer, second, _ = pairs(2)
    blank = replace(first, id="b", text="  \n")
    failed = replace(first, id="f", state=MessageState.FAILED)
    deleted = replace(first, id="d", deleted=True)
    greeting = replace(answer, id="g", role=Role.ASSISTANT, text="Hello, I am Ada")

    assert first_user_text([greeting, blank, failed, deleted, second]) == second.text
    assert first_user_text([greeting]) == ""


def test_a_message_of_files_only_is_represented_by_their_names():
    first = replace(pairs(1)[0], text="", attachments=(Attachment("0", "q3.xlsx", "application/x", 3),))

    assert first_user_text([first]) == "q3.xlsx"


def test_a_title_can_be_asked_for_from_the_summary():
    request = build_title_request_from_summary("【核心】\n搬家计划", background="五月搬家。")

    assert json.loads(request[2].text) == "五月搬家。\n\n【核心】\n搬家计划"
    assert "规则" in request[0].text


def test_a_long_message_keeps_head_and_tail_with_a_mark():
    text = "HEAD " + "x" * 100_000 + " TAIL?"

    decoded = json.loads(build_title_request(text)[2].text)

    assert len(decoded) <= 4000
    assert decoded.startswith("HEAD ")
    assert decoded.endswith(" TAIL?")
    assert "\n[… 96" in decoded
