"""``--demo DIR``: plays the whole journey offscreen with the built-in model and writes screenshots."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import qasync
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from desktop_app import bootstrap
from desktop_app.coordinator.machine import new_id
from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.domain.settings import LOCAL_PROFILE_ID, ProfileSettings, Settings
from desktop_app.core.domain.summary import Reason
from desktop_app.core.secrets.keychain import MemoryKeychain
from desktop_app.ui.application import Application

REPLY_SECONDS = 120.0
MOST_TOKENS = 160
_TURNS = (
    "Hello! I am planning a week in Kyoto in April. What should I see first?",
    "Thank you. Which of these places is quiet early in the morning?",
)
_LONG_PLAN = (
    (
        "My budget is 1,850 EUR and I arrive on 2027-04-03 at 14:20.",
        "Noted: 1,850 EUR, arrival 2027-04-03, 14:20.",
    ),
    (
        "I prefer trains to buses. My hotel is near Karasuma Oike.",
        "Then the Karasuma line will be your main line.",
    ),
    (
        "Remind me to book the Katsura villa at https://katsura.example/visit.",
        "I will keep the link with the plan.",
    ),
    ("My friend Aiko joins us on the third day.", "Aiko joins on 2027-04-05, then."),
    ("We decided to skip Osaka.", "Agreed: no Osaka. That leaves one free afternoon."),
    ("Let us use it for the tea house in Uji.", "Uji it is: the Keihan line, about 30 minutes."),
    ("What did we plan for the first evening?", "A walk along the Kamo river and dinner near Sanjo."),
    ("Good. Please keep dinners under 40 EUR.", "Dinners under 40 EUR each."),
)

_ASIDES = (
    (
        "Kyoto lies in a bowl of hills, so mornings are cool and still while the afternoons turn warm. "
        "The temples along the eastern edge open early, and the first hour belongs to people who walk. "
    ),
    (
        "Cherry trees bloom from the south of the city to the north in ten days, the gardens on the "
        "slopes last. A day of rain ends the show, so it is wise to keep one morning without a plan. "
    ),
    (
        "Local trains run every few minutes until midnight and an ordinary ticket can be bought at any gate. "
        "Lockers at the larger stations hold a suitcase for a day, which makes arrival and departure easy. "
    ),
    (
        "Small restaurants near the river often seat ten people or fewer; a table before six is no problem. "
        "Many of them close on Mondays, and a few take cash only, so some notes in the pocket help. "
    ),
)
"""Makes the answers as long as a model's, so that compressing them is worth while."""


