"""The question whether to look for updates, and the word that there is one."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.coordinator.updates import Updates
from desktop_app.ui.notices import NoticeBar

Do = Callable[[Coroutine[Any, Any, Any], str], None]


class UpdateNotice(QObject):
    """Asks once in the notice bar; later tells when a newer version exists.

    Args:
        updates: The coordinator.
        notices: Where to ask and tell.
        do: Starts a coroutine under a name.
        parent: The application.
    """

    def __init__(self, updates: Updates, notices: NoticeBar, do: Do, parent: QObject) -> None:
        super().__init__(parent)
        self._updates = updates
        self._notices = notices
        self._do = do

    def begin(self) -> None:
        """Ask if that was never done, else look; called when the settings are there."""
        if self._updates.question_due:
            # "No" is kept before the question is shown: closing it is an answer, and it is asked once.
            self._do(self._updates.answer(allowed=False), "update-check")
            self._notices.show_choice(
                self.tr("Look for new versions?"),
                self.tr(
                    "Throughline would read one small file at each start and tell you. "
                    "It never downloads anything by itself. The privacy settings can change this."
                ),
                self.tr("Yes, tell me"),
                self._on_allowed,
                key="update-check",
            )
        else:
            self._do(self._look(), "update-check")

    def _on_allowed(self) -> None:
        async def allow_and_look() -> None:
            await self._updates.answer(allowed=True)
            await self._look()

        self._do(allow_and_look(), "update-check")

    async def _look(self) -> None:
        newest = await self._updates.look()
        if newest is not None:
            title = self.tr("Throughline {version} is available").replace("{version}", newest)
            message = self.tr("Get it where you got this version; your data stays as it is.")
            self._notices.show_info(title, message, key="update", seconds=30.0)
