"""All coordinators of a running program in one object, for the windows that ask them."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from desktop_app.coordinator.announcer import Announcer
from desktop_app.coordinator.backgrounds import Backgrounds
from desktop_app.coordinator.chat import Chats
from desktop_app.coordinator.crash_reports import CrashReports
from desktop_app.coordinator.library import Library
from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.requests import Requests
from desktop_app.coordinator.summaries import Summaries
from desktop_app.coordinator.summary_insight import Insights
from desktop_app.coordinator.tasks import Tasks
from desktop_app.coordinator.titles import Titles
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.events import NoticeRaised
from desktop_app.core.domain.ports import ChatProvider, ConversationStore


@dataclass(frozen=True, slots=True)
class Coordinators:
    """Made by ``bootstrap``; windows read it, nobody changes it."""

    store: ConversationStore
    provider: ChatProvider
    announcer: Announcer
    tasks: Tasks
    crashes: CrashReports
    preferences: Preferences
    library: Library
    requests: Requests
    summaries: Summaries
    insights: Insights
    backgrounds: Backgrounds
    titles: Titles
    chat: Chats

    def do(self, work: Coroutine[Any, Any, Any], name: str, *, conversation_id: str | None = None) -> None:
        """Start what the user asked for; its failure becomes a notice.

        Args:
            work: The coroutine.
            name: What it does; also the key of the notice, so a repeated failure is one notice.
            conversation_id: Where it belongs.
        """

        async def watched() -> None:
            try:
                await work
            except ThroughlineError as error:
                self.announcer.publish(NoticeRaised(error, key=name, conversation_id=conversation_id))

        if self.tasks.start(watched(), name) is None:
            work.close()
