"""The summary prompt as a profile's settings make it, for the settings dialog to show."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.summary import build_summary_system_prompt
from desktop_app.core.summary.sections import summary_config

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import SummarySettings


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of the prompt; ``changed`` when the default prompt has no such line at this place."""

    text: str
    changed: bool


@dataclass(frozen=True, slots=True)
class PromptPreview:
    """The exact prompt.

    Attributes:
        text: As it is sent, byte for byte.
        lines: The same text by lines, with what differs from the default marked.
        removed: Lines of the default prompt that are left out.
        tokens: Estimated.
    """

    text: str
    lines: tuple[PreviewLine, ...]
    removed: int
    tokens: int

    @property
    def changed(self) -> int:
        """Number of lines that differ from the default."""
        return sum(line.changed for line in self.lines)


def preview_prompt(
    summary: SummarySettings,
    use_english: bool,
    *,
    count_tokens: Callable[[str], int],
    previous_summary: str | None = None,
) -> PromptPreview:
    """Render the prompt of a run with these settings, by the function the run itself uses."""
    text = build_summary_system_prompt(
        previous_summary, use_english, summary_config=summary_config(summary, use_english)
    )
    default = build_summary_system_prompt(previous_summary, use_english)
    lines, removed = marked_lines(default, text)
    return PromptPreview(text, lines, removed, count_tokens(text))


def marked_lines(old: str, new: str) -> tuple[tuple[PreviewLine, ...], int]:
    """The lines of ``new``, those that ``old`` has not at their place marked, and how many it lost."""
    theirs, ours = old.split("\n"), new.split("\n")
    changed, removed = set(range(len(ours))), len(theirs)
    for block in difflib.SequenceMatcher(None, theirs, ours, autojunk=False).get_matching_blocks():
        changed -= set(range(block.b, block.b + block.size))
        removed -= block.size
    return tuple(PreviewLine(line, index in changed) for index, line in enumerate(ours)), removed


def estimated_tokens(text: str) -> int:
    """Tokens of a text for a model of which nothing is known."""
    from desktop_app.core.context.tokens import estimate_text

    return estimate_text(text)
