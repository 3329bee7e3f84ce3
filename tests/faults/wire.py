"""A short notation for what a server may send, as bytes."""

from __future__ import annotations

import json
from typing import Any


def event(payload: Any, *, kind: str = "") -> bytes:
    """One SSE event with JSON data."""
    head = f"event: {kind}\n" if kind else ""
    return f"{head}data: {json.dumps(payload)}\n\n".encode()


def chunk(delta: Any, finish_reason: str | None = None, **extra: Any) -> bytes:
    """One completion chunk."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    base = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return event({**base, "choices": [choice], **extra})


R = chunk({"role": "assistant"})
END = b"data: [DONE]\n\n"


def T(text: Any) -> bytes:  # noqa: N802 - short on purpose: the notation
    return chunk({"content": text})


def K(text: str) -> bytes:  # noqa: N802
    return chunk({"reasoning_content": text})


def F(reason: Any) -> bytes:  # noqa: N802
    return chunk({}, reason)


def U(prompt: Any, completion: Any = 2, **more: Any) -> bytes:  # noqa: N802
    usage = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": 0, **more}
    return event({"id": "c1", "object": "chat.completion.chunk", "choices": [], "usage": usage})


def head(
    status: int = 200, content_type: str | None = "text/event-stream", *headers: str, close: bool = True
) -> bytes:
    """Status line and headers; without a length, the end of the connection ends the body."""
    lines = [f"HTTP/1.1 {status} X"]
    if content_type is not None:
        lines.append(f"Content-Type: {content_type}")
    lines += headers
    lines.append("Connection: close" if close else "Connection: keep-alive")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def answer(status: int, body: bytes, content_type: str | None = "application/json", *headers: str) -> bytes:
    """A whole answer with a length."""
    return head(status, content_type, f"Content-Length: {len(body)}", *headers) + body


def refusal(status: int, message: str = "no", *headers: str, **error: Any) -> bytes:
    """A whole JSON error answer in OpenAI's form."""
    body = json.dumps({"error": {"message": message, "type": "error", "param": None, "code": None, **error}})
    return answer(status, body.encode(), "application/json", *headers)


def chunked(*parts: bytes) -> bytes:
    """A body in HTTP chunks, with its end."""
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
