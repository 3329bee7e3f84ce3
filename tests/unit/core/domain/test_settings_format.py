"""Whatever the bytes are, reading gives usable settings, and what is written reads back the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.errors import SettingsInvalid
from desktop_app.core.domain.settings import (
    AppearanceSettings,
    ModelParameters,
    ProfileSettings,
    Settings,
    SummarySettings,
    bounds_of,
    choices_of,
)
from desktop_app.core.domain.settings_format import read_settings, without_secrets, write_settings
from desktop_app.core.domain.settings_path import describe, value_at, with_value

scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=6))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


def objects(*models):
    """Objects with the keys of a model, filled with anything."""
    keys = [name for model in models for name in model.model_fields]
    return st.dictionaries(st.sampled_from(keys), values, max_size=5)


profiles = st.one_of(
    values, st.builds(lambda p, s: {**p, "summary": s}, objects(ProfileSettings), objects(SummarySettings))
)
files = st.builds(
    lambda top, some, look: {**top, "profiles": some, "appearance": look},
    objects(Settings),
    st.one_of(values, st.lists(profiles, max_size=3)),
    objects(AppearanceSettings),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(files)
@example({"profiles": [{"id": "", "name": "x"}, {"id": "profile-1"}, {}]})
def test_anything_that_is_json_can_be_read_and_written_back(data):
    reading = read_settings(json.dumps(data).encode())
    written = write_settings(reading.settings)
    again = read_settings(written)

    assert reading.readable
    assert again.settings == reading.settings
    assert again.fallen_back == ()
    ids = [profile.id for profile in reading.settings.profiles]
    assert len(ids) == len(set(ids))


def test_what_is_nested_too_deeply_to_be_written_again_is_cut():
    raw = b'{"version": 1, "profiles": [{"id": "a", "extra_body": {"x": %s, "y": 1}}]}' % (
        b"[" * 900 + b"]" * 900
    )

    reading = read_settings(raw)

    assert reading.fallen_back
    assert reading.settings.profiles[0].extra_body["y"] == 1
    assert read_settings(write_settings(reading.settings)).clean


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_can_be_read(raw):
    assert isinstance(read_settings(raw).settings, Settings)


def test_bounds_and_choices_come_from_the_models():
    assert (
        bounds_of(SummarySettings, "token_share").minimum,
        bounds_of(SummarySettings, "token_share").maximum,
    ) == (
        0.1,
        0.95,
    )
    assert bounds_of(ModelParameters, "temperature").maximum == 2
    assert bounds_of(ModelParameters, "seed").minimum is None
    assert choices_of(ModelParameters, "reasoning_effort") == ("minimal", "low", "medium", "high")
    assert choices_of(SummarySettings, "enabled") == ()


def test_changed_checks_and_keeps_unknown_keys():
    summary = SummarySettings.model_validate({"future": 1})

    assert summary.changed(recent_n=9).model_extra == {"future": 1}
    with pytest.raises(SettingsInvalid) as caught:
        summary.changed(recent_n=-1)
    assert caught.value.field == "recent_n"


def test_fields_are_described_and_changed_by_path():
    profile = ProfileSettings(id="a")
    path = ("summary", "zh", "global_rules")

    described = describe(ProfileSettings, ("parameters", "temperature"))

    assert (described.is_optional, described.is_whole, described.bounds.minimum) == (True, False, 0)
    assert value_at(with_value(profile, path, "只用列表"), path) == "只用列表"
    assert value_at(profile, path) == ""


def test_export_leaves_out_what_looks_secret():
    profile = ProfileSettings(
        id="a",
        base_url="https://me:pw@h/v1",
        proxy="socks5://u:pw@p:1",
        extra_headers={"Authorization": "x", "Cookie": "x", "X-Team": "blue"},
        extra_body={"api_key": "x", "max_tokens": 3, "prompt_cache_key": "kept"},
    )

    clean, dropped = without_secrets(Settings(profiles=(profile,)))

    assert dropped == 5
    assert clean.profiles[0].base_url == "https://h/v1"
    assert clean.profiles[0].extra_headers == {"X-Team": "blue"}
    assert clean.profiles[0].extra_body == {"max_tokens": 3, "prompt_cache_key": "kept"}
