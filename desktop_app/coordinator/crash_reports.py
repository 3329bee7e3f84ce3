"""What happens when something breaks that nobody expected: one log entry, one quiet notice.

A report names types, files, lines and functions only. Exception texts are left out, because they
may hold what the user wrote or a key.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import platform
import sys
import threading
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from desktop_app import __version__
from desktop_app.core.domain.errors import ThroughlineError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CrashReport:
    """A fault, ready to copy into a bug report.

    Attributes:
        key: Equal for equal tracebacks.
        title: Type of the exception and where it came from.
        text: The whole redacted report.
    """

    key: str
    title: str
    text: str


class CrashReports:
    """Takes every unexpected exception of the program; tells each distinct one once.

    Args:
        on_report: Called for the first occurrence of each distinct traceback, on the thread where
            it happened.
    """

    def __init__(self, on_report: Callable[[CrashReport], None] | None = None) -> None:
        self._on_report = on_report
        self._seen: dict[str, CrashReport] = {}

    def listen(self, on_report: Callable[[CrashReport], None]) -> None:
        """Set who is told; reports that came before are told now."""
        self._on_report = on_report
        for report in tuple(self._seen.values()):
            on_report(report)

    def install(self) -> None:
        """Catch what nobody caught: in the main thread and in all others."""
        sys.excepthook = self._on_exception
        threading.excepthook = lambda args: self.take(args.exc_value, where="thread")

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Catch what callbacks and forgotten tasks of a loop raise."""
        loop.set_exception_handler(self._on_loop_exception)

    def take(self, error: BaseException | None, *, where: str = "") -> None:
        """Record an exception; cancellations and interrupts are none."""
        if error is None or isinstance(error, asyncio.CancelledError | KeyboardInterrupt | SystemExit):
            return
        report = _report(error, where)
        if report.key in self._seen:
            return
        self._seen[report.key] = report
        _log.error("Unexpected: %s", report.text)
        if self._on_report is not None:
            self._on_report(report)

    async def guard(self, work: Awaitable[object], where: str) -> None:
        """Await one step of the end of the program; a failure is recorded, and the next step follows."""
        try:
            await work
        except (ThroughlineError, TimeoutError) as error:
            _log.error("At shutdown, %s: %s", where, error)
        except Exception as error:  # noqa: BLE001 - whatever one step raises, the others save the rest
            self.take(error, where=where)

    def _on_exception(
        self, _kind: type[BaseException], error: BaseException, _trace: TracebackType | None
    ) -> None:
        self.take(error, where="slot")

    def _on_loop_exception(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is None:
            _log.info("The event loop says: %s", context.get("message", "something unnamed"))
        self.take(error, where="loop")


def _report(error: BaseException, where: str) -> CrashReport:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}" for frame in frames]
    kind = type(error).__name__
    said = f" ({error.title})" if isinstance(error, ThroughlineError) else ""
    body = "\n".join([f"{kind}{said}", *lines])
    key = hashlib.sha256(body.encode()).hexdigest()[:12]
    place = f"{_short(frames[-1].filename)}:{frames[-1].lineno}" if frames else where
    head = (
        f"Throughline {__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.release()}, {where}, report {key}"
    )
    return CrashReport(key=key, title=f"{kind} at {place}", text=f"{head}\n{body}")


def _short(filename: str) -> str:
    """A path without the user's name: from the package on."""
    parts = Path(filename).parts
    for anchor in ("desktop_app", "site-packages"):
        if anchor in parts:
            return "/".join(parts[parts.index(anchor) :])
    return parts[-1] if parts else filename
