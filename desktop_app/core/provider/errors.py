"""Theirs -> ours: what a server answers or a library raises, as errors that can be shown.

``refusal`` handles answers with an error status, ``reported_error`` error objects inside a
successful answer, ``translate`` exceptions. Messages are plain words: never HTML, never a key,
never the text of a foreign exception (the chain of a bad header prints the whole key).
"""

from __future__ import annotations

import math
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from desktop_app.core.domain.errors import (
    Action,
    AuthenticationFailed,
    CertificateNotTrusted,
    ConnectionFailed,
    ContextTooLong,
    NotFound,
    PaymentRequired,
    ProviderError,
    RateLimited,
    RequestRefused,
    ServerFailed,
    TimedOut,
)
from desktop_app.core.provider import wording
from desktop_app.core.provider.wording import is_web_page, plain_words

_SYSTEM_ROLE = re.compile(r"(?:system|developer)['\"`]? (?:role|message)|role.{0,20}(?:system|developer)")
_CERTIFICATE_REASONS = {
    9: "it is not valid yet (check this computer's clock)",
    10: "it has expired",
    18: "it is self-signed",
    19: "it is signed by an authority that this computer does not know",
    20: "it is signed by an authority that this computer does not know",
    21: "its chain of authorities is not complete",
    23: "it was revoked",
    62: "it belongs to another host name",
    64: "it belongs to another address",
}
"""OpenSSL's verification codes (x509_vfy.h)."""
_ERROR_PLACES = frozenset({"error", "base_resp"})
_ERROR_NAMES = ("detail", "errors", "error_msg", "error_message")
_NO_PATH = (101, 113, 51, 65, 10051, 10065)
"""ENETUNREACH and EHOSTUNREACH of Linux, macOS and Windows."""


@dataclass(frozen=True, slots=True)
class Call:
    """What a translation needs to know of the call that failed.

    Attributes:
        url: The final address.
        key: The key that was sent, to be removed from messages.
        proxy: Who set the proxy ("HTTPS_PROXY", "this profile"), "" without one.
        connect_timeout: Seconds.
        now: Seconds since the epoch, for ``Retry-After`` dates.
    """

    url: str
    key: str = field(default="", repr=False)
    proxy: str = ""
    connect_timeout: float = 10.0
    now: float = 0.0

    @property
    def place(self) -> str:
        """Host and port, for messages."""
        return urlsplit(self.url).netloc


def refusal(status: int, headers: Mapping[str, str], payload: Any, text: str, call: Call) -> ProviderError:
    """The error for an answer with a status outside 200-299.

    Args:
        status: HTTP status.
        headers: Its headers; names in lower case or case-insensitive.
        payload: The body as JSON, None if it is none.
        text: The body as text.
        call: The call that was refused.
    """
    said = _said(payload, text, headers, call)
    wait = retry_after(headers, call.now)
    if 300 <= status < 400:  # noqa: PLR2004
        return _redirect(status, headers.get("location", ""), call)
    error = _by_words(status, payload, said)
    if error is None:
        error = _by_status(status, said, call)
    error.status = status
    error.retry_after = wait
    return error


def reported_error(payload: dict[str, Any], *, is_error_event: bool) -> ProviderError | None:
    """The error that one event of a stream, or a JSON answer with status 200, reports; else None."""
    found = _error_object(payload, is_error_event=is_error_event)
    if found is None:
        return None
    message = plain_words(wording.message_in(found))
    codes = wording.codes_in(payload if found is payload else {"error": found})
    status = next((int(code) for code in re.findall(r"\b[45]\d\d\b", codes)), None)
    known = isinstance(found, dict)
    error = _by_words(status or 0, found if known else None, message, codes)
    if error is None and status is not None:
        error = _by_status(status, message, Call(""))
    if error is None and wording.says_too_many_requests(codes):
        error = RateLimited(message)
    error = error or ServerFailed(message or "The server reported an error without saying which.")
    error.status = status
    return error


