"""Prompt presets: variables are found and filled literally; files come in and go out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.persona import PromptPreset
from desktop_app.core.personas.documents import preset_from, to_document
from desktop_app.core.personas.placeholders import fill
from desktop_app.core.personas.presets import (
    Variable,
    export_presets,
    fill_preset,
    import_presets,
    variables,
)
from tests.builders import Ids


def test_variables_are_found_once_in_order_with_their_defaults():
    text = "Translate {{ text }} into {{target language:English}} and {{text}}, {{语气=正式}}"

    assert variables(text) == (
        Variable("text"),
        Variable("target language", "English"),
        Variable("语气", "正式"),
    )


@pytest.mark.parametrize(
    "text", ["{x}", "{{}}", "{{ 7*7 }}", "{{a.b}}", "{% if x %}", "{{{}}}", "{{a\nb}}", "${x} %s"]
)
def test_other_braces_are_no_variables(text):
    assert variables(text) == ()
    assert fill_preset(text, {"x": "1", "a": "2"}) == text


def test_filling_is_literal_and_happens_once():
    assert fill_preset("{{a}} {{b}}", {"a": "{{b}} \\1 {0}", "b": "x"}) == "{{b}} \\1 {0} x"


def test_missing_values_take_the_default_or_stay_visible():
    assert fill_preset("{{a:one}} {{a}} {{b}}", {"a": " "}) == "one one {{b}}"


def test_presets_survive_export_and_import():
    presets = (PromptPreset("1", "A", "x {{v}}\r\n", {"tags": ["t"]}), PromptPreset("2", "乙", "你好"))

    again = import_presets(export_presets(presets), new_id=Ids("new"))

    assert [(p.title, p.text, p.extra) for p in again] == [(p.title, p.text, p.extra) for p in presets]
    assert [p.id for p in again] == ["new-1", "new-2"]


@pytest.mark.parametrize(
    "raw",
    [
        [{"act": "A", "prompt": "x"}],
        [{"name": "A", "content": "x"}],
        {"A": "x"},
        {"presets": [{"title": "A", "text": "x"}, 5, {"title": "no text"}, None]},
    ],
)
def test_files_of_other_programs_are_read(raw):
    (preset,) = import_presets(json.dumps(raw).encode(), new_id=Ids())

    assert (preset.title, preset.text) == ("A", "x")


def test_a_preset_without_a_title_is_named_after_its_text():
    (preset,) = import_presets(b'[{"text": "do\\nthis"}]', new_id=Ids())

    assert preset.title == "do this"


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"7", b'{"presets": []}', b"[" * 5000, b"\xff"])
def test_what_holds_no_preset_is_refused(data):
    with pytest.raises(ExchangeError):
        import_presets(data, new_id=Ids())


def test_presets_survive_the_store():
    preset = PromptPreset("1", "A", "x", {"k": [1]})

    assert preset_from(to_document(preset)) == preset
    with pytest.raises(ExchangeError):
        preset_from({"id": "1"})


@settings(max_examples=100)
@given(
    st.text(alphabet="{}ab :=\n语", max_size=60),
    st.dictionaries(st.text(alphabet="ab语", max_size=3), st.text(max_size=8)),
)
def test_any_text_is_filled_without_error(text, values):
    filled = fill_preset(text, values)

    assert filled == text or variables(text)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{user}} {{USER}} {{ User }} <USER>", "Bo Bo Bo Bo"),
        ("{{char}} {{Char}} <BOT> <char>", "Ada Ada Ada Ada"),
        ("{user} {{users}} {{ 7 }} {{original}}", "{user} {{users}} {{ 7 }} {{original}}"),
    ],
)
def test_placeholders_are_filled_in_any_case(text, filled):
    assert fill(text, user="Bo", char="Ada") == filled


def test_names_that_look_like_placeholders_are_not_filled_again():
    assert fill("{{char}}", user="x", char="{{user}}\\1") == "{{user}}\\1"
    assert fill("{{original}}!", user="x", char="y", original="{{user}}") == "{{user}}!"
