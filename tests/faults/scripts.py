"""Every script of the hostile provider with its expected outcome beside it."""

# ruff: noqa: E501 - servers' own sentences are quoted whole
from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass
from typing import Any

from desktop_app.core.domain.errors import (
    AuthenticationFailed,
    ConnectionFailed,
    ContextTooLong,
    EmptyReply,
    NotAStream,
    NotFound,
    PaymentRequired,
    ProviderError,
    RateLimited,
    RequestRefused,
    ServerFailed,
    StreamInterrupted,
    TimedOut,
)
from tests.faults.hostile_server import Drip, Flood, Hang, Pause, Reset, Steps
from tests.faults.wire import END, F, K, R, T, U, answer, chunk, chunked, event, head, refusal

OK = (head(), R, T("fine"), F("stop"), U(3), END)


@dataclass(frozen=True)
class Script:
    """What the server plays and what must come of it.

    Attributes:
        plays: One script for each request; the last one repeats.
        text: All text that must have been yielded, voided text excluded.
        reasoning: All reasoning.
        ends: The finish reason of a complete reply, or the error's class.
        says: Words the error's message must hold.
        never: Words it must not hold.
        usage: (prompt, completion, cached) that must have been reported; None: none.
        requests: How many requests the server must have seen; None: any number.
        dropped: Parameters reported as refused.
        profile: Changes of the profile for this script.
    """

    name: str
    plays: tuple[Steps, ...]
    text: str = ""
    reasoning: str = ""
    ends: str | type[ProviderError] | None = "stop"
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ("<html", "<h1", "Traceback", "sk-")
    usage: tuple[int, int, int | None] | None = None
    requests: int | None = 1
    dropped: tuple[str, ...] = ()
    profile: tuple[tuple[str, Any], ...] = ()


def script(name: str, *plays: Steps, **expected: Any) -> Script:
    return Script(name, plays, **expected)


def sse(*parts: Any) -> Steps:
    """An event stream; plain bytes are joined, so that they travel in as few packets as possible."""
    steps: list[Any] = [head()]
    for part in parts:
        if isinstance(part, bytes) and isinstance(steps[-1], bytes):
            steps[-1] += part
        else:
            steps.append(part)
    return tuple(steps)


HTML = b"<!DOCTYPE html><html><head><title>Login - corp gateway</title></head><body><h1>Sign in</h1></body></html>"
CUT = {"text": "Hel", "ends": StreamInterrupted}
HELLO = {"text": "Hello"}

CHUNK_SHAPES = [
    script(
        "39 chunks without choice or delta",
        sse(
            event({"choices": [], "prompt_filter_results": []}),
            R,
            event({"id": "c1", "usage": None}),
            chunk(None),
            event({"choices": [{"index": 0}]}),
            event({"choices": None}),
            T("Hi"),
            T(None),
            chunk({"role": ""}),
            F("stop"),
            U(3),
            END,
        ),
        text="Hi",
        usage=(3, 2, None),
    ),
    script(
        "unknown fields", sse(chunk({"content": "Hello", "x": [1]}, new={"a": {}}), F("stop"), END), **HELLO
    ),
    script("choices is an object", sse(event({"choices": {"0": 1}}), T("Hello"), F("stop"), END), **HELLO),
    script("choice is a string", sse(event({"choices": ["x"]}), T("Hello"), F("stop"), END), **HELLO),
    script("delta is a list", sse(chunk(["x"]), T("Hello"), F("stop"), END), **HELLO),
    script("content is a number", sse(T(5), T("Hello"), F("stop"), END), **HELLO),
    script(
        "content in parts",
        sse(
            T([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]),
            T([{"type": "text", "text": "Hel"}, {"type": "text", "text": "lo"}, 3]),
            F("stop"),
            END,
        ),
        reasoning="hm",
        **HELLO,
    ),
    script(
        "a second choice nobody asked for",
        sse(
            T("Hello"),
            event({"choices": [{"index": 1, "delta": {"content": "other"}, "finish_reason": "stop"}]}),
            F("stop"),
            END,
        ),
        **HELLO,
    ),
    script(
        "an array of chunks",
        sse(b'data: [{"choices":[{"delta":{"content":"Hello"}}]}]\n\n', F("stop"), END),
        **HELLO,
    ),
    script(
        "a number, a string and null as events",
        sse(b'data: 1\n\ndata: "x"\n\ndata: null\n\n', T("Hello"), F("stop"), END),
        **HELLO,
    ),
    script("text and finish reason in one chunk", sse(chunk({"content": "Hello"}, "stop"), END), **HELLO),
    script("text after the finish reason", sse(T("Hel"), F("stop"), T("lo"), END), **HELLO),
    script("refusal field", sse(chunk({"refusal": "Hello"}), F("stop"), END), **HELLO),
    script(
        "finish reason of another vendor", sse(T("Hello"), F("MAX_TOKENS"), END), text="Hello", ends="length"
    ),
    script(
        "garbled finish reason", sse(T("Hello"), F("st\x00p\ud83d<b>"), END), text="Hello", ends="unknown"
    ),
    script("finish reason is a number", sse(T("Hello"), F(7), F("stop"), END), **HELLO),
    script("done without a finish reason", sse(T("Hello"), END), text="Hello", ends=None),
    script("finish reason without done", sse(T("Hello"), F("stop")), **HELLO),
    script("finish reason, then a reset", sse(T("Hello"), F("stop"), Pause(0.05), Reset()), **HELLO),
    script(
        "finish reason, then silence",
        sse(T("Hello"), F("stop"), Hang()),
        profile=(("idle_timeout", 0.2),),
        **HELLO,
    ),
    script("length", sse(T("Hel"), F("length"), END), text="Hel", ends="length"),
    script("content filter", sse(T("Hel"), F("content_filter"), END), text="Hel", ends="content_filter"),
    script("empty finish reason", sse(T("Hel"), F("")), **CUT),
]

