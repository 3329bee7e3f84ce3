"""clean_title against all that models answer instead of a title."""

from __future__ import annotations

import unicodedata

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.titles import NEUTRAL_TITLE, clean_title, fallback_title

HEAD = "Rain in Bergen"
LONG = "word " * 300
FAMILY = "👨‍👩‍👧"

WHOLE = [
    "C# and F#",
    "Don't panic",
    "__init__ bug",
    "__init__",
    "2024 plan",
    '"A" vs "B"',
    "'A' or 'B'",
    "“甲”与“乙”",
    "《三体》书评",
    "《三体》与《流浪地球》",
    "【紧急】服务器宕机",
    "Fix `foo`",
    "Fix `foo",
    "`Fix `foo``",
    "`a` vs `b`",
    "**kwargs and *args",
    "*args, **kwargs",
    "#general channel rules",
    "C++ vs. Rust",
    "Node.js 20.11.1",
    "3.5 mm jack",
    "-5 degrees in Oslo",
    "Title IX explained",
    "标题党文章分析",
    "Sorry letter to landlord",
    "抱歉邮件草稿",
    "Sure-fire pancake recipe",
    "Okay Corral history",
    "use `</think>` to close",
    "a < b and <th>x",
    "f(x) = x_1 + x_2",
    "U.S.A.",
    "Life, the universe, etc.",
    "Waiting for…",
    "Really?",
    "R&D &amp; taxes",
    "Essay (500 words) outline",
    'He said: "go"',
    "👋 Friendly hello",
    "👍",
    "HTTP 404 vs 410",
    "report_q3.xlsx losses",
    "我的世界红石教程",
    "以下简称甲方的合同条款",
    "می‌خواهم",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿 road trip",
]

UNWRAPPED = [
    ('"Weekly sync"', "Weekly sync"),
    ("'Weekly sync'", "Weekly sync"),
    ("'Don't panic'", "Don't panic"),
    ("“会议纪要”", "会议纪要"),
    ("‘Don’t panic’", "Don’t panic"),
    ("「会議メモ」", "会議メモ"),
    ("『会議メモ』", "会議メモ"),
    ("«Réunion»", "Réunion"),
    ("„Wochenplan“", "Wochenplan"),
    ("„Plan tygodnia”", "Plan tygodnia"),
    ("《会议纪要》", "会议纪要"),
    ("【会议纪要】", "会议纪要"),
    ("[Weekly sync]", "Weekly sync"),
    ("`Weekly sync`", "Weekly sync"),
    ("Title: X", "X"),
    ("title：X", "X"),
    ("标题：X", "X"),
    ("对话标题: 周会", "周会"),
    ("【标题】周会", "周会"),
    ("Suggested title: Weekly sync", "Weekly sync"),
    ("Title - Weekly sync", "Weekly sync"),
    ("Titre : Réunion", "Réunion"),
    ("タイトル：会議", "会議"),
    ("**X**", "X"),
    ("__Weekly sync__", "Weekly sync"),
    ("*Weekly sync*", "Weekly sync"),
    ("~~Weekly sync~~", "Weekly sync"),
    ("**Title:** X", "X"),
    ("**Title**: X", "X"),
    ('**"Weekly sync"**', "Weekly sync"),
    ('Title: "Weekly sync"', "Weekly sync"),
    ("## X", "X"),
    ("# C#", "C#"),
    ("## X ##", "X"),
    ("1. X", "X"),
    ("1) X", "X"),
    ("1、周会", "周会"),
    ("- X", "X"),
    ("* X", "X"),
    ("• X", "X"),
    ("> X", "X"),
    ("X\nBecause …", "X"),
    ("X\n\nBecause it is about X.", "X"),
    ("\n\n  X  \n", "X"),
    ("X.", "X"),
    ("X。", "X"),
    ('"X."', "X"),
    ('"X".', "X"),
    ("X,", "X"),
    ("```\nX\n```", "X"),
    ("```text\nX\n```", "X"),
    ('{"title": "Weekly sync"}', "Weekly sync"),
    ('{"name": "Weekly sync", "emoji": "📅"}', "Weekly sync"),
    ('{"标题": "每周例会"}', "每周例会"),
    ('```json\n{"title": "Weekly sync"}\n```', "Weekly sync"),
    ("<title>Weekly sync</title>", "Weekly sync"),
    ("---\nWeekly sync", "Weekly sync"),
    ("Title:\nWeekly sync", "Weekly sync"),
    ("Title:\n\n**Weekly sync**", "Weekly sync"),
    ("Sure! Here's a title:\n\n**Weekly sync**", "Weekly sync"),
    ('Here is a short title for this conversation: "Weekly sync"', "Weekly sync"),
    ("Sure! Here's the title: **Weekly sync**", "Weekly sync"),
    ("好的，以下是标题：“周会纪要”", "周会纪要"),
    ("Title 1: Weekly sync", "Weekly sync"),
    ("Weekly sync (2 words)", "Weekly sync"),
    ("周会纪要（4字）", "周会纪要"),
    ("以下是标题：\n周会纪要", "周会纪要"),
    ("1. Weekly sync\n2. Team call\n3. Monday round\n4. Stand-up\n5. Catch-up", "Weekly sync"),
    ("<think>They want…</think>Weekly sync", "Weekly sync"),
    ("\n<think>\n\n</think>\n\nHi", "Hi"),
    ("reason</think>ANSWER", "ANSWER"),
    ("<thinking>a\n\nb</thinking>\nX", "X"),
    ("<|channel|>analysis<|message|>hm<|end|><|channel|>final<|message|>X", "X"),
    ("Weekly sync<|im_end|>", "Weekly sync"),
    ("Weekly\u202e cnys\u202c", "Weekly cnys"),
    ("a\u2066b\u2069c", "abc"),
    ("Week\x00ly\x07 sync\x1b[31m", "Weekly sync[31m"),
    ("Weekly\u200b sy\ufeffnc\u00ad", "Weekly sync"),
    ("Weekly\u2028sync", "Weekly"),
    ("Weekly\t \u3000sync", "Weekly sync"),
    ("Weekly\r\nsync", "Weekly"),
    ("hi\U000e0041\U000e0042", "hi"),
    ("x\ud83d", "x"),
]

