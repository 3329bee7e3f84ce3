"""The built-in engine's own process: one model file behind an OpenAI-compatible server on loopback.

A crash or a long load in here never touches the window. The parent talks to it over two pipes:

* in: one line with the access key, then nothing; the end of the pipe means "the parent is gone".
* out: one JSON object a line, ``{"port": 1234}``, then ``{"ready": true}`` or ``{"error": "..."}``.

Started with ``python -m desktop_app.core.provider.local_engine_process JSON`` from source, and as
``throughline --local-engine JSON`` from an installed program. The key never stands in the arguments,
since every user of the machine can read those.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

_PR_SET_PDEATHSIG = 1
_PARENT_CHECK_SECONDS = 1.0
_NICENESS = 2
"""The window, at 0, gets the processor first when both want it."""
_WARNINGS = 2
"""Level of the library's log: errors and warnings, no prompts."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """What the process is asked to serve.

    Attributes:
        model: Path of the GGUF file.
        alias: Name of the model in answers.
        cache_tokens: Size of the attention cache that all slots share.
        slots: Conversations whose prefix is kept at the same time.
        parent: Process id of the program that started this one.
    """

    model: str
    alias: str
    cache_tokens: int
    slots: int
    parent: int

    def to_json(self) -> str:
        """As one command-line argument."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> EngineOptions:
        """From the command-line argument.

        Raises:
            ValueError, TypeError, KeyError: It was not made by ``to_json``.
        """
        data = json.loads(text)
        return cls(
            model=str(data["model"]),
            alias=str(data["alias"]),
            cache_tokens=int(data["cache_tokens"]),
            slots=int(data["slots"]),
            parent=int(data["parent"]),
        )


def main(argv: Sequence[str]) -> int:
    """Serve until the parent closes the pipe or dies.

    Args:
        argv: One element: ``EngineOptions.to_json()``.

    Returns:
        Exit code: 2 for arguments that cannot be used, 1 when the model cannot be served. It does not
        return otherwise: the process ends with its parent.
    """
    try:
        options = EngineOptions.from_json(argv[0])
    except (IndexError, ValueError, TypeError, KeyError):
        os.write(2, b"The local engine is started by Throughline itself.\n")
        return 2
    report = _take_stdout()
    _die_with_parent(options.parent)
    key = _read_line(0)
    threading.Thread(target=_exit_at_end_of, args=(0,), daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    try:
        server = _serve(options, key, report)
    except Exception as error:  # noqa: BLE001 - the native library raises whatever it likes
        _say(report, {"error": str(error) or type(error).__name__})
        return 1
    _say(report, {"ready": True})
    _watch_parent(options.parent)
    del server
    return 0


def _serve(options: EngineOptions, key: str, report: int) -> Any:
    """Load the model; the library holds the interpreter's lock for all that time."""
    from xllamacpp import CommonParams, Server

    params = CommonParams()
    params.model.path = options.model
    params.model_alias = {options.alias}
    params.hostnames = ["127.0.0.1"]
    params.port = _free_port()
    params.api_keys = [key]
    params.n_ctx = options.cache_tokens
    params.n_parallel = options.slots
    params.kv_unified = True
    params.cache_prompt = True
    params.slot_prompt_similarity = 0.5  # a shared system prompt alone is no reason to take a slot
    params.cache_ram_mib = 0  # the default host cache grew to 1.3 GB in a trial
    params.cors_origins = ""  # web pages have no business here, key or not
    params.ui = False
    params.offline = True
    params.verbosity = _WARNINGS
    _say(report, {"port": params.port})
    return Server(params)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _take_stdout() -> int:
    """A private copy of the report pipe; whatever the library prints goes to the log instead."""
    report = os.dup(1)
    os.dup2(2, 1)
    return report


def _say(report: int, message: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):  # a parent that is gone needs no report
        os.write(report, json.dumps(message).encode() + b"\n")


def _read_line(descriptor: int) -> str:
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(descriptor, 1)
        if not byte:
            os._exit(0)
        line += byte
    return line.decode().strip()


def _exit_at_end_of(descriptor: int) -> None:
    """End the process when the parent closes its end, which the system also does for a dead one."""
    with contextlib.suppress(OSError):
        while os.read(descriptor, 1024):
            pass
    os._exit(0)


def _die_with_parent(parent: int) -> None:
    """Ask Linux for a signal at the parent's death: it comes even while the library holds the lock."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it died before the request was in place
        os._exit(0)


def _watch_parent(parent: int) -> None:
    """Block until the parent is another one; on Windows only the pipe tells, so block for ever."""
    while os.name == "nt" or os.getppid() == parent:
        time.sleep(_PARENT_CHECK_SECONDS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
