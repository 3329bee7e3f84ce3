"""World books: knowledge that enters a request when its keywords come up in the conversation.

The text they give belongs at the request's tail, since it changes from turn to turn; anything
before the history would break the cached prefix.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.persona import WorldBook, WorldEntry
from desktop_app.core.domain.ports import NewId
from desktop_app.core.personas.placeholders import fill
from desktop_app.core.personas.safe_json import load_json

DEFAULT_SCAN_DEPTH = 4
"""Newest messages that are scanned for keywords when neither book nor caller says otherwise."""

DEFAULT_TOKEN_BUDGET = 512
"""Most tokens of all entries together when neither book nor caller says otherwise."""

_MOST_ENTRIES = 5000
_MOST_ROUNDS = 4
_MOST_SCANNED = 50_000
_REGEX_SECONDS = 0.05

_KEYS = {  # ours: names in cards, names in stand-alone books of other programs
    "keys": ("keys", "key"),
    "secondary_keys": ("secondary_keys", "keysecondary"),
    "insertion_order": ("insertion_order", "order"),
    "case_sensitive": ("case_sensitive", "caseSensitive"),
    "name": ("name", "comment"),
}


def _value(raw: Mapping[str, Any], field: str) -> Any:
    return next((raw[key] for key in _KEYS.get(field, (field,)) if raw.get(key) is not None), None)


def _strings(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.split(",")
    items = value if isinstance(value, list) else []
    return tuple(item.strip() for item in items if isinstance(item, str) and item.strip())


def _number(value: Any, default: float) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else default


def _count(value: Any) -> int | None:
    return int(value) if isinstance(value, int | float) and 0 < value < 10**7 else None


def _is_enabled(raw: Mapping[str, Any]) -> bool:
    return bool(raw["enabled"]) if "enabled" in raw else not raw.get("disable", False)


def _entry(raw: Mapping[str, Any]) -> WorldEntry:
    content = raw.get("content")
    name = _value(raw, "name")
    return WorldEntry(
        content=content if isinstance(content, str) else "",
        keys=_strings(_value(raw, "keys")),
        secondary_keys=_strings(_value(raw, "secondary_keys")),
        enabled=_is_enabled(raw),
        constant=bool(raw.get("constant")),
        selective=bool(raw.get("selective")),
        case_sensitive=bool(_value(raw, "case_sensitive")),
        use_regex=bool(raw.get("use_regex")),
        insertion_order=_number(_value(raw, "insertion_order"), 100),
        priority=_number(raw.get("priority"), 0),
        name=name if isinstance(name, str) else "",
        extra=dict(raw),
    )


def parse_book(raw: Mapping[str, Any], *, book_id: str, name: str = "") -> WorldBook:
    """A world book from the JSON object of a card or of a stand-alone file.

    Fields of the wrong type count as missing, entries that are no objects are left out; everything
    is kept in ``extra`` for export.

    Raises:
        ExchangeError: It has more entries than any honest book.
    """
    listed = raw.get("entries")
    entries = (
        list(listed.values()) if isinstance(listed, dict) else listed if isinstance(listed, list) else []
    )
    if len(entries) > _MOST_ENTRIES:
        raise ExchangeError(f"The world book has more than {_MOST_ENTRIES} entries.")
    own_name, description = raw.get("name"), raw.get("description")
    return WorldBook(
        id=book_id,
        name=own_name if isinstance(own_name, str) and own_name.strip() else name,
        entries=tuple(_entry(item) for item in entries if isinstance(item, dict)),
        description=description if isinstance(description, str) else "",
        scan_depth=_count(raw.get("scan_depth")),
        token_budget=_count(raw.get("token_budget")),
        recursive_scanning=bool(raw.get("recursive_scanning")),
        extra={key: value for key, value in raw.items() if key != "entries"},
    )


def import_book(data: bytes, *, new_id: NewId, name: str = "") -> WorldBook:
    """Read a stand-alone world book (JSON) of this or another program.

    Raises:
        ExchangeError: The file is none, or is damaged.
    """
    raw = load_json(data, "world book")
    inner = raw.get("data") if isinstance(raw, dict) else None
    raw = inner if isinstance(inner, dict) and "entries" in inner else raw
    if not isinstance(raw, dict) or not isinstance(raw.get("entries"), dict | list):
        raise ExchangeError("The file holds no world book.")
    return parse_book(raw, book_id=new_id(), name=name)


def _entry_to_json(entry: WorldEntry, number: int) -> dict[str, Any]:
    """An entry as cards hold it; of one that came from a card only what was edited is another."""
    raw = copy.deepcopy(dict(entry.extra))
    known = {
        "keys": list(entry.keys),
        "content": entry.content,
        "enabled": entry.enabled,
        "insertion_order": entry.insertion_order,
        "case_sensitive": entry.case_sensitive,
        "use_regex": entry.use_regex,
        "name": entry.name,
        "priority": entry.priority,
        "selective": entry.selective,
        "secondary_keys": list(entry.secondary_keys),
        "constant": entry.constant,
    }
    if "keys" in raw:
        before = _entry(raw)
        return raw | {k: v for k, v in known.items() if getattr(entry, k) != getattr(before, k)}
    return {**known, "extensions": {}, "id": number, "position": "after_char"}


def book_to_json(book: WorldBook) -> dict[str, Any]:
    """A world book as it stands in cards; entries that were not changed come back as they were."""
    known = {
        "name": book.name,
        "description": book.description,
        "scan_depth": book.scan_depth,
        "token_budget": book.token_budget,
        "recursive_scanning": book.recursive_scanning,
    }
    head = copy.deepcopy(dict(book.extra))
    before = parse_book({**head, "entries": []}, book_id=book.id, name=book.name)
    for key, value in known.items():
        if value is None and getattr(before, key) is not None:
            del head[key]
        elif getattr(before, key) != value:
            head[key] = value
    head.setdefault("extensions", {})
    taken = [one.extra["id"] for one in book.entries if isinstance(one.extra.get("id"), int)]
    first = max([-1, *taken]) + 1
    listed = [_entry_to_json(entry, number) for number, entry in enumerate(book.entries, first)]
    return head | {"entries": listed}


def _regex_matches(key: str, text: str, *, case_sensitive: bool) -> bool:
    """Whether a stranger's pattern matches; one that is wrong or takes too long does not."""
    import regex  # third-party: `re` has no time limit, and the pattern is not ours

    pattern = key[1:].rpartition("/")[0] if key.startswith("/") and key.count("/") > 1 else key
    flags = 0 if case_sensitive else regex.IGNORECASE
    try:
        return regex.search(pattern, text, flags=flags, timeout=_REGEX_SECONDS) is not None
    except (regex.error, TimeoutError, RecursionError, OverflowError):
        return False


