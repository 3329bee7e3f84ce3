"""The real program in a process of its own, with one scenario played inside; it tells what happens.

Run: ``python tests/faults/program_under_test.py FOLDER SCENARIO``. Lines on stdout are JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from desktop_app import bootstrap
from desktop_app.core.domain.request import TextDelta
from desktop_app.core.domain.settings import ProfileSettings
from desktop_app.core.domain.summary import Reason
from desktop_app.core.provider.scripted import ScriptedProvider, reply
from desktop_app.core.secrets.keychain import MemoryKeychain
from desktop_app.ui.application import Application
from tests.faults.loop_watch import LoopWatch

DEAD_RESOLVER_SECONDS = 60


def tell(word, **more):
    sys.stdout.write(json.dumps({"word": word, **more}) + "\n")  # one write: threads say words too
    sys.stdout.flush()


class Scenarios:
    """Each public coroutine is one."""

    def __init__(self):
        self.answer = lambda _request: reply("An answer. " * 5)
        self.provider = ScriptedProvider(default=self._answer)
        self.scripted = {"everything_pending", "session_ends", "ends_slowly"}
        self.scripted |= {"slow_stream", "idle", "crashes"}

    def _answer(self, request):
        return self.answer(request)

    async def idle(self, app):
        """Nothing happens."""

    async def everything_pending(self, app):
        """Chat, title and summary have begun and never end; a draft stands in the composer."""
        head = (await self._far_away(app)).id
        for number in range(8):
            await app.chat.send(head, f"Question {number}")
            while app.chat.busy(head):
                await asyncio.sleep(0.01)
        self.answer = lambda _request: [TextDelta("half"), asyncio.Event().wait]
        app._parts.tasks.start(app.summaries.run(head, Reason.MANUAL), "summary")
        while not self.provider.requests_for("summary"):
            await asyncio.sleep(0.01)
        other = await app.library.create()
        await app.show_conversation(other.id)
        await app.chat.send(other.id, "The last question")
        while not (app.chat.partial(other.id) and app.chat.partial(other.id).text):
            await asyncio.sleep(0.01)
        app.window.composer.edit.setPlainText("unsent words")
        purposes = sorted(request.purpose for request in self.provider.requests[-3:])
        tell("pending", conversation=other.id, purposes=purposes)

    async def session_ends(self, app):
        """The system asks Qt to end the program while everything is pending, and asks again."""
        await self.everything_pending(app)
        for milliseconds in (0, 1, 50):
            QTimer.singleShot(milliseconds, QApplication.quit)

    async def ends_slowly(self, app):
        """Asked to end, it needs a second for its last words."""
        flush = app._chat.flush

        async def slow_flush():
            await asyncio.sleep(1)
            await flush()

        app._chat.flush = slow_flush
        app.quit()
        tell("ending")

    async def slow_stream(self, app):
        """A reply that takes some seconds."""
        self.answer = lambda _request: [part for n in range(20) for part in (TextDelta(f"{n} "), 0.1)]
        head = app.shown_conversation_id
        await app.chat.send(head, "Go")
        tell("streaming")
        while app.chat.busy(head):
            await asyncio.sleep(0.02)
        last = (await app.store.path(head))[-1]
        tell("reply", text=last.text, state=last.state.value)

    async def remote(self, app):
        """A profile on another machine, with a key to be asked for."""
        head = await self._far_away(app)
        async with LoopWatch() as watch:
            await app.chat.send(head.id, "Hello")
            await asyncio.sleep(1)
            tell("asked", cpu=watch.longest.cpu, busy=app.chat.busy(head.id))
        while app.chat.busy(head.id):
            await asyncio.sleep(0.02)
        tell("reply", error=(await app.store.path(head.id))[-1].error)

    async def _far_away(self, app, url="https://far.example/v1"):
        """A conversation with a model on another machine."""
        limit = float(os.environ.get("TEST_LIMIT", "60"))
        limits = {"first_token_timeout": limit, "idle_timeout": limit}
        profile = ProfileSettings(id="far", name="far", base_url=url, model="m", **limits)
        profiles = (*app.preferences.settings.profiles, profile)
        await app.preferences.update(lambda s: s.changed(profiles=profiles, default_profile_id="far"))
        head = await app.library.create(profile_id="far")
        await app.show_conversation(head.id)
        return head

    async def talks(self, app):
        """Sends a message to the server at ``TEST_SERVER`` or to the built-in model; tells how it goes."""
        url = os.environ.get("TEST_SERVER")
        head = await self._far_away(app, url) if url else await app.library.create()
        await app.show_conversation(head.id)
        await app.chat.send(head.id, "Tell me a very long story about a river.")
        tell("sent")
        while not (app.chat.partial(head.id) and app.chat.partial(head.id).text):
            await asyncio.sleep(0.01)
        tell("streaming")
        while app.chat.busy(head.id):
            await asyncio.sleep(0.02)
        last = (await app.store.path(head.id))[-1]
        tell("reply", text=last.text, state=last.state.value, error=last.error)

    async def dead_resolver(self, app):
        """The names of servers are never answered for."""

        def never(*_args, **_more):
            tell("resolving")
            time.sleep(DEAD_RESOLVER_SECONDS)
            raise socket.gaierror

        socket.getaddrinfo = never
        await self.remote(app)

    async def crashes(self, app):
        """A task raises, over and over, in a program without a terminal."""
        sys.stderr = None
        for _ in range(5):
            app._parts.tasks.start(self._raise(), "task")
        await asyncio.sleep(0.2)
        tell("notices", texts=app.window.notices.texts())

    async def _raise(self):
        raise ZeroDivisionError("sk-in-the-text")


def main(folder, scenario):
    scenarios = Scenarios()
    parts = {
        name: getattr(Application, name) for name in ("start", "_listen_for_second_starts", "raise_window")
    }

    async def start(app):
        await parts["start"](app)
        app._parts.tasks.start(getattr(scenarios, scenario)(app), "scenario")

    def listen(app):
        parts["_listen_for_second_starts"](app)
        tell("up")

    def raise_window(app):
        parts["raise_window"](app)
        tell("raised")

    Application.start, Application._listen_for_second_starts, Application.raise_window = (
        start,
        listen,
        raise_window,
    )
    if scenario in scenarios.scripted:
        build = bootstrap.build
        fakes = {"provider": scenarios.provider, "keychain": MemoryKeychain()}
        bootstrap.build = lambda *args, **more: build(*args, **fakes, **more)
    return bootstrap.run(Path(folder))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
