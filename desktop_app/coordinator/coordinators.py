"""All coordinators of a running program in one object, made from the parts that bootstrap picked."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.coordinator.announcer import Announcer
from desktop_app.coordinator.backgrounds import Backgrounds
from desktop_app.coordinator.cast import Cast
from desktop_app.coordinator.chat import Chats
from desktop_app.coordinator.crash_reports import CrashReports
from desktop_app.coordinator.exchanges import Exchanges
from desktop_app.coordinator.library import Library
from desktop_app.coordinator.preferences import Preferences
from desktop_app.coordinator.replies import Replies
from desktop_app.coordinator.requests import Requests
from desktop_app.coordinator.rising_clock import RisingClock
from desktop_app.coordinator.savings import Savings
from desktop_app.coordinator.summaries import Summaries
from desktop_app.coordinator.summary_insight import Insights
from desktop_app.coordinator.tasks import Tasks
from desktop_app.coordinator.titles import Titles
from desktop_app.coordinator.turns import Turns
from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.events import NoticeRaised
from desktop_app.core.domain.ports import (
    ChatProvider,
    Clock,
    ConversationStore,
    Keychain,
    NewId,
    SettingsStore,
)

if TYPE_CHECKING:
    from desktop_app.core.domain.catalog import ModelCatalog
    from desktop_app.core.domain.settings import ProfileSettings


@dataclass(frozen=True, slots=True)
class Coordinators:
    """What windows may ask for; they read it, nobody changes it."""

    store: ConversationStore
    provider: ChatProvider
    catalog: ModelCatalog
    announcer: Announcer
    crashes: CrashReports
    tasks: Tasks
    turns: Turns
    preferences: Preferences
    library: Library
    cast: Cast
    requests: Requests
    summaries: Summaries
    insights: Insights
    savings: Savings
    backgrounds: Backgrounds
    exchanges: Exchanges
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

        task = self.tasks.start(watched(), name)
        if task is None:
            work.close()
        else:
            # A task that is cancelled before its first step never gets to ``work``.
            task.add_done_callback(lambda _task: work.close())


def coordinate(
    *,
    store: ConversationStore,
    provider: ChatProvider,
    catalog: ModelCatalog,
    settings: SettingsStore,
    keychain: Keychain,
    clock: Clock,
    new_id: NewId,
    built_in: Callable[[], ProfileSettings],
) -> Coordinators:
    """Join the outside world's parts; nothing is opened or started yet.

    Args:
        store: Conversations.
        provider: Model endpoints.
        catalog: Presets and known models.
        settings: The settings file.
        keychain: API keys.
        clock: The time.
        new_id: Makes ids.
        built_in: Makes the profile of the model that comes with the program.
    """
    clock = RisingClock(clock)
    crashes = CrashReports()
    announcer = Announcer(lambda error: crashes.take(error, where="listener"))
    publish = announcer.publish
    tasks = Tasks(lambda name, error: crashes.take(error, where=name))
    preferences = Preferences(settings, keychain, provider, publish, tasks, built_in=built_in)
    library = Library(store, publish, clock, new_id)
    cast, turns = Cast(store, publish, new_id), Turns(publish)
    requests = Requests(store, preferences, cast)
    backgrounds = Backgrounds(
        store=store, provider=provider, preferences=preferences, library=library, clock=clock
    )
    titles = Titles(
        store=store, provider=provider, preferences=preferences, publish=publish, tasks=tasks, clock=clock
    )
    summaries = Summaries(
        store=store,
        provider=provider,
        preferences=preferences,
        requests=requests,
        turns=turns,
        publish=publish,
        tasks=tasks,
        clock=clock,
        new_id=new_id,
    )
    replies = Replies(
        store=store,
        provider=provider,
        preferences=preferences,
        requests=requests,
        summaries=summaries,
        turns=turns,
        publish=publish,
        tasks=tasks,
        clock=clock,
        new_id=new_id,
    )
    chat = Chats(
        store=store,
        cast=cast,
        replies=replies,
        titles=titles,
        turns=turns,
        publish=publish,
        clock=clock,
        new_id=new_id,
    )
    return Coordinators(
        store=store,
        provider=provider,
        catalog=catalog,
        announcer=announcer,
        crashes=crashes,
        tasks=tasks,
        turns=turns,
        preferences=preferences,
        library=library,
        cast=cast,
        requests=requests,
        summaries=summaries,
        insights=Insights(store, preferences),
        savings=Savings(store, preferences, catalog),
        backgrounds=backgrounds,
        exchanges=Exchanges(store, preferences, publish, clock, new_id),
        titles=titles,
        chat=chat,
    )
