"""The whole program in a test: real store, real window, a provider of the test's choice."""

from __future__ import annotations

import contextlib

import pytest

from desktop_app import bootstrap
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.provider.scripted import ScriptedProvider
from desktop_app.core.secrets.keychain import MemoryKeychain
from desktop_app.ui.application import Application
from desktop_app.ui.chat.composer_edit import ComposerEdit


class Person:
    """Does with the window what a person would do, by the names of its widgets."""

    def __init__(self, app: Application, until) -> None:
        self.app = app
        self.window = app.window
        self.until = until

    def widget(self, name: str, kind: type = object):
        found = self.window.findChild(kind, name)
        assert found is not None, name
        return found

    @property
    def conversation_id(self) -> str:
        return self.app.shown_conversation_id

    def write(self, text: str) -> None:
        self.window.findChild(ComposerEdit, "composer").setPlainText(text)

    def written(self) -> str:
        return self.window.findChild(ComposerEdit, "composer").toPlainText()

    async def type_and_send(self, text: str) -> None:
        """Send; returns once the message is stored and the reply has begun."""
        count = len(await self._ids())
        self.write(text)
        self.widget("sendButton").click()
        await self.until(lambda: not self.written())
        while len(await self._ids()) < count + 2:
            await self.until(lambda: True)

    async def say(self, text: str, timeout: float = 60.0):
        """Send and wait for the whole reply; returns it."""
        await self.type_and_send(text)
        await self.finished(timeout)
        return (await self.messages())[-1]

    async def finished(self, timeout: float = 60.0) -> None:
        await self.until(lambda: not self.app.chat.busy(self.conversation_id), timeout)

    def partial_text(self) -> str | None:
        partial = self.app.chat.partial(self.conversation_id)
        return partial.text if partial else None

    async def messages(self):
        return await self.app.library.messages(await self._ids())

    async def _ids(self):
        return await self.app.library.path_ids(self.conversation_id)


@pytest.fixture
def paths(tmp_path):
    return AppPaths(tmp_path / "data")


@pytest.fixture
def provider():
    return ScriptedProvider()


@pytest.fixture
def program(paths, until):
    """``async with program(provider) as person``: started, and shut down afterwards."""

    @contextlib.asynccontextmanager
    async def start(provider=None, keychain=None, clock=None):
        app = bootstrap.build(paths, provider=provider, keychain=keychain or MemoryKeychain(), clock=clock)
        app.window.show()
        await app.start()
        try:
            yield Person(app, until)
        finally:
            await app.shutdown()
            app.window.deleteLater()
            app.deleteLater()

    return start
