"""The models a server offers, out of whatever form its list has; read with bounds.

Servers that have no list, or another form of it, are common: the name of a model can
always be typed by hand, and the messages say so.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from desktop_app.core.domain.errors import NotAStream, NotFound, ProviderError, ServerFailed
from desktop_app.core.domain.request import ModelEntry
from desktop_app.core.provider.answer import blocks_of, opened
from desktop_app.core.provider.errors import Call, reported_error
from desktop_app.core.provider.limits import Limits
from desktop_app.core.provider.wording import is_web_page

if TYPE_CHECKING:
    import httpx2
    import openai

MAX_LIST_BYTES = 16 * 1024 * 1024
"""Most bytes of a list; 5,000 entries with descriptions need about 8 MB."""
MAX_ENTRIES = 20_000
_BY_HAND = "The name of the model can be typed by hand."
_WINDOW_NAMES = (
    "context_length",
    "context_window",
    "max_model_len",
    "max_context_length",
    "loaded_context_length",
    "n_ctx",
    "n_ctx_train",
    "inputTokenLimit",
)
_OUTPUT_NAMES = ("max_completion_tokens", "max_output_tokens", "max_output_length", "outputTokenLimit")
_NESTED = ("meta", "top_provider", "limits", "capabilities")


async def fetch_models(
    client: openai.AsyncOpenAI, url: str, *, headers: dict[str, Any], limits: Limits, call: Call
) -> list[ModelEntry]:
    """Get and read the list.

    Raises:
        ProviderError: It cannot be had; ``NotFound`` when the server has none.
    """
    try:
        async with opened(client, "GET", url, headers=headers, limits=limits, call=call) as response:
            body = await _body(response, limits, call)
            kind = response.headers.get("content-type", "")
            status = response.status_code
    except NotFound as error:
        raise NotFound(
            f"{error.message} The server may have no list of models. {_BY_HAND}",
            title=error.title,
            status=error.status,
        ) from None
    return await asyncio.to_thread(read_models, body, kind, status)


def read_models(body: bytes, content_type: str = "application/json", status: int = 200) -> list[ModelEntry]:
    """The entries in the body of an answer; sorted as the server sorts them, without doubles.

    Raises:
        NotAStream: It is a web page or no JSON.
        ProviderError: It reports an error.
    """
    kind = content_type.partition(";")[0].strip() or "no content type"
    if is_web_page(kind, body[:512]):
        raise NotAStream(
            f"The server answered with a web page (status {status}, {kind}) instead of a list of "
            f"models. Check the base URL. {_BY_HAND}",
            status=status,
        )
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise NotAStream(
            f"The list of models cannot be read (status {status}, {kind}). {_BY_HAND}", status=status
        ) from error
    if isinstance(payload, dict):
        reported = reported_error(payload, is_error_event=False)
        if reported is not None:
            raise reported
    return _entries(payload)


def _entries(payload: Any) -> list[ModelEntry]:
    rows = payload
    if isinstance(payload, Mapping):
        rows = payload.get("data") or payload.get("models") or []
    if isinstance(rows, Mapping):
        rows = [{"id": name, **(row if isinstance(row, Mapping) else {})} for name, row in rows.items()]
    found: dict[str, ModelEntry] = {}
    for row in rows[:MAX_ENTRIES] if isinstance(rows, list) else []:
        entry = _entry(row)
        if entry is not None:
            found.setdefault(entry.id, entry)
    return list(found.values())


def _entry(row: Any) -> ModelEntry | None:
    if isinstance(row, str):
        row = {"id": row}
    if not isinstance(row, Mapping):
        return None
    names = (row.get(name) for name in ("id", "model", "name"))
    name = next((text.strip() for text in names if isinstance(text, str) and text.strip()), "")
    if not name or len(name) > 300 or not name.isprintable():  # noqa: PLR2004
        return None
    places = [row, *(row[name] for name in _NESTED if isinstance(row.get(name), Mapping))]
    return ModelEntry(name, _first(places, _WINDOW_NAMES), _first(places, _OUTPUT_NAMES))


def _first(places: list[Mapping[str, Any]], names: tuple[str, ...]) -> int | None:
    for name in names:
        for place in places:
            value = place.get(name)
            if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**9:
                return value
    return None


async def _body(response: httpx2.Response, limits: Limits, call: Call) -> bytes:
    body = bytearray()
    async with aclosing(blocks_of(response, limits, call)) as blocks:
        async for block in blocks:
            if isinstance(block, ProviderError):
                raise block
            body += block
            if len(body) > MAX_LIST_BYTES:
                raise ServerFailed(f"The list of models is senselessly long. {_BY_HAND}")
    return bytes(body)