KEEP_ALIVES = [
    script(f"40 keep-alive {name}", sse(R, T("Hel"), beat, T("lo"), F("stop"), END), **HELLO)
    for name, beat in {
        "comment": b": PROCESSING\n\n",
        "bare colon": b":\n\n",
        "data with a comment": b"data: : keepalive\n\n",
        "empty data": b"data:\n\n",
        "blank data": b"data:   \n\n",
        "comment after an event with an id": b"id: 5\n\n: ping\n\n",
        "ping event": b"event: ping\ndata: {}\n\n",
        "event without data": b"event: keep-alive\n\n",
        "retry field": b"retry: 3000\n\n",
        "blank lines": b"\n\n\n\r\n\r\n",
        "word": b"data: keep-alive\n\n",
        "unknown field": b"x-ping: 1\n\n",
        "BOM inside": b": \xef\xbb\xbf\n\n",
    }.items()
] + [
    script("40 broken JSON", sse(R, T("Hel"), b"data: {bad\n\n", T("lo"), F("stop"), END), **CUT),
    script("broken JSON before text", sse(b"data: {bad\n\n", END), ends=StreamInterrupted, requests=3),
    script("JSON cut by the end", sse(T("Hel"), b'data: {"choices":[{"del'), **CUT),
    script("deeply nested JSON", sse(T("Hel"), b"data: " + b"[" * 100_000 + b"\n\n", END), **CUT),
    script("a number of 5,000 digits", sse(T("Hel"), b'data: {"x":' + b"9" * 5000 + b"}\n\n", END), **CUT),
    script(
        "NaN and infinity",
        sse(b'data: {"choices":[],"x":NaN,"y":1e999}\n\n', T("Hello"), F("stop"), END),
        **HELLO,
    ),
]

