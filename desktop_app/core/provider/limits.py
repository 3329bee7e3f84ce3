"""The time limits of one attempt; a sleep of the machine does not count."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.awake_time import AwakeLimit
from desktop_app.core.domain.errors import TimedOut

if TYPE_CHECKING:
    import httpx2

    from desktop_app.core.domain.settings import ProfileSettings

FINISH_GRACE = 5.0
"""Seconds to wait for usage and ``[DONE]`` after a finish reason came."""

T = TypeVar("T")


class Limits:
    """The time limits of one attempt, on the loop's clock."""

    def __init__(self, profile: ProfileSettings, started: float, deadline: float | None) -> None:
        self._profile = profile
        self._deadline = deadline
        self._finishing = False
        self._until = started + profile.first_token_timeout
        self._words = f"No answer began within {profile.first_token_timeout:g} seconds."

    def network(self) -> httpx2.Timeout:
        """Limits for the HTTP client: only connecting is its business."""
        import httpx2

        return httpx2.Timeout(None, connect=self._profile.connect_timeout)

    def progressed(self, now: float) -> None:
        """Text came: from now on the idle limit counts."""
        self._until = now + self._profile.idle_timeout
        self._words = f"Nothing more came for {self._profile.idle_timeout:g} seconds."

    def finishing(self, now: float, *, again: bool) -> None:
        """A finish reason came: only usage can follow; ``again``: text came after all."""
        if again or not self._finishing:
            self._finishing = True
            self._until = now + min(FINISH_GRACE, self._profile.idle_timeout)

    async def hold(self, awaitable: Awaitable[T]) -> T:
        """Await within the limit that counts at the moment.

        Raises:
            TimedOut: The limit or the whole call's deadline passed.
        """
        until, words = self._until, self._words
        if self._deadline is not None and self._deadline < until:
            until, words = self._deadline, "The time limit of this request passed."
        limit = AwakeLimit(until)
        try:
            async with limit:
                return await awaitable
        except TimeoutError as error:
            if not limit.passed:
                raise
            raise TimedOut(words) from error
        finally:
            self._until += limit.granted
            if self._deadline is not None:
                self._deadline += limit.granted
