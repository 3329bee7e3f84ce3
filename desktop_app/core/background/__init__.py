"""The three-sentence background of a conversation, and suggested facts: prompt, checks; no I/O."""

from desktop_app.core.background.check import BackgroundFault, check_background, cut_to_sentences
from desktop_app.core.background.facts import FACTS_OUTPUT_TOKENS, build_facts_request, parse_facts
from desktop_app.core.background.request import BACKGROUND_OUTPUT_TOKENS, build_background_request

__all__ = [
    "BACKGROUND_OUTPUT_TOKENS",
    "FACTS_OUTPUT_TOKENS",
    "BackgroundFault",
    "build_background_request",
    "build_facts_request",
    "check_background",
    "cut_to_sentences",
    "parse_facts",
]