def _comes_up(key: str, entry: WorldEntry, text: str, folded: str) -> bool:
    if entry.use_regex:
        return _regex_matches(key, text, case_sensitive=entry.case_sensitive)
    return key in text if entry.case_sensitive else key.casefold() in folded


def _counts(entry: WorldEntry, text: str, folded: str) -> bool:
    """Whether an entry's keywords come up in a text."""
    if not any(_comes_up(key, entry, text, folded) for key in entry.keys):
        return False
    if not entry.selective or not entry.secondary_keys:
        return True
    return any(_comes_up(key, entry, text, folded) for key in entry.secondary_keys)


def _content(entry: WorldEntry) -> str:
    """An entry's text without the decorator lines (``@@…``) that version 3 cards put first."""
    lines = entry.content.strip().split("\n")
    while lines and lines[0].startswith("@@"):
        lines = lines[1:]
    return "\n".join(lines).strip()


def active_entries(
    book: WorldBook, texts: Sequence[str], *, scan_depth: int | None = None
) -> list[WorldEntry]:
    """The entries that count for these messages, budget aside, in insertion order.

    Args:
        book: With ``recursive_scanning``, the content of an entry can bring in others; each entry
            counts once, and after a few rounds it ends.
        texts: Messages, oldest first.
        scan_depth: How many of the newest are scanned; the book's own number comes first.
    """
    depth = book.scan_depth or scan_depth or DEFAULT_SCAN_DEPTH
    scanned = "\n".join(texts[-depth:])[-_MOST_SCANNED:]
    waiting = [
        (place, entry) for place, entry in enumerate(book.entries) if entry.enabled and _content(entry)
    ]
    active: list[tuple[int, WorldEntry]] = []
    for turn in range(_MOST_ROUNDS if book.recursive_scanning else 1):
        folded = scanned.casefold()
        found = [
            (place, entry)
            for place, entry in waiting
            if (entry.constant and turn == 0) or _counts(entry, scanned, folded)
        ]
        if not found:
            break
        active += found
        waiting = [item for item in waiting if item not in found]
        scanned = "\n".join(_content(entry) for _, entry in found)[:_MOST_SCANNED]
    active.sort(key=lambda item: (item[1].insertion_order, item[0]))
    return [entry for _, entry in active]


def within_budget(
    entries: Iterable[WorldEntry], token_budget: int, estimate: Callable[[str], int]
) -> list[WorldEntry]:
    """The entries that fit: constant ones first, then by priority, then early insertion order.

    One that does not fit is passed over, smaller ones behind it still count. The order given stays.
    """
    listed = list(entries)
    ranked = sorted(
        range(len(listed)),
        key=lambda place: (not listed[place].constant, -listed[place].priority, place),
    )
    kept: set[int] = set()
    left = token_budget
    for place in ranked:
        cost = estimate(_content(listed[place]))
        if cost <= left:
            kept.add(place)
            left -= cost
    return [listed[place] for place in sorted(kept)]


def world_text(
    books: Iterable[WorldBook],
    texts: Sequence[str],
    *,
    estimate: Callable[[str], int],
    user: str = "User",
    char: str = "",
    token_budget: int | None = None,
    scan_depth: int | None = None,
) -> str:
    """What the books have to say about the newest messages, for the request's tail; "" for nothing.

    Args:
        books: In the order in which they are to stand.
        texts: Messages, oldest first.
        estimate: Tokens of a text.
        user: Fills ``{{user}}``.
        char: Fills ``{{char}}``.
        token_budget: For each book that has none of its own.
        scan_depth: For each book that has none of its own.
    """
    parts: list[str] = []
    for book in books:
        budget = book.token_budget or token_budget or DEFAULT_TOKEN_BUDGET
        active = active_entries(book, texts, scan_depth=scan_depth)
        for entry in within_budget(active, budget, estimate):
            text = fill(_content(entry), user=user, char=char)
            if text not in parts:
                parts.append(text)
    return "\n\n".join(parts)
