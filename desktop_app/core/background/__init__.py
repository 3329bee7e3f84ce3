"""The three-sentence background of a conversation: prompt, checks, cut; no I/O."""

from desktop_app.core.background.check import BackgroundFault, check_background, cut_to_sentences
from desktop_app.core.background.request import BACKGROUND_OUTPUT_TOKENS, build_background_request

__all__ = [
    "BACKGROUND_OUTPUT_TOKENS",
    "BackgroundFault",
    "build_background_request",
    "check_background",
    "cut_to_sentences",
]
