"""Who may see a conversation: its own provider, this machine, and others the user agreed to."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings, Settings

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def receiver(profile: ProfileSettings) -> str:
    """Where a profile's requests go: the host and port, or ``local`` for this machine."""
    if profile.is_local:
        return "local"
    parts = urlsplit(profile.base_url if "://" in profile.base_url else f"//{profile.base_url}")
    host = (parts.hostname or "").lower()
    return "local" if host in _LOOPBACK else (parts.netloc.rpartition("@")[2].lower() or "unknown")


def pair_key(chat: ProfileSettings, other: ProfileSettings) -> str:
    """How an agreement is stored in ``PrivacySettings.allowed_pairs``."""
    return f"{receiver(chat)} > {receiver(other)}"


def may_see(settings: Settings, chat: ProfileSettings, other: ProfileSettings) -> bool:
    """Whether ``other`` may be sent a conversation that belongs to ``chat``, without asking again."""
    if receiver(other) in {"local", receiver(chat)}:
        return True
    if not settings.privacy.confirm_other_provider:
        return True
    return pair_key(chat, other) in settings.privacy.allowed_pairs
