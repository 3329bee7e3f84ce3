"""The base URL of a model endpoint: trimmed, checked, cut back, and shown in full.

People paste addresses in many forms: with blanks around, without a scheme, with the
full path of a call. Nothing is guessed beyond that: no ``/v1`` is added, and no address ever comes
from an environment variable.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from desktop_app.core.domain.errors import SettingsInvalid

_INVISIBLE = " \t\r\n\f\v\u00a0\u3000\u200b\u200c\u200d\u2060\ufeff"
_CALLS = ("/chat/completions", "/completions", "/chat", "/models", "/responses", "/embeddings")
_FIELD = "base_url"


@dataclass(frozen=True, slots=True)
class Address:
    """A checked base URL.

    Attributes:
        base_url: What to store and to show, without a slash at the end.
        path: Path part of it, "" or beginning with a slash.
        query: Query string to keep on every call (some gateways need it), "" if none.
        host: Lower-case host name without brackets.
        port: Port as written or the scheme's default.
        is_secure: Whether the connection is encrypted.
        is_loopback: Whether the host is this machine.
    """

    base_url: str
    path: str
    query: str
    host: str
    port: int
    is_secure: bool
    is_loopback: bool

    @property
    def origin(self) -> str:
        """Scheme, host and port: where a key may go."""
        scheme = "https" if self.is_secure else "http"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"

    @property
    def chat_url(self) -> str:
        """The final address of a chat request."""
        return self._call("/chat/completions")

    @property
    def models_url(self) -> str:
        """The final address of the model list."""
        return self._call("/models")

    def _call(self, call: str) -> str:
        base = self.base_url.partition("?")[0]
        return f"{base}{call}" + (f"?{self.query}" if self.query else "")


def parse_address(text: str) -> Address:
    """Check a base URL as a user types or pastes it.

    Args:
        text: The typed text; blanks and invisible characters around it are dropped, a missing
            scheme is completed (http for this machine and the local network, else https) and
            the path of a whole call is cut back to the base.

    Raises:
        SettingsInvalid: It cannot be an address; the message says why.
    """
    trimmed = text.strip(_INVISIBLE)
    if not trimmed:
        raise SettingsInvalid("Enter the base URL of the server.", field=_FIELD)
    _refuse_bad_characters(trimmed)
    parts = _split(_with_scheme(trimmed))
    if parts.scheme not in ("http", "https"):
        raise SettingsInvalid("The address must start with http:// or https://.", field=_FIELD)
    if parts.username is not None or parts.password is not None:
        raise SettingsInvalid(
            "The address must not hold a name or password; enter the key in its own field.", field=_FIELD
        )
    host, port = _host_and_port(parts)
    path = _cut_back(parts.path)
    base = f"{parts.scheme}://{parts.netloc.lower()}{path}" + (f"?{parts.query}" if parts.query else "")
    return Address(
        base_url=base,
        path=path,
        query=parts.query,
        host=host,
        port=port,
        is_secure=parts.scheme == "https",
        is_loopback=is_loopback_host(host),
    )


def is_loopback_host(host: str) -> bool:
    """Whether a host name or address is this machine."""
    name = host.strip("[]").lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return address.is_loopback or bool(mapped and mapped.is_loopback)


def _refuse_bad_characters(text: str) -> None:
    for position, character in enumerate(text, start=1):
        if character.isspace() or not character.isprintable() or character in '\\"<>^`{|}':
            raise SettingsInvalid(
                f"The address holds a character that no address may have, at position {position}.",
                field=_FIELD,
            )


def _with_scheme(text: str) -> str:
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", text):
        return text
    if re.match(r"(?:https?|ftp)(?:[:/]|$)", text, re.IGNORECASE):
        raise SettingsInvalid("The address must start with http:// or https://.", field=_FIELD)
    if text.startswith("/"):
        raise SettingsInvalid("The address holds no host name.", field=_FIELD)
    host = _split(f"//{text}").netloc.rpartition("@")[2]
    return ("http://" if _is_near(host) else "https://") + text


def _is_near(netloc: str) -> bool:
    """Whether a host is this machine or on the local network, where servers seldom have TLS."""
    host = netloc.partition("]")[0].lstrip("[") if netloc.startswith("[") else netloc.partition(":")[0]
    if is_loopback_host(host) or "." not in host:
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host.lower().endswith((".local", ".lan", ".internal", ".home.arpa"))


def _split(text: str) -> SplitResult:
    try:
        return urlsplit(text)
    except ValueError as error:
        raise SettingsInvalid("The address is not complete.", field=_FIELD) from error


def _host_and_port(parts: SplitResult) -> tuple[str, int]:
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise SettingsInvalid("The port must be a number from 1 to 65535.", field=_FIELD) from error
    if not host or host.startswith(".") or ".." in host or "%" in host or "," in host:
        raise SettingsInvalid("The address holds no usable host name.", field=_FIELD)
    if port == 0 or parts.netloc.endswith(":"):
        raise SettingsInvalid("The port must be a number from 1 to 65535.", field=_FIELD)
    return host, port or (443 if parts.scheme == "https" else 80)


def _cut_back(path: str) -> str:
    path = re.sub(r"/{2,}", "/", path).rstrip("/")
    while call := next((call for call in _CALLS if path.lower().endswith(call)), ""):
        path = path[: -len(call)].rstrip("/")
    return path
