"""Contradictions are named with the field they stand in; sound settings have none."""

from __future__ import annotations

import pytest

from desktop_app.coordinator.settings_edit import EditKey, with_edit
from desktop_app.coordinator.settings_lint import Fault, lint_summary
from desktop_app.core.domain.settings import ProfileSettings, Settings, SummarySettings
from desktop_app.core.domain.summary import SECTION_IDS


def settings_with(summary=None, window=32_000, other_window=8000):
    return Settings(
        profiles=(
            ProfileSettings(id="a", window=window, summary=summary or SummarySettings()),
            ProfileSettings(id="small", window=other_window),
        )
    )


def edit(settings, *path, value, language="en"):
    return with_edit(settings, EditKey("a", ("summary", language, *path)), value)


def faults(settings, *, use_english=True):
    found = lint_summary(
        settings, settings.profile("a"), use_english, count_tokens=lambda text: len(text) // 3
    )
    return [
        (finding.fault, finding.path[-2:] if "sections" in finding.path else finding.path[-1:])
        for finding in found
    ]


def test_defaults_are_sound_in_both_languages():
    assert faults(settings_with()) == []
    assert faults(settings_with(), use_english=False) == []


def test_all_sections_off_while_some_are_edited():
    settings = edit(settings_with(), "sections", "progress", "instruction", value="Only numbers.")
    for section in SECTION_IDS:
        settings = edit(settings, "sections", section, "enabled", value=False)

    assert faults(settings) == [(Fault.ALL_SECTIONS_OFF, ("progress", "enabled"))]


def test_all_sections_off_alone_is_a_choice():
    settings = settings_with()
    for section in SECTION_IDS:
        settings = edit(settings, "sections", section, "enabled", value=False)

    assert faults(settings) == []


@pytest.mark.parametrize("title", ["Core Task Status", "core task status"])
def test_a_title_twice(title):
    settings = edit(settings_with(), "sections", "progress", "title", value=title)

    assert faults(settings) == [(Fault.SAME_TITLE, ("progress", "title"))]


def test_a_title_twice_is_none_when_one_is_off():
    settings = edit(settings_with(), "sections", "progress", "title", value="Core Task Status")

    assert faults(edit(settings, "sections", "core_task", "enabled", value=False)) == []


def test_two_languages_in_one_prompt():
    english = edit(settings_with(), "sections", "progress", "title", value="进展")
    english = edit(english, "global_rules", value="只用列表")
    chinese = edit(settings_with(), "dialogue_review_title", value="Review of the talk", language="zh")

    assert faults(english) == [
        (Fault.OTHER_LANGUAGE, ("progress", "title")),
        (Fault.OTHER_LANGUAGE, ("global_rules",)),
    ]
    assert faults(chinese) == []
    assert faults(chinese, use_english=False) == [(Fault.OTHER_LANGUAGE, ("dialogue_review_title",))]


def test_rules_longer_than_the_window():
    settings = edit(settings_with(window=4096), "global_rules", value="be brief " * 2000)

    assert faults(settings) == [(Fault.RULES_TOO_LONG, ("global_rules",))]


def test_summary_model_smaller_than_the_trigger():
    assert faults(settings_with(SummarySettings(profile_id="small"))) == [
        (Fault.SMALL_SUMMARY_MODEL, ("profile_id",))
    ]
    assert faults(settings_with(SummarySettings(profile_id="small", token_trigger=False))) == []


def test_summary_model_that_was_deleted():
    assert faults(settings_with(SummarySettings(profile_id="gone"))) == [
        (Fault.SUMMARY_MODEL_GONE, ("profile_id",))
    ]


def test_triggers_that_never_fire():
    none = SummarySettings(token_trigger=False, count_trigger=False)
    share = SummarySettings(count_trigger=False)
    off = none.changed(enabled=False)

    assert faults(settings_with(none)) == [(Fault.NO_TRIGGER, ("enabled",))]
    assert faults(settings_with(share, window=None)) == [(Fault.SHARE_WITHOUT_WINDOW, ("token_share",))]
    assert faults(settings_with(off)) == []


def test_tail_that_leaves_nothing_to_fold():
    assert faults(settings_with(SummarySettings(message_count=2, recent_n=4))) == [
        (Fault.TAIL_OVER_TRIGGER, ("recent_n",))
    ]
