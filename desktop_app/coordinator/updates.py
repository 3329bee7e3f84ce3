"""Whether to look for a newer version, and the looking itself: off until the user said yes once."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from desktop_app.coordinator.preferences import Preferences
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.ports import VersionSource

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import Settings

_log = logging.getLogger(__name__)


class Updates:
    """Asks once, then compares a version file at each start if the answer was yes.

    Args:
        preferences: Holds the answer (``privacy.update_check``; None means "not asked").
        source: Tells the newest version; where it knows no address, nothing is asked and nothing read.
        current: The version that runs.
    """

    def __init__(
        self,
        preferences: Preferences,
        source: VersionSource,
        *,
        current: str,
    ) -> None:
        self._preferences = preferences
        self._source = source
        self._current = current

    @property
    def question_due(self) -> bool:
        """Whether the user was never asked, in a build that could look."""
        return self._source.known and self._preferences.settings.privacy.update_check is None

    async def answer(self, *, allowed: bool) -> None:
        """Keep the user's answer; the settings can change it at any time."""

        def change(settings: Settings) -> Settings:
            privacy = settings.privacy.model_copy(update={"update_check": allowed})
            return settings.model_copy(update={"privacy": privacy})

        await self._preferences.update(change)

    async def look(self) -> str | None:
        """The newest version if it is newer than this one and the user allowed the look.

        A failure is no news: it is noted in the log and nothing else happens.
        """
        if not self._source.known or not self._preferences.settings.privacy.update_check:
            return None
        try:
            newest = await self._source.newest()
        except ThroughlineError as error:
            _log.info("No word about updates: %s", error.message)
            return None
        return newest if _is_newer(newest, self._current) else None


def _is_newer(version: str, than: str) -> bool:
    """Compare by numbers, part by part: 0.10 is newer than 0.9, and 1.0 is 1.0.0."""
    return _numbers(version) > _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    numbers = [int(part) for part in re.findall(r"\d+", version)]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
