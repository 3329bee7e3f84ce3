"""Structured summaries: sections, prompt, policy, span, one run and its review; no storage, no network."""

from desktop_app.core.domain.summary import (
    ConversationSummaryConfig,
    SummarySectionConfig,
    SummarySectionOverride,
)
from desktop_app.core.summary.prompt import build_summary_system_prompt
from desktop_app.core.summary.prompts.en import SUMMARY_PROMPT_EN
from desktop_app.core.summary.prompts.zh import SUMMARY_PROMPT
from desktop_app.core.summary.sections import build_summary_section_overrides, resolve_summary_sections

__all__ = [
    "SUMMARY_PROMPT",
    "SUMMARY_PROMPT_EN",
    "ConversationSummaryConfig",
    "SummarySectionConfig",
    "SummarySectionOverride",
    "build_summary_section_overrides",
    "build_summary_system_prompt",
    "resolve_summary_sections",
]
