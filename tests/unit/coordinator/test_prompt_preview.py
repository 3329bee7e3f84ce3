"""The preview is the prompt itself; forecasts follow the policy."""

from __future__ import annotations

from desktop_app.coordinator.prompt_preview import estimated_tokens, marked_lines, preview_prompt
from desktop_app.coordinator.settings_edit import EditKey, with_edit
from desktop_app.coordinator.summary_forecast import (
    Forecast,
    forecast_for_new_conversation,
    share_in_tokens,
)
from desktop_app.core.domain.settings import ProfileSettings, Settings, SummarySettings
from desktop_app.core.summary import SUMMARY_PROMPT, SUMMARY_PROMPT_EN


def test_default_is_the_default_prompt_byte_for_byte():
    for english, prompt in ((False, SUMMARY_PROMPT), (True, SUMMARY_PROMPT_EN)):
        preview = preview_prompt(SummarySettings(), english, count_tokens=len)

        assert preview.text == prompt
        assert (preview.changed, preview.removed, preview.tokens) == (0, 0, len(prompt))


def test_changed_and_added_lines_are_marked_and_lost_ones_counted():
    settings = Settings(profiles=(ProfileSettings(id="a"),))
    for path, value in (
        (("sections", "core_task", "title"), "{x} %s"),
        (("sections", "progress", "enabled"), False),
        (("global_rules",), "Rule one"),
    ):
        settings = with_edit(settings, EditKey("a", ("summary", "en", *path)), value)

    preview = preview_prompt(settings.profile("a").summary, use_english=True, count_tokens=estimated_tokens)

    marked = [line.text for line in preview.lines if line.changed]
    assert "[{x} %s]" in marked
    assert "Rule one" in marked
    assert preview.removed >= 2
    assert preview.tokens > 300


def test_lines_of_two_texts_are_compared():
    lines, removed = marked_lines("a\nb\nc", "a\nx\nc\nd")

    assert [(line.text, line.changed) for line in lines] == [
        ("a", False),
        ("x", True),
        ("c", False),
        ("d", True),
    ]
    assert removed == 1


def test_forecast_for_a_conversation_that_has_not_begun():
    profile = ProfileSettings(id="a", window=10_000, output_limit=2000)

    assert forecast_for_new_conversation(profile) == Forecast(5600, 16, None, has_conversation=False)
    assert share_in_tokens(profile, 0.5) == 4000


def test_forecast_says_off_and_leaves_out_what_is_unknown():
    off = ProfileSettings(id="a", summary=SummarySettings(enabled=False, age_trigger=True))

    forecast = forecast_for_new_conversation(off)

    assert (forecast.hold, forecast.tokens_left, forecast.minutes_left) == ("off", None, 240)
    assert share_in_tokens(off, 0.5) is None
