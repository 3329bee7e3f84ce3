"""The body of a chat request: only what is set, in a stable order.

``messages`` stand last and every other key is sorted, so the bytes of a request are a prefix of
those of the next one in the same conversation (apart from the closing brackets); a provider bills
a cached prefix at a fraction of the price (docs/architecture.md, how data flows).
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from desktop_app.core.domain.errors import RequestRefused
from desktop_app.core.domain.request import ChatMessage, ChatRequest, ContentPart, ImagePart, TextPart

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings

_OURS = {"model", "messages", "stream"}
_IMAGE_TYPE = re.compile(r"image/[A-Za-z0-9.+-]{1,60}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LEADING = ("system", "developer")


def build_body(request: ChatRequest, *, model: str, refused: frozenset[str] = frozenset()) -> bytes:
    """The JSON body of a streamed chat request.

    Args:
        request: What to ask.
        model: Name to ask for; the local engine's may differ from the profile's.
        refused: Parameters to leave out because the server refused them.

    Raises:
        RequestRefused: The profile's extra fields cannot be written as JSON.
    """
    fields = parameters(request, refused)
    body = {"model": model, **{name: fields[name] for name in sorted(fields)}, "stream": True}
    role = "user" if "system_role" in refused else request.profile.system_role
    body["messages"] = wire_messages(request.messages, role=role, vision=request.profile.vision)
    try:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise RequestRefused("The profile's extra body fields cannot be written as JSON.") from error
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.encode("utf-8")


def parameters(request: ChatRequest, refused: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The optional fields of the body, by name: every one may be left out and still be answered."""
    profile = request.profile
    fields: dict[str, Any] = {
        "temperature": profile.parameters.temperature,
        "top_p": profile.parameters.top_p,
        "presence_penalty": profile.parameters.presence_penalty,
        "frequency_penalty": profile.parameters.frequency_penalty,
        "seed": profile.parameters.seed,
        "reasoning_effort": profile.parameters.reasoning_effort,
        "stream_options": {"include_usage": True},
    }
    limit_name = _limit_name(profile, refused)
    fields[limit_name] = request.max_output_tokens or profile.parameters.max_tokens
    fields |= {name: value for name, value in profile.extra_body.items() if name not in _OURS}
    return {name: value for name, value in fields.items() if value is not None and name not in refused}


def wire_messages(messages: Iterable[ChatMessage], *, role: str, vision: bool) -> list[dict[str, Any]]:
    """The messages as a strict chat template takes them.

    System messages at the beginning become one; later ones, which many templates refuse, speak as
    the user; neighbours of one role are joined; empty messages are left out.

    Args:
        messages: In order.
        role: Role of the leading system message: ``system``, ``developer`` or ``user``.
        vision: Whether images are sent; otherwise their names stand for them.
    """
    runs: list[tuple[str, list[ContentPart]]] = []
    leading = True
    for message in messages:
        parts = _parts(message, vision=vision)
        if not parts:
            continue
        is_system = message.role in _LEADING
        leading = leading and is_system
        speaker = (role if leading else "user") if is_system else message.role
        if runs and runs[-1][0] == speaker:
            runs[-1][1].extend(parts)
        else:
            runs.append((speaker, parts))
    return [{"role": speaker, "content": _content(parts)} for speaker, parts in runs]


def _limit_name(profile: ProfileSettings, refused: frozenset[str]) -> str:
    other = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
    name = profile.max_tokens_field
    return other[name] if name in refused else name


def _parts(message: ChatMessage, *, vision: bool) -> list[ContentPart]:
    content = (TextPart(message.content),) if isinstance(message.content, str) else message.content
    parts: list[ContentPart] = []
    for part in content:
        if isinstance(part, ImagePart) and not (vision and _IMAGE_TYPE.fullmatch(part.media_type)):
            parts.append(TextPart(f"[Image: {part.name or 'unnamed'} ({part.media_type})]"))
        elif isinstance(part, ImagePart) or part.text.strip():
            parts.append(part)
    return parts


def _content(parts: list[ContentPart]) -> str | list[dict[str, Any]]:
    if all(isinstance(part, TextPart) for part in parts):
        return "\n\n".join(part.text for part in parts if isinstance(part, TextPart))
    return [_wire_part(part) for part in parts]


def _wire_part(part: ContentPart) -> dict[str, Any]:
    if isinstance(part, TextPart):
        return {"type": "text", "text": part.text}
    data = base64.b64encode(part.data).decode("ascii")
    return {"type": "image_url", "image_url": {"url": f"data:{part.media_type};base64,{data}"}}