REPLACED = [
    "I'm sorry, I can't…",
    "I’m sorry, but I can’t help with that.",
    "Sorry, I cannot do that.",
    "I cannot generate a title for this.",
    "I can't.",
    "I apologize, but there is no conversation.",
    "As an AI language model, I do not name things",
    "Unfortunately, I have no context",
    "抱歉，我无法处理该请求",
    "很抱歉，我不能帮助你",
    "对不起我不能回答",
    "我无法提供标题",
    "作为一个人工智能，我不能",
    "当然可以！以下是…",
    "当然可以！以下是一首关于雨的诗：\n\n雨落在屋檐",
    "好的，我来帮你",
    "以下是您要的内容",
    "没问题！",
    "Sure! Rain falls on the roof",
    "Of course! Here is a poem about rain",
    "Here's a poem about rain",
    'Here is a poem: "Rain"',
    "Certainly, I will write it",
    "I'd be happy to help with that",
    "Could you please provide more context?",
    "Hello! How can I help you today?",
    "Please provide the message",
    "Rain on the roof,\n\nsoft in the night,\n\ngone by the light",
    "Rain on the roof\nsoft in the night\ngone by the light\nand back again",
    "nginx answers 502 because its upstream is gone. You should raise the time limit in the configuration.",
    "上游服务器重启时连接会被拒绝，所以 nginx 返回了这个错误。你可以在配置里增加重试次数，也可以平滑重启。",
    LONG,
    "字" * 300,
    "X\n" + LONG,
    "",
    "   \n\t ",
    "...",
    "—",
    '""',
    "****",
    "Title:",
    "标题：",
    "null",
    "<think>never closed",
    "<think>x</think>",
    "Generate a title for this conversation:",
    "\u202e\u200b",
    "{}",
]


@pytest.mark.parametrize("raw", WHOLE)
def test_a_title_keeps_what_belongs_to_it(raw):
    assert clean_title(raw, HEAD) == raw


@pytest.mark.parametrize(("raw", "title"), UNWRAPPED)
def test_wrappers_around_a_title_go(raw, title):
    assert clean_title(raw, HEAD) == title


@pytest.mark.parametrize("raw", REPLACED)
def test_what_is_no_title_is_replaced_by_the_head_of_the_message(raw):
    assert clean_title(raw, HEAD) == HEAD


@pytest.mark.parametrize("raw", [*REPLACED, None])
def test_one_argument_is_enough_and_never_gives_an_empty_title(raw):
    assert clean_title(raw) == NEUTRAL_TITLE


def test_the_cut_at_fifty_never_splits_a_character():
    assert clean_title("x" * 80, HEAD) == "x" * 50
    assert clean_title(FAMILY * 60, HEAD) == FAMILY * 50
    assert clean_title("é" * 60, HEAD) == "é" * 50
    assert clean_title("字" * 60, HEAD) == "字" * 50
    assert clean_title("🇳🇴" * 60, HEAD) == "🇳🇴" * 50


def test_a_cut_title_does_not_end_in_a_comma_or_space():
    assert clean_title("a" * 49 + ", and more words follow here", HEAD) == "a" * 49


def test_what_only_begins_after_the_cut_is_no_title():
    """Found by the guided fuzz: the cut of a line of signs was empty."""
    late = ":" * 60 + " word"

    assert clean_title(None, late) == NEUTRAL_TITLE
    assert clean_title(late, "The message") == "The message"
    assert clean_title(None, f"{late}\nsecond line") == "second line"


