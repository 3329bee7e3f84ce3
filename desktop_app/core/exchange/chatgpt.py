"""Conversations of a ChatGPT data export (``conversations.json``)."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import Any

from desktop_app.core.domain.conversation import Role
from desktop_app.core.domain.ports import NewId
from desktop_app.core.exchange.building import Growing
from desktop_app.core.exchange.foreign_json import Node, seconds
from desktop_app.core.exchange.imported import ImportedConversation

# Citations stand between private-use characters and mean nothing elsewhere.
_CITATION = re.compile("\ue200[^\ue200\ue201]*\ue201")
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}


@dataclass(slots=True)
class _Reached:
    """What the walk knows when it comes to a node: the kept message above, and reasoning before it."""

    parent_id: str | None = None
    reasoning: str = ""


def fits(value: Any) -> bool:
    """Whether a JSON value looks like one conversation of this export."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def read_conversation(root: Node, *, new_id: NewId, now: float) -> ImportedConversation | None:
    """One conversation; None when it holds no message of a person or model.

    Raises:
        ExchangeError: A field that the tree depends on has the wrong form.
    """
    growing = Growing(root.place, new_id=new_id, now=now)
    mapping = root.get("mapping")
    nodes = {key: Node(value, f"{mapping.place}[{key!r}]") for key, value in mapping.object().items()}
    reached = _walk(nodes, growing)
    if len(reached) < len(nodes):
        growing.notes.add("Messages that hang on nothing were left out")
    if growing.is_empty:
        return None
    current = root.get("current_node").value
    if isinstance(current, str) and current in reached:
        growing.active_leaf_id = reached[current].parent_id
    return growing.done(
        root.get("title").loose_text(),
        created_at=seconds(root.get("create_time").value),
        updated_at=seconds(root.get("update_time").value),
    )


def _walk(nodes: dict[str, Node], growing: Growing) -> dict[str, _Reached]:
    """Keep what can be kept, parents first; for each node, what stands at or above it."""
    children = _children(nodes)
    reached: dict[str, _Reached] = {}
    waiting = deque((key, _Reached()) for key in children[None])
    while waiting:
        key, above = waiting.popleft()
        here = _keep(nodes[key].get("message"), above, growing)
        reached[key] = here
        waiting.extend((child, here) for child in children[key])
    return reached


def _children(nodes: dict[str, Node]) -> defaultdict[str | None, list[str]]:
    """Keys by parent, in the order the parent gives; None for those without one."""
    found: defaultdict[str | None, list[str]] = defaultdict(list)
    for key, node in nodes.items():
        parent = node.get("parent").value
        found[parent if isinstance(parent, str) and parent in nodes else None].append(key)
    for parent, keys in found.items():
        order = nodes[parent].object().get("children") if parent is not None else None
        if isinstance(order, list):
            places = {child: place for place, child in enumerate(order) if isinstance(child, str)}
            keys.sort(key=lambda key: places.get(key, len(places)))
    return found


def _keep(message: Node, above: _Reached, growing: Growing) -> _Reached:
    if message.value is None:
        return above
    author = message.get("author").get("role").loose_text()
    role = _ROLES.get(author)
    content = message.get("content")
    kind = content.get("content_type").value
    metadata = message.get("metadata")
    hidden = metadata.value is not None and metadata.get("is_visually_hidden_from_conversation").value is True
    if kind == "thoughts":
        return _Reached(above.parent_id, "\n\n".join(filter(None, (above.reasoning, _thoughts(content)))))
    if role is None or hidden or message.get("recipient").value not in (None, "all"):
        if not hidden and author != "system":
            growing.notes.add("Calls of tools and their results were left out")
        return above
    text = _text(content, growing)
    if not text.strip():
        return above
    model = metadata.get("model_slug").loose_text() if metadata.value is not None else ""
    message_id = growing.add(
        role,
        text,
        parent_id=above.parent_id,
        at=seconds(message.get("create_time").value),
        reasoning=above.reasoning if role is Role.ASSISTANT else "",
        model=model if role is Role.ASSISTANT else "",
    )
    return _Reached(message_id)


def _text(content: Node, growing: Growing) -> str:
    kind = content.get("content_type").value
    if kind in ("text", "multimodal_text"):
        parts = [_part(part, growing) for part in content.get("parts").items()]
        return _CITATION.sub("", "\n".join(part for part in parts if part))
    if kind == "code":
        return f"```\n{content.get('text').text('')}\n```"
    growing.notes.add(f"Content of the kind {str(kind)[:40]!r} was left out")
    return ""


def _part(part: Node, growing: Growing) -> str:
    if isinstance(part.value, str):
        return part.value
    if isinstance(part.value, dict) and isinstance(part.value.get("text"), str):
        return str(part.value["text"])  # the words of a spoken message
    growing.notes.add("Pictures and sound are not in the file and were left out")
    return "[attachment]"


def _thoughts(content: Node) -> str:
    parts: list[str] = []
    for thought in content.get("thoughts").items():
        parts += [thought.get("summary").loose_text(), thought.get("content").loose_text()]
    return "\n\n".join(part for part in parts if part.strip())
