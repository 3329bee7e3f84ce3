"""The form that every language of the summary prompt fills."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PromptWording:
    """All words of one language around and inside the summary prompt.

    Attributes:
        prompt: The whole default prompt; ``template.parse`` takes it apart.
        titles: Default title of each built-in section, by id.
        bracket_open: What stands before a title in a heading line.
        bracket_close: What stands after it.
        opening_mark: Line that opens the summary.
        closing_mark: Line of equals signs that closes it.
        format_heading: Line that opens the format rules.
        content_heading: Line that opens the content rules.
        only_sections: Rule added when some sections are off; the headings follow it.
        list_separator: Stands between headings in that rule.
        list_end: Ends that rule.
        free_form: Replaces the format when all sections are off.
        previous_heading: Opens the block with the summary to update.
        previous_note: What to do with that block.
        rules_heading: Opens the user's global rules.
        in_place_lead: Opens the prompt when it follows the chat itself as a user message.
        dialogue_lead: Stands above the dialogue when it is sent as data.
        dialogue_end: Stands below it.
        user: Name of the user's role in the dialogue.
        assistant: Name of the assistant's role in the dialogue.
        cut_mark: Shows where a long message was cut; ``{count}`` characters are missing.
        image: Stands for an image; ``{name}`` and ``{type}``.
        file: Stands for a file whose text is not at hand; ``{name}`` and ``{type}``.
        data_removed: Stands for encoded data; ``{type}`` and ``{count}`` characters.
        interrupted: Follows a reply that broke off.
        review_title: Default title of the dialogue review.
        review_dropped: Stands for the oldest lines of a review; ``{count}`` lines.
        retry_lead: Opens the note that names what was wrong with the last answer.
        retry_end: Ends that note.
        faults: Words for each fault of ``review.Fault``, by its value.
    """

    prompt: str
    titles: Mapping[str, str]
    bracket_open: str
    bracket_close: str
    opening_mark: str
    closing_mark: str
    format_heading: str
    content_heading: str
    only_sections: str
    list_separator: str
    list_end: str
    free_form: str
    previous_heading: str
    previous_note: str
    rules_heading: str
    in_place_lead: str
    dialogue_lead: str
    dialogue_end: str
    user: str
    assistant: str
    cut_mark: str
    image: str
    file: str
    data_removed: str
    interrupted: str
    review_title: str
    review_dropped: str
    retry_lead: str
    retry_end: str
    faults: Mapping[str, str]
