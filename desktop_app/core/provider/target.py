"""Where a request goes and with what headers: everything of a profile that concerns the way there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_app.core.domain.address import Address, parse_address
from desktop_app.core.domain.errors import (
    AuthenticationFailed,
    NotFound,
    RequestRefused,
    SettingsInvalid,
)
from desktop_app.core.provider.connection import Route
from desktop_app.core.provider.proxy import choose_proxy

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings

_AROUND_KEYS = " \t\r\n\u00a0\u200b\u200c\u200d\u2060\u3000\ufeff"


@dataclass(frozen=True, slots=True)
class Target:
    """Where an attempt goes: the address, the route to it, the model and the key."""

    address: Address
    route: Route
    model: str
    key: str = field(repr=False)


def target_for(profile: ProfileSettings, base_url: str, model: str, key: str) -> Target:
    """The target of a profile.

    Raises:
        NotFound: The base URL cannot be used.
        ConnectionFailed: The proxy cannot be used.
    """
    try:
        address = parse_address(base_url)
    except SettingsInvalid as error:
        raise NotFound(error.message, title="The base URL cannot be used") from error
    proxy = choose_proxy(profile.proxy, address)
    return Target(address, Route(address, proxy, profile.ca_file.strip()), model, key)


def final_url(profile: ProfileSettings) -> str:
    """The address a chat request of this profile goes to, for display."""
    if profile.is_local:
        return ""
    try:
        return parse_address(profile.base_url).chat_url
    except SettingsInvalid:
        return profile.base_url.strip()


def checked_key(key: str | None) -> str:
    """A key fit for a header, "" for none.

    Raises:
        AuthenticationFailed: It holds a character that no header may hold; it is not shown.
    """
    key = (key or "").strip(_AROUND_KEYS)
    for position, character in enumerate(key, start=1):
        if not "!" <= character <= "~":
            raise AuthenticationFailed(
                f"The API key holds a character that no key may have, at position {position}. "
                "Enter the key again."
            )
    return key


def request_headers(profile: ProfileSettings, key: str) -> dict[str, Any]:
    """The headers of a request; the profile's extra ones win, the SDK's about this machine go.

    Raises:
        RequestRefused: An extra header cannot be written.
    """
    import openai

    omit = openai.Omit()
    headers: dict[str, Any] = {
        "Authorization": f"Bearer {key}" if key else omit,
        "X-Stainless-Retry-Count": omit,
        "X-Stainless-Read-Timeout": omit,
    }
    for name, value in profile.extra_headers.items():
        if not (name.isascii() and name.replace("-", "").replace("_", "").isalnum()) or not (
            value.isascii() and value.isprintable()
        ):
            raise RequestRefused("An extra header holds a character that no header may have.")
        headers = {known: old for known, old in headers.items() if known.lower() != name.lower()}
        headers[name] = value.strip()
    return headers
