"""What is known beforehand about providers and models: addresses, windows, limits, prices.

The data stand in ``core.provider.catalog``; these types let the screens and the coordinator read
them through ``ModelCatalog``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of provider a profile can be made for.

    Attributes:
        id: Value of ``ProfileSettings.preset``.
        name: For display; a proper name, not translated.
        base_url: "" where the user must type it.
        needs_key: False for servers that usually run without a key.
        is_loopback: Whether the server runs on this machine.
        max_tokens_field: Name its API gives the output limit.
        models: A few model names to offer before the list was fetched; the first is the default.
        currency: Of its prices, ISO 4217.
        key_page: Address where a key is made, to show as text; "" if none.
    """

    id: str
    name: str
    base_url: str = ""
    needs_key: bool = True
    is_loopback: bool = False
    max_tokens_field: str = "max_tokens"
    models: tuple[str, ...] = ()
    currency: str = "USD"
    key_page: str = ""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is publicly known about a model; every figure may be outdated, hence ``as_of``.

    Attributes:
        name: Model name, or the beginning that its dated versions share.
        window: Context window in tokens; None if unknown.
        output_limit: Most tokens of one answer; None if unknown.
        vision: Whether it accepts images.
        currency: ISO 4217.
        input: Price per million fresh prompt tokens; None if unknown.
        cached_input: Price per million prompt tokens read from the provider's cache.
        output: Price per million tokens of the answer.
        as_of: ``YYYY-MM`` in which the figures were taken from ``source``.
        source: Where they were taken from.
    """

    name: str
    window: int | None = None
    output_limit: int | None = None
    vision: bool = False
    currency: str = "USD"
    input: float | None = None
    cached_input: float | None = None
    output: float | None = None
    as_of: str = ""
    source: str = ""


class ModelCatalog(Protocol):
    """Presets and known models, for those who may not know the provider package."""

    def presets(self) -> tuple[Preset, ...]:
        """All presets in the order to show them."""
        ...

    def preset(self, preset_id: str) -> Preset:
        """One preset; the custom one for an unknown id."""
        ...

    def model_facts(self, model: str, preset_id: str = "") -> ModelFacts | None:
        """What is known about a model by its name; None for an unknown one."""
        ...