def translate(error: BaseException, call: Call) -> ProviderError:
    """The error for an exception of the HTTP client or the SDK; no answer came."""
    chain = list(_chain(error))
    for link in chain:
        if isinstance(link, ProviderError):
            return link
    for link in chain:
        if isinstance(link, ssl.SSLCertVerificationError):
            return _certificate(link, call)
    names = {type(link).__name__ for link in chain}
    if call.proxy and names & {"ProxyError", "ConnectError", "ConnectTimeout"}:
        return ConnectionFailed(
            f"The proxy set by {call.proxy} did not let the request through to {call.place}.",
            action=Action.OPEN_PROFILE,
        )
    for link in chain:
        found = _by_exception(link, call)
        if found is not None:
            return found
    if "ConnectTimeout" in names or "ConnectError" in names:
        return _no_answer(call)
    return ConnectionFailed(f"The connection to {call.place} broke before an answer came.")


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds a server asks to wait: from milliseconds, seconds or a date; None if it does not say."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if value is None:
        return None
    seconds = _number(value)
    if seconds is not None:
        return seconds
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, TypeError, OverflowError, OSError, IndexError):
        return None


def refused_parameter(payload: Any, text: str, sent: frozenset[str]) -> str:
    """Which of the parameters that were sent a 400 or 422 names; "" if none.

    Args:
        payload: The body as JSON.
        text: The server's message.
        sent: Names of optional parameters in the request.
    """
    error = payload.get("error", payload) if isinstance(payload, dict) else None
    named = str(error.get("param") or "") if isinstance(error, dict) else ""
    for location in _locations(payload):
        if location in sent:
            return location
    head = re.split(r"[.\[]", named)[0]
    if head in sent:
        return head
    words = text.lower()
    # The longer name first: "max_completion_tokens" must not count as "max_tokens" and so on.
    for name in sorted(sent, key=len, reverse=True):
        if re.search(rf"(?<![a-z0-9_]){re.escape(name.lower())}(?![a-z0-9_])", words):
            return name
    if "stream_options" in sent and "include_usage" in words:
        return "stream_options"
    if "system_role" in sent and re.search(
        r"(?:system|developer)['\"`]? (?:role|message)|role.{0,20}(?:system|developer)", words
    ):
        return "system_role"
    return ""


def _said(payload: Any, text: str, headers: Mapping[str, str], call: Call) -> str:
    message = wording.message_in(payload) if payload is not None else text
    kind = headers.get("content-type", "")
    if payload is None and not is_web_page(kind, text[:600].encode("utf-8", "replace")):
        printable = sum(character.isprintable() or character.isspace() for character in text[:2000])
        if printable < len(text[:2000]) or "\ufffd" in text[:2000]:
            return ""  # binary
    return plain_words(message, key=call.key)


def _by_words(status: int, payload: Any, said: str, codes: str = "") -> ProviderError | None:
    """The error that message and codes make certain whatever the status."""
    words = f"{said} {codes or wording.codes_in(payload)}"
    if wording.says_no_credit(words) and not (status == 429 and "resource_exhausted" in words.lower()):  # noqa: PLR2004
        return PaymentRequired(said)
    if status in (0, 400, 413, 422, 500) and wording.says_context_too_long(words):
        return ContextTooLong(said)
    if status in (0, 400, 403) and wording.says_bad_key(words):
        return AuthenticationFailed(said)
    if status in (0, 400, 404, 422) and wording.says_unknown_model(words):
        return NotFound(said)
    return None


def _by_status(status: int, said: str, call: Call) -> ProviderError:
    where = f" at {call.url}" if call.url else ""
    known: dict[int, tuple[type[ProviderError], str]] = {
        401: (AuthenticationFailed, "The server does not accept the key"),
        402: (PaymentRequired, "The account has no credit left"),
        403: (AuthenticationFailed, "The server does not allow this request with this key"),
        404: (NotFound, f"Nothing was found{where}"),
        405: (NotFound, f"Chat requests are not taken{where}; check the base URL"),
        408: (TimedOut, "The server gave up waiting"),
        413: (ContextTooLong, "The request is larger than the server takes"),
        429: (RateLimited, "The server takes no more requests for the moment"),
    }
    default: tuple[type[ProviderError], str] = (
        (ServerFailed, f"The server failed (status {status})")
        if status >= 500  # noqa: PLR2004
        else (RequestRefused, f"The server refused the request (status {status})")
    )
    kind, words = known.get(status, default)
    if status == 401 and call.url and not call.key:  # noqa: PLR2004
        words = "The server asks for a key, and none is set for this profile"
    return kind(f"{words}: {said}" if said else f"{words}.")


