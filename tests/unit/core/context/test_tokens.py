"""The estimate of tokens and its calibration."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.context import tokens
from desktop_app.core.context.tokens import (
    IMAGE_TOKENS,
    MESSAGE_TOKENS,
    TokenCounter,
    calibrated,
    estimate_content,
    estimate_text,
    reported_base,
    update_ratio,
    weights_for,
)
from desktop_app.core.domain.conversation import Attachment, Usage
from desktop_app.core.domain.request import ChatMessage, ImagePart, TextPart
from tests.builders import pairs


def test_chinese_weighs_more_than_latin_letters():
    assert 96 <= estimate_text("汉" * 160) <= 160
    assert estimate_text("a" * 160) <= 60
    assert 96 <= estimate_text("汉" * 160, weights_for("qwen2.5-72b")) <= 160


def test_every_emoji_is_at_least_a_token():
    assert estimate_text("🔥" * 40) >= 40
    assert estimate_text("👨‍👩‍👧‍👦" * 10) >= 10


def test_other_scripts_and_digits_count():
    assert estimate_text("Привет мир" * 10) >= 20
    assert estimate_text("1234567890" * 10) >= 30
    assert estimate_text("สวัสดีครับ" * 10) >= 20
    assert estimate_text("") == 0
    assert estimate_text(" ") == 1


@given(st.text(max_size=200))
def test_an_estimate_is_never_negative_nor_absurd(text):
    assert 0 <= estimate_text(text) <= 3 * len(text) + 1


def test_long_texts_are_estimated_from_samples():
    short = "The quick brown fox jumps over the lazy dog. " * 1000

    assert estimate_text(short * 20) == pytest.approx(20 * estimate_text(short), rel=0.02)


def test_images_cost_a_flat_amount():
    picture = ChatMessage("user", (TextPart("look"), ImagePart("image/png", b"x" * 10**6)))

    assert estimate_content(picture) == MESSAGE_TOKENS + 1 + IMAGE_TOKENS
    message = replace(pairs(1)[0], attachments=(Attachment("d", "a.png", "image/png", 10**7),))
    assert TokenCounter().raw_message(message) < IMAGE_TOKENS + 30


def test_the_first_report_counts_wholly_and_later_ones_catch_up():
    ratio, reports = update_ratio(1.0, 0, estimated=1000, reported=1500)
    assert (ratio, reports) == (pytest.approx(1.5), 1)

    for _ in range(10):
        ratio, reports = update_ratio(ratio, reports, estimated=1000, reported=900)
    assert ratio == pytest.approx(0.9, abs=0.02)
    assert reports == 11


@pytest.mark.parametrize(("estimated", "reported"), [(0, 10), (10, 0), (-1, 5), (5, -1)])
def test_senseless_reports_change_nothing(estimated, reported):
    assert update_ratio(1.2, 3, estimated=estimated, reported=reported) == (1.2, 3)


def test_ratios_stay_within_reason():
    assert update_ratio(1.0, 0, estimated=1000, reported=10**6)[0] == 5.0
    assert update_ratio(1.0, 0, estimated=10**6, reported=1)[0] == pytest.approx(0.2)
    assert calibrated(100, 1.26) == 126


def test_a_text_is_estimated_once():
    counter = TokenCounter("some-model", ratio=2.0)
    message = pairs(1)[0]

    first = counter.message(message)

    assert counter.message(message) == first == 2 * counter.raw_message(message)
    assert counter.message(replace(message, text="汉" * 100)) > 140
    assert counter.messages([message, message]) == 2 * first
    assert counter.text("hello") == 2


def test_the_newest_valid_usage_is_the_base():
    path = pairs(3)
    path[1] = replace(path[1], usage=Usage(10, 1))
    path[3] = replace(path[3], usage=Usage(20, 1))

    assert reported_base(path, None) == (3, Usage(20, 1))
    assert reported_base(path, 1.5) == (3, Usage(20, 1))
    assert reported_base(path, 2.0) is None
    assert reported_base([], None) is None


def test_a_long_text_is_weighed_once_and_others_of_its_length_are_not_mistaken_for_it(monkeypatch):
    monkeypatch.setattr(tokens, "_remembered", {})
    weighed = []
    weigh = tokens._weigh
    monkeypatch.setattr(tokens, "_weigh", lambda text, weights: weighed.append(text) or weigh(text, weights))
    long, other = "a word " * 2_000, "汉字真好看哦。" * 2_000

    assert len(long) == len(other)
    first, second = estimate_text(long), estimate_text(other)
    assert (estimate_text(long), estimate_text("".join(list(other)))) == (first, second)
    assert estimate_text(long, weights_for("llama-2-7b")) != first
    assert len(weighed) == 3