def test_a_title_of_fifty_emoji_is_left_alone():
    assert clean_title(FAMILY * 50, HEAD) == FAMILY * 50


def test_piles_of_accents_are_flattened():
    assert len(clean_title("z" + "\u0301" * 5000 + "oo", HEAD)) <= 8


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("\n\n# Plan for May\nmore", "Plan for May"),
        ("```python\nprint(1)\n```", "print(1)"),
        ("  - buy milk\n- bread", "buy milk"),
        ("x" * 400, "x" * 50),
        ("Rain\u202e in\nBergen", "Rain in"),
        ("???", NEUTRAL_TITLE),
        ("", NEUTRAL_TITLE),
    ],
)
def test_the_fallback_is_the_first_line_that_says_something(message, title):
    assert fallback_title(message) == title
    assert clean_title("", message) == title


CHINESE = "请用 Python 分析这份销售数据，找出每个地区每个季度的增长趋势，再给出三条可以马上执行的建"


@pytest.mark.parametrize(
    ("message", "title"),
    [
        (
            "Please explain the difference between optimistic and pessimistic locking",
            "Please explain the difference between optimistic…",
        ),
        (
            "I would like a plan for a week in Kyoto, and for two days, in Uji",
            "I would like a plan for a week in Kyoto, and for…",
        ),
        ("Plan a walk to all the old gardens, conscientiously", "Plan a walk to all the old gardens…"),
        ("a" * 24 + " " + "b" * 24 + " c", "a" * 24 + " " + "b" * 24 + "…"),
        ("a" * 24 + " " + "b" * 25, "a" * 24 + " " + "b" * 25),
        ("a" * 24 + " " + "b" * 26, "a" * 24 + " " + "b" * 24 + "…"),
        ("See https://example.com/" + "x" * 60, "See https://example.com/" + "x" * 25 + "…"),
        ("请" * 60, "请" * 49 + "…"),
        (CHINESE + "议，最好附上图表", CHINESE + "议…"),
        (FAMILY * 60, FAMILY * 49 + "…"),
        (
            "Один очень длинный вопрос о погоде в Бергене осенью и зимой",
            "Один очень длинный вопрос о погоде в Бергене…",
        ),
        ("What about this: " + "(" * 60 + " word", "What about this…"),
    ],
)  # fmt: skip
def test_a_long_head_ends_at_a_word_with_an_ellipsis(message, title):
    assert fallback_title(message) == title
    assert len(regex.findall(r"\X", title)) <= 50


@settings(max_examples=200)
@given(
    st.lists(
        st.sampled_from(["word", "длинное", "字", "é", FAMILY, " ", ",", "。", "x" * 30, "("]), max_size=90
    )
)
def test_a_head_is_never_cut_inside_a_word_that_could_go_whole(pieces):
    message = " ".join("".join(pieces).split())
    title = fallback_title(message)

    assert title.strip()
    assert len(regex.findall(r"\X", title)) <= 50
    if title != NEUTRAL_TITLE:
        assert message.replace(" ", "").startswith(title.removesuffix("…").replace(" ", ""))


def test_a_message_of_attachments_is_named_after_the_first():
    assert fallback_title("", ["report_q3.xlsx", "b.png"]) == "report_q3.xlsx"


@pytest.mark.parametrize("piece", ["<think>", "**", '"', "“", "# ", "1. ", "Title: ", "`", "<", "\n\n", "【"])
def test_a_hostile_answer_of_a_million_characters_is_cut_short(piece):
    title = clean_title(piece * (1_000_000 // len(piece)), HEAD)

    assert 1 <= len(title) <= 50


FRAGMENTS = st.sampled_from(
    ["<think>", "</think>", "Title:", "标题：", '"', "“", "”", "**", "__", "`", "# ", "1. ", "\n", "\n\n",
     "\u202e", "é", FAMILY, "字", "word ", ".", "。", "C#", "'", "[", "]", "{", "}", "\x00", "\u2028",
     "<|im_end|>"]
)  # fmt: skip


@settings(max_examples=250)
@given(st.one_of(st.text(max_size=120), st.lists(FRAGMENTS, max_size=40).map("".join)), st.text(max_size=80))
def test_any_answer_gives_one_visible_line_of_at_most_fifty(raw, message):
    title = clean_title(raw, message)

    assert title.strip()
    assert len(regex.findall(r"\X", title)) <= 50
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in title)
    assert not set(title) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@settings(max_examples=150)
@given(
    st.text(
        alphabet=st.characters(categories=["Lu", "Ll", "Lo", "Nd"], max_codepoint=0x9FFF),
        min_size=3,
        max_size=40,
    )
)
def test_a_plain_word_is_its_own_title(word):
    title = unicodedata.normalize("NFC", word)

    assert clean_title(f"Title: **{title}**", HEAD) in (title, HEAD)
