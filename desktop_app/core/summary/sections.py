"""Section settings: defaults, what the user changed, and the difference between the two.

One pure resolver serves the editor, the trigger and the prompt, so that an edit means the same
everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from desktop_app.core.domain.summary import (
    SECTION_IDS,
    ConversationSummaryConfig,
    SummarySectionConfig,
    SummarySectionOverride,
)
from desktop_app.core.summary.template import heading_line, load, wording

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import SummarySettings

TITLE_LIMIT = 200
"""Characters of a title that reach the prompt; a heading is one line, not a text."""

_STRUCTURE = re.compile(r"[【】\[\]\x00-\x1f\x7f\u2028-\u202e\u2066-\u2069]+|={3,}")


class _Override(Protocol):
    """What an override must offer; the settings' pydantic models do too."""

    @property
    def id(self) -> str: ...
    @property
    def enabled(self) -> bool | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def instruction(self) -> str | None: ...


def resolve_summary_sections(
    overrides: Iterable[_Override] | None, use_english: bool
) -> tuple[SummarySectionConfig, ...]:
    """All built-in sections in order, with the user's changes applied.

    Args:
        overrides: Differences; a blank title or instruction means the default, unknown ids are
            ignored, of two changes to one value the later holds. None means no changes.
        use_english: Whether defaults are English rather than Chinese.
    """
    by_id = {section.id: section for section in _defaults(use_english)}
    for override in overrides or ():
        section = by_id.get(_text(override.id))
        if section is None:
            continue
        by_id[section.id] = SummarySectionConfig(
            id=section.id,
            enabled=section.enabled if override.enabled is None else bool(override.enabled),
            title=_title(override.title) or section.title,
            instruction=_text(override.instruction) or section.instruction,
        )
    return tuple(by_id[section_id] for section_id in SECTION_IDS)


def build_summary_section_overrides(
    sections: Iterable[SummarySectionConfig] | None,
    use_english: bool,
    *,
    kept: Iterable[_Override] | None = None,
) -> tuple[SummarySectionOverride, ...]:
    """What differs from the defaults, in the order of the built-in sections.

    Args:
        sections: Sections as edited; values are compared after white space around them is taken off.
            A section with an unknown id is passed along whole.
        use_english: Language whose defaults are compared with.
        kept: Former overrides, from which those with unknown ids are passed along, so that a
            newer program's settings survive an older one.
    """
    edited: dict[str, SummarySectionConfig] = {}
    for section in sections or ():
        edited[_text(section.id)] = section
    defaults = {section.id: section for section in _defaults(use_english)}
    known = [_difference(edited[key], defaults[key]) for key in SECTION_IDS if key in edited]
    unknown = {
        key: SummarySectionOverride(
            key, bool(section.enabled), _title(section.title) or None, _text(section.instruction) or None
        )
        for key, section in edited.items()
        if key not in defaults and key
    }
    for override in kept or ():
        key = _text(override.id)
        if key and key not in defaults and key not in unknown:
            unknown[key] = SummarySectionOverride(key, override.enabled, override.title, override.instruction)
    return (*(override for override in known if override is not None), *unknown.values())


def heading(section: SummarySectionConfig, use_english: bool) -> str:
    """The heading line of a section.

    The user's title cannot break the structure: line breaks, brackets and runs of equals signs in
    it become single spaces, and nothing but those falls back to the default title.
    """
    words = wording(use_english)
    title = plain_title(section.title) or words.titles.get(section.id, section.id)
    return heading_line(title, words)


def plain_title(title: str | None) -> str:
    """A title as one line without brackets or marks; "" when nothing is left."""
    return " ".join(_STRUCTURE.sub(" ", title or "").split())[:TITLE_LIMIT].strip()


def summary_config(settings: SummarySettings, use_english: bool) -> ConversationSummaryConfig:
    """The part of a profile's summary settings that shapes the prompt, for one language."""
    language = settings.en if use_english else settings.zh
    return ConversationSummaryConfig(
        global_rules=language.global_rules.strip() or None,
        section_overrides=tuple(
            SummarySectionOverride(_text(o.id), o.enabled, o.title, o.instruction) for o in language.sections
        ),
        dialogue_review_enabled=settings.dialogue_review_enabled,
        dialogue_review_title=plain_title(language.dialogue_review_title),
    )


def uses_english(
    language: Literal["conversation", "zh", "en"], texts: Iterable[str], *, fallback_english: bool
) -> bool:
    """Whether the English prompt applies.

    Args:
        language: The setting; ``conversation`` decides by the scripts of the dialogue.
        texts: Texts of the dialogue; code and links in them do not count.
        fallback_english: Used when the dialogue holds neither Chinese nor Latin words.

    Returns:
        False for a mostly Chinese dialogue; True for any other, since the English prompt asks for
        an answer in the language of the conversation.
    """
    if language != "conversation":
        return language == "en"
    # Each message has one vote, so that a pasted log does not outvote the conversation around it.
    votes = [vote for vote in map(_reads_chinese, texts) if vote is not None]
    return 2 * sum(votes) < len(votes) if votes else fallback_english


def _reads_chinese(text: str) -> bool | None:
    """Whether a text is mostly Chinese; None when it holds no words."""
    prose = _NOT_PROSE.sub(" ", text[:_LANGUAGE_SAMPLE])
    kana, characters = len(_KANA.findall(prose)), len(_HAN.findall(prose))
    words = kana + len(_LATIN_WORD.findall(prose))
    if not characters and not words:
        return None
    is_japanese = kana > _KANA_SHARE * characters
    return not is_japanese and characters >= _CHARACTERS_A_WORD * words


_LANGUAGE_SAMPLE = 4000
_CHARACTERS_A_WORD = 1.6
"""A Chinese word has about 1.6 characters, so this compares words with words."""

_KANA_SHARE = 0.2
"""Above this share of kana a text with Chinese characters is Japanese."""

_NOT_PROSE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|https?://\S+|data:\S+", re.DOTALL)
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_LATIN_WORD = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{2,}")


@cache
def _defaults(use_english: bool) -> tuple[SummarySectionConfig, ...]:
    return tuple(
        SummarySectionConfig(section.id, True, section.title, section.instruction)
        for section in load(use_english).sections
    )


def _difference(
    section: SummarySectionConfig, default: SummarySectionConfig
) -> SummarySectionOverride | None:
    title, instruction = _title(section.title), _text(section.instruction)
    override = SummarySectionOverride(
        default.id,
        None
        if section.enabled is None or bool(section.enabled) == default.enabled
        else bool(section.enabled),
        title if title and title != default.title else None,
        instruction if instruction and instruction != default.instruction else None,
    )
    return None if override == SummarySectionOverride(default.id) else override


def _text(value: Any) -> str:
    return str(value).replace("\r\n", "\n").strip() if value else ""


def _title(value: Any) -> str:
    return " ".join(str(value).split()) if value else ""
