"""What servers say when they refuse, in the words of many vendors, and how to show it.

The lists hold what the vendors' documentation and public issue threads quote; they are matched
against the message and the machine-readable code, in lower case.
"""

from __future__ import annotations

import html
import json
import re
from typing import Any

MAX_WORDS = 500
"""Characters of a server's message that are shown."""

_CONTEXT = re.compile(
    r"context_length_exceeded|exceed_context_size|string_above_max_length"
    r"|maximum context length|max(?:imum)? prompt length|max(?:imum)? model length|max_seq_len"
    r"|exceeds? (?:the )?(?:available |model'?s? |maximum )?context"
    r"|context (?:window|size|length) (?:exceed|of|limit)"
    r"|(?:input|prompt|context|request)[\w'() ]{0,40}(?:is |are )?(?:too long|too large for|longer than)"
    r"|prompt (?:contains|exceeds)|input (?:token|length)[\w ()\d]{0,40}exceed"
    r"|exceeded model token limit|range of input length|too many (?:input )?tokens"
    r"|reduce the length|reduce your prompt|greater than the context length|context the overflows"
    r"|must have less than \d+ tokens|max_new_tokens`? must be|length of prompt_tokens"
    r"|超长|过长|超出最大长度|超过最大长度|超过模型最大|上下文长度|输入长度"
)
_PAYMENT = re.compile(
    r"insufficient_quota|insufficient[_ ]balance|insufficient credit|insufficient_user_quota"
    r"|billing_(?:hard_limit|not_active)|exceeded_current_quota_error|arrearage|overdue"
    r"|credit balance is too low|requires more credits|out of credits|no credits|account balance"
    r"|check your plan and billing|余额不足|欠费|充值"
)
_KEY = re.compile(
    r"invalid_api_key|invalidapikey|incorrect api key|api key not valid|invalid api[- ]key|"
    r"api key (?:is )?(?:invalid|expired|missing)|no api key|authentication_error|unauthorized"
)
_MODEL = re.compile(
    r"model_not_found|model not exist|model .{1,80} (?:does not exist|not found|is not available)|"
    r"no such model|unknown model|模型不存在"
)
_RATE = re.compile(
    r"rate_limit|too many requests|overloaded|capacity|throttl|resource_exhausted|请求过于频繁"
)
_TAGS = re.compile(r"(?is)<(script|style)\b.*?(?:</\1>|\Z)|<[^>]{0,2000}>")
_TITLE = re.compile(r"(?is)<title[^>]{0,200}>([^<]{0,200})")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
_KEY_LIKE = re.compile(r"\b(?:sk|pk|rk|gsk|xai|AIza)[-_][A-Za-z0-9_-]{12,}|(?<=Bearer )\S{8,}")


def says_context_too_long(words: str) -> bool:
    """Whether the words mean that the request does not fit the model's window."""
    return bool(_CONTEXT.search(words.lower()))


def says_no_credit(words: str) -> bool:
    """Whether the words mean that the account must be paid for."""
    return bool(_PAYMENT.search(words.lower()))


def says_bad_key(words: str) -> bool:
    """Whether the words mean that the key was not accepted."""
    return bool(_KEY.search(words.lower()))


def says_unknown_model(words: str) -> bool:
    """Whether the words mean that the model does not exist."""
    return bool(_MODEL.search(words.lower()))


def says_too_many_requests(words: str) -> bool:
    """Whether the words mean that the server is asked too often or is overloaded."""
    return bool(_RATE.search(words.lower()))


def is_web_page(content_type: str, beginning: bytes) -> bool:
    """Whether a body is a web page, by its declared type or its first characters."""
    if content_type.lower().startswith(("text/html", "application/xhtml")):
        return True
    start = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()[:15].lower()
    return start.startswith((b"<!doctype", b"<html", b"<head", b"<body", b"<?xml", b"<center", b"<h1"))


def plain_words(text: str, *, key: str = "") -> str:
    """A server's text fit to be shown: no page source, no control characters, no key, not long.

    Args:
        text: What the server sent.
        key: The key of the request; some servers repeat it in their message.
    """
    if is_web_page("", text[:600].encode("utf-8", "replace")):
        title = _TITLE.search(text)
        text = html.unescape(title.group(1)) if title else html.unescape(_TAGS.sub(" ", text[:20_000]))
    text = " ".join(_CONTROL.sub(" ", text[: 20 * MAX_WORDS]).split())
    text = without_key(text, key)
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= MAX_WORDS else text[: MAX_WORDS - 1] + "…"


def without_key(text: str, key: str) -> str:
    """The text without the key of the request and without anything that looks like one."""
    if len(key) > 3:  # noqa: PLR2004 - a shorter one is no secret and would damage ordinary words
        text = text.replace(key, "[key]")
    return _KEY_LIKE.sub("[key]", text)


def message_in(payload: Any) -> str:
    """The human-readable message in an error object of any vendor's form; "" if there is none."""
    if isinstance(payload, str):
        return payload.strip()
    if isinstance(payload, list):
        return "; ".join(filter(None, map(message_in, payload[:5])))
    if not isinstance(payload, dict):
        return ""
    for name in ("message", "msg", "detail", "error", "error_msg", "error_message", "status_msg", "errors"):
        if payload.get(name):
            inner = message_in(payload[name])
            if inner:
                return _unwrapped(inner)
    return ""


def codes_in(payload: Any) -> str:
    """The machine-readable codes and types in an error object, joined by blanks."""
    if not isinstance(payload, dict):
        return ""
    names = ("code", "type", "status", "status_code", "reason")
    own = [str(payload[name])[:100] for name in names if isinstance(payload.get(name), str | int)]
    return " ".join([*own, codes_in(payload.get("error")), codes_in(payload.get("base_resp"))]).strip()


def _unwrapped(message: str) -> str:
    """Some gateways put the JSON of the server behind them into the message."""
    if message.startswith("{") and len(message) < 20_000:  # noqa: PLR2004 - larger ones are no message
        try:
            return message_in(json.loads(message)) or message
        except (ValueError, RecursionError):
            return message
    return message