LINE_FORMS = [
    script(
        "carriage returns", (head(), (T("Hel") + T("lo") + F("stop") + END).replace(b"\n", b"\r\n")), **HELLO
    ),
    script(
        "lone carriage returns",
        (head(), (T("Hel") + T("lo") + F("stop") + END).replace(b"\n", b"\r")),
        **HELLO,
    ),
    script(
        "single line ends", (head(), (T("Hel") + T("lo") + F("stop") + END).replace(b"\n\n", b"\n")), **HELLO
    ),
    script(
        "no space after the colon",
        (head(), (T("Hel") + T("lo") + F("stop") + END).replace(b"data: ", b"data:")),
        **HELLO,
    ),
    script("byte order mark", (head(), b"\xef\xbb\xbf" + T("Hello") + F("stop") + END), **HELLO),
    script("no blank line at the end", sse(T("Hello"), F("stop")[:-2]), **HELLO),
    script(
        "JSON over several data lines",
        sse(
            b'data: {\ndata: "choices": [{"delta":\ndata: {"content": "Hello"}}]\ndata: }\n\n', F("stop"), END
        ),
        **HELLO,
    ),
    script("byte by byte", (head(), Drip(T("Hé🔥") + F("stop") + END, 0.0)), text="Hé🔥"),
    script(
        "HTTP chunks",
        (
            head(200, "text/event-stream", "Transfer-Encoding: chunked"),
            chunked(T("Hel"), T("lo"), F("stop"), END),
        ),
        **HELLO,
    ),
    script("wrong content type", (head(200, "text/plain"), T("Hello"), F("stop"), END), **HELLO),
    script("no content type", (head(200, None), T("Hello"), F("stop"), END), **HELLO),
    script("event stream called HTML", (head(200, "text/html"), T("Hello"), F("stop"), END), **HELLO),
    script(
        "gzip",
        (
            head(200, "text/event-stream", "Content-Encoding: gzip"),
            gzip.compress(T("Hello") + F("stop") + END),
        ),
        **HELLO,
    ),
    script(
        "invalid UTF-8",
        sse(b'data: {"choices":[{"delta":{"content":"a\xff\xfeb"}}]}\n\n', F("stop"), END),
        text="a\ufffd\ufffdb",
    ),
    script("surrogates over two chunks", sse(T("\ud83d"), T("\ude00"), F("stop"), END), text="\U0001f600"),
    script("lone surrogates", sse(T("a\ud83d"), T("b"), T("\ude00"), F("stop"), END), text="a\ufffdb\ufffd"),
    script("surrogate at the end", sse(T("a\ud83d"), F("stop"), END), text="a\ufffd"),
    script("NUL in the text", sse(T("a\0b"), F("stop"), END), text="a\ufffdb"),
    script("done with more behind it", sse(T("Hello"), F("stop"), END, T("more"), END), **HELLO),
]

ENDINGS = [
    script("end in mid-reply", sse(R, T("Hel")), **CUT),
    script("reset in mid-reply", sse(R, T("Hel"), Pause(0.05), Reset()), **CUT),
    script(
        "HTTP chunk cut",
        (head(200, "text/event-stream", "Transfer-Encoding: chunked"), b"fff\r\n" + T("Hel")),
        **CUT,
    ),
    script(
        "broken HTTP chunking",
        (
            head(200, "text/event-stream", "Transfer-Encoding: chunked"),
            b"%x\r\n" % len(T("Hel")) + T("Hel") + b"\r\nzz\r\n",
        ),
        **CUT,
    ),
    script(
        "content length too long", (head(200, "text/event-stream", "Content-Length: 99999"), T("Hel")), **CUT
    ),
    script("end after the role", sse(R), ends=StreamInterrupted, requests=3),
    script(
        "end before anything",
        sse(),
        ends=NotAStream,
        says=("No reply received", "status 200", "text/event-stream"),
    ),
    script("done at once", sse(END), ends=EmptyReply),
    script("stop without text", sse(R, F("stop"), U(3), END), ends=EmptyReply, usage=(3, 2, None)),
    script("blank text", sse(T(" \n"), F("stop"), END), text=" \n", ends=EmptyReply),
    script("only empty chunks", sse(*[T("")] * 50, F("stop"), END), ends=EmptyReply),
    script(
        "11 reasoning eats the limit",
        sse(R, *[K("long")] * 5, F("length"), END),
        reasoning="long" * 5,
        ends=EmptyReply,
        says=("max_tokens",),
    ),
    script("reasoning only", sse(K("hm"), F("stop"), END), reasoning="hm", ends=EmptyReply),
    script("end in the reasoning", sse(K("hm")), reasoning="hm", ends=StreamInterrupted),
    script("filtered before text", sse(F("content_filter"), END), ends=EmptyReply, says=("filter",)),
    script("204", (head(204, None, "Content-Length: 0"),), ends=NotAStream, says=("status 204",)),
    script("finish reason error", sse(T("Hel"), F("error"), END), **CUT),
    script(
        "finish reason of lacking resources", sse(T("Hel"), F("insufficient_system_resource"), END), **CUT
    ),
    script("no answer at all", (Reset(),), OK, text="fine", usage=(3, 2, None), requests=2),
    script("three resets", (Reset(),), ends=ConnectionFailed, requests=3),
    script("close without an answer", (), OK, text="fine", usage=(3, 2, None), requests=2),
    script("garbage instead of HTTP", (b"\x00\x01\x02garbage\r\n\r\n",), ends=ConnectionFailed, requests=3),
]

