"""Whether an address typed into the settings can be used; told while it is typed."""

from __future__ import annotations

from urllib.parse import urlsplit

from desktop_app.core.domain.address import parse_address
from desktop_app.core.domain.errors import SettingsInvalid

PROXY_SCHEMES = ("http", "https", "socks5", "socks5h", "socks")
DIRECT = ("none", "direct", "off")


def base_url_fault(text: str) -> str:
    """Why a base URL cannot be used; "" when it can, or when there is none yet."""
    if not text.strip():
        return ""
    try:
        parse_address(text)
    except SettingsInvalid as error:
        return error.message
    return ""


def proxy_fault(text: str) -> str:
    """Why a proxy cannot be used; blank means the system's, a word of ``DIRECT`` none at all."""
    wanted = text.strip()
    if not wanted or wanted.lower() in DIRECT:
        return ""
    try:
        parts = urlsplit(wanted if "://" in wanted else f"http://{wanted}")
        usable = bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    else:
        if parts.scheme not in PROXY_SCHEMES:
            return "A proxy's address starts with http://, https:// or socks5://."
        if parts.username or parts.password:
            return "A name or password would stand in the settings file; set such a proxy in the system."
    return "" if usable and " " not in wanted else "This is no address of a proxy, like http://host:8080."
