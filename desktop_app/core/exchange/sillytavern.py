"""Chats of SillyTavern (``.jsonl``): a header line, then one message a line, with swipes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from desktop_app.core.domain.conversation import Role
from desktop_app.core.domain.ports import NewId
from desktop_app.core.exchange.building import Growing
from desktop_app.core.exchange.foreign_json import Node, seconds
from desktop_app.core.exchange.imported import ImportedConversation

# 2024-1-5 @13h 45m 30s 123ms
_OLD_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s")
_WORDED_DATE = "%B %d, %Y %I:%M%p"  # June 19, 2023 4:13pm
_MOST_SWIPES = 1000


def fits(value: Any) -> bool:
    """Whether a JSON value looks like the header line or a message line of such a chat."""
    return isinstance(value, dict) and (
        ("mes" in value and "is_user" in value) or ("chat_metadata" in value and "user_name" in value)
    )


def read_chat(lines: Sequence[Node], *, new_id: NewId, now: float) -> ImportedConversation | None:
    """The chat in these lines; None when it holds no message.

    Swipes become branches; the one shown there is the one the chat goes on from. A memory of the
    summarise extension becomes a summary that ends at its message.

    Raises:
        ExchangeError: A line that is no message.
    """
    growing = Growing(lines[0].place if lines else "chat", new_id=new_id, now=now)
    header = lines[0] if lines and "mes" not in lines[0].object() else None
    messages = lines[1:] if header else lines
    names = {
        m.get("name").loose_text()
        for m in messages
        if not (m.get("is_user").flag() or m.get("is_system").flag())
    }
    is_group = len(names) > 1
    last: str | None = None
    for message in messages:
        if message.get("is_system").flag():
            growing.notes.add("Messages hidden from the model were left out")
            continue
        last = _add(message, last, growing, is_group=is_group)
    if growing.is_empty:
        return None
    growing.active_leaf_id = last
    title = header.get("character_name").loose_text() if header else ""
    started = _date(header.get("create_date").value) if header else None
    return growing.done(title or next(iter(sorted(names)), ""), created_at=started, updated_at=None)


def _add(message: Node, above: str | None, growing: Growing, *, is_group: bool) -> str:
    """Add a message with its swipes; returns the id of the one shown."""
    role = Role.USER if message.get("is_user").flag() else Role.ASSISTANT
    at = _date(message.get("send_date").value)
    shown = message.get("mes").text()
    texts, chosen = _swipes(message, shown)
    extra = message.get("extra")
    if not isinstance(extra.value, dict):
        extra = Node({}, extra.place)
    reasoning = extra.get("reasoning").loose_text()
    result = ""
    for number, text in enumerate(texts):
        message_id = growing.add(
            role,
            text,
            parent_id=above,
            at=at,
            speaker=message.get("name").loose_text() if is_group and role is Role.ASSISTANT else "",
            model=extra.get("model").loose_text(),
            reasoning=reasoning if number == chosen else "",
        )
        if number == chosen:
            result = message_id
    if memory := extra.get("memory").loose_text().strip():
        growing.add_summary(memory, result, at)
    return result


def _swipes(message: Node, shown: str) -> tuple[list[str], int]:
    """All versions of a message, and the number of the one shown (whose text is ``mes``)."""
    texts = [item.text() for item in message.get("swipes").items()][:_MOST_SWIPES]
    chosen = message.get("swipe_id").count()
    if chosen >= len(texts):
        return [*texts, shown], len(texts)
    texts[chosen] = shown
    return texts, chosen


def _date(value: Any) -> float | None:
    found = seconds(value)
    if found is not None or not isinstance(value, str):
        return found
    try:
        if match := _OLD_DATE.match(value):
            year, month, day, hour, minute, second = map(int, match.groups())
            return datetime(year, month, day, hour, minute, second, tzinfo=UTC).timestamp()
        return datetime.strptime(value.strip(), _WORDED_DATE).replace(tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        return None
