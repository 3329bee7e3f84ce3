"""Language and sentences are found by rules, the same everywhere."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.language import looks_chinese, sentence_spans


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("你好", True),
        ("hi", False),
        ("", False),
        ("帮我修复 login.py 的 TypeError: cannot read property of undefined", True),
        ("What does 你好 mean in English?", False),
        ("print('hello')", False),
        ("```\nfor x in range(10): print(x) and more words here\n```\n这段代码什么意思", True),
        ("今日はとても良い天気ですね", False),
        ("안녕하세요", False),
        ("看 https://example.com/a/very/long/path/with/words", True),
    ],
)
def test_the_language_of_the_prose_counts_not_that_of_the_code(text, chinese):
    assert looks_chinese(text) is chinese


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("今天开会。明天休息！好吗？", ["今天开会。", "明天休息！", "好吗？"]),
        (
            "Dr. Smith paid 3.50 for config.py v1.2. Fine.",
            ["Dr. Smith paid 3.50 for config.py v1.2.", "Fine."],
        ),
        ("See e.g. the U.S. team. Then go.", ["See e.g. the U.S. team.", "Then go."]),
        ("He said “go.” She went.", ["He said “go.”", "She went."]),
        (
            "用 Python 3.11 吧。See https://a.b/c.d for it.",
            ["用 Python 3.11 吧。", "See https://a.b/c.d for it."],
        ),
        ("a\nb\n\nc", ["a", "b", "c"]),
        ("1. First\n2. Second", ["1. First", "2. Second"]),
        ("Wait... what", ["Wait...", "what"]),
        ("好的.谢谢", ["好的.", "谢谢"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text, sentences):
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@settings(max_examples=80)
@given(st.text(alphabet='ab. !?。！\n”"1Dr他', max_size=60))
def test_sentences_cover_every_visible_character_once(text):
    spans = sentence_spans(text)

    assert "".join("".join(text[a:b] for a, b in spans).split()) == "".join(text.split())
    assert all(a < b for a, b in spans)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))


@pytest.mark.parametrize("piece", ["x", "a_", "a.", "/", "`", "aB", "```", "x-", "1.", "汉"])
def test_a_million_characters_are_decided_from_a_sample(piece):
    assert looks_chinese(piece * (1_000_000 // len(piece))) is (piece == "汉")
