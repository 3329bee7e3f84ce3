"""One edit of one setting: which value it is for, what is stored there, and the settings after it.

The key of an edit names its profile, so that an edit that waited lands where it was typed, whatever
is selected by then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.core.domain.errors import ProfileMissing
from desktop_app.core.domain.settings_path import SettingPath, value_at, with_value
from desktop_app.core.domain.summary import SummarySectionConfig
from desktop_app.core.summary import build_summary_section_overrides, resolve_summary_sections

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import (
        LanguageSummarySettings,
        ProfileSettings,
        SectionOverrideSettings,
        Settings,
    )

_SECTION_STEP = "sections"
_SECTION_DEPTH = 5


@dataclass(frozen=True, slots=True)
class EditKey:
    """Where an edit goes.

    Attributes:
        profile_id: The profile it was made for; "" for a setting of the whole program.
        path: From the profile, or from the settings, down to the field. The path of a section's
            field is ``("summary", language, "sections", section id, field)``.
    """

    profile_id: str
    path: SettingPath


def stored_value(settings: Settings, key: EditKey) -> Any:
    """What is stored for a key; for a section's title and instruction "" means the default.

    Raises:
        ProfileMissing: The profile of the key is gone.
    """
    root = settings if not key.profile_id else _profile(settings, key.profile_id)
    if not _is_section(key.path):
        return value_at(root, key.path)
    summary, language, _, section_id, field = key.path
    override = _override(value_at(root, (summary, language)), section_id)
    if field == "enabled":
        return override is None or override.enabled is None or override.enabled
    return (getattr(override, field) or "") if override else ""


def with_edit(settings: Settings, key: EditKey, value: Any) -> Settings:
    """The settings after an edit.

    Raises:
        ProfileMissing: The profile of the key is gone.
        SettingsInvalid: The value is outside its type or bounds; names the path.
    """
    if not key.profile_id:
        return with_value(settings, key.path, value)
    profile = _profile(settings, key.profile_id)
    if _is_section(key.path):
        path = key.path[:2]
        language = value_at(profile, path)
        edited = _with_section(language, path[1] == "en", key.path[3], key.path[4], value)
        return settings.with_profile(with_value(profile, path, edited))
    return settings.with_profile(with_value(profile, key.path, value))


def section_defaults(use_english: bool) -> tuple[SummarySectionConfig, ...]:
    """The built-in sections of a language, in order."""
    return resolve_summary_sections(None, use_english)


def effective_sections(
    language: LanguageSummarySettings, use_english: bool
) -> tuple[SummarySectionConfig, ...]:
    """The sections as they apply in a language: the same resolver that the runs use."""
    return resolve_summary_sections(language.sections, use_english)


def _is_section(path: SettingPath) -> bool:
    return len(path) == _SECTION_DEPTH and path[2] == _SECTION_STEP


def _profile(settings: Settings, profile_id: str) -> ProfileSettings:
    profile = settings.profile(profile_id)
    if profile is None:
        raise ProfileMissing("The profile of this setting was deleted.")
    return profile


def _override(language: LanguageSummarySettings, section_id: str) -> SectionOverrideSettings | None:
    return next((o for o in language.sections if o.id == section_id), None)


def _with_section(
    language: LanguageSummarySettings, use_english: bool, section_id: str, field: str, value: Any
) -> LanguageSummarySettings:
    """Language settings after an edit of one section: again only the differences, by the engine's rule."""
    from desktop_app.core.domain.settings import SectionOverrideSettings

    edited = [
        SummarySectionConfig(
            section.id,
            bool(value) if field == "enabled" and section.id == section_id else section.enabled,
            value if field == "title" and section.id == section_id else section.title,
            value if field == "instruction" and section.id == section_id else section.instruction,
        )
        for section in effective_sections(language, use_english)
    ]
    former = {override.id: override for override in language.sections}
    overrides = tuple(
        former.get(o.id, SectionOverrideSettings(id=o.id)).changed(
            enabled=o.enabled, title=o.title, instruction=o.instruction
        )
        for o in build_summary_section_overrides(edited, use_english, kept=language.sections)
    )
    return language.changed(sections=overrides)
