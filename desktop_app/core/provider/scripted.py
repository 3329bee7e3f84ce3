"""A provider that plays what it is told: for tests and for ``--demo``.

A script is a sequence of steps; a step is a stream item to yield, an error to raise, a number of
seconds to wait, or a coroutine function to await (an ``asyncio.Event().wait`` holds the stream
exactly where a test wants it).
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import TYPE_CHECKING

from desktop_app.core.domain.conversation import Usage
from desktop_app.core.domain.errors import ProviderError, ServerFailed
from desktop_app.core.domain.request import (
    ChatRequest,
    FoundServer,
    ModelEntry,
    ReasoningDelta,
    ReplyFinished,
    StreamItem,
    TestOutcome,
    TextDelta,
    UsageReported,
)

if TYPE_CHECKING:
    from desktop_app.core.domain.settings import ProfileSettings

Step = StreamItem | ProviderError | float | Callable[[], Awaitable[object]]
Script = Iterable[Step]


def reply(
    text: str,
    *,
    reasoning: str = "",
    chunk: int = 0,
    pause: float = 0.0,
    prompt_tokens: int | None = None,
    completion_tokens: int = 2,
    finish_reason: str | None = "stop",
) -> list[Step]:
    """The script of an ordinary answer.

    Args:
        text: The whole answer.
        reasoning: Reasoning that precedes it.
        chunk: Characters per piece; 0 sends the text in one piece.
        pause: Seconds before each piece.
        prompt_tokens: Usage to report; None reports none.
        completion_tokens: Completion part of that usage.
        finish_reason: As the server would give it.
    """
    steps: list[Step] = [ReasoningDelta(reasoning)] if reasoning else []
    size = chunk or max(len(text), 1)
    for start in range(0, len(text), size):
        if pause:
            steps.append(pause)
        steps.append(TextDelta(text[start : start + size]))
    if prompt_tokens is not None:
        steps.append(UsageReported(Usage(prompt_tokens, completion_tokens)))
    steps.append(ReplyFinished(finish_reason, "scripted"))
    return steps


class ScriptedProvider:
    """A ``ChatProvider`` with a queue of scripts for each purpose and a record of what it was asked.

    Args:
        default: Makes the script for a request whose queue is empty; without it such a request
            fails, so that a test cannot overlook one.

    Attributes:
        requests: Every request, in order.
        model_entries: What ``models`` answers, or the error it raises.
        outcome: What ``test`` answers.
        servers: What ``discover`` answers.
        closed: Whether ``aclose`` was called.
    """

    def __init__(self, *, default: Callable[[ChatRequest], Script] | None = None) -> None:
        self._default = default
        self._scripts: dict[str, deque[list[Step]]] = defaultdict(deque)
        self.requests: list[ChatRequest] = []
        self.model_entries: list[ModelEntry] | ProviderError = [ModelEntry("scripted")]
        self.outcome = TestOutcome(ok=True, message="Scripted", url="", seconds=0.0)
        self.servers: list[FoundServer] = []
        self.closed = False

    def play(self, *scripts: Script | str, purpose: str = "chat") -> None:
        """Queue scripts for requests of a purpose; a plain text means an ordinary answer."""
        for script in scripts:
            steps = reply(script) if isinstance(script, str) else list(script)
            self._scripts[purpose].append(steps)

    def pending(self, purpose: str = "chat") -> int:
        """Number of scripts not played yet."""
        return len(self._scripts[purpose])

    def requests_for(self, purpose: str) -> list[ChatRequest]:
        """The requests of one purpose, in order."""
        return [request for request in self.requests if request.purpose == purpose]

    async def stream(self, request: ChatRequest) -> AsyncGenerator[StreamItem, None]:
        """Play the next script for the request's purpose."""
        self.requests.append(request)
        queue = self._scripts[request.purpose]
        if queue:
            steps: Script = queue.popleft()
        elif self._default is not None:
            steps = self._default(request)
        else:
            raise ServerFailed(f"No script is left for a request of purpose {request.purpose!r}.")
        for step in steps:
            if isinstance(step, ProviderError):
                raise step
            if isinstance(step, int | float):
                await asyncio.sleep(step)
            elif callable(step):
                await step()
            else:
                yield step

    def body(self, request: ChatRequest) -> bytes:
        """Roles and texts as JSON."""
        rows = [{"role": message.role, "content": message.text} for message in request.messages]
        return json.dumps({"messages": rows}, ensure_ascii=False).encode("utf-8", "replace")

    async def models(self, profile: ProfileSettings) -> list[ModelEntry]:  # noqa: ARG002 - the port's
        """The list set beforehand."""
        if isinstance(self.model_entries, ProviderError):
            raise self.model_entries
        return list(self.model_entries)

    async def test(self, profile: ProfileSettings) -> TestOutcome:  # noqa: ARG002 - the port's
        """The outcome set beforehand."""
        return self.outcome

    async def discover(self) -> list[FoundServer]:
        """The servers set beforehand."""
        return list(self.servers)

    async def aclose(self) -> None:
        """Note that it was called."""
        self.closed = True
