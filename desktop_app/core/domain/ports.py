"""What the coordinator needs from the outside world, as Protocols.

Only ``bootstrap`` knows which concrete part stands behind each of them. Every ``async`` method
returns without blocking the event loop; failures are ``ThroughlineError`` subclasses.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from desktop_app.core.domain.errors import ThroughlineError
from desktop_app.core.domain.events import Event
from desktop_app.core.domain.paths import AppPaths as AppPaths  # noqa: PLC0414 - found here too
from desktop_app.core.domain.request import (
    ChatRequest,
    FoundServer,
    ModelEntry,
    StreamItem,
    TestOutcome,
)
from desktop_app.core.domain.store_port import (  # the largest port has a module of its own
    ConversationStore as ConversationStore,  # noqa: PLC0414
)
from desktop_app.core.domain.store_port import NewId as NewId  # noqa: PLC0414

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings, Settings

Publish = Callable[[Event], None]
"""How the coordinator tells what happened; called on the loop's thread."""


class Clock(Protocol):
    """The time, so that tests can set it."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds on a clock that never goes backwards."""
        ...


class SettingsStore(Protocol):
    """The settings file; synchronous, called on a worker thread."""

    def load(self) -> tuple[Settings, tuple[ThroughlineError, ...]]:
        """Settings and notices (file damaged and set aside, values that fell back)."""
        ...

    def save(self, settings: Settings) -> None:
        """Write the whole object atomically, differences only.

        Raises:
            StorageError: Nothing was changed on disk.
        """
        ...


@dataclass(frozen=True, slots=True)
class KeySaved:
    """Where a key went.

    Attributes:
        place: Name of the keychain, for display.
        persistent: False when the key lives only until the program ends.
        warning: Why it is not persistent; None when it is.
    """

    place: str
    persistent: bool
    warning: ThroughlineError | None = None


class Keychain(Protocol):
    """API keys in the operating system's keychain, one entry per account (profile id).

    Calls run on a daemon thread with a time limit; a value that was read once is cached.
    """

    async def get(self, account: str, *, refresh: bool = False) -> str | None:
        """The key, or None if there is none; ``refresh`` passes the cache by."""
        ...

    async def set(self, account: str, key: str) -> KeySaved:
        """Check, store and read back a key.

        Raises:
            KeyRejected: It holds characters no key may have, or is too long for this keychain.
        """
        ...

    async def delete(self, account: str) -> None:
        """Forget the key; no error when there was none."""
        ...

    async def describe(self) -> tuple[str, ThroughlineError | None]:
        """Name of the keychain and, when it cannot be used, why."""
        ...

    async def retry(self) -> None:
        """Look for a keychain again, after the user unlocked or installed one."""
        ...


@dataclass(frozen=True, slots=True)
class LocalEndpoint:
    """Where the built-in engine answers at the moment.

    Attributes:
        base_url: On the loopback interface, ``/v1`` included; changes with every start.
        key: Random key of this start; goes only into the header of a request to ``base_url``.
        model: Name to ask for.
    """

    base_url: str
    key: str = field(repr=False)
    model: str


class LocalEngine(Protocol):
    """The built-in engine: serves a GGUF file on the loopback interface, in its own process."""

    async def endpoint(self, model_file: str, *, on_loading: Callable[[float, str], None]) -> LocalEndpoint:
        """Start it if need be, wait until ``model_file`` is loaded, tell where it answers.

        Args:
            model_file: GGUF file; "" for the bundled one.
            on_loading: Called on the loop's thread about once a second while the model loads,
                with the seconds since the load began and the model's file name.

        Raises:
            LocalEngineError: The file is missing or broken, or the process died.
        """
        ...

    async def aclose(self) -> None:
        """Stop the process; later calls do nothing."""
        ...


class ChatProvider(Protocol):
    """Model endpoints. One retry layer, inside; a wait shows as ``RetryScheduled``."""

    def stream(self, request: ChatRequest) -> AsyncGenerator[StreamItem, None]:
        """Stream the answer; the last item is ``ReplyFinished``.

        Wrap it in ``contextlib.aclosing``, so that the connection closes at once when you stop early.

        Raises:
            ProviderError: After what was already yielded; nothing is yielded twice except after a
                ``RetryScheduled``, which voids the text so far.
            KeychainError: The key could not be read.
        """
        ...

    def body(self, request: ChatRequest) -> bytes:
        """The body that ``stream`` would send for this request, byte for byte; for the viewer."""
        ...

    async def models(self, profile: ProfileSettings) -> list[ModelEntry]:
        """Models the endpoint offers."""
        ...

    async def test(self, profile: ProfileSettings) -> TestOutcome:
        """Ask the endpoint for a few tokens and tell what came of it; never raises ProviderError."""
        ...

    async def discover(self) -> list[FoundServer]:
        """Model servers on the loopback interface (Ollama, LM Studio, llama.cpp)."""
        ...

    async def aclose(self) -> None:
        """Close connections and stop the local engine."""
        ...


class VersionSource(Protocol):
    """Where the newest version is told."""

    @property
    def known(self) -> bool:
        """Whether this build knows where to look."""
        ...

    async def newest(self) -> str:
        """The newest version, for example ``1.2.0``.

        Raises:
            ConnectionFailed: It cannot be told.
        """
        ...
