"""Exact details are found in every notation and compared by what they mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.summary.details import DetailKind, narrow
from desktop_app.core.summary.figures import (
    ClockTime,
    Day,
    Figure,
    chinese_number,
    english_number,
    number_values,
)
from desktop_app.core.summary.scan import scan_details

K = DetailKind


def only(text):
    details = scan_details(text)
    assert len(details) == 1, details
    return details[0]


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("see https://example.com/a_(b)/c?x=1.", K.URL, "https://example.com/a_(b)/c?x=1"),
        ("见https://例.cn/页面，谢谢", K.URL, "https://例.cn/页面"),
        ("www.example.org works", K.URL, "www.example.org"),
        ("write to ana.b+c@mail.x.org.", K.EMAIL, "ana.b+c@mail.x.org"),
        ("in /srv/data/in/ today", K.PATH, "/srv/data/in/"),
        ("in ~/notes.md", K.PATH, "~/notes.md"),
        ("in C:\\Users\\me\\x.txt, ok", K.PATH, "C:\\Users\\me\\x.txt"),
        ("edit src/app/main.py now", K.PATH, "src/app/main.py"),
        ("open report_q3.xlsx", K.PATH, "report_q3.xlsx"),
        ("打开config.yaml吧", K.PATH, "config.yaml"),
        ("call parse_ledger() first", K.CODE, "parse_ledger()"),
        ("with --dry-run", K.CODE, "--dry-run"),
        ("the bucket zx-41", K.CODE, "zx-41"),
        ("编号A-77的", K.CODE, "A-77"),
        ("commit 3f9a2c1", K.CODE, "3f9a2c1"),
        ("use `git gc --auto` here", K.CODE, "`git gc --auto`"),
        ("server 10.0.0.12:8080 is", K.CODE, "10.0.0.12:8080"),
        ("release v1.2.3", K.CODE, "v1.2.3"),
        ("issue #4127", K.CODE, "#4127"),
        ("set windowSize to", K.CODE, "windowSize"),
        ("ISBN 978-3-16-148410-0", K.CODE, "978-3-16-148410-0"),
        ('a piece called "Finding Freedom."', K.QUOTE, '"Finding Freedom."'),
        ("读《三体》呢", K.QUOTE, "《三体》"),
        ("他说“周五见”", K.QUOTE, "“周五见”"),
        ("on 8 May, 2023 we", K.DATE, "8 May, 2023"),
        ("on May 8th we", K.DATE, "May 8th"),
        ("on 2023-05-08 we", K.DATE, "2023-05-08"),
        ("是2023年5月8日吗", K.DATE, "2023年5月8日"),
        ("since June 2019", K.DATE, "June 2019"),
        ("at 3:30 pm sharp", K.TIME, "3:30 pm"),
        ("at 7pm", K.TIME, "7pm"),
        ("下午3点半见", K.TIME, "下午3点半"),
        ("it costs $1,200 now", K.NUMBER, "$1,200"),
        ("共1000人", K.NUMBER, "1000"),
        ("预算3万元", K.NUMBER, "3万元"),
        ("三百二十户人家", K.NUMBER, "三百二十户"),
        ("about 15% more", K.NUMBER, "15%"),
        ("call +47 22 33 44 55", K.NUMBER, "+47 22 33 44 55"),
        ("since fifteen years", K.NUMBER, "fifteen years"),
        ("价格７，５００", K.NUMBER, "７，５００"),
    ],
)
def test_a_detail_is_found_as_it_is_written(text, kind, found):
    detail = only(text)

    assert (detail.kind, detail.text) == (kind, found)
    assert text[detail.start : detail.end] == found


@pytest.mark.parametrize(
    "text",
    [
        "and/or he/she", "24/7 on", "the 9-5 job", "I may go and march on", "千万别去", "一个人",
        "Hello there. Fine!",
        "1. first\n2. second", "a - b", "one of them", "", "…", "w/o",
    ],
)  # fmt: skip
def test_ordinary_words_are_no_details(text):
    assert scan_details(text) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,000 crates", "1000"),
        ("1.000 crates", "1000"),
        ("1 000 crates", "1000"),
        ("１，０００ crates", "1000"),
        ("2.5k runs", "2500"),
        ("3万元", "30,000元"),
        ("三百二十户", "320户"),
        ("15%", "15 percent"),
        ("百分之十五", "15%"),
        ("$1,200", "1200 dollars"),
        ("8 May 2023", "2023-05-08"),
        ("May 8th", "8 May, 2023"),
        ("2023年5月8日", "08.05.2023"),
        ("05/08/2023", "8 May 2023"),
        ("二〇二三年五月八日", "2023/5/8"),
        ("3:30 pm", "15:30"),
        ("下午3点半", "3:30 pm"),
        ("7pm", "19:00"),
        ("https://www.example.com/a/", "http://example.com/a"),
    ],
)
def test_two_notations_mean_the_same(one, other):
    first, second = only(one).value, only(other).value

    assert first == second if isinstance(first, str) else first.agrees(second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$20", "20 minutes"),
        ("8 May 2023", "8 May 2024"),
        ("8 May 2023", "May 2023"),
        ("3:30 pm", "3:30 am"),
        ("1,234", "1,235"),
    ],
)
def test_different_things_do_not_agree(one, other):
    assert not only(one).value.agrees(only(other).value)


def test_number_words_have_values():
    assert english_number("twenty-five") == 25
    assert english_number("two hundred and three") == 203
    assert english_number("third") == 3
    assert english_number("banana") is None
    assert chinese_number("两万三千") == 23_000
    assert chinese_number("十") == 10
    assert chinese_number("二〇二三") == 2023
    assert chinese_number("abc") is None
    assert number_values("1.000,50") == {1000.5}


def test_values_are_plain_data():
    assert Figure(frozenset({1.0})).agrees(Figure(frozenset({1.0, 2.0}), "time"))
    assert Day(frozenset({(None, 5, 8)})).agrees(Day(frozenset({(2023, 5, 8)})))
    assert not ClockTime(frozenset({1})).agrees(ClockTime(frozenset({2})))


ALPHABET = "ab Z1 0,.-/:@_#$%\"“”`'()\\\n年月日点万三mayMay pm中~+\0٣é"


@settings(max_examples=250)
@given(st.one_of(st.text(max_size=150), st.text(alphabet=ALPHABET, max_size=150)))
def test_any_text_is_scanned_and_details_lie_where_they_say(text):
    for detail in scan_details(text):
        assert text[detail.start : detail.end] == detail.text
        assert detail.text


@pytest.mark.parametrize(
    "piece", ["1", "1,", "a_", "a.", "/a", "a-1", "三", "\\a", "@", "A", "1-", "x@x.", "`", "“"]
)
def test_a_long_hostile_line_does_not_stall(piece):
    scan_details(piece * (40_000 // len(piece)))


def test_narrowing_keeps_every_offset():
    text = "价格：１，０００元（约）"

    assert len(narrow(text)) == len(text)
