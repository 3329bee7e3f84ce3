"""Edits by key: sections keep only differences, unknown keys stay, bounds hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.coordinator.settings_edit import EditKey, effective_sections, stored_value, with_edit
from desktop_app.core.domain.errors import ProfileMissing, SettingsInvalid
from desktop_app.core.domain.settings import (
    LanguageSummarySettings,
    ProfileSettings,
    SectionOverrideSettings,
    Settings,
    SummarySettings,
)
from desktop_app.core.domain.summary import SECTION_IDS

SETTINGS = Settings(profiles=(ProfileSettings(id="a"), ProfileSettings(id="b")))


def section_key(section, field, language="en", profile="a"):
    return EditKey(profile, ("summary", language, "sections", section, field))


def test_global_and_profile_fields_are_written_at_their_path():
    settings = with_edit(SETTINGS, EditKey("", ("appearance", "zoom")), 1.5)
    settings = with_edit(settings, EditKey("b", ("parameters", "temperature")), 0.3)

    assert stored_value(settings, EditKey("", ("appearance", "zoom"))) == 1.5
    assert settings.profile("b").parameters.temperature == 0.3
    assert settings.profile("a") == SETTINGS.profile("a")


def test_value_outside_its_bounds_names_the_whole_path():
    with pytest.raises(SettingsInvalid) as caught:
        with_edit(SETTINGS, EditKey("a", ("summary", "token_share")), 7)

    assert caught.value.field == "summary.token_share"


def test_edit_of_a_missing_profile_is_refused():
    for act in (lambda k: stored_value(SETTINGS, k), lambda k: with_edit(SETTINGS, k, "x")):
        with pytest.raises(ProfileMissing):
            act(EditKey("gone", ("name",)))


@pytest.mark.parametrize("text", ["", "   ", "Core Task Status", "  Core Task Status\n"])
def test_default_or_blank_text_is_no_difference(text):
    settings = with_edit(SETTINGS, section_key("core_task", "title"), "Mine")

    assert with_edit(settings, section_key("core_task", "title"), text) == SETTINGS


def test_sections_of_two_languages_are_apart():
    settings = with_edit(SETTINGS, section_key("progress", "title", "zh"), "进展")

    assert settings.profile("a").summary.en == LanguageSummarySettings()
    assert stored_value(settings, section_key("progress", "title", "zh")) == "进展"
    assert stored_value(settings, section_key("progress", "title", "en")) == ""


def test_unknown_section_and_unknown_key_of_a_section_are_kept():
    override = SectionOverrideSettings.model_validate({"id": "progress", "title": "P", "colour": "red"})
    future = SectionOverrideSettings(id="mood", title="Mood")
    language = LanguageSummarySettings(sections=(override, future))
    summary = SummarySettings(en=language)
    settings = Settings(profiles=(ProfileSettings(id="a", summary=summary),))

    after = with_edit(settings, section_key("progress", "enabled"), False).profile("a").summary.en.sections

    assert after[0].model_extra == {"colour": "red"}
    assert (after[0].title, after[0].enabled) == ("P", False)
    assert after[1] == future


edits = st.lists(
    st.tuples(
        st.sampled_from(SECTION_IDS),
        st.one_of(
            st.tuples(st.just("enabled"), st.booleans()),
            st.tuples(st.sampled_from(["title", "instruction"]), st.text(max_size=12)),
        ),
    ),
    max_size=8,
)


@given(edits)
def test_what_was_edited_last_applies_and_the_rest_stays_default(script):
    settings, wanted = SETTINGS, {}
    for section, (field, value) in script:
        settings = with_edit(settings, section_key(section, field), value)
        wanted[(section, field)] = value
    sections = {s.id: s for s in effective_sections(settings.profile("a").summary.en, use_english=True)}
    defaults = {s.id: s for s in effective_sections(LanguageSummarySettings(), use_english=True)}

    for section in SECTION_IDS:
        for field in ("enabled", "title", "instruction"):
            value = wanted.get((section, field))
            applied = getattr(sections[section], field)
            if value is None or (isinstance(value, str) and not value.strip()):
                assert applied == getattr(defaults[section], field)
            elif field != "title":  # a title is made one line
                assert applied == (value.replace("\r\n", "\n").strip() if field == "instruction" else value)
    ids = [o.id for o in settings.profile("a").summary.en.sections]
    assert ids == [section for section in SECTION_IDS if section in ids]