def demo(folder: Path) -> int:
    """Play the journey; screenshots go into ``folder``. Returns 0 when every step worked."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QApplication.instance() or QApplication(["throughline"])
    folder.mkdir(parents=True, exist_ok=True)
    data = tempfile.TemporaryDirectory(prefix="throughline-demo-", ignore_cleanup_errors=True)
    loop = asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(QApplication.instance()))
    with data as place, loop as runner:
        return runner.run(_Journey(AppPaths(Path(place)), folder).play())


class _Journey:
    """One person's first ten minutes."""

    def __init__(self, paths: AppPaths, folder: Path) -> None:
        self._paths = paths
        self._folder = folder
        self._count = 0

    async def play(self) -> int:
        """Each step says what it does; the first that fails ends the journey."""
        for words, step in (
            ("two turns with the built-in model", self._chat),
            ("stopped a reply, restarted: everything is there", self._restart),
            ("a long conversation, compressed", self._compress),
        ):
            began = time.monotonic()
            try:
                await step()
            except (TimeoutError, AssertionError) as error:
                _say(f"FAIL  {words}: {error}")
                return 1
            _say(f"ok    {words} ({time.monotonic() - began:.1f} s)")
        _say(f"Screenshots are in {self._folder}.")
        return 0

    async def _with_app(self, work: Callable[[Application], Awaitable[None]]) -> None:
        app = bootstrap.build(self._paths, keychain=MemoryKeychain())
        app.window.resize(1180, 780)
        app.window.show()
        await app.start()
        try:
            await work(app)
        finally:
            await app.shutdown()

    async def _chat(self) -> None:
        async def work(app: Application) -> None:
            await app.preferences.update_profile(LOCAL_PROFILE_ID, _with_short_replies)
            for text in _TURNS:
                await app.chat.send(_shown(app), text)
                await _idle(app)
            await self._picture("chat", app.window)

        await self._with_app(work)

    async def _restart(self) -> None:
        async def stop_in_the_middle(app: Application) -> None:
            await app.chat.send(_shown(app), "Write a long poem about Kyoto in spring.")
            await _until(lambda: bool((app.chat.partial(_shown(app)) or _NOTHING).text), "a first word")
            await asyncio.sleep(0.5)
            await app.chat.stop(_shown(app))
            await self._picture("stopped", app.window)

        async def look(app: Application) -> None:
            ids = await app.library.path_ids(_shown(app))
            if len(ids) != 2 * len(_TURNS) + 2:
                raise AssertionError(f"{len(ids)} messages after the restart")
            await self._picture("restarted", app.window)

        await self._with_app(stop_in_the_middle)
        await self._with_app(look)

    async def _compress(self) -> None:
        async def work(app: Application) -> None:
            conversation_id = await _long_conversation(app)
            await app.summaries.run(conversation_id, Reason.MANUAL)
            await self._picture("review", app.window, popup="summaryReview")
            _press(app.window, "reviewAccept")
            await _until(lambda: app.window.findChild(QWidget, "summaryUndoButton") is not None, "summary")
            standing = (await app.summaries.standings(conversation_id))[0]
            app.window.transcript.jump_to(standing.summary.boundary_id)
            await self._picture("summary", app.window)
            app.window.viewer_requested.emit()
            await self._picture("what-is-sent", app.window, popup="requestViewer")
            _close(app.window, "requestViewer")
            for page in ("profiles", "summary", "appearance"):
                app.open_settings(page)
                await self._picture(f"settings-{page}", app.window, popup="settingsDialog")
            _close(app.window, "settingsDialog")
            await app.preferences.update(_dark_chinese)
            await self._picture("dark-zh", app.window)

        await self._with_app(work)

    async def _picture(self, name: str, window: QWidget, *, popup: str = "") -> None:
        """Save what a person would see: the window, or the window in front of it."""
        await asyncio.sleep(0.6)
        shown = window.findChild(QWidget, popup) if popup else window
        if shown is None:
            raise AssertionError(f"{popup} did not open")
        self._count += 1
        shown.grab().save(str(self._folder / f"{self._count:02d}-{name}.png"))


_NOTHING = Message(id="", conversation_id="", parent_id=None, role=Role.USER, text="", created_at=0.0)


def _shown(app: Application) -> str:
    conversation_id = app.shown_conversation_id
    assert conversation_id is not None, "no conversation is shown"  # noqa: S101 - the journey's own check
    return conversation_id


async def _until(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + REPLY_SECONDS
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"no {what} within {REPLY_SECONDS:g} s")
        await asyncio.sleep(0.05)


async def _idle(app: Application) -> None:
    await _until(lambda: not app.chat.busy(_shown(app)), "whole reply")


async def _long_conversation(app: Application) -> str:
    """A conversation with history, stored as if it had been talked through."""
    head = await app.library.create(title="A week in Kyoto")
    parent = None
    for number, (asked, answered) in enumerate(_LONG_PLAN):
        told = f"{answered} {_aside(number)}"
        for role, text in ((Role.USER, asked), (Role.ASSISTANT, told)):
            message = Message(
                id=new_id(),
                conversation_id=head.id,
                parent_id=parent,
                role=role,
                text=text,
                created_at=head.created_at + number,
            )
            await app.store.add_message(message)
            parent = message.id
    await app.show_conversation(head.id)
    return head.id


def _aside(number: int) -> str:
    start = number % len(_ASIDES)
    return "".join(_ASIDES[start:] + _ASIDES[:start]).strip()


def _press(window: QWidget, name: str) -> None:
    button = window.findChild(QAbstractButton, name)
    if button is None:
        raise AssertionError(f"{name} is not there")
    button.click()


def _close(window: QWidget, name: str) -> None:
    found = window.findChild(QWidget, name)
    if found is not None:
        found.close()


def _with_short_replies(profile: ProfileSettings) -> ProfileSettings:
    """A small model left alone may talk for minutes."""
    return profile.changed(parameters=profile.parameters.changed(max_tokens=MOST_TOKENS))


def _dark_chinese(settings: Settings) -> Settings:
    look = settings.appearance.model_copy(update={"color_scheme": "dark", "language": "zh_CN"})
    return settings.model_copy(update={"appearance": look})


def _say(line: str) -> None:
    if sys.stdout is not None:
        print(line, flush=True)  # noqa: T201 - the answer of a command
