"""The default prompt taken apart once into prefix, ordered sections and suffix."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from desktop_app.core.domain.summary import SECTION_IDS
from desktop_app.core.summary.prompts.en import WORDING as EN
from desktop_app.core.summary.prompts.wording import PromptWording
from desktop_app.core.summary.prompts.zh import WORDING as ZH


class TemplateError(ValueError):
    """A default prompt lacks a part; the message names it."""


@dataclass(frozen=True, slots=True)
class TemplateSection:
    """One section as it stands in the default prompt.

    Attributes:
        source: Heading and instruction, byte for byte.
    """

    id: str
    title: str
    instruction: str
    source: str


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """A default prompt in parts; joined with blank lines they give it back byte for byte.

    Attributes:
        intro: Role and task; holds whatever the format.
        prefix: ``intro``, the demand for the fixed format, and the opening mark.
        sections: In the order of ``SECTION_IDS``.
        format_rules: From the closing mark to the end of the format rules.
        content_rules: Rules that hold whatever the format.
    """

    intro: str
    prefix: str
    sections: tuple[TemplateSection, ...]
    format_rules: str
    content_rules: str


def wording(use_english: bool) -> PromptWording:
    """All words of the prompt in one of its two languages."""
    return EN if use_english else ZH


@cache
def load(use_english: bool) -> PromptTemplate:
    """The template of a language, parsed at the first call.

    Raises:
        TemplateError: The prompt that came with the program is not whole.
    """
    return parse(wording(use_english))


def parse(words: PromptWording) -> PromptTemplate:
    """Take a default prompt apart.

    Raises:
        TemplateError: A mark, a section or a block of rules is missing, doubled or out of order.
    """
    lines = words.prompt.split("\n")
    marks = [words.opening_mark]
    marks += [heading_line(words.titles[section_id], words) for section_id in SECTION_IDS]
    marks += [words.closing_mark, words.content_heading]
    places = [_place(lines, mark) for mark in marks]
    if places != sorted(places):
        raise TemplateError("The parts of the prompt are out of order.")
    _place(lines, words.format_heading)
    opening, *starts, closing, content = places
    blocks = [
        "\n".join(lines[start:end]).strip("\n")
        for start, end in zip(starts, [*starts[1:], closing], strict=True)
    ]
    prefix = "\n".join(lines[: opening + 1])
    return PromptTemplate(
        intro=prefix.split("\n\n", 1)[0],
        prefix=prefix,
        sections=tuple(
            _section(section_id, block, words) for section_id, block in zip(SECTION_IDS, blocks, strict=True)
        ),
        format_rules="\n".join(lines[closing:content]).rstrip("\n"),
        content_rules="\n".join(lines[content:]),
    )


def heading_line(title: str, words: PromptWording) -> str:
    """A title between the brackets of the language."""
    return f"{words.bracket_open}{title}{words.bracket_close}"


def _place(lines: list[str], mark: str) -> int:
    if lines.count(mark) != 1:
        raise TemplateError(f"The prompt must hold this line exactly once: {mark}")
    return lines.index(mark)


def _section(section_id: str, block: str, words: PromptWording) -> TemplateSection:
    _, _, instruction = block.partition("\n")
    if not instruction.strip():
        raise TemplateError(f"The section {section_id} has no instruction.")
    return TemplateSection(section_id, words.titles[section_id], instruction, block)
