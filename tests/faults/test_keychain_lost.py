"""The keychain vanishes, locks itself or stops answering while the program runs: seen through the window."""

from __future__ import annotations

import asyncio
import os
import threading

import pytest
from keyring.errors import KeyringLocked, NoKeyringError, PasswordSetError
from PySide6.QtWidgets import QWidget

from desktop_app.core.domain.conversation import MessageState
from desktop_app.core.provider import retry
from desktop_app.core.secrets.keychain import SystemKeychain
from tests.faults.hostile_server import HostileServer
from tests.faults.reply_view import press, retry_until_answered, talk_over, words_beside
from tests.faults.wire import END, F, R, T, head, refusal
from tests.unit.core.secrets.test_secret_service import keychain, session  # noqa: F401 - fixtures

pytestmark = pytest.mark.limit(60)
LONG = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
"""``make fuzz`` plays every trouble."""
KEY = "sk-in-the-keychain"
GOOD = (head() + R + T("Answered.") + F("stop") + END,)
REFUSED = (refusal(401, "Incorrect API key provided."),)
TROUBLE = {
    "vanished": NoKeyringError("gone"),
    "locked": KeyringLocked("locked"),
    "denied": PasswordSetError("no"),
    "broken": RuntimeError("org.freedesktop.Secret: sk-in-the-keychain"),
}
TOLD = {
    "vanished": "no keychain that Throughline can use",
    "locked": "The keychain is locked",
    "denied": "Access to the keychain was denied",
    "broken": "Keychain error",
    "silent": "The keychain does not answer",
}


class Ring:
    """A keychain whose trouble can be switched on and off."""

    name = "Test ring"

    def __init__(self):
        self.keys = {"far": KEY}
        self.trouble = ""
        self.free = threading.Event()
        self.asked = 0

    def _answer(self):
        self.asked += 1
        if self.trouble == "silent":
            self.free.wait(20)
        elif self.trouble:
            raise TROUBLE[self.trouble]

    def get_password(self, _service, account):
        self._answer()
        return self.keys.get(account)

    def set_password(self, _service, account, key):
        self._answer()
        self.keys[account] = key

    def delete_password(self, _service, account):
        self._answer()
        del self.keys[account]


@pytest.fixture
def ring():
    made = Ring()
    yield made
    made.free.set()


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch):
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)


def headers(server):
    return [request.header("authorization") for request in server.received]


@pytest.mark.parametrize("trouble", TOLD if LONG else ["vanished", "locked", "silent"])
async def test_a_key_in_use_stays_usable_for_the_session(program, ring, trouble):
    async with HostileServer() as server, program(keychain=SystemKeychain(backend=ring, limit=0.2)) as person:
        server.play(GOOD, GOOD, REFUSED, GOOD)
        await talk_over(person, server.base_url)
        await person.say("While it is there")
        ring.trouble = trouble
        second = await person.say("It is gone")
        refused = await person.say("The server refuses once")
        person.app._on_notice_action("unlock_keychain", "")
        await person.until(lambda: not len(person.app._parts.tasks))
        last = await person.say("And goes on")
        told = " ".join(person.window.notices.texts())

    assert [second.text, last.text] == ["Answered."] * 2
    assert refused.state is MessageState.FAILED
    assert "does not accept the key" in refused.error
    assert set(headers(server)) == {f"Bearer {KEY}"}
    assert TOLD[trouble] in told  # asking again for the keychain is answered
    assert KEY not in told


@pytest.mark.parametrize("trouble", TOLD if LONG else ["vanished", "locked", "silent"])
async def test_a_key_not_read_yet_is_missed_with_words_and_found_again(program, ring, trouble):
    ring.trouble = trouble
    async with HostileServer() as server, program(keychain=SystemKeychain(backend=ring, limit=0.2)) as person:
        server.play(REFUSED if trouble == "vanished" else GOOD, GOOD)
        await talk_over(person, server.base_url)
        lost = await person.say("Nobody has the key")
        words = await words_beside(person)
        ring.trouble = ""
        ring.free.set()
        if trouble == "vanished":
            await press(person, "open_profileButton")
            await person.until(lambda: person.window.findChild(QWidget, "settingsDialog"))
        else:
            await press(person, "unlock_keychainButton")
            await person.until(person.window.notices.texts)
        found = await retry_until_answered(person)

    assert lost.state is MessageState.FAILED
    assert TOLD[trouble] in words
    assert KEY not in words
    assert found.text == "Answered."
    assert headers(server)[-1] == f"Bearer {KEY}"


async def test_the_window_lives_on_while_the_keychain_does_not_answer(program, ring):
    async with HostileServer() as server, program(keychain=SystemKeychain(backend=ring)) as person:
        server.play(GOOD)
        await talk_over(person, server.base_url)
        ring.trouble = "silent"
        await person.type_and_send("Hello")
        for _ in range(20):
            await asyncio.sleep(0.01)
        person.write("typed meanwhile")
        waiting = person.app.chat.busy(person.conversation_id)
        person.widget("stopButton").click()
        await person.finished(2)
        draft = person.written()

    assert waiting
    assert draft == "typed meanwhile"
    assert server.received == []


async def test_a_real_secret_service_killed_and_started_again(program, session):  # noqa: F811
    session.start_keyring()
    key_ring = SystemKeychain(service="Throughline tests")
    await key_ring.set("far", KEY)
    session.stop_keyring()
    async with (
        HostileServer() as server,
        program(keychain=SystemKeychain(service="Throughline tests")) as person,
    ):
        server.play(REFUSED, GOOD)
        await talk_over(person, server.base_url)
        lost = await person.say("Nobody has the key")
        session.start_keyring()
        person.app._on_notice_action("unlock_keychain", "")
        await person.until(person.window.notices.texts)
        found = await retry_until_answered(person)
        session.stop_keyring()
        after = await person.say("It is gone again")

    assert lost.state is MessageState.FAILED
    assert "keychain" in lost.error.lower()
    assert (found.text, after.text) == ("Answered.", "Answered.")
    assert headers(server)[-2:] == [f"Bearer {KEY}"] * 2
