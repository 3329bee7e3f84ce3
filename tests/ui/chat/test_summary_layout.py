"""The text of a summary as its card shows it."""

from __future__ import annotations

import pytest

from desktop_app.ui.chat.summary_layout import laid_out

FRAMED = """==========Dialogue summary==========
[Core Task Status]
Plan a week.

[Key Information & Context]
Hotel near the river.
======================================="""


def test_headings_are_bold_and_the_frame_is_gone():
    assert laid_out(FRAMED).split("\n") == [
        "**Core Task Status**",
        "",
        "Plan a week.",
        "",
        "",
        "**Key Information & Context**",
        "",
        "Hotel near the river.",
    ]


@pytest.mark.parametrize("text", ["plain", "a == b", "see [1]", "- [x] done", "```\n=====\n[a]\n```", ""])
def test_other_text_stays_as_it_is(text):
    assert laid_out(text) == text


def test_chinese_brackets_make_headings_too():
    assert laid_out("【关键信息】\n预算") == "**关键信息**\n\n预算"
