"""Says in words what the coordinator knows in numbers: when the next summary comes, what is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.coordinator.requests import Assembled

if TYPE_CHECKING:
    from desktop_app.ui.chat.request_viewer import SentRequest

translate = QCoreApplication.translate


def outlook_words(decision: object) -> str:
    """Why no automatic summary starts, or what is left until the next one.

    Args:
        decision: A ``policy.Decision``; read by its fields, since windows do not import the engine.
    """
    hold = getattr(decision, "hold", None)
    said = {
        "off": translate("SummaryWords", "Automatic summaries are off for this profile."),
        "failed": translate(
            "SummaryWords", "Automatic summaries pause: the last one failed. Change the settings or compress."
        ),
        "low_gain": translate("SummaryWords", "Automatic summaries pause: the last one saved less than 5 %."),
    }.get(str(hold) if hold is not None else "")
    return said or translate("SummaryWords", "Next automatic summary: {left}.").replace(
        "{left}", left_words(decision)
    )


def left_words(decision: object) -> str:
    """``after about 9,300 more tokens or 5 messages``."""
    parts = []
    tokens, messages, minutes = (
        getattr(decision, name, None) for name in ("tokens_left", "messages_left", "minutes_left")
    )
    if tokens is not None:
        parts.append(translate("SummaryWords", "about {count} more tokens").replace("{count}", f"{tokens:,}"))
    if messages is not None:
        parts.append(translate("SummaryWords", "{count} messages").replace("{count}", str(messages)))
    if minutes is not None:
        parts.append(translate("SummaryWords", "{count} minutes").replace("{count}", str(round(minutes))))
    if not parts:
        return translate("SummaryWords", "never, every trigger is off")
    return translate("SummaryWords", "after {things}").replace(
        "{things}", translate("SummaryWords", " or ").join(parts)
    )


def left_out_words(reason: str, count: int) -> str:
    """Why messages of the path are not sent word for word."""
    words = {
        "summarised": translate("SummaryWords", "{count} older messages: the summary stands for them."),
        "failed": translate("SummaryWords", "Failed replies, not sent: {count}."),
        "unfinished": translate("SummaryWords", "{count} replies are still being written."),
        "empty": translate("SummaryWords", "{count} empty messages are not sent."),
    }.get(reason, translate("SummaryWords", "{count} messages are not sent."))
    return words.replace("{count}", str(count))


def sent_request(assembled: Assembled, body: bytes) -> SentRequest:
    """The next request for the viewer.

    Args:
        assembled: The request.
        body: What would go over the wire for it, byte for byte.
    """
    from desktop_app.ui.chat.request_viewer import SentMessage, SentRequest

    built = assembled.built
    return SentRequest(
        messages=tuple(
            SentMessage(
                role=message.role,
                text=message.text,
                tokens=built.entry_tokens(place),
                cached=place < built.cached_messages,
            )
            for place, message in enumerate(built.messages)
        ),
        tokens=built.tokens,
        window=assembled.profile.window,
        estimated=not built.reported,
        left_out=tuple(left_out_words(left.reason.value, len(left.message_ids)) for left in built.left_out),
        body=body.decode(),
    )
