"""API keys in the operating system's keychain; without one, in memory until the program ends.

A key is never written anywhere else, and no error or ``repr`` of this module holds one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from desktop_app.core.domain.errors import KeychainError, KeychainUnavailable
from desktop_app.core.domain.ports import KeySaved
from desktop_app.core.secrets import errors
from desktop_app.core.secrets.key_check import WINDOWS_BLOB_BYTES, cleaned_key
from desktop_app.core.secrets.keychain_thread import KeychainThread

SERVICE = "Throughline"
THIS_SESSION = "this session"
_T = TypeVar("_T")

_PLACES = {
    "keyring.backends.SecretService": "Secret Service",
    "keyring.backends.libsecret": "Secret Service",
    "keyring.backends.kwallet": "KWallet",
    "keyring.backends.macOS": "macOS Keychain",
    "keyring.backends.Windows": "Windows Credential Manager",
}


class Backend(Protocol):
    """The part of a keyring backend that is used."""

    def get_password(self, service: str, username: str) -> str | None:
        """The secret, or None."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store it."""

    def delete_password(self, service: str, username: str) -> None:
        """Remove it; raises when there is none."""


class SystemKeychain:
    """The ``Keychain`` port on ``keyring``.

    ``keyring`` and its backends are imported with the first call, on the keychain's own thread. What
    cannot be stored is kept for the session, and ``KeySaved`` says so and why.

    Args:
        service: Name under which the entries stand in the keychain.
        limit: Seconds to wait for an answer; the call itself goes on, and a late answer is used.
        max_bytes: Room for one key in UTF-16 bytes; None: 2,560 on Windows, no limit elsewhere.
        backend: Used instead of the one keyring chooses (for tests).
    """

    def __init__(
        self,
        *,
        service: str = SERVICE,
        limit: float = 25.0,
        max_bytes: int | None = None,
        backend: Backend | None = None,
    ) -> None:
        self._service = service
        self._limit = limit
        self._max_bytes = max_bytes or (WINDOWS_BLOB_BYTES if sys.platform == "win32" else None)
        self._given = backend
        self._thread = KeychainThread()
        self._known: dict[str, str | None] = {}
        self._session: dict[str, str] = {}
        self._asked: dict[str, asyncio.Future[str | None]] = {}
        self._problem: KeychainError | None = None

    async def get(self, account: str, *, refresh: bool = False) -> str | None:
        """The key of an account, or None if there is none.

        Args:
            account: Profile id.
            refresh: Ask the keychain again although the answer is known.

        Raises:
            KeychainUnavailable, KeychainLocked, KeychainDenied, KeychainTimeout: It cannot be told; what
                was known before stays known.
        """
        if account in self._session:
            return self._session[account]
        if refresh or account not in self._known:
            await self._answer(self._ask(account))
        return self._known.get(account)

    async def set(self, account: str, key: str) -> KeySaved:
        """Check, store and read back a key.

        Raises:
            KeyRejected: It holds characters no key may have, or is too long for this keychain.
        """
        key = cleaned_key(key, max_bytes=self._max_bytes)
        try:
            place = await self._answer(self._thread.submit(lambda: self._store(account, key)))
        except KeychainError as error:
            self._session[account] = key
            warning = error.with_traceback(None)  # the frames hold the key
            return KeySaved(place=THIS_SESSION, persistent=False, warning=warning)
        self._session.pop(account, None)
        self._known[account] = key
        return KeySaved(place=place, persistent=True)

    async def delete(self, account: str) -> None:
        """Forget the key; no error when there was none, or no keychain that could hold one.

        Raises:
            KeychainLocked, KeychainDenied, KeychainTimeout: It is still in the keychain.
        """
        self._session.pop(account, None)
        self._known.pop(account, None)
        try:
            await self._answer(self._thread.submit(lambda: self._remove(account)))
        except KeychainUnavailable:
            return
        self._known[account] = None

    async def describe(self) -> tuple[str, KeychainError | None]:
        """Name of the keychain and, when it cannot be used, why; asks the user nothing."""
        try:
            place = await self._answer(
                self._thread.submit(lambda: _place_of(self._backend())), remember=False
            )
        except KeychainError as error:
            return THIS_SESSION, error
        return place, self._problem

    async def retry(self) -> None:
        """Choose the keychain anew and store there what lived for the session so far.

        Keys in use stay known: the keychain may be no better than before.
        """
        self._thread = KeychainThread()  # the old one may hang in a prompt for ever
        self._asked.clear()
        self._known = {account: key for account, key in self._known.items() if key}
        self._problem = None
        if self._given is None:
            await self._answer(self._thread.submit(_choose_backend_again))
        for account, key in tuple(self._session.items()):
            await self.set(account, key)

    def _ask(self, account: str) -> asyncio.Future[str | None]:
        """The question for one account, asked once however many wait; a late answer still counts."""
        asked = self._asked.get(account)
        if asked is None or asked.done():
            asked = self._thread.submit(lambda: self._read(account))
            self._asked[account] = asked
            asked.add_done_callback(lambda done: self._keep(account, done))
        return asked

    def _keep(self, account: str, done: asyncio.Future[str | None]) -> None:
        if self._asked.get(account) is done:
            del self._asked[account]
            if not done.cancelled() and done.exception() is None:
                self._known[account] = done.result()
        elif not done.cancelled():
            done.exception()  # asked before a retry: looked at, and dropped

    async def _answer(self, future: asyncio.Future[_T], *, remember: bool = True) -> _T:
        """Wait for a call on the keychain's thread and put its failure into our words."""
        try:
            result = await asyncio.wait_for(asyncio.shield(future), self._limit)
        except TimeoutError:
            problem: KeychainError = errors.too_slow(self._limit)
        except KeychainError as error:
            problem = error
        except Exception as error:  # noqa: BLE001 - backends raise anything, see secrets.errors
            problem = errors.translated(error)
        else:
            if remember:
                self._problem = None
            return result
        if remember:
            self._problem = problem
        del future  # its frames hold the key and the backend's open connection
        raise problem from None

    # on the keychain's thread

    def _backend(self) -> Backend:
        return self._given if self._given is not None else _chosen_backend()

    def _read(self, account: str) -> str | None:
        return self._backend().get_password(self._service, account) or None

    def _store(self, account: str, key: str) -> str:
        backend = self._backend()
        place = _place_of(backend)
        backend.set_password(self._service, account, key)
        if backend.get_password(self._service, account) != key:
            raise errors.forgetful(place)
        return place

    def _remove(self, account: str) -> None:
        backend = self._backend()
        if backend.get_password(self._service, account) is not None:
            backend.delete_password(self._service, account)