def _redirect(status: int, location: str, call: Call) -> ProviderError:
    target = plain_words(location, key=call.key)
    where = f"to {target}" if target else "elsewhere"
    return NotFound(
        f"{call.place} sends requests on {where}. They are not followed, so that your key "
        "goes nowhere you did not name. Enter the right base URL.",
        title="The address has moved",
        status=status,
    )


def _error_object(payload: dict[str, Any], *, is_error_event: bool) -> Any:
    """The part of a payload that describes an error, None for an ordinary one."""
    choices = payload.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    says_so = is_error_event or "error" in (payload.get("object"), payload.get("type"))
    if first and not says_so and "error" not in first and not _ERROR_PLACES & payload.keys():
        return None  # nearly every event
    base = payload.get("base_resp")
    nested = base if isinstance(base, dict) and base.get("status_code") else None
    error = payload.get("error") or first.get("error") or nested
    if error:
        return error
    is_error = (
        says_so
        or (not choices and any(payload.get(name) for name in _ERROR_NAMES))
        or (not {"choices", "usage", "models", "data"} & payload.keys() and _says(payload, "message"))
    )
    return payload if is_error else None


def _says(payload: dict[str, Any], name: str) -> bool:
    return isinstance(payload.get(name), str) and bool(payload[name].strip())


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The exception, its causes and contexts, and the members of groups, nearest first."""
    waiting = [error]
    seen: set[int] = set()
    while waiting:
        link = waiting.pop(0)
        if link is None or id(link) in seen:
            continue
        seen.add(id(link))
        yield link
        if isinstance(link, BaseExceptionGroup):
            waiting += link.exceptions
        waiting += [link.__cause__, link.__context__]


def _certificate(error: ssl.SSLCertVerificationError, call: Call) -> CertificateNotTrusted:
    reason = _CERTIFICATE_REASONS.get(error.verify_code, "it could not be checked")
    return CertificateNotTrusted(
        f"The certificate of {call.place} was not accepted: {reason}. Choose the authority's CA file "
        "in the profile, or add it to the system's certificates."
    )


def _by_exception(error: BaseException, call: Call) -> ProviderError | None:
    name = type(error).__name__
    message, action = "", Action.RETRY
    if isinstance(error, ssl.SSLError):
        message = (
            f"No encrypted connection to {call.place} could be made. If the server has no TLS, "
            "the address starts with http://."
        )
        action = Action.OPEN_PROFILE
    elif isinstance(error, socket.gaierror):
        host = urlsplit(call.url).hostname or call.place
        message = f"The host name {host} was not found. Check the address and the network."
    elif isinstance(error, ConnectionRefusedError):
        message = f"Nothing answers at {call.place}. Is the server running?"
    elif isinstance(error, ConnectionResetError | BrokenPipeError):
        message = f"{call.place} broke the connection."
    elif isinstance(error, OSError) and error.errno in _NO_PATH:
        message = f"There is no network path to {call.place}."
    elif name in ("LocalProtocolError", "UnicodeEncodeError"):
        message = (
            "The request could not be written: the key or an extra header holds a character "
            "that is not allowed."
        )
        action = Action.OPEN_PROFILE
    elif name in ("InvalidURL", "UnsupportedProtocol"):
        message, action = "The base URL cannot be used.", Action.OPEN_PROFILE
    return ConnectionFailed(message, action=action) if message else None


def _no_answer(call: Call) -> ConnectionFailed:
    return ConnectionFailed(f"{call.place} did not answer within {call.connect_timeout:g} seconds.")


def _locations(payload: Any) -> Iterator[str]:
    """Field names in the form of FastAPI: ``{"detail": [{"loc": ["body", "temperature"]}]}``."""
    detail = payload.get("detail") if isinstance(payload, dict) else None
    for entry in detail if isinstance(detail, list) else []:
        location = entry.get("loc") if isinstance(entry, dict) else None
        yield from (part for part in location or [] if isinstance(part, str) and part != "body")


def _number(value: str | None) -> float | None:
    try:
        number = float(value) if value is not None else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
