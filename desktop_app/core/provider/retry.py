"""When a failed attempt is worth another one, and after what wait: the only retry layer there is.

The SDK's own retries are off; they would multiply with these, and their waits show nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_app.core.domain.errors import (
    Action,
    AuthenticationFailed,
    ConnectionFailed,
    ContextTooLong,
    LocalEngineError,
    NotFound,
    PaymentRequired,
    ProviderError,
    RateLimited,
    RequestRefused,
    StreamInterrupted,
)

LONGEST_WAIT = 60.0
"""Seconds; a server that asks for more gets no silent wait, the user is told the time instead."""
FIRST_WAIT = 1.0
"""Seconds before the second attempt when the server names no time; doubled each time."""
MAX_DROPPED = 4
"""Most parameters left out one after the other in one call."""

_TRANSIENT = (408, 409, 425, 429)
_FINAL = (AuthenticationFailed, ContextTooLong, LocalEngineError, NotFound, PaymentRequired)


@dataclass(slots=True)
class Attempts:
    """What the attempts of one call have taught so far.

    Attributes:
        number: Of the running attempt, from 1; attempts without a wait before them do not count.
        refused: Parameters left out, those of the profile included.
        dropped: Parameters this call found refused; told once an attempt without them is answered.
        key_reread: Whether the keychain was asked again after a 401.
        has_output: Whether text or reasoning came, after which nothing is tried again.
    """

    refused: frozenset[str]
    number: int = 1
    dropped: list[str] = field(default_factory=list)
    key_reread: bool = False
    has_output: bool = False

    def drop(self, error: ProviderError) -> bool:
        """Whether the server named a parameter that can be left out; notes it."""
        name = error.parameter if isinstance(error, RequestRefused) else ""
        if not name or name in self.refused or len(self.dropped) >= MAX_DROPPED:
            return False
        self.refused |= {name}
        self.dropped.append(name)
        return True

    def wait_after(self, error: ProviderError, max_retries: int) -> float:
        """Seconds to wait before the next attempt.

        Raises:
            ProviderError: The given error, when another attempt is not worth it.
        """
        if self.has_output or not is_transient(error):
            raise error
        wait = error.retry_after
        if wait is not None and wait > LONGEST_WAIT:
            error.message = f"{error.message} It asks to wait {in_words(wait)}.".strip()
            raise error
        if self.number > max_retries:
            raise error
        if wait is None:
            wait = min(FIRST_WAIT * 2 ** (self.number - 1), LONGEST_WAIT / 2)
        self.number += 1
        return wait


def is_transient(error: ProviderError) -> bool:
    """Whether the same request may be answered a moment later."""
    if isinstance(error, _FINAL):
        return False
    if error.status is not None:
        return error.status in _TRANSIENT or error.status >= 500  # noqa: PLR2004
    if isinstance(error, ConnectionFailed):
        return error.action is Action.RETRY
    return isinstance(error, RateLimited | StreamInterrupted)


def in_words(seconds: float) -> str:
    """A length of time as people say it, rounded up so that nobody comes back too early."""
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = -int(-seconds // size)
            return f"{count} {name}{'s' if count != 1 else ''}"
    count = max(1, -int(-seconds // 1))
    return f"{count} second{'s' if count != 1 else ''}"
