"""The messages of a title request: contract, order, and the conversation as quoted data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.language import looks_chinese
from desktop_app.core.domain.request import ChatMessage
from desktop_app.core.titles.contract import TitleLanguage, title_contract

TITLE_ORDER = "Generate a title for this conversation:"
"""Fixed text of the second message, the same in every language."""

TITLE_OUTPUT_TOKENS = 1024
"""Output limit of a title request: a title needs 30 tokens, a reasoning model thinks before it."""

TITLE_INPUT_CHARACTERS = 4000
"""How much of the first message is sent; the middle of a longer one is left out."""

_OMITTED = "\n[… {count} …]\n"
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_LINE_BREAK = re.compile(r"\r\n?")


def first_user_text(messages: Iterable[Message]) -> str:
    """Text of the first message that the user really wrote, "" while there is none.

    Deleted, failed and blank messages do not count. A message of attachments only is represented
    by their names, one a line.
    """
    for message in messages:
        if message.role is Role.USER and message.is_sendable:
            names = (attachment.name for attachment in message.attachments)
            return message.text if message.text.strip() else "\n".join(names)
    return ""


def cut_middle(text: str, budget: int) -> str:
    """Shorten a text to ``budget`` characters, head and tail kept, with a visible mark between.

    The mark names the number of characters left out. Head gets two thirds: people put the subject
    first and the question last.
    """
    if len(text) <= budget:
        return text
    mark = _OMITTED.format(count=len(text))
    room = max(0, budget - len(mark))
    head = -(-room * 2 // 3)
    tail = room - head
    mark = _OMITTED.format(count=len(text) - room)
    return text[:head] + mark + (text[-tail:] if tail else "")


def quote_as_data(text: str, budget: int = TITLE_INPUT_CHARACTERS) -> str:
    r"""A text as one JSON string literal, so that nothing in it can pass for an order.

    The literal is valid JSON for every reader, strict ones included, and decodes to the text with
    its real line breaks: ``json.loads(quote_as_data(text)) == text``. JSON has no literal with raw
    line breaks inside (RFC 8259, section 7), so a break is written once as ``\n``, never doubled to
    ``\\n``. Other scripts stay readable instead of becoming ``\u`` escapes. The cut to ``budget``
    characters happens before quoting, so it never breaks an escape.
    """
    plain = _LINE_BREAK.sub("\n", _SURROGATE.sub("\ufffd", text))
    return json.dumps(cut_middle(plain, budget), ensure_ascii=False)


def build_title_request(
    text: str,
    *,
    language: TitleLanguage = "conversation",
    attachment_names: Sequence[str] = (),
    budget: int = TITLE_INPUT_CHARACTERS,
) -> tuple[ChatMessage, ...]:
    """The messages that ask a model for a title: contract, order, quoted text; no tools.

    Args:
        text: The first real user message (see ``first_user_text``) or, for "Suggest a title" later
            on, the conversation's summary.
        language: The setting; ``conversation`` follows the text, and the contract itself is then
            written in Chinese for a Chinese text and in English otherwise.
        attachment_names: Files of the message; named, never opened.
        budget: Characters of ``text`` that are sent.
    """
    files = "\n".join(f"[{name}]" for name in attachment_names if name not in text)
    subject = f"{text}\n{files}" if files else text
    prompt_language = language if language != "conversation" else ("zh" if looks_chinese(text) else "en")
    return (
        ChatMessage("system", title_contract(prompt_language, language)),
        ChatMessage("user", TITLE_ORDER),
        ChatMessage("user", quote_as_data(subject, budget)),
    )


def build_title_request_from_summary(
    summary: str, *, language: TitleLanguage = "conversation", background: str = ""
) -> tuple[ChatMessage, ...]:
    """As ``build_title_request``, from the summary in force and the background where there is one."""
    parts = [part.strip() for part in (background, summary) if part.strip()]
    return build_title_request("\n\n".join(parts), language=language)