STALLS = [
    script(
        "stall before the headers",
        (Hang(),),
        ends=TimedOut,
        says=("0.3",),
        profile=(("first_token_timeout", 0.3),),
    ),
    script(
        "stall before the first token", sse(Hang()), ends=TimedOut, profile=(("first_token_timeout", 0.3),)
    ),
    script(
        "keep-alives are no token",
        sse(*[b": wait\n\n", Pause(0.05)] * 40),
        ends=TimedOut,
        profile=(("first_token_timeout", 0.3),),
    ),
    script(
        "empty chunks are no token",
        sse(*[T(""), Pause(0.05)] * 40),
        ends=TimedOut,
        profile=(("first_token_timeout", 0.3),),
    ),
    script(
        "stall in the middle",
        sse(T("Hel"), Hang()),
        text="Hel",
        ends=TimedOut,
        profile=(("idle_timeout", 0.3),),
    ),
    script(
        "slow-loris",
        sse(T("Hel"), Drip(b"data: " + b"x" * 200, 0.05)),
        text="Hel",
        ends=TimedOut,
        profile=(("idle_timeout", 0.3),),
    ),
    script(
        "slow-loris in the headers",
        (Drip(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100, 0.05),),
        ends=TimedOut,
        profile=(("first_token_timeout", 0.3),),
    ),
    script(
        "slow but alive",
        sse(*[T("a"), Pause(0.1)] * 5, F("stop"), END),
        text="aaaaa",
        profile=(("idle_timeout", 0.4), ("first_token_timeout", 0.4)),
    ),
]

ERRORS_INSIDE = [
    item
    for name, body in {
        "object": event({"error": {"message": "Compute error.", "type": "server_error"}}),
        "text": event({"error": "Compute error."}),
        "with empty choices": event({"choices": [], "error": {"message": "Compute error.", "code": 500}}),
        "event without an error key": event({"message": "Compute error."}, kind="error"),
        "event with plain text": b"event: error\ndata: Compute error.\n\n",
        "typed": event({"type": "error", "error": {"type": "api_error", "message": "Compute error."}}),
        "vLLM object": event({"object": "error", "message": "Compute error.", "code": 500}),
        "inside the choice": event(
            {"choices": [{"index": 0, "delta": {}, "error": {"message": "Compute error."}}]}
        ),
        "detail": event({"detail": "Compute error."}),
        "code and message": event({"code": "InternalError", "message": "Compute error."}),
        "base_resp": event(
            {"choices": None, "base_resp": {"status_code": 1000, "status_msg": "Compute error."}}
        ),
        "a list": event({"errors": [{"message": "Compute error."}]}),
    }.items()
    for item in (
        script(f"41 error {name}, after text", sse(R, T("Hel"), body, END), says=("Compute error.",), **CUT),
        script(
            f"41 error {name}, before text",
            sse(R, body, END),
            ends=ServerFailed,
            says=("Compute error.",),
            requests=None,
        ),
    )
] + [
    script("error null is none", sse(chunk({"content": "Hello"}, error=None), F("stop"), END), **HELLO),
    script(
        "overload inside, then well",
        sse(event({"error": {"message": "busy", "code": 429}}), END),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
    ),
    script(
        "quota inside",
        sse(event({"error": {"message": "x", "code": "insufficient_quota"}}), END),
        ends=PaymentRequired,
    ),
    script(
        "window inside",
        sse(event({"error": {"message": "m", "code": "context_length_exceeded"}}), END),
        ends=ContextTooLong,
    ),
]

