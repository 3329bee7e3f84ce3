"""The messages that ask a model for the background of a conversation."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.core.background.check import (
    MAX_SENTENCES,
    TOO_MANY_CHARACTERS,
    BackgroundFault,
    describe_fault,
)
from desktop_app.core.background.template import SYSTEM_TEMPLATES, USER_TEMPLATE, as_data, render
from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.errors import NothingToSummarize
from desktop_app.core.domain.language import looks_chinese
from desktop_app.core.domain.request import ChatMessage

DEFAULT_MESSAGES = 10
"""How many of the newest messages are looked at unless the settings say otherwise."""

BACKGROUND_OUTPUT_TOKENS = 1536
"""Output limit: 300 characters need 200 tokens, a reasoning model thinks before them."""

_MESSAGE_CHARACTERS = 1200
_SUMMARY_CHARACTERS = 6000
_NAMES = {
    "en": {Role.USER: "User", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System"},
    "zh": {Role.USER: "用户", Role.ASSISTANT: "助手", Role.SYSTEM: "系统"},
}


def _shortened(text: str, limit: int) -> str:
    """Head and tail of a text that is longer than ``limit`` characters, with a mark between."""
    text = text.strip()
    return text if len(text) <= limit else f"{text[: limit * 2 // 3]} […] {text[-limit // 3 :]}"


def _line(message: Message, language: str) -> tuple[str, str]:
    files = " ".join(f"[{attachment.name}]" for attachment in message.attachments)
    text = _shortened(message.text, _MESSAGE_CHARACTERS)
    name = message.speaker or _NAMES[language][message.role]
    return as_data(name), as_data(f"{text} {files}".strip())


def conversation_data(
    messages: Sequence[Message], facts: Sequence[str], *, summary: str, language: str
) -> str:
    """Conversation and facts as two blocks that nothing inside can close."""
    return render(
        USER_TEMPLATE,
        summary=as_data(_shortened(summary, _SUMMARY_CHARACTERS)),
        lines=[_line(message, language) for message in messages],
        facts=[as_data(" ".join(fact.split())) for fact in facts if fact.strip()],
    )


def build_background_request(
    messages: Sequence[Message],
    facts: Sequence[str] = (),
    *,
    summary: str = "",
    use_english: bool | None = None,
    num: int = DEFAULT_MESSAGES,
    fault: BackgroundFault | None = None,
) -> tuple[ChatMessage, ...]:
    """The messages of a background request: rules, then conversation and facts as closed blocks.

    Args:
        messages: The path, or what follows the summary's boundary when there is a summary in force;
            the newest ``num`` sendable ones are used, reasoning never.
        facts: Texts of the enabled facts, in order.
        summary: The summary in force, "" without one.
        use_english: Language of the rules; None follows the conversation.
        num: Most messages to look at.
        fault: What was wrong with the last answer, for the one retry.

    Raises:
        NothingToSummarize: There is neither a message nor a summary.
        TemplateBroken: A template of ours is damaged.
    """
    newest = [message for message in messages if message.is_sendable][-num:] if num > 0 else []
    if not newest and not summary.strip():
        raise NothingToSummarize("The conversation has no messages yet.", title="Nothing to describe yet")
    if use_english is None:
        use_english = not looks_chinese("\n".join([summary, *(message.text for message in newest)]))
    language = "en" if use_english else "zh"
    system = render(
        SYSTEM_TEMPLATES[language],
        sentences=MAX_SENTENCES,
        characters=TOO_MANY_CHARACTERS,
        fault=describe_fault(fault, use_english=use_english) if fault else "",
    )
    data = conversation_data(newest, facts, summary=summary, language=language)
    return (ChatMessage("system", system.strip()), ChatMessage("user", data))
