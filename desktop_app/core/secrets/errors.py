"""Failures of keyring and its backends, told in our words.

Backends raise more than ``KeyringError``: secretstorage's and pywin32's errors come through raw, so
classes are told by name, and no backend has to be imported for it. The foreign error is not chained:
its text is the backend's own and may hold the secret.
"""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.core.domain.errors import (
    KeychainDenied,
    KeychainError,
    KeychainLocked,
    KeychainTimeout,
    KeychainUnavailable,
)

_SESSION = "Until then a key you enter lives for this session only."
_WINDOWS_ACCESS_DENIED = 5
_WINDOWS_NO_SESSION = 1312

_UNAVAILABLE = {
    "NoKeyringError", "InitError", "SecretServiceNotAvailableException", "ModuleNotFoundError",
    "ImportError", "DBusErrorResponse", "ConnectionRefusedError",
}  # fmt: skip
_LOCKED = {"KeyringLocked", "LockedException"}
_DENIED = {
    "KeychainDenied", "SecAuthFailure", "PromptDismissedException", "PermissionError",
    "PasswordSetError", "PasswordDeleteError",
}  # fmt: skip


def unavailable() -> KeychainUnavailable:
    """There is no keychain on this machine."""
    return KeychainUnavailable(
        "This system offers no keychain that Throughline can use. Install one, for example "
        f"gnome-keyring or KWallet, and try again. {_SESSION}"
    )


def forgetful(place: str) -> KeychainUnavailable:
    """The keychain takes a key and does not give it back (the null backend does so)."""
    return KeychainUnavailable(f"{place} did not keep the key. {_SESSION}")


def plain_text(place: str) -> KeychainUnavailable:
    """The only store found would write keys to disk in clear text."""
    return KeychainUnavailable(f"{place} would store keys in clear text, so it is not used. {_SESSION}")


def locked() -> KeychainLocked:
    """The keychain is locked."""
    return KeychainLocked(f"Unlock the keychain and try again. {_SESSION}")


def denied() -> KeychainDenied:
    """The user or the system said no."""
    return KeychainDenied(
        "The request was dismissed, or the system refuses this program. Allow access and try again. "
        f"{_SESSION}"
    )


def too_slow(limit: float) -> KeychainTimeout:
    """No answer within ``limit`` seconds."""
    return KeychainTimeout(
        f"No answer within {limit:.0f} seconds. It may be waiting for you in another window: answer "
        f"there and try again. {_SESSION}"
    )


def translated(error: Exception) -> KeychainError:
    """Our error for whatever a backend raised."""
    names = {name for cause in _causes(error) for name in _names(cause)}
    code = getattr(error, "winerror", None)
    if names & _DENIED or code == _WINDOWS_ACCESS_DENIED:
        return denied()
    if names & _LOCKED:
        return locked()
    if names & _UNAVAILABLE or code == _WINDOWS_NO_SESSION:
        return unavailable()
    return KeychainError(f"The keychain reported a fault of its own ({type(error).__name__}). {_SESSION}")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _names(error: BaseException) -> Iterator[str]:
    return (kind.__name__ for kind in type(error).__mro__)
