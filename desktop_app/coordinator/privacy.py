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


def task_profile(settings: Settings, chat: ProfileSettings, wanted_id: str | None) -> ProfileSettings:
    """The profile a side task asks: the one chosen for it, where it is still there and may see this chat.

    Args:
        settings: The profiles, and what the user agreed to.
        chat: The conversation's own profile, which is asked otherwise.
        wanted_id: The profile chosen for the task; None for the chat's.
    """
    wanted = settings.profile(wanted_id) if wanted_id is not None else None
    return wanted if wanted is not None and may_see(settings, chat, wanted) else chat


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
