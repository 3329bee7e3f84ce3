"""Sends one request through the SDK and reads its answer block by block.

Memory and time stay bounded whatever the server sends: blocks are read in slices, other tasks get
their turn every few milliseconds, and packed data that unpack to senseless amounts are refused.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

from desktop_app.core.domain.errors import (
    ConnectionFailed,
    ProviderError,
    RequestRefused,
    StreamInterrupted,
    TimedOut,
)
from desktop_app.core.domain.request import StreamItem
from desktop_app.core.provider.errors import Call, refusal, refused_parameter, translate
from desktop_app.core.provider.limits import Limits
from desktop_app.core.provider.stream import ReplyReader
from desktop_app.core.provider.wording import message_in

if TYPE_CHECKING:
    import httpx2
    import openai

DRAIN_SECONDS = 0.05
"""Seconds to wait for the end of the body after ``[DONE]``, so that the connection can be reused."""
LOOP_SHARE = 0.002
"""Seconds of reading after which other tasks get their turn; twenty readers make one turn of 40 ms."""
BLOCK_BYTES = 8 * 1024
BOMB_BYTES = 8 * 1024 * 1024
BOMB_RATIO = 200
"""Unpacked data beyond ``BOMB_BYTES`` that are this many times their packed size are refused."""


@asynccontextmanager
async def opened(
    client: openai.AsyncOpenAI,
    method: str,
    url: str,
    *,
    headers: dict[str, Any],
    limits: Limits,
    call: Call,
    content: bytes | None = None,
    sent: frozenset[str] = frozenset(),
) -> AsyncIterator[httpx2.Response]:
    """Send a request; the answer has a status of success and an unread body, closed at the end.

    Args:
        client: Of the SDK.
        method: ``POST`` or ``GET``.
        url: The final address.
        headers: See ``target.request_headers``.
        limits: Of this attempt.
        call: For messages.
        content: The body of a POST.
        sent: Names of parameters that could be left out, to find the refused one.

    Raises:
        ProviderError: No answer, or one with an error status.
    """
    import httpx2
    import openai

    options: Any = {"headers": headers, "timeout": limits.network(), "max_retries": 0}
    stream: Any = {"cast_to": httpx2.Response, "stream": True, "stream_cls": openai.AsyncStream[Any]}
    answer = (
        client.get(url, options=options, **stream)
        if method == "GET"
        else client.post(url, content=content, options=options, **stream)
    )
    failure: ProviderError | None = None
    try:
        response = cast("httpx2.Response", await limits.hold(answer))
    except Exception as error:  # noqa: BLE001 - the border: theirs become ours
        failure = _ours(error, call, sent)
    if failure is not None:
        raise failure  # out here, so that no chain leads to the request and its headers
    try:
        yield response
    finally:
        await response.aclose()


async def blocks_of(
    response: httpx2.Response, limits: Limits, call: Call
) -> AsyncGenerator[bytes | ProviderError, None]:
    """Yield the body in slices; an error as last item says why it broke off."""
    loop = asyncio.get_running_loop()
    blocks = response.aiter_bytes()
    unpacked = 0
    turn = loop.time()
    try:
        while True:
            try:
                block = await limits.hold(anext(blocks))
            except StopAsyncIteration:
                return
            except TimedOut as error:
                yield error
                return
            except Exception as error:  # noqa: BLE001 - whatever the HTTP client raises is a break
                yield _break(error, call)
                return
            unpacked += len(block)
            if unpacked > BOMB_BYTES and unpacked > BOMB_RATIO * response.num_bytes_downloaded:
                yield StreamInterrupted("The server sent packed data that unpack to senseless amounts.")
                return
            for start in range(0, len(block), BLOCK_BYTES):
                yield block[start : start + BLOCK_BYTES]
                if loop.time() - turn > LOOP_SHARE:
                    await asyncio.sleep(0)
                    turn = loop.time()
    finally:
        # In this order: the client's nested generators, dropped while the response is open, would
        # have to await something at a moment when nothing can be awaited any more.
        await response.aclose()
        await blocks.aclose()


async def read_reply(
    response: httpx2.Response, limits: Limits, call: Call
) -> AsyncGenerator[StreamItem, None]:
    """Read the answer to its end; the last item is ``ReplyFinished``.

    Raises:
        ProviderError: The answer is interrupted, empty or none at all; what came was yielded.
    """
    loop = asyncio.get_running_loop()
    reader = ReplyReader(
        status=response.status_code, content_type=response.headers.get("content-type", ""), key=call.key
    )
    broke: ProviderError | None = None
    async with aclosing(blocks_of(response, limits, call)) as blocks:
        async for block in blocks:
            if isinstance(block, ProviderError):
                broke = block
                break
            items = reader.feed(block)
            for item in items:
                yield item
            if reader.ended or reader.is_web_page:
                break
            if reader.finish_reason is not None:
                limits.finishing(loop.time(), again=bool(items))
            elif items:
                limits.progressed(loop.time())
        for item in reader.finish():
            yield item
        finished = reader.verdict(broke)
        if reader.ended:
            await _drain(blocks)
    yield finished


async def _drain(blocks: AsyncGenerator[bytes | ProviderError, None]) -> None:
    """Take the end of a body that is complete, so that the connection can serve again."""
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in blocks:
                pass
    except TimeoutError:
        pass  # the reply is whole; the connection is simply not used again


def _break(error: Exception, call: Call) -> ProviderError:
    found = translate(error, call)
    return found if isinstance(found, ConnectionFailed) else StreamInterrupted(found.message)


def _ours(error: Exception, call: Call, sent: frozenset[str]) -> ProviderError:
    import openai

    if isinstance(error, ProviderError):
        return error
    if isinstance(error, openai.APIStatusError):
        return _refused(error, call, sent)
    return translate(error, call)


def _refused(error: openai.APIStatusError, call: Call, sent: frozenset[str]) -> ProviderError:
    body = error.response.content
    text = body.decode("utf-8", "replace")
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        payload = None
    ours = refusal(error.status_code, error.response.headers, payload, text, call)
    if isinstance(ours, RequestRefused) and error.status_code in (400, 422):
        ours.parameter = refused_parameter(payload, message_in(payload) or text, sent)
    return ours