class MemoryKeychain:
    """The ``Keychain`` port in memory, for tests and the demo.

    Args:
        keys: Account -> key at the start.
        problem: Raised by ``get`` and given as the reason by ``set`` and ``describe``.
    """

    def __init__(self, keys: dict[str, str] | None = None, *, problem: KeychainError | None = None) -> None:
        self._keys = dict(keys or {})
        self.problem = problem

    async def get(self, account: str, *, refresh: bool = False) -> str | None:  # noqa: ARG002 - the port's
        """The key, or None."""
        if self.problem is not None and account not in self._keys:
            raise self.problem
        return self._keys.get(account)

    async def set(self, account: str, key: str) -> KeySaved:
        """Keep a key after the usual check."""
        self._keys[account] = cleaned_key(key)
        return KeySaved(place=THIS_SESSION, persistent=self.problem is None, warning=self.problem)

    async def delete(self, account: str) -> None:
        """Forget a key."""
        self._keys.pop(account, None)

    async def describe(self) -> tuple[str, KeychainError | None]:
        """Where keys live, and the problem."""
        return THIS_SESSION, self.problem

    async def retry(self) -> None:
        """Forget the problem."""
        self.problem = None


def _chosen_backend() -> Backend:
    """The backend keyring picks; the one that writes clear text only if the user named it.

    Raises:
        KeychainUnavailable: Only a clear-text store was found.
    """
    import keyring

    backend: Any = keyring.get_keyring()
    kind = type(backend)
    if "PlaintextKeyring" in kind.__name__ and "PYTHON_KEYRING_BACKEND" not in os.environ:
        raise errors.plain_text(kind.__module__)
    chosen: Backend = backend
    return chosen


def _choose_backend_again() -> None:
    """Keyring caches its choice twice; both have to go, or a keychain started later is not seen."""
    import keyring.backend
    import keyring.core

    reset: Callable[[], None] = keyring.backend.get_all_keyring.reset
    with contextlib.suppress(KeyError):  # nothing was chosen yet
        reset()
    keyring.core.init_backend()


def _place_of(backend: Backend) -> str:
    """The keychain's name for people.

    Raises:
        KeychainUnavailable: It is keyring's placeholder for "none", or the one that keeps nothing.
    """
    module = type(backend).__module__
    if module in ("keyring.backends.fail", "keyring.backends.null"):
        raise errors.unavailable()
    if module == "keyring.backends.chainer":
        parts: list[Backend] = getattr(backend, "backends", [])
        return _place_of(parts[0]) if parts else "keyring"
    return _PLACES.get(module) or str(getattr(backend, "name", "") or type(backend).__name__)
