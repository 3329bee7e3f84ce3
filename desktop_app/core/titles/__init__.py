"""Naming a conversation: prompt contract, request and checks of the answer; no I/O."""

from desktop_app.core.titles.clean import NEUTRAL_TITLE, clean_title, fallback_title
from desktop_app.core.titles.contract import TITLE_LIMIT, title_contract, title_examples, title_rules
from desktop_app.core.titles.request import (
    TITLE_ORDER,
    TITLE_OUTPUT_TOKENS,
    build_title_request,
    build_title_request_from_summary,
    first_user_text,
)

__all__ = [
    "NEUTRAL_TITLE",
    "TITLE_LIMIT",
    "TITLE_ORDER",
    "TITLE_OUTPUT_TOKENS",
    "build_title_request",
    "build_title_request_from_summary",
    "clean_title",
    "fallback_title",
    "first_user_text",
    "title_contract",
    "title_examples",
    "title_rules",
]