NOT_STREAMS = [
    script(
        "42 login page",
        (answer(200, HTML, "text/html"),),
        ends=NotAStream,
        says=("base URL", "status 200", "text/html"),
    ),
    script("42 page without a type", (answer(200, HTML, None),), ends=NotAStream, says=("base URL",)),
    script(
        "42 endless page",
        (head(200, "text/html"), Flood(HTML * 500, 2000)),
        ends=NotAStream,
        says=("base URL",),
    ),
    script(
        "42 JSON error",
        (answer(200, b'{"error":{"message":"bad day"}}'),),
        ends=NotAStream,
        says=("base URL", "status 200", "application/json", "bad day"),
    ),
    script(
        "42 bare JSON in an event stream",
        (head(), b'{"error":"bad day"}\n'),
        ends=NotAStream,
        says=("bad day",),
    ),
    script(
        "42 JSON of something else",
        (answer(200, b'{"hello":"world"}'),),
        ends=NotAStream,
        says=("application/json",),
    ),
    script(
        "42 plain text",
        (answer(200, b"It works!", "text/plain"),),
        ends=NotAStream,
        says=("It works!", "text/plain"),
    ),
    script(
        "42 an image",
        (answer(200, b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "image/png"),),
        ends=NotAStream,
        says=("image/png",),
    ),
    script(
        "42 a whole reply without a stream",
        (
            answer(
                200,
                json.dumps(
                    {
                        "model": "m",
                        "choices": [
                            {
                                "index": 0,
                                "message": {"role": "assistant", "content": "Hello"},
                                "finish_reason": "stop",
                            }
                        ],
                        "usage": {"prompt_tokens": 3, "completion_tokens": 2},
                    }
                ).encode(),
            ),
        ),
        usage=(3, 2, None),
        **HELLO,
    ),
    script(
        "42 the same over many lines",
        (
            answer(
                200,
                json.dumps(
                    {"choices": [{"message": {"content": "<think>a</think>Hello"}}]}, indent=1
                ).encode(),
            ),
        ),
        text="Hello",
        reasoning="a",
        ends=None,
    ),
    script(
        "42 502 page",
        (answer(502, b"<html><h1>502 Bad Gateway</h1><hr>nginx</html>", "text/html"),),
        ends=ServerFailed,
        says=("502",),
        requests=3,
    ),
]

