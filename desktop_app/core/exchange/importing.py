"""Which kind of file is this, and the conversations in it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.ports import NewId
from desktop_app.core.exchange import chatgpt, claude, openai_messages, sillytavern, tree_json
from desktop_app.core.exchange.archive import opened
from desktop_app.core.exchange.foreign_json import MAX_JSON_BYTES, Node, read_json, refuse
from desktop_app.core.exchange.imported import ImportedConversation, adopt
from desktop_app.core.exchange.pack import read_pack

_Reader = Callable[..., ImportedConversation | None]

MAX_CONVERSATIONS = 50_000
"""Conversations in one file."""

_ZIP = b"PK"
_EXPORTS = re.compile(r"(^|/)conversations(-\d+)?\.json$")
_UNKNOWN = (
    "is none of: hand-off pack or conversation of Throughline, ChatGPT or Claude export, SillyTavern chat,"
    " OpenAI messages"
)


def import_conversations(
    data: bytes,
    name: str,
    *,
    new_id: NewId,
    now: float,
    profiles: Collection[str] = (),
    personas: Collection[str] = (),
) -> list[ImportedConversation]:
    """The conversations in a file of any kind that is known here, ready to be stored.

    One that cannot be read among others is left out with a note on the first.

    Args:
        data: The file.
        name: Its name, for messages.
        new_id: Every row gets a new id: a file can be imported twice.
        now: Seconds since the epoch, for what has no time of its own.
        profiles: Ids of profiles that exist here; others are forgotten, see ``adopt``.
        personas: The same for personas.

    Raises:
        ExchangeError: Nothing in the file can be read; names the place and the reason.
    """
    found = list(_read(data, name, new_id=new_id, now=now))
    if not found:
        raise refuse(name, "holds no conversation with messages")
    return [adopt(item, new_id=new_id, profiles=profiles, personas=personas) for item in found]


def _read(data: bytes, name: str, *, new_id: NewId, now: float) -> Iterator[ImportedConversation]:
    if data.startswith(_ZIP):
        yield from _from_zip(data, name, new_id=new_id, now=now)
        return
    lines = _json_lines(data, name)
    if lines is not None:
        yield from _from_lines(lines, new_id=new_id, now=now)
        return
    yield from _from_value(Node(read_json(data, name), name), new_id=new_id, now=now)


def _from_zip(data: bytes, name: str, *, new_id: NewId, now: float) -> Iterator[ImportedConversation]:
    with opened(data, name) as archive:
        entries = [entry for entry in archive.names() if _EXPORTS.search(entry)]
        if not entries:
            yield read_pack(data, name)
            return
        for entry in sorted(entries):
            content = archive.read(entry, MAX_JSON_BYTES) or b""
            place = f"{name}/{entry}"
            yield from _from_value(Node(read_json(content, place), place), new_id=new_id, now=now)


def _from_lines(lines: list[Node], *, new_id: NewId, now: float) -> Iterator[ImportedConversation]:
    if any(sillytavern.fits(line.value) for line in lines[:2]):
        chat = sillytavern.read_chat(lines, new_id=new_id, now=now)
        if chat:
            yield chat
        return
    yield from _each(lines, new_id=new_id, now=now)


def _from_value(root: Node, *, new_id: NewId, now: float) -> Iterator[ImportedConversation]:
    value = root.value
    if isinstance(value, dict) and value.get("format") == tree_json.FORMAT:
        yield tree_json.read_value(root)
    elif openai_messages.is_list(value):
        yield from _each([root], new_id=new_id, now=now)
    elif isinstance(value, list):
        yield from _each(list(root.items()), new_id=new_id, now=now)
    elif isinstance(value, dict) and isinstance(value.get("conversations"), list):
        yield from _each(list(root.get("conversations").items()), new_id=new_id, now=now)
    else:
        yield from _each([root], new_id=new_id, now=now)


def _each(roots: Sequence[Node], *, new_id: NewId, now: float) -> Iterator[ImportedConversation]:
    """What can be read of many; only when nothing can, the first reason is raised."""
    if len(roots) > MAX_CONVERSATIONS:
        raise refuse(roots[0].place, f"holds more than {MAX_CONVERSATIONS} conversations")
    found: list[ImportedConversation] = []
    failures: list[ExchangeError] = []
    for root in roots:
        try:
            item = _reader(root)(root, new_id=new_id, now=now)
        except ExchangeError as error:
            failures.append(error)
        else:
            found += [item] if item else []
    if failures and not found:
        raise failures[0]
    if failures:
        words = f"{len(failures)} conversations could not be read; the first: {failures[0].message}"
        found[0] = dataclasses.replace(found[0], notes=(*found[0].notes, words))
    yield from found


def _reader(root: Node) -> _Reader:
    value: Any = root.value
    if chatgpt.fits(value):
        return chatgpt.read_conversation
    if claude.fits(value):
        return claude.read_conversation
    if openai_messages.fits(value) or openai_messages.is_list(value):
        return openai_messages.read_conversation
    if sillytavern.fits(value):
        return lambda line, **options: sillytavern.read_chat([line], **options)
    raise refuse(root.place, _UNKNOWN)


def _json_lines(data: bytes, name: str) -> list[Node] | None:
    """The values of a file with one JSON object a line; None when it is not such a file."""
    if len(data) > MAX_JSON_BYTES:
        return None
    numbered = enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1)
    lines = [(f"{name}, line {number}", line) for number, line in numbered if line.strip()]
    if len(lines) < 2 or not all(line.lstrip().startswith(b"{") for _, line in lines):  # noqa: PLR2004
        return None
    return [Node(read_json(line, place), place) for place, line in lines]
