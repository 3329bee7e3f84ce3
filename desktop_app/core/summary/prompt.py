"""The summary prompt, put together from a list of parts; user text is never a template."""

from __future__ import annotations

from desktop_app.core.domain.summary import ConversationSummaryConfig, SummarySectionConfig
from desktop_app.core.summary.prompts.wording import PromptWording
from desktop_app.core.summary.sections import heading, resolve_summary_sections
from desktop_app.core.summary.template import PromptTemplate, load, wording

_NO_CHANGES = ConversationSummaryConfig()


def build_summary_system_prompt(
    previous_summary: str | None,
    use_english: bool,
    summary_config: ConversationSummaryConfig | None = None,
) -> str:
    """The prompt for one summary run, in whichever layout it is sent.

    Args:
        previous_summary: Text to update; None or blank for a first summary or a rewrite.
        use_english: Whether the prompt and its section titles are English rather than Chinese.
        summary_config: The user's changes; None means the default prompt.

    Returns:
        The default prompt byte for byte when there is nothing to change or add; else every enabled
        section once and in order, then the previous summary, then the global rules.
    """
    config = summary_config or _NO_CHANGES
    words, template = wording(use_english), load(use_english)
    sections = resolve_summary_sections(config.section_overrides, use_english)
    enabled = [section for section in sections if section.enabled]
    parts = (
        _formatted(template, words, sections, enabled, use_english)
        if enabled
        else [template.intro, words.free_form]
    )
    parts.append(template.content_rules)
    if previous_summary and previous_summary.strip():
        parts.append(_previous(previous_summary.strip(), words))
    if config.global_rules and config.global_rules.strip():
        parts.append(f"{words.rules_heading}\n{config.global_rules.strip()}")
    return "\n\n".join(parts)


def _formatted(
    template: PromptTemplate,
    words: PromptWording,
    sections: tuple[SummarySectionConfig, ...],
    enabled: list[SummarySectionConfig],
    use_english: bool,
) -> list[str]:
    """Prefix, enabled sections and format rules; a rule against re-invented sections if some are off."""
    parts = [template.prefix]
    for section, default in zip(sections, template.sections, strict=True):
        if section.enabled:
            edited = section.title != default.title or section.instruction != default.instruction
            parts.append(
                f"{heading(section, use_english)}\n{section.instruction}" if edited else default.source
            )
    parts.append(template.format_rules)
    if len(enabled) < len(sections):
        names = words.list_separator.join(heading(section, use_english) for section in enabled)
        parts.append(f"{words.only_sections}{names}{words.list_end}")
    return parts


def _previous(text: str, words: PromptWording) -> str:
    # The text came from a model: it must not be able to close its own block.
    inner = text.replace("</previous_summary", "<\\/previous_summary")
    return (
        f"{words.previous_heading}\n{words.previous_note}\n<previous_summary>\n{inner}\n</previous_summary>"
    )
