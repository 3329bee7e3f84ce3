import pytest

from desktop_app.core.domain.address import parse_address
from desktop_app.core.provider.catalog import Catalog, model_facts, preset, presets
from desktop_app.core.provider.catalog_data import MODELS


def test_the_presets_the_issue_names():
    names = {entry.id for entry in presets()}

    assert {
        "openai",
        "deepseek",
        "qwen",
        "moonshot",
        "zhipu",
        "openrouter",
        "ollama",
        "lm-studio",
        "llama.cpp",
        "custom",
    } <= names


@pytest.mark.parametrize("entry", presets(), ids=lambda entry: entry.id)
def test_base_urls_are_as_they_would_be_stored(entry):
    if entry.base_url:
        address = parse_address(entry.base_url)
        assert address.base_url == entry.base_url
        assert address.is_loopback == entry.is_loopback


def test_an_unknown_preset_is_custom():
    assert preset("nobody").id == "custom"


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("gpt-4o", "gpt-4o"),
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("gpt-4o-mini-2024-07-18", "gpt-4o-mini"),
        ("gpt-5.6-terra", "gpt-5.6-terra"),
        ("qwen-max-latest", "qwen-max"),
        ("openai/GPT-4.1-mini", "gpt-4.1-mini"),
        ("deepseek/deepseek-chat:free", "deepseek-chat"),
    ],
)
def test_models_are_found_by_their_beginning(model, name):
    assert model_facts(model).name == name


@pytest.mark.parametrize("model", ["", "gpt-4omni", "my-model", "llama-3", "gpt-5-pro", "gpt-5.9", "kimi-k2"])
def test_unknown_models_stay_unknown(model):
    assert model_facts(model) is None


def test_local_and_free_models_cost_nothing_known():
    assert model_facts("deepseek-chat", "ollama").input is None
    assert model_facts("deepseek/deepseek-chat:free", "openrouter").output is None
    assert model_facts("deepseek-chat", "ollama").window is None


@pytest.mark.parametrize("facts", MODELS, ids=lambda facts: facts.name)
def test_figures_are_dated_sourced_and_plausible(facts):
    assert facts.source
    assert len(facts.as_of) == 7
    assert facts.window is None or facts.window >= max(4096, facts.output_limit)
    if facts.cached_input is not None:
        assert facts.cached_input <= facts.input <= facts.output


def test_the_catalog_answers_like_the_functions():
    catalog = Catalog()

    assert catalog.presets() == presets()
    assert catalog.preset("openai") == preset("openai")
    assert catalog.model_facts("gpt-4o") == model_facts("gpt-4o")
