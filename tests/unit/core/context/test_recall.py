"""Older messages that matter now."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.context.recall import RecallIndex
from desktop_app.core.domain.conversation import MessageState
from tests.builders import pairs


def tokens(message):
    return len(message.text) // 4 + 4


def history(**texts):
    """Forty filler messages with the given texts at the given ids."""
    return [
        replace(m, text=texts.get(m.id, f"Nothing of note happened at place {n}."))
        for n, m in enumerate(pairs(20))
    ]


def found(messages, query, budget=30):
    return [m.id for m in RecallIndex(messages).choose(query, budget, tokens)]


def test_word_forms_meet():
    messages = history(u7="She adopted two kittens from the shelter.")

    assert "u7" in found(messages, "Which kitten adoption was it?")


def test_chinese_is_matched_by_pairs_of_characters():
    messages = history(u9="我的会议室密码是四三二一。", a15="今天的天气很好。")

    assert "u9" in found(messages, "会议室的密码是什么？")
    assert found(history(u3="鱼 很 好"), "鱼")[0] in ("u3", "a2", "a3")


def test_an_answer_comes_with_its_question():
    messages = history(u5="What is the name of the bucket?", a5="zx-41")

    assert {"u5", "a5"} <= set(found(messages, "bucket name"))


def test_messages_of_a_named_person_count_more():
    messages = history(u4="I like sailing.", u12="I like sailing.")
    messages = [replace(m, speaker="Bob" if m.id == "u12" else "Ada") for m in messages]

    assert found(messages, "Does Bob like sailing?", budget=8) == ["u12"]


def test_the_budget_is_kept_and_the_order_is_the_paths():
    messages = history(u2="alpha beta", u11="alpha beta", u18="alpha beta")

    chosen = RecallIndex(messages).choose("alpha beta", 40, tokens)

    assert sum(map(tokens, chosen)) <= 40
    places = [messages.index(m) for m in chosen]
    assert places == sorted(places)


def test_nothing_in_common_recalls_nothing():
    assert found(history(), "quantum") == []
    assert found([], "anything") == []
    assert found(history(), "") == []
    assert found(history(u3="alpha"), "the of and") == []


def test_failed_messages_are_not_recalled():
    messages = [replace(m, state=MessageState.FAILED) for m in history(u3="alpha")]

    assert found(messages, "alpha") == []
