"""Which proxy a request takes, decided here and nowhere else.

The HTTP client's own reading of the environment is switched off: a bad ``ALL_PROXY`` would raise
while the client is built, and ``HTTP_PROXY`` would capture servers on this machine.
"""

from __future__ import annotations

import importlib.util
import ipaddress
import os
from dataclasses import dataclass
from urllib.parse import urlsplit

from desktop_app.core.domain.address import Address
from desktop_app.core.domain.errors import Action, ConnectionFailed

_DIRECT = ("none", "direct", "off")
_SCHEMES = ("http", "https", "socks5", "socks5h")


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy and who set it.

    Attributes:
        url: Its address, credentials included; never shown or logged.
        source: For messages: the variable's name, "this profile" or "the system".
    """

    url: str
    source: str

    def __repr__(self) -> str:
        """Without the address: it may hold a password."""
        return f"Proxy(source={self.source!r})"


def choose_proxy(setting: str, address: Address) -> Proxy | None:
    """The proxy for an address, None for a direct connection.

    Args:
        setting: ``ProfileSettings.proxy``: "" for the system's, ``none`` for none, or an address.
        address: Where the request goes; loopback is always direct.

    Raises:
        ConnectionFailed: The proxy cannot be used; the message names who set it.
    """
    setting = setting.strip()
    if address.is_loopback or setting.lower() in _DIRECT:
        return None
    if setting:
        return _checked(setting, "this profile")
    from urllib.request import getproxies

    found = getproxies()
    scheme = "https" if address.is_secure else "http"
    kind = next((name for name in (scheme, "all") if found.get(name)), None)
    if kind is None or _is_exempt(address, found.get("no", "")):
        return None
    return _checked(found[kind], _variable(kind))


def _variable(kind: str) -> str:
    """The name of the environment variable as it is written, or "the system" (registry, macOS)."""
    wanted = f"{kind}_proxy"
    return next((name for name in os.environ if name.lower() == wanted), "the system")


def _is_exempt(address: Address, exemptions: str) -> bool:
    from urllib.request import proxy_bypass

    if proxy_bypass(f"{address.host}:{address.port}") or proxy_bypass(address.host):
        return True
    try:
        host = ipaddress.ip_address(address.host)
    except ValueError:
        return False
    return any(_lies_in(host, entry.strip()) for entry in exemptions.split(",") if "/" in entry)


def _lies_in(host: ipaddress.IPv4Address | ipaddress.IPv6Address, network: str) -> bool:
    """Whether an address belongs to a network written as ``10.0.0.0/8``, which Python's own rule ignores."""
    try:
        return host in ipaddress.ip_network(network, strict=False)
    except ValueError:
        return False


def _checked(text: str, source: str) -> Proxy:
    url = text.strip() if "://" in text else f"http://{text.strip()}"
    if url.lower().startswith("socks://"):
        url = "socks5" + url[len("socks") :]  # GNOME and others write it so and mean version 5
    try:
        parts = urlsplit(url)
        usable = parts.scheme.lower() in _SCHEMES and bool(parts.hostname)
        usable = usable and (parts.port is None or parts.port > 0) and url.isascii() and url.isprintable()
    except ValueError:
        usable = False
    if not usable:
        raise _unusable(source, "is not an address that can be used")
    if parts.scheme.lower().startswith("socks") and not _has_socks():
        raise _unusable(source, "is a SOCKS proxy, which this program cannot use")
    return Proxy(url, source)


def _has_socks() -> bool:
    return importlib.util.find_spec("socksio") is not None


def _unusable(source: str, why: str) -> ConnectionFailed:
    return ConnectionFailed(
        f"The proxy set by {source} {why}. Change it, or set the profile's proxy to `none`.",
        action=Action.OPEN_PROFILE,
    )
