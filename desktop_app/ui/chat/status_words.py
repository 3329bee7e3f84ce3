"""The status line: what the last reply took."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.core.domain.conversation import Message

translate = QCoreApplication.translate


def status_text(reply: Message | None) -> str:
    """Tokens and time of a reply, for the status line; "" when nothing was reported."""
    if reply is None or reply.usage is None:
        return ""
    usage = reply.usage
    words = translate("StatusWords", "Last reply: {sent} tokens sent, {received} received").format(
        sent=f"{usage.prompt_tokens:,}", received=f"{usage.completion_tokens:,}"
    )
    if usage.cached_tokens:
        words += " · " + translate("StatusWords", "{cached} from the cache").format(
            cached=f"{usage.cached_tokens:,}"
        )
    if reply.duration_seconds:
        time = translate("StatusWords", "{seconds} s")
        words += " · " + time.replace("{seconds}", f"{reply.duration_seconds:.1f}")
    return words
