"""The keychain on fakes: every outcome, with nothing lost and nothing told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
import traceback
from typing import ClassVar

import keyring
import keyring.core
import pytest
from keyring.errors import (
    InitError,
    KeyringError,
    KeyringLocked,
    NoKeyringError,
    PasswordDeleteError,
    PasswordSetError,
)

from desktop_app.core.domain.errors import (
    Action,
    KeychainDenied,
    KeychainError,
    KeychainLocked,
    KeychainTimeout,
    KeychainUnavailable,
    KeyRejected,
)
from desktop_app.core.secrets.keychain import MemoryKeychain, SystemKeychain

KEY = "sk-very-secret-0123456789"


class FakeBackend:
    """A backend in memory that can be told to fail, to forget or to wait."""

    name = "Fake Vault"

    def __init__(self):
        self.entries = {}
        self.fault = None
        self.gate = None
        self.calls = []
        self.threads = set()

    def _enter(self, call):
        self.calls.append(call)
        self.threads.add(threading.current_thread())
        if self.gate is not None:
            self.gate.wait(10)
        if self.fault is not None:
            raise self.fault

    def get_password(self, service, username):
        self._enter("get")
        return self.entries.get((service, username))

    def set_password(self, service, username, password):
        self._enter("set")
        self.entries[service, username] = password

    def delete_password(self, service, username):
        self._enter("delete")
        if (service, username) not in self.entries:
            raise PasswordDeleteError("not there")
        del self.entries[service, username]


@pytest.fixture
def backend():
    return FakeBackend()


@pytest.fixture
def keychain(backend):
    return SystemKeychain(backend=backend, limit=5)


@pytest.fixture
def keyring_choice(monkeypatch):
    """Let keyring choose afresh in this test, and forget the choice afterwards."""
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    with contextlib.suppress(KeyError):
        keyring.backend.get_all_keyring.reset()
    yield monkeypatch
    with contextlib.suppress(KeyError):
        keyring.backend.get_all_keyring.reset()


def caused(error, cause):
    error.__cause__ = cause
    return error


def named(name):
    return type(name, (Exception,), {})("raw")


async def test_a_key_is_stored_under_its_account_and_read_back(keychain, backend):
    saved = await keychain.set("p1", f" {KEY}\n")

    assert (saved.place, saved.persistent, saved.warning) == ("Fake Vault", True, None)
    assert backend.entries == {("Throughline", "p1"): KEY}
    assert await keychain.get("p1") == KEY
    assert await keychain.get("p2") is None
    assert backend.calls == ["set", "get", "get"]


async def test_what_was_read_once_is_not_asked_again_until_a_refresh(keychain, backend):
    backend.entries["Throughline", "p1"] = "old"
    values = [await keychain.get("p1"), await keychain.get("p1")]
    backend.entries["Throughline", "p1"] = "new"

    values += [await keychain.get("p1"), await keychain.get("p1", refresh=True)]

    assert values == ["old", "old", "old", "new"]
    assert backend.calls == ["get", "get"]


async def test_calls_run_on_one_daemon_thread_that_is_not_the_loops(keychain, backend):
    await keychain.set("p1", KEY)
    await keychain.get("p2")
    await keychain.delete("p1")

    [thread] = backend.threads
    assert thread is not threading.main_thread()
    assert thread.daemon


async def test_deleting_forgets_it_and_a_missing_key_is_no_error(keychain, backend):
    await keychain.set("p1", KEY)

    await keychain.delete("p1")
    await keychain.delete("never there")

    assert backend.entries == {}
    assert await keychain.get("p1") is None


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (NoKeyringError("none"), KeychainUnavailable),
        (InitError("no collection"), KeychainUnavailable),
        (named("SecretServiceNotAvailableException"), KeychainUnavailable),
        (ModuleNotFoundError("No module named 'x'"), KeychainUnavailable),
        (KeyringLocked("locked"), KeychainLocked),
        (named("LockedException"), KeychainLocked),
        (caused(InitError("x"), named("PromptDismissedException")), KeychainDenied),
        (caused(KeyringLocked("x"), named("KeychainDenied")), KeychainDenied),
        (PasswordSetError("no"), KeychainDenied),
        (PermissionError(13, "no"), KeychainDenied),
        (KeyringError("odd"), KeychainError),
        (RuntimeError("odd"), KeychainError),
    ],
)
async def test_every_failure_of_a_backend_becomes_one_of_ours(keychain, backend, fault, expected):
    backend.fault = fault

    with pytest.raises(KeychainError) as caught:
        await keychain.get("p1")

    assert type(caught.value) is expected
    assert caught.value.message
    assert caught.value.__cause__ is None


async def test_the_four_outcomes_have_four_titles_and_messages(backend):
    seen = set()
    for fault in (NoKeyringError(), KeyringLocked(), PermissionError()):
        backend.fault = fault
        with pytest.raises(KeychainError) as caught:
            await SystemKeychain(backend=backend).get("p1")
        seen.add((caught.value.title, caught.value.message, caught.value.action))
    backend.fault = None
    backend.gate = threading.Event()
    with pytest.raises(KeychainTimeout) as caught:
        await SystemKeychain(backend=backend, limit=0.02).get("p1")
    backend.gate.set()
    seen.add((caught.value.title, caught.value.message, caught.value.action))

    assert len({title for title, _, _ in seen}) == 4
    assert len({message for _, message, _ in seen}) == 4
    assert {action for _, _, action in seen} == {Action.UNLOCK_KEYCHAIN}


@pytest.mark.parametrize(
    ("code", "expected"), [(5, KeychainDenied), (1312, KeychainUnavailable), (8, KeychainError)]
)
async def test_raw_windows_errors_are_told_by_their_code(keychain, backend, code, expected):
    backend.fault = named("error")
    backend.fault.winerror = code

    with pytest.raises(KeychainError) as caught:
        await keychain.get("p1")

    assert type(caught.value) is expected


@pytest.mark.parametrize("fault", [NoKeyringError(), KeyringLocked(), PermissionError(), RuntimeError()])
async def test_a_key_that_cannot_be_stored_lives_for_the_session_and_says_so(keychain, backend, fault):
    backend.fault = fault

    saved = await keychain.set("p1", KEY)

    assert not saved.persistent
    assert saved.place == "this session"
    assert isinstance(saved.warning, KeychainError)
    assert await keychain.get("p1") == KEY
    assert backend.entries == {}


async def test_a_keychain_that_forgets_is_not_reported_as_saved(keychain, backend):
    backend.set_password = lambda *_: None

    saved = await keychain.set("p1", KEY)

    assert not saved.persistent
    assert "did not keep" in saved.warning.message
    assert await keychain.get("p1") == KEY


async def test_retry_stores_what_lived_for_the_session(keychain, backend):
    backend.fault = KeyringLocked()
    await keychain.set("p1", KEY)
    backend.fault = None

    await keychain.retry()

    assert backend.entries == {("Throughline", "p1"): KEY}
    assert await keychain.describe() == ("Fake Vault", None)


async def test_describe_tells_the_last_problem_until_it_is_over(keychain, backend):
    backend.fault = KeyringLocked()
    with pytest.raises(KeychainLocked):
        await keychain.get("p1")
    place, problem = await keychain.describe()
    backend.fault = None
    await keychain.get("p1")

    assert place == "Fake Vault"
    assert isinstance(problem, KeychainLocked)
    assert await keychain.describe() == ("Fake Vault", None)


async def test_a_slow_keychain_leaves_the_loop_free_and_its_late_answer_counts(backend):
    keychain = SystemKeychain(backend=backend, limit=0.05)
    backend.entries["Throughline", "p1"] = KEY
    backend.gate = threading.Event()
    with pytest.raises(KeychainTimeout):
        await keychain.get("p1")
    with pytest.raises(KeychainTimeout):
        await keychain.get("p1")

    backend.gate.set()
    await asyncio.wait([keychain._asked["p1"]])

    assert await keychain.get("p1") == KEY
    assert backend.calls == ["get"]


async def test_a_late_failure_is_looked_at(backend):
    keychain = SystemKeychain(backend=backend, limit=0.02)
    backend.gate = threading.Event()
    with pytest.raises(KeychainTimeout):
        await keychain.get("p1")

    backend.fault = KeyringLocked()
    asked = keychain._asked["p1"]
    backend.gate.set()
    await asyncio.wait([asked])

    with pytest.raises(KeychainLocked):
        await keychain.get("p1")


async def test_retry_leaves_a_hanging_prompt_behind(backend):
    keychain = SystemKeychain(backend=backend, limit=0.05)
    hanging = threading.Event()
    backend.gate = hanging
    with pytest.raises(KeychainTimeout):
        await keychain.get("p1")
    backend.gate = None
    backend.entries["Throughline", "p1"] = KEY

    await keychain.retry()
    value = await keychain.get("p1")
    hanging.set()

    assert value == KEY


async def test_two_who_ask_at_once_ask_the_keychain_once(keychain, backend):
    backend.entries["Throughline", "p1"] = KEY

    values = await asyncio.gather(keychain.get("p1"), keychain.get("p1"))

    assert values == [KEY, KEY]
    assert backend.calls == ["get"]


async def test_a_cancelled_question_does_no_harm(keychain, backend):
    backend.gate = threading.Event()
    backend.entries["Throughline", "p1"] = KEY
    asking = asyncio.ensure_future(keychain.get("p1"))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    backend.gate.set()

    assert await keychain.get("p1") == KEY


@pytest.mark.parametrize("key", ["sk-\uff41", "a b", "", "k" * 1281])
async def test_a_rejected_key_leaves_the_old_one(backend, key):
    keychain = SystemKeychain(backend=backend, max_bytes=2560)
    await keychain.set("p1", KEY)

    with pytest.raises(KeyRejected):
        await keychain.set("p1", key)

    assert await keychain.get("p1") == KEY
    assert backend.entries == {("Throughline", "p1"): KEY}


async def test_a_locked_keychain_does_not_pretend_that_a_key_was_deleted(keychain, backend):
    await keychain.set("p1", KEY)
    backend.fault = KeyringLocked()

    with pytest.raises(KeychainLocked):
        await keychain.delete("p1")


async def test_without_a_keychain_there_is_nothing_to_delete(keychain, backend):
    backend.fault = NoKeyringError()
    await keychain.set("p1", KEY)

    await keychain.delete("p1")

    with pytest.raises(KeychainUnavailable):
        await keychain.get("p1")


async def test_names_with_slashes_and_chinese_are_kept_as_they_are(backend):
    keychain = SystemKeychain(service="对话/线", backend=backend)

    await keychain.set("档案/1", KEY)

    assert backend.entries == {("对话/线", "档案/1"): KEY}


async def test_no_key_in_repr_log_or_traceback(keychain, backend, caplog):
    backend.fault = RuntimeError(f"could not store {KEY}")
    with caplog.at_level(logging.DEBUG):
        saved = await keychain.set("p1", KEY)
    with pytest.raises(KeychainError) as caught:
        await SystemKeychain(backend=backend).get("p1")

    told = "".join(traceback.format_exception(caught.value)) + caplog.text
    told += repr(saved) + repr(keychain) + str(saved.warning) + repr(vars(caught.value))
    assert KEY not in told


def test_closing_the_loop_does_not_wait_for_a_prompt(backend):
    backend.gate = threading.Event()

    async def ask():
        await SystemKeychain(backend=backend, limit=0.02).get("p1")

    started = time.monotonic()
    with pytest.raises(KeychainTimeout):
        asyncio.run(ask())
    waited = time.monotonic() - started
    backend.gate.set()

    assert waited < 5


# keyring's own choice of a backend


async def test_no_keychain_on_the_machine_is_told_and_a_later_one_is_found(keyring_choice):
    keychain = SystemKeychain()

    place, problem = await keychain.describe()
    saved = await keychain.set("p1", KEY)
    keyring_choice.setenv("PYTHON_KEYRING_BACKEND", f"{__name__}.RingInMemory")
    await keychain.retry()

    assert place == "this session"
    assert isinstance(problem, KeychainUnavailable)
    assert isinstance(saved.warning, KeychainUnavailable)
    assert (await keychain.describe())[1] is None
    assert RingInMemory.entries == {("Throughline", "p1"): KEY}


async def test_the_null_backend_is_not_reported_as_saved(keyring_choice):
    keyring_choice.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    keychain = SystemKeychain()

    saved = await keychain.set("p1", KEY)
    _, problem = await keychain.describe()

    assert not saved.persistent
    assert isinstance(saved.warning, KeychainUnavailable)
    assert isinstance(problem, KeychainUnavailable)
    assert await keychain.get("p1") == KEY


async def test_a_backend_that_is_not_installed_counts_as_none(keyring_choice):
    keyring_choice.setenv("PYTHON_KEYRING_BACKEND", "no_such_module.Keyring")

    with pytest.raises(KeychainUnavailable):
        await SystemKeychain().get("p1")


async def test_a_store_in_clear_text_is_used_only_if_the_user_named_it(keyring_choice):
    class PlaintextKeyring(RingInMemory):
        entries: ClassVar = {}

    keyring.set_keyring(PlaintextKeyring())
    saved = await SystemKeychain().set("p1", KEY)
    keyring_choice.setenv("PYTHON_KEYRING_BACKEND", "anything")
    named_by_user = await SystemKeychain().set("p1", KEY)

    assert not saved.persistent
    assert "clear text" in saved.warning.message
    assert named_by_user.persistent


async def test_known_backends_have_names_for_people(keyring_choice):
    kind = type("Keyring", (RingInMemory,), {"__module__": "keyring.backends.kwallet"})
    keyring.set_keyring(kind())
    plain = await SystemKeychain().describe()
    chain = type("ChainerBackend", (RingInMemory,), {"__module__": "keyring.backends.chainer"})()
    chain.backends = [kind()]
    keyring.set_keyring(chain)

    assert plain == ("KWallet", None)
    assert await SystemKeychain().describe() == ("KWallet", None)


class RingInMemory(keyring.backend.KeyringBackend):
    """A real keyring backend, as far as keyring can tell."""

    priority = 1
    viable = False  # found only by its name, never by keyring's own search
    entries: ClassVar[dict[tuple[str, str], str]] = {}

    def get_password(self, service, username):
        return self.entries.get((service, username))

    def set_password(self, service, username, password):
        self.entries[service, username] = password

    def delete_password(self, service, username):
        del self.entries[service, username]


async def test_the_keychain_in_memory_keeps_the_contract():
    keychain = MemoryKeychain({"p1": "a"})
    saved = await keychain.set("p2", " b ")
    await keychain.delete("p1")

    assert (await keychain.get("p1"), await keychain.get("p2")) == (None, "b")
    assert saved.persistent
    assert await keychain.describe() == ("this session", None)


async def test_the_keychain_in_memory_can_play_a_problem():
    keychain = MemoryKeychain(problem=KeychainLocked("locked"))

    with pytest.raises(KeychainLocked):
        await keychain.get("p1")
    saved = await keychain.set("p1", "k")
    await keychain.retry()

    assert (saved.persistent, saved.warning.message) == (False, "locked")
    assert (await keychain.describe())[1] is None
