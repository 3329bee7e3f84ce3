"""Presets and what is publicly known about models; data only, dated and sourced.

Prices and windows change; they are offers for the profile page, which the user can overwrite, and
never a rule. Dated versions of a model share its entry.
"""

from __future__ import annotations

import re

from desktop_app.core.domain.catalog import ModelFacts, Preset
from desktop_app.core.provider.catalog_data import MODELS, PRESETS

_CUSTOM = "custom"
_VERSION = re.compile(r"(?:[-@_](?:\d[\d-]*|latest|preview|exp))*")


def presets() -> tuple[Preset, ...]:
    """All presets in the order to show them."""
    return PRESETS


def preset(preset_id: str) -> Preset:
    """One preset; the custom one for an unknown id."""
    known = {entry.id: entry for entry in PRESETS}
    return known.get(preset_id, known[_CUSTOM])


def model_facts(model: str, preset_id: str = "") -> ModelFacts | None:
    """What is known about a model by its name; None for an unknown one.

    Args:
        model: As the provider names it; a path before the name (``openai/``), a tag behind it
            (``:free``) and case do not matter.
        preset_id: Local servers cost nothing, so their models come back without prices.
    """
    name = model.strip().lower().rpartition("/")[2]
    tag = name.partition(":")[2]
    name = name.partition(":")[0]
    matches = [facts for facts in MODELS if _is_version(name, facts.name)]
    if not matches:
        return None
    found = max(matches, key=lambda facts: len(facts.name))
    if preset(preset_id).is_loopback or preset_id == "built-in" or tag == "free":
        return ModelFacts(
            found.name,
            None if preset(preset_id).is_loopback else found.window,  # set by how the server was started
            found.output_limit,
            found.vision,
            as_of=found.as_of,
            source=found.source,
        )
    return found


class Catalog:
    """The catalog as a ``ModelCatalog``, for those who may not import this package."""

    def presets(self) -> tuple[Preset, ...]:
        """All presets in the order to show them."""
        return presets()

    def preset(self, preset_id: str) -> Preset:
        """One preset; the custom one for an unknown id."""
        return preset(preset_id)

    def model_facts(self, model: str, preset_id: str = "") -> ModelFacts | None:
        """What is known about a model by its name; None for an unknown one."""
        return model_facts(model, preset_id)


def _is_version(name: str, known: str) -> bool:
    """Whether a name is a known one or a dated version of it.

    ``gpt-4o-2024-08-06`` is a version of ``gpt-4o``; ``gpt-5.6-terra`` and ``gpt-5-pro`` are none of
    ``gpt-5`` and cost something else.
    """
    return name.startswith(known) and bool(_VERSION.fullmatch(name, len(known)))