BODIES = {
    "JSON": (json.dumps({"error": {"message": "said so"}}).encode(), "application/json"),
    "HTML": (HTML, "text/html"),
    "empty": (b"", None),
    "binary": (bytes(range(256)) * 4, "application/octet-stream"),
    "a JSON string": (b'"said so"', "application/json"),
    "JSON null": (b"null", "application/json"),
    "broken JSON": (b'{"error":', "application/json"),
}
STATUSES = {
    400: (RequestRefused, 1),
    401: (AuthenticationFailed, 1),
    402: (PaymentRequired, 1),
    403: (AuthenticationFailed, 1),
    404: (NotFound, 1),
    405: (NotFound, 1),
    408: (TimedOut, 3),
    409: (RequestRefused, 3),
    413: (ContextTooLong, 1),
    418: (RequestRefused, 1),
    422: (RequestRefused, 1),
    429: (RateLimited, 3),
    500: (ServerFailed, 3),
    503: (ServerFailed, 3),
    529: (ServerFailed, 3),
}
REFUSALS = [
    script(f"{status} with {name}", (answer(status, body, kind),), ends=error, requests=requests)
    for status, (error, requests) in STATUSES.items()
    for name, (body, kind) in BODIES.items()
] + [
    script("500, then well", (refusal(500),), OK, text="fine", usage=(3, 2, None), requests=2),
    script(
        "429 twice, then well",
        (refusal(429),),
        (refusal(429),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=3,
    ),
    script("retries switched off", (refusal(500),), ends=ServerFailed, profile=(("max_retries", 0),)),
    script(
        "53 Retry-After in seconds",
        (refusal(429, "slow", "Retry-After: 0.01"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
    ),
    script(
        "53 Retry-After in the past",
        (refusal(429, "slow", "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
    ),
    script(
        "53 Retry-After of garbage",
        (refusal(429, "slow", "Retry-After: soon"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
    ),
    script(
        "53 Retry-After below zero",
        (refusal(429, "slow", "Retry-After: -5"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
    ),
    script(
        "53 Retry-After without an end",
        (refusal(429, "slow", "Retry-After: inf"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
    ),
    script(
        "53 Retry-After of two minutes",
        (refusal(429, "slow", "Retry-After: 120"),),
        ends=RateLimited,
        says=("2 minutes",),
    ),
    script(
        "53 Retry-After of an hour",
        (refusal(429, "slow", "Retry-After: 3600"),),
        ends=RateLimited,
        says=("1 hour",),
    ),
    script(
        "53 Retry-After in a far year",
        (refusal(503, "slow", "Retry-After: Fri, 31 Dec 2100 23:59:59 GMT"),),
        ends=ServerFailed,
        says=("days",),
    ),
    script(
        "53 quota is no rate limit",
        (
            refusal(
                429,
                "You exceeded your current quota, please check your plan and billing details.",
                code="insufficient_quota",
            ),
        ),
        ends=PaymentRequired,
    ),
    script(
        "redirect to another host",
        (answer(307, b"", None, "Location: http://127.0.0.2:9/v1/chat/completions"),),
        ends=NotFound,
        says=("127.0.0.2",),
    ),
    script("redirect to nowhere", (answer(302, b"", None),), ends=NotFound),
    script(
        "redirect in a circle", (answer(308, b"", None, "Location: /v1/chat/completions"),), ends=NotFound
    ),
    script(
        "the server repeats the key",
        (refusal(401, "Incorrect API key provided: sk-secret-0123456789abcdef"),),
        ends=AuthenticationFailed,
        never=("sk-secret",),
        requests=1,
    ),
    script(
        "the key inside a stream error",
        sse(event({"error": {"message": "bad key sk-secret-0123456789abcdef"}})),
        ends=ServerFailed,
        never=("sk-secret",),
        requests=None,
    ),
    script(
        "error of 100 MB",
        (head(500, "text/plain"), Flood(b"x" * 65536, 1600)),
        ends=ServerFailed,
        requests=None,
        profile=(("max_retries", 0),),
    ),
    script(
        "error that hangs",
        (head(400, "application/json"), b'{"error"', Hang()),
        ends=RequestRefused,
        profile=(("refusal_seconds", 0.2),),
    ),
    script(
        "error packed as a bomb",
        (answer(400, gzip.compress(b"x" * 50_000_000), "text/plain", "Content-Encoding: gzip"),),
        ends=RequestRefused,
    ),
    script(
        "error in an unknown packing",
        (answer(400, b"\x01\x02", "text/plain", "Content-Encoding: zstd"),),
        ends=RequestRefused,
    ),
    script(
        "error in broken packing",
        (answer(400, b"\x01\x02", "text/plain", "Content-Encoding: gzip"),),
        ends=RequestRefused,
    ),
]

CONTEXT_WORDS = {
    "OpenAI": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    "OpenAI window": "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "Anthropic": "prompt is too long: 210000 tokens > 200000 maximum",
    "DashScope": "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]",
    "Moonshot": "Invalid request: Your request exceeded model token limit: 8192",
    "Zhipu": "输入超长",
    "Gemini": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "llama.cpp": "the request exceeds the available context size, try increasing it",
    "LM Studio": "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    "vLLM": "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
    "Mistral": "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    "xAI": "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    "Groq": "Please reduce the length of the messages or completion.",
    "TGI": "Input validation error: `inputs` must have less than 1024 tokens. Given: 2000",
    "SGLang": "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
    "MiniMax": "invalid params, context window exceeds limit",
    "Bedrock": "Input is too long for requested model.",
    "SiliconFlow": "length of prompt_tokens (40000) must be less than max_seq_len (32768).",
}
WINDOWS = [
    script(f"window, in the words of {vendor}", (refusal(400, words),), ends=ContextTooLong)
    for vendor, words in CONTEXT_WORDS.items()
] + [
    script("window, by code", (refusal(400, "no", code="context_length_exceeded"),), ends=ContextTooLong),
    script("window, status 500", (refusal(500, CONTEXT_WORDS["llama.cpp"]),), ends=ContextTooLong),
    script("model missing, status 400", (refusal(400, "Model Not Exist"),), ends=NotFound),
    script(
        "key refused, status 400",
        (refusal(400, "API key not valid. Please pass a valid API key."),),
        ends=AuthenticationFailed,
    ),
    script(
        "no credit, status 400",
        (refusal(400, "Access denied, Arrearage", code="Arrearage"),),
        ends=PaymentRequired,
    ),
    script(
        "no credit, status 429 in Chinese",
        (refusal(429, "余额不足或无可用资源包,请充值。", code="1113"),),
        ends=PaymentRequired,
    ),
]

PARAMETERS = [
    script(
        "46 stream_options unknown",
        (refusal(400, "unknown field stream_options"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
        dropped=("stream_options",),
    ),
    script(
        "include_usage unknown",
        (refusal(422, "extra fields not permitted: include_usage"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
        dropped=("stream_options",),
    ),
    script(
        "FastAPI names the field",
        (answer(422, json.dumps({"detail": [{"loc": ["body", "temperature"], "msg": "no"}]}).encode()),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
        dropped=("temperature",),
    ),
    script(
        "temperature by param",
        (refusal(400, "Unsupported value", param="temperature", code="unsupported_value"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
        dropped=("temperature",),
    ),
    script(
        "max_tokens, renamed",
        (
            refusal(
                400,
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                param="max_tokens",
            ),
        ),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
        dropped=("max_tokens",),
    ),
    script(
        "two parameters, one after the other",
        (refusal(400, "temperature?"),),
        (refusal(400, "reasoning_effort?"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=3,
        dropped=("temperature", "reasoning_effort"),
    ),
    script(
        "refused for another reason afterwards",
        (refusal(400, "temperature?"),),
        (refusal(400, "no such thing"),),
        ends=RequestRefused,
        requests=2,
    ),
    script("the same parameter again", (refusal(400, "temperature?"),), ends=RequestRefused, requests=2),
    script(
        "a parameter never sent",
        (refusal(400, "seed is not supported"),),
        ends=RequestRefused,
        says=("seed",),
    ),
    script(
        "system role",
        (refusal(400, "System role not supported"),),
        OK,
        text="fine",
        usage=(3, 2, None),
        requests=2,
        dropped=("system_role",),
    ),
]

THINKING = [
    script(
        "44 tag cut",
        sse(T("<thi"), T("nk>se"), T("cret</thi"), T("nk>ANSWER"), F("stop"), END),
        text="ANSWER",
        reasoning="secret",
    ),
    script(
        "44 closing tag only",
        sse(T("rea"), T("son</think>ANSWER"), F("stop"), END),
        text="ANSWER",
        reasoning="reason",
    ),
    script(
        "44 never closed",
        sse(T("<think>never closed"), F("stop"), END),
        reasoning="never closed",
        ends=EmptyReply,
    ),
    script(
        "44 tag in code", sse(T("use `</think>` to close"), F("stop"), END), text="use `</think>` to close"
    ),
    script(
        "44 tag in a fence",
        sse(T("x\n```\n<think>\n</think>\n```\ny"), F("stop"), END),
        text="x\n```\n<think>\n</think>\n```\ny",
    ),
    script("44 like a tag", sse(T("a < b and <th>x"), F("stop"), END), text="a < b and <th>x"),
    script("44 half a tag at the end", sse(T("so it is <thi"), F("stop"), END), text="so it is <thi"),
    script("44 half a tag at the cut", sse(T("so it is </th")), text="so it is </th", ends=StreamInterrupted),
    script(
        "44 empty block", sse(T("\n<think>\n\n</think>\n\nHi"), F("stop"), END), text="Hi", reasoning="\n\n"
    ),
    script(
        "44 field and tags", sse(K("a"), T("<think>b</think>Hi"), F("stop"), END), text="Hi", reasoning="ab"
    ),
    script(
        "44 field and a stray closing tag",
        sse(K("a"), T("</think>Hi"), F("stop"), END),
        text="Hi",
        reasoning="a",
    ),
    script(
        "44 reasoning field",
        sse(chunk({"reasoning": "a", "reasoning_details": [{"text": "a"}]}), T("Hi"), F("stop"), END),
        text="Hi",
        reasoning="a",
    ),
    script(
        "44 two blocks",
        sse(T("<think>a</think>\n<think>b</think>Hi"), F("stop"), END),
        text="Hi",
        reasoning="ab",
    ),
    script(
        "44 block in the middle",
        sse(T("One\n<think>b</think>\nTwo"), F("stop"), END),
        text="One\nTwo",
        reasoning="b",
    ),
    script(
        "44 tag spoken of",
        sse(T("The <think> tag opens it."), F("stop"), END),
        text="The <think> tag opens it.",
    ),
]

USAGES = [
    script("46 no usage", sse(T("Hello"), F("stop"), END), **HELLO),
    script("46 usage null", sse(T("Hello"), F("stop"), event({"choices": [], "usage": None}), END), **HELLO),
    script("46 usage zero", sse(T("Hello"), F("stop"), U(0, 0), END), **HELLO),
    script("46 usage negative", sse(T("Hello"), F("stop"), U(-1, 2), U(3, -2), END), **HELLO),
    script("46 usage of text", sse(T("Hello"), F("stop"), U("3", "2"), END), **HELLO),
    script("46 usage senseless", sse(T("Hello"), F("stop"), U(10**12), U(True), U(2.5), END), **HELLO),
    script("46 usage a list", sse(T("Hello"), F("stop"), event({"choices": [], "usage": [1]}), END), **HELLO),
    script("46 usage first", sse(U(3), T("Hello"), F("stop"), END), usage=(3, 2, None), **HELLO),
    script(
        "46 usage in each chunk",
        sse(
            chunk({"content": "Hello"}, usage={"prompt_tokens": 3, "completion_tokens": 1}),
            F("stop"),
            U(3, 5),
            END,
        ),
        usage=(3, 5, None),
        **HELLO,
    ),
    script(
        "46 usage inside the choice",
        sse(
            T("Hello"),
            event(
                {
                    "choices": [
                        {
                            "index": 0,
                            "delta": {},
                            "finish_reason": "stop",
                            "usage": {"prompt_tokens": 3, "completion_tokens": 2, "cached_tokens": 1},
                        }
                    ]
                }
            ),
            END,
        ),
        usage=(3, 2, 1),
        **HELLO,
    ),
    script("46 usage kept when the reply breaks", sse(T("Hel"), U(3)), usage=(3, 2, None), **CUT),
    script(
        "cached, OpenAI",
        sse(T("Hello"), F("stop"), U(9, prompt_tokens_details={"cached_tokens": 8}), END),
        usage=(9, 2, 8),
        **HELLO,
    ),
    script(
        "cached, DeepSeek",
        sse(T("Hello"), F("stop"), U(9, prompt_cache_hit_tokens=8, prompt_cache_miss_tokens=1), END),
        usage=(9, 2, 8),
        **HELLO,
    ),
    script(
        "cached, Moonshot", sse(T("Hello"), F("stop"), U(9, cached_tokens=8), END), usage=(9, 2, 8), **HELLO
    ),
    script(
        "cached, llama.cpp",
        sse(T("Hello"), chunk({}, "stop", timings={"cache_n": 8, "prompt_n": 1, "predicted_n": 2}), END),
        usage=(9, 2, 8),
        **HELLO,
    ),
    script(
        "cached more than sent",
        sse(T("Hello"), F("stop"), U(9, cached_tokens=80), END),
        usage=(9, 2, None),
        **HELLO,
    ),
    script(
        "cached null",
        sse(T("Hello"), F("stop"), U(9, prompt_tokens_details=None), END),
        usage=(9, 2, None),
        **HELLO,
    ),
    script(
        "usage of Groq",
        sse(
            T("Hello"), chunk({}, "stop", x_groq={"usage": {"prompt_tokens": 3, "completion_tokens": 2}}), END
        ),
        usage=(3, 2, None),
        **HELLO,
    ),
    script(
        "usage after a pause", sse(T("Hello"), F("stop"), Pause(0.2), U(3), END), usage=(3, 2, None), **HELLO
    ),
]


def _bomb() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return b"".join(packer.compress(b": " + b"\n" * 1_000_000) for _ in range(100)) + packer.flush()


HEAVY = [
    script(
        "gzip bomb",
        (head(200, "text/event-stream", "Content-Encoding: gzip"), _bomb()),
        ends=StreamInterrupted,
        says=("unpack",),
        requests=None,
        profile=(("max_retries", 0),),
    ),
    script("one endless line", (head(), b"data: ", Flood(b"x" * 65536, 1000)), ends=ServerFailed),
    script("one endless event", (head(), Flood(b"data: " + b"x" * 65529 + b"\n", 1000)), ends=ServerFailed),
    script(
        "endless comments",
        (head(), Flood(b": " + b"x" * 65000 + b"\n\n", 2000)),
        ends=ServerFailed,
        says=("no text",),
    ),
    script(
        "endless headers",
        (b"HTTP/1.1 200 OK\r\n", Flood(b"X-Y: " + b"z" * 1000 + b"\r\n", 5000)),
        ends=ConnectionFailed,
        requests=None,
        profile=(("max_retries", 0),),
    ),
]

SCRIPTS = [
    *CHUNK_SHAPES,
    *KEEP_ALIVES,
    *LINE_FORMS,
    *ENDINGS,
    *STALLS,
    *ERRORS_INSIDE,
    *NOT_STREAMS,
    *REFUSALS,
    *WINDOWS,
    *PARAMETERS,
    *THINKING,
    *USAGES,
    *HEAVY,
]
assert len({s.name for s in SCRIPTS}) == len(SCRIPTS)
