"""Every setting of the program: type, default, bounds, label and help in one place.

The dialog, the store and the documentation read these models. On disk only differences from the
defaults are written; unknown keys are kept (``extra="allow"``), so a newer version's file survives
an older program. This module imports pydantic and is therefore never imported before the first
paint of the window: import it late or under ``TYPE_CHECKING`` in start-up code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self, get_args

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from desktop_app.core.domain.errors import SettingsInvalid

SETTINGS_VERSION = 1

Language = Literal["zh", "en"]
LOCAL_PROFILE_ID = "built-in"
"""Id of the profile for the model that comes with the set-up."""


class SettingsModel(BaseModel):
    """Base: immutable, keeps keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)

    def changed(self, **values: Any) -> Self:
        """A copy with other values, checked against the types and bounds (``model_copy`` is not).

        Raises:
            SettingsInvalid: A value is outside its bounds; names the field.
        """
        try:
            return type(self).model_validate({**dict(self), **values})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise SettingsInvalid(first["msg"], field=".".join(map(str, first["loc"]))) from None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Smallest and largest value of a number field; None where there is no limit."""

    minimum: float | None = None
    maximum: float | None = None


def bounds_of(model: type[BaseModel], field: str) -> Bounds:
    """The bounds of a number field, optional ones (``X | None``) included."""
    info = model.model_fields[field]
    marks: list[Any] = list(info.metadata)
    for part in get_args(info.annotation):
        for extra in get_args(part)[1:]:
            marks.extend(extra.metadata if isinstance(extra, FieldInfo) else [extra])
    low = next((mark.ge for mark in marks if isinstance(mark, Ge)), None)
    high = next((mark.le for mark in marks if isinstance(mark, Le)), None)
    return Bounds(_number(low), _number(high))


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None


def choices_of(model: type[BaseModel], field: str) -> tuple[str, ...]:
    """The values a ``Literal`` field can have, in order; empty for other fields."""
    annotation = model.model_fields[field].annotation
    parts = (annotation, *get_args(annotation))
    literal = next((part for part in parts if getattr(part, "__origin__", None) is Literal), None)
    return tuple(value for value in get_args(literal) if isinstance(value, str)) if literal else ()


class SectionOverrideSettings(SettingsModel):
    """A changed summary section; None or blank means "the default"."""

    id: str
    enabled: bool | None = None
    title: str | None = None
    instruction: str | None = None


class LanguageSummarySettings(SettingsModel):
    """The part of the summary settings that is kept for each language."""

    global_rules: str = Field("", title="Extra rules", description="Binding rules, placed last.")
    sections: tuple[SectionOverrideSettings, ...] = ()
    dialogue_review_title: str = Field(
        "", title="Title of the dialogue review", description="Blank means the default."
    )


class SummarySettings(SettingsModel):
    """When and how the older part of a conversation is summarised, for one profile."""

    enabled: bool = Field(
        True,
        title="Summarise automatically",
        description="Off means off: no request is made unless you press Compress.",
    )
    token_trigger: bool = Field(True, title="When the context fills up")
    token_share: Annotated[float, Field(ge=0.10, le=0.95)] = Field(
        0.70,
        title="Share of the window",
        description="Of the window less the reserved output: a summary starts when so much is used.",
    )
    count_trigger: bool = Field(True, title="After a number of messages")
    message_count: Annotated[int, Field(ge=1, le=200)] = Field(
        16,
        title="Your messages since the last summary",
        description="Counts only messages that you wrote.",
    )
    age_trigger: bool = Field(False, title="After a time")
    age_minutes: Annotated[int, Field(ge=1, le=43200)] = Field(
        240,
        title="Minutes since the last summary",
        description="Fires only when there are new messages.",
    )
    minimum_turns: Annotated[int, Field(ge=0, le=200)] = Field(
        2, title="Minimum turns", description="No automatic summary before this many new turns."
    )
    recent_n: Annotated[int, Field(ge=0, le=50)] = Field(
        4, title="Recent messages kept", description="The newest messages that stay word for word."
    )
    rewrite_every: Annotated[int, Field(ge=0, le=50)] = Field(
        5,
        title="Rewrite every",
        description="Every N-th run reads the whole history again; 0 means never.",
    )
    rewrite_limit: Annotated[int, Field(ge=0, le=10_000_000)] = Field(
        24_000,
        title="Largest automatic rewrite",
        description="Tokens; a longer history is read again only when you ask for it.",
    )
    engine: Literal["model", "extract"] = Field(
        "model",
        title="Written by",
        description="A model, or the extract that needs no model and quotes telling sentences.",
    )
    profile_id: str | None = Field(
        None, title="Summary model", description="A cheaper model can write the summaries."
    )
    placement: Literal["system", "user"] = Field(
        "system",
        title="Place of the summary",
        description="In the system message, or as a leading user message for strict templates.",
    )
    layout: Literal["auto", "in_place", "separate"] = Field(
        "auto",
        title="Form of the summary request",
        description="In place reuses the provider's cache; separate sends the dialogue as data.",
    )
    language: Literal["conversation", "zh", "en"] = Field("conversation", title="Language of the summary")
    zh: LanguageSummarySettings = LanguageSummarySettings()
    en: LanguageSummarySettings = LanguageSummarySettings()
    dialogue_review_enabled: bool = Field(
        True,
        title="Append a dialogue review",
        description="One line per covered message, written by code, not by the model.",
    )
    dialogue_review_limit: Annotated[int, Field(ge=500, le=100_000)] = Field(
        6000, title="Length of the dialogue review", description="Characters; oldest lines go first."
    )
    review_before_apply: Literal["manual", "always", "never"] = Field(
        "manual",
        title="Review before applying",
        description="For runs you start yourself, for all runs, or never.",
    )
    max_output_tokens: Annotated[int, Field(ge=64, le=65536)] = Field(
        2048, title="Output limit (max_tokens) of a summary"
    )
    timeout_seconds: Annotated[float, Field(ge=5, le=3600)] = Field(
        300.0, title="Time limit of a summary", description="Seconds for a whole run, second tries included."
    )


class ModelParameters(SettingsModel):
    """Sampling parameters; None means unset: the field is not sent at all."""

    temperature: Annotated[float, Field(ge=0, le=2)] | None = Field(None, title="Temperature")
    top_p: Annotated[float, Field(ge=0, le=1)] | None = Field(None, title="Top p")
    presence_penalty: Annotated[float, Field(ge=-2, le=2)] | None = Field(None, title="Presence penalty")
    frequency_penalty: Annotated[float, Field(ge=-2, le=2)] | None = Field(None, title="Frequency penalty")
    seed: int | None = Field(None, title="Seed")
    reasoning_effort: Literal["minimal", "low", "medium", "high"] | None = Field(
        None, title="Reasoning effort"
    )
    max_tokens: Annotated[int, Field(ge=1)] | None = Field(
        None, title="Reply limit", description="Tokens a reply may have at most."
    )


class PriceSettings(SettingsModel):
    """Prices per million tokens in the currency of the provider; None where unknown."""

    currency: str = Field("USD", title="Currency")
    input: Annotated[float, Field(ge=0)] | None = Field(None, title="Fresh input")
    cached_input: Annotated[float, Field(ge=0)] | None = Field(None, title="Cached input")
    output: Annotated[float, Field(ge=0)] | None = Field(None, title="Output")


class ProfileSettings(SettingsModel):
    """A model profile: where to ask, which model, with what limits and settings."""

    id: str
    name: str = Field("", title="Name")
    preset: str = Field("custom", title="Kind of provider")
    base_url: str = Field("", title="Base URL")
    model: str = Field("", title="Model")
    model_file: str = Field(
        "", title="Model file", description="GGUF file of a local profile; blank: the bundled one."
    )
    window: Annotated[int, Field(ge=256)] | None = Field(
        None, title="Context window", description="Tokens; not set when unknown."
    )
    output_limit: Annotated[int, Field(ge=1)] | None = Field(
        None, title="Output limit", description="Most tokens the model can answer with."
    )
    system_prompt: str = Field("", title="System prompt")
    parameters: ModelParameters = ModelParameters()
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = Field(
        "max_tokens",
        title="Name of the output limit",
        description="Field of the request that carries the reply limit.",
    )
    system_role: Literal["system", "developer", "user"] = Field(
        "system",
        title="Role of the system prompt",
        description="Some models accept the system prompt only under another role.",
    )
    vision: bool = Field(False, title="Accepts images")
    extra_headers: dict[str, str] = Field({}, title="Extra headers")
    extra_body: dict[str, Any] = Field({}, title="Extra body fields")
    proxy: str = Field(
        "",
        title="Proxy",
        description="Empty: the system's; none: direct. This machine is always asked directly.",
    )
    ca_file: str = Field("", title="CA file", description="PEM file for a private authority.")
    connect_timeout: Annotated[float, Field(ge=1, le=300)] = Field(
        10.0, title="Connect limit", description="Seconds until the connection must stand."
    )
    first_token_timeout: Annotated[float, Field(ge=1, le=3600)] = Field(
        120.0, title="First-token limit", description="Seconds until the first token."
    )
    idle_timeout: Annotated[float, Field(ge=1, le=3600)] = Field(
        60.0, title="Idle limit", description="Seconds of silence in the middle of a reply."
    )
    max_retries: Annotated[int, Field(ge=0, le=10)] = Field(2, title="Retries")
    refused_parameters: tuple[str, ...] = Field(
        (), title="Refused parameters", description="Left out because the server refused them once."
    )
    prices: PriceSettings = PriceSettings()
    summary: SummarySettings = SummarySettings()

    @property
    def is_local(self) -> bool:
        """Whether the built-in engine serves it, with no key and no network."""
        return self.preset == "built-in"


class TitleSettings(SettingsModel):
    """Automatic titles of conversations."""

    enabled: bool = Field(True, title="Name conversations automatically")
    profile_id: str | None = Field(None, title="Model for titles", description="A small model is enough.")
    language: Literal["conversation", "zh", "en"] = Field("conversation", title="Language of titles")


class BackgroundSettings(SettingsModel):
    """The short background of a conversation."""

    enabled: bool = Field(True, title="Show where we were after a day")
    profile_id: str | None = Field(None, title="Model", description="A small model is enough.")
    messages: Annotated[int, Field(ge=1, le=200)] = Field(10, title="Messages it looks at")


class AppearanceSettings(SettingsModel):
    """How the program looks."""

    color_scheme: Literal["system", "light", "dark"] = Field("system", title="Theme")
    language: Literal["system", "zh_CN", "en"] = Field("system", title="Language")
    font_family: str = Field("", title="Font")
    font_size: Annotated[int, Field(ge=7, le=40)] | None = Field(
        None, title="Font size", description="Points; not set: the system's."
    )
    zoom: Annotated[float, Field(ge=0.5, le=3.0)] = Field(1.0, title="Zoom")
    density: Literal["comfortable", "compact"] = Field("comfortable", title="Density")
    send_key: Literal["enter", "ctrl_enter"] = Field("enter", title="Send with")


class PrivacySettings(SettingsModel):
    """What may leave this machine besides the chats themselves."""

    confirm_other_provider: bool = Field(
        True,
        title="Ask before a second provider sees a conversation",
        description="Asked once for each pair of providers.",
    )
    allowed_pairs: tuple[str, ...] = ()
    update_check: bool | None = Field(
        None, title="Look for updates", description="Off unless you switch it on."
    )
    recall_enabled: bool = Field(
        False,
        title="Recall older messages",
        description="Adds older messages that match the question to a request.",
    )


class Settings(SettingsModel):
    """The whole settings file."""

    version: int = SETTINGS_VERSION
    profiles: tuple[ProfileSettings, ...] = ()
    default_profile_id: str = LOCAL_PROFILE_ID
    appearance: AppearanceSettings = AppearanceSettings()
    titles: TitleSettings = TitleSettings()
    background: BackgroundSettings = BackgroundSettings()
    privacy: PrivacySettings = PrivacySettings()

    def profile(self, profile_id: str | None) -> ProfileSettings | None:
        """The profile with this id, the default one for None; None when it does not exist."""
        wanted = profile_id or self.default_profile_id
        return next((p for p in self.profiles if p.id == wanted), None)

    def with_profile(self, profile: ProfileSettings) -> Settings:
        """A copy in which ``profile`` replaces the one of the same id, or is added at the end."""
        known = any(p.id == profile.id for p in self.profiles)
        profiles = (
            tuple(profile if p.id == profile.id else p for p in self.profiles)
            if known
            else (*self.profiles, profile)
        )
        return self.model_copy(update={"profiles": profiles})
