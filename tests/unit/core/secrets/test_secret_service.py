"""The keychain on a real Secret Service; run inside a session made for it.

    dbus-run-session -- bash -c 'export HOME=$(mktemp -d); unset DISPLAY
      echo "" | gnome-keyring-daemon --unlock --components=secrets >/dev/null; pytest -m keychain'

Without such a session the tests are skipped; ``make test`` makes one where it can.
"""

from __future__ import annotations

import gc
import os
import warnings

import pytest

from desktop_app.core.domain.errors import KeychainLocked
from desktop_app.core.secrets.keychain import SystemKeychain

pytestmark = [
    pytest.mark.keychain,
    pytest.mark.skipif(
        os.environ.get("THROUGHLINE_TEST_KEYCHAIN") != "1", reason="no keychain session made for tests"
    ),
]


@pytest.fixture
def keychain():
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
    await keychain.delete("long")


async def test_replacing_a_key_leaves_one_entry(keychain):
    for key in ("first", "second"):
        await keychain.set("p", key)

    assert await keychain.get("p", refresh=True) == "second"
    await keychain.delete("p")
    assert await keychain.get("p", refresh=True) is None


async def test_a_missing_key_is_none_and_deleting_it_no_error(keychain):
    assert await keychain.get("never") is None
    await keychain.delete("never")


async def test_a_locked_collection_without_a_display_is_told_as_locked(keychain):
    import secretstorage

    await keychain.set("locked", "sk-1")
    connection = secretstorage.dbus_init()
    collection = secretstorage.get_default_collection(connection)
    collection.lock()

    try:
        with pytest.raises(KeychainLocked):
            await keychain.get("locked", refresh=True)
        saved = await keychain.set("locked", "sk-2")
        assert not saved.persistent
        assert isinstance(saved.warning, KeychainLocked)
    finally:
        connection.close()
        with warnings.catch_warnings():  # keyring leaves its connection open when it is refused
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()
