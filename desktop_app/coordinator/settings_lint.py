"""Contradictions in a profile's summary settings, each named with the field it stands in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.coordinator.prompt_preview import preview_prompt
from desktop_app.coordinator.settings_edit import effective_sections
from desktop_app.coordinator.summary_forecast import share_in_tokens
from desktop_app.core.domain.language import looks_chinese

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import LanguageSummarySettings, ProfileSettings, Settings
    from desktop_app.core.domain.settings_path import SettingPath


class Fault(StrEnum):
    """What is contradictory."""

    ALL_SECTIONS_OFF = "all_sections_off"
    SAME_TITLE = "same_title"
    OTHER_LANGUAGE = "other_language"
    RULES_TOO_LONG = "rules_too_long"
    SMALL_SUMMARY_MODEL = "small_summary_model"
    SUMMARY_MODEL_GONE = "summary_model_gone"
    NO_TRIGGER = "no_trigger"
    SHARE_WITHOUT_WINDOW = "share_without_window"
    TAIL_OVER_TRIGGER = "tail_over_trigger"


@dataclass(frozen=True, slots=True)
class Finding:
    """A contradiction and the field to show it at; ``detail`` is a name or figure for its text."""

    fault: Fault
    path: SettingPath
    detail: str = ""


def lint_summary(
    settings: Settings,
    profile: ProfileSettings,
    use_english: bool,
    *,
    count_tokens: Callable[[str], int],
) -> tuple[Finding, ...]:
    """All contradictions of a profile's summary settings.

    Args:
        settings: For the profile that writes the summaries.
        profile: With edits that are not saved yet.
        use_english: Language whose sections and rules are looked at.
        count_tokens: Estimates a text.
    """
    return (
        *_trigger_faults(profile),
        *_section_faults(profile.summary.en if use_english else profile.summary.zh, use_english),
        *_model_faults(settings, profile),
        *_length_faults(settings, profile, use_english, count_tokens),
    )


def _trigger_faults(profile: ProfileSettings) -> Iterator[Finding]:
    summary = profile.summary
    if not summary.enabled:
        return
    if not (summary.token_trigger or summary.count_trigger or summary.age_trigger):
        yield Finding(Fault.NO_TRIGGER, ("summary", "enabled"))
    if summary.token_trigger and profile.window is None and not summary.count_trigger:
        yield Finding(Fault.SHARE_WITHOUT_WINDOW, ("summary", "token_share"))
    if summary.count_trigger and summary.recent_n >= 2 * summary.message_count:
        yield Finding(Fault.TAIL_OVER_TRIGGER, ("summary", "recent_n"), str(2 * summary.message_count))


def _section_faults(language: LanguageSummarySettings, use_english: bool) -> Iterator[Finding]:
    code = "en" if use_english else "zh"
    sections = effective_sections(language, use_english)
    edited = {o.id for o in language.sections if o.title or o.instruction}
    if not any(section.enabled for section in sections):
        known = [section.id for section in sections if section.id in edited]
        if known:
            yield Finding(Fault.ALL_SECTIONS_OFF, ("summary", code, "sections", known[0], "enabled"))
    seen: dict[str, str] = {}
    for section in sections:
        if not section.enabled:
            continue
        title = section.title.casefold()
        if title in seen:
            yield Finding(Fault.SAME_TITLE, ("summary", code, "sections", section.id, "title"), section.title)
        seen[title] = section.id
    yield from _language_faults(language, use_english, code)


def _language_faults(language: LanguageSummarySettings, use_english: bool, code: str) -> Iterator[Finding]:
    enabled = {section.id for section in effective_sections(language, use_english) if section.enabled}
    for override in language.sections:
        for field in ("title", "instruction"):
            text = getattr(override, field) or ""
            if override.id in enabled and _is_other_language(text, use_english):
                yield Finding(Fault.OTHER_LANGUAGE, ("summary", code, "sections", override.id, field))
    if _is_other_language(language.global_rules, use_english):
        yield Finding(Fault.OTHER_LANGUAGE, ("summary", code, "global_rules"))
    if _is_other_language(language.dialogue_review_title, use_english):
        yield Finding(Fault.OTHER_LANGUAGE, ("summary", code, "dialogue_review_title"))


def _is_other_language(text: str, use_english: bool) -> bool:
    if not any(character.isalpha() for character in text):
        return False
    return looks_chinese(text) if use_english else not looks_chinese(text)


def _model_faults(settings: Settings, profile: ProfileSettings) -> Iterator[Finding]:
    wanted = profile.summary.profile_id
    if not wanted or wanted == profile.id:
        return
    path = ("summary", "profile_id")
    other = settings.profile(wanted)
    if other is None:
        yield Finding(Fault.SUMMARY_MODEL_GONE, path)
        return
    trigger = share_in_tokens(profile, profile.summary.token_share)
    if profile.summary.token_trigger and trigger and other.window and other.window < trigger:
        yield Finding(Fault.SMALL_SUMMARY_MODEL, path, f"{other.window:,} < {trigger:,}")


def _length_faults(
    settings: Settings, profile: ProfileSettings, use_english: bool, count_tokens: Callable[[str], int]
) -> Iterator[Finding]:
    writer = settings.profile(profile.summary.profile_id) if profile.summary.profile_id else profile
    window = (writer or profile).window
    if window is None:
        return
    tokens = preview_prompt(profile.summary, use_english, count_tokens=count_tokens).tokens
    if tokens + profile.summary.max_output_tokens > window:
        code = "en" if use_english else "zh"
        yield Finding(Fault.RULES_TOO_LONG, ("summary", code, "global_rules"), f"{tokens:,} / {window:,}")
