"""The keychain on a real Secret Service: a session bus and a gnome-keyring made for each test."""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import subprocess
import warnings

import keyring
import pytest

from desktop_app.core.domain.errors import KeychainError, KeychainLocked, KeychainUnavailable
from desktop_app.core.secrets.keychain import SystemKeychain

BUS = """<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy></busconfig>"""
"""A bus that starts no service by itself: no keyring but ours, and no prompt."""

PROGRAMS = ("dbus-daemon", "gnome-keyring-daemon")

pytestmark = [
    pytest.mark.keychain,
    pytest.mark.skipif(not all(map(shutil.which, PROGRAMS)), reason=f"needs {' and '.join(PROGRAMS)}"),
]


class Session:
    """A session bus, and a keyring that can be started and killed."""

    def __init__(self, home):
        keep = ("PATH", "LANG", "LD_LIBRARY_PATH")
        self.environment = {name: os.environ[name] for name in keep if name in os.environ}
        self.environment |= {"HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
        self._processes = []
        config = home / "bus.conf"
        config.write_text(BUS)
        bus = self._start("dbus-daemon", f"--config-file={config}", "--nofork", "--print-address=1")
        self.address = bus.stdout.readline().decode().strip()
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.address

    def _start(self, *command, text=b""):
        process = subprocess.Popen(
            command,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        process.stdin.write(text)
        process.stdin.close()
        self._processes.append(process)
        return process

    def start_keyring(self):
        daemon = self._start(
            "gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets", text=b"\n"
        )
        self._keyring = daemon
        daemon.stdout.readline()  # it tells its control folder once the bus knows it

    def stop_keyring(self):
        self._keyring.kill()
        self._keyring.wait()

    def stop(self):
        for process in reversed(self._processes):
            process.kill()
            process.wait()
            process.stdout.close()


@pytest.fixture
def session(tmp_path_factory, monkeypatch):
    made = Session(tmp_path_factory.mktemp("keyring"))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", made.address)
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    _forget_choice()
    yield made
    made.stop()
    _forget_choice()
    with warnings.catch_warnings():  # keyring leaves its connection open when it is refused
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def _forget_choice():
    with contextlib.suppress(KeyError):
        keyring.backend.get_all_keyring.reset()


@pytest.fixture
def keychain(session):
    session.start_keyring()
    return SystemKeychain(service="Throughline tests")


async def test_a_key_goes_there_and_back_in_another_instance(keychain):
    saved = await keychain.set("档案-1", "sk-real-1")
    elsewhere = SystemKeychain(service="Throughline tests")

    assert (saved.place, saved.persistent) == ("Secret Service", True)
    assert await elsewhere.get("档案-1") == "sk-real-1"

    await elsewhere.delete("档案-1")
    assert await keychain.get("档案-1", refresh=True) is None


async def test_a_long_key_is_kept_whole(keychain):
    key = "k" * 5000
    await keychain.set("long", key)

    assert await keychain.get("long", refresh=True) == key


async def test_replacing_a_key_leaves_one_entry(keychain):
    for key in ("first", "second"):
        await keychain.set("p", key)
    second = await keychain.get("p", refresh=True)
    await keychain.delete("p")

    assert second == "second"
    assert await keychain.get("p", refresh=True) is None


async def test_a_missing_key_is_none_and_deleting_it_no_error(keychain):
    assert await keychain.get("never") is None
    await keychain.delete("never")


async def test_a_locked_collection_without_a_display_is_told_as_locked(keychain):
    import secretstorage

    await keychain.set("locked", "sk-1")
    with contextlib.closing(secretstorage.dbus_init()) as connection:
        secretstorage.get_default_collection(connection).lock()

    with pytest.raises(KeychainLocked):
        await keychain.get("locked", refresh=True)
    saved = await keychain.set("locked", "sk-2")

    assert not saved.persistent
    assert isinstance(saved.warning, KeychainLocked)
    assert await keychain.get("locked") == "sk-2"


async def test_a_keyring_started_later_is_found_by_retry(session):
    keychain = SystemKeychain(service="Throughline tests")
    before = await keychain.set("p", "sk-1")
    session.start_keyring()

    await keychain.retry()

    assert isinstance(before.warning, KeychainUnavailable)
    assert await keychain.describe() == ("Secret Service", None)
    assert await SystemKeychain(service="Throughline tests").get("p") == "sk-1"


async def test_a_bus_that_dies_in_mid_session_is_one_of_our_errors(keychain, session):
    await keychain.set("p", "sk-1")
    session.stop()

    with pytest.raises(KeychainError):
        await keychain.get("p", refresh=True)
