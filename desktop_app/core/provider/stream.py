"""Reads the answer of a chat request and never lies about how it ended.

Three endings are told apart: *complete* (a finish reason or ``[DONE]`` came), *interrupted* (the
connection ended or the server reported an error after text had come) and *failed* (nothing usable
came). The reader is plain and synchronous: bytes in, items out, a verdict at the end.

Why not the SDK's own decoder: probes of openai 3.57 showed that it raises a bare
``JSONDecodeError`` on keep-alives such as an empty ``data:`` line, passes ``event: error`` without
an ``error`` key on as an empty chunk, loses the text of ``{"error": "text"}``, and yields nothing
at all, without an error, for a web page. The SDK still builds, authenticates and sends the request;
only the bytes of the answer are read here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from desktop_app.core.domain.conversation import Usage
from desktop_app.core.domain.errors import (
    Action,
    EmptyReply,
    NotAStream,
    ProviderError,
    ServerFailed,
    StreamInterrupted,
    TimedOut,
)
from desktop_app.core.domain.request import (
    ReasoningDelta,
    ReplyFinished,
    StreamItem,
    TextDelta,
    TextWasReasoning,
    UsageReported,
)
from desktop_app.core.provider.delta import SurrogateJoiner, contents_of, first_choice, payloads_in
from desktop_app.core.provider.errors import reported_error
from desktop_app.core.provider.sse import MAX_START_BYTES, EventTooLarge, ServerEvent, SseDecoder
from desktop_app.core.provider.think import ThinkSplitter
from desktop_app.core.provider.usage import usage_of
from desktop_app.core.provider.wording import is_web_page, plain_words, without_key

MAX_REPLY_CHARACTERS = 64 * 1024 * 1024
"""Longest answer accepted; a reply of a whole library is a broken or hostile server."""
MAX_IDLE_BYTES = 32 * 1024 * 1024
"""Most bytes accepted in a row that bring no text at all."""

_FINISH_NAMES = {
    "eos": "stop",
    "eos_token": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_length": "length",
    "safety": "content_filter",
    "sensitive": "content_filter",
}
_BROKEN_OFF = ("error", "network_error", "insufficient_system_resource", "abort", "cancelled")


class ReplyReader:
    """Reads one answer.

    Args:
        status: HTTP status of the answer.
        content_type: Its content type, for messages.
        key: The key of the request, to be removed from messages.

    Attributes:
        ended: Nothing more is needed: ``[DONE]`` came or a failure was found.
        finish_reason: As reported so far.
    """

    def __init__(self, *, status: int = 200, content_type: str = "text/event-stream", key: str = "") -> None:
        self.ended = False
        self.finish_reason: str | None = None
        self._key = key
        self._status = status
        self._content_type = content_type.partition(";")[0].strip().lower() or "no content type"
        self._decoder = SseDecoder()
        self._splitter = ThinkSplitter()
        self._text_tail = SurrogateJoiner()
        self._reasoning_tail = SurrogateJoiner()
        self._usage: Usage | None = None
        self._model = ""
        self._done = False
        self._events = 0
        self._has_text = False
        self._has_reasoning = False
        self._characters = 0
        self._idle_bytes = 0
        self._failure: ProviderError | None = None
        self._junk = ""

    @property
    def has_output(self) -> bool:
        """Whether text or reasoning came, so that a failure from now on is an interruption."""
        return self._has_text or self._has_reasoning

    @property
    def is_web_page(self) -> bool:
        """Whether what came so far can only be a web page, so that reading on is pointless."""
        if self._events:
            return False
        start = bytes(self._decoder.stray[:MAX_START_BYTES])
        known = bool(start.strip()) and is_web_page(self._content_type, start)
        return known or is_web_page("", self._decoder.unfinished())

    def feed(self, block: bytes) -> list[StreamItem]:
        """Take the next bytes, cut anywhere; returns what they bring, neighbours joined."""
        items: list[StreamItem] = []
        self._idle_bytes += len(block)
        try:
            for event in self._decoder.feed(block):
                self._take_event(event, items)
                if self.ended:
                    break
        except EventTooLarge:
            self._fail(ServerFailed("The server sent one piece of data without an end."))
        if items:
            self._idle_bytes = 0
        elif self._idle_bytes > MAX_IDLE_BYTES:
            self._fail(ServerFailed("The server sent a lot of data but no text."))
        if self._characters > MAX_REPLY_CHARACTERS:
            self._fail(ServerFailed("The reply is longer than any reply can be."))
        return _joined(items)

    def finish(self) -> list[StreamItem]:
        """The bytes ended, whatever the reason; returns what was held back and the usage."""
        items: list[StreamItem] = []
        if not self.ended:
            for event in self._decoder.finish():
                self._take_event(event, items, at_end=True)
        self._say_text(self._text_tail.finish(), items)
        self._note(self._splitter.finish(), items)
        rest = self._reasoning_tail.finish()
        if rest:
            self._note([ReasoningDelta(rest)], items)
        if not self._events and not self._failure:
            self._take_bare_json(items)
        if self._usage is not None:
            items.append(UsageReported(self._usage))
        return _joined(items)

    def verdict(self, broke: ProviderError | None = None) -> ReplyFinished:
        """How the answer ended; call after ``finish``.

        Args:
            broke: Why the bytes stopped coming, None when the server ended them.

        Raises:
            ProviderError: The answer is interrupted, empty or none at all.
        """
        if self._failure is not None:
            raise self._as_interruption(self._failure)
        complete = self._done or self.finish_reason is not None
        if not complete and broke is not None:
            raise self._as_interruption(broke)
        if not complete and self._events:
            raise self._as_interruption(
                StreamInterrupted("The server ended the stream in the middle of the reply.")
            )
        if not self._has_text:
            raise self._nothing()
        return ReplyFinished(self.finish_reason, self._model)

    def _as_interruption(self, error: ProviderError) -> ProviderError:
        if not self.has_output:
            if isinstance(error, StreamInterrupted):
                error.action = Action.RETRY  # there is nothing to continue
            return error
        if isinstance(error, StreamInterrupted | TimedOut):
            return error
        interrupted = StreamInterrupted(
            error.message or error.title, status=error.status, retry_after=error.retry_after
        )
        interrupted.__cause__ = error
        return interrupted

    def _nothing(self) -> ProviderError:
        if not self._events and not self._done:
            return self._not_a_stream()
        error = EmptyReply(_EMPTY_MESSAGES.get(self.finish_reason or "", _EMPTY_MESSAGES["stop"]))
        error.finish_reason = self.finish_reason
        return error

    def _not_a_stream(self) -> NotAStream:
        body = self._junk or self._decoder.stray.decode("utf-8", "replace")
        shown = "" if self.is_web_page else plain_words(body, key=self._key)
        what = "a web page" if self.is_web_page else "something else" if body.strip() else "nothing"
        message = (
            f"No reply received: the server answered with {what} (status {self._status}, "
            f"{self._content_type}) instead of a reply stream. Check the base URL."
        )
        return NotAStream(f"{message} It said: {shown}" if shown else message, status=self._status)

    def _fail(self, error: ProviderError) -> None:
        error.message = without_key(error.message, self._key)
        self._failure = self._failure or error
        self.ended = True

    def _take_event(self, event: ServerEvent, items: list[StreamItem], *, at_end: bool = False) -> None:
        data = event.data.strip()
        if data.startswith("[DONE]"):
            self._done = self.ended = True
            return
        if not data:
            return
        payloads, fault = payloads_in(data)
        if fault and event.kind != "error" and not data.startswith(("{", "[")):
            self._junk = self._junk or data[:500]  # a keep-alive, or words of a broken server
            return
        if fault and event.kind == "error":
            payloads = [{"error": data}]
        elif fault:
            cut = at_end and not self._failure
            self._fail(
                StreamInterrupted("The stream ended in the middle of a piece of data.")
                if cut
                else StreamInterrupted("The server sent data that cannot be read.")
            )
            return
        for payload in payloads:
            self._events += 1
            self._take_payload(payload, event.kind, items)
            if self._failure:
                return

    def _take_payload(self, payload: dict[str, Any], kind: str, items: list[StreamItem]) -> None:
        error = reported_error(payload, is_error_event=kind == "error")
        if error is not None:
            self._fail(error)
            return
        self._usage = usage_of(payload) or self._usage
        model = payload.get("model")
        if isinstance(model, str) and model and not self._model:
            self._model = model[:200]
        choice = first_choice(payload.get("choices"))
        if choice is None:
            return
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            message = choice.get("message")
            delta = message if isinstance(message, dict) and not self.has_output else {}
        self._take_delta(delta, items)
        self._take_finish_reason(choice.get("finish_reason"))

    def _take_delta(self, delta: dict[str, Any], items: list[StreamItem]) -> None:
        text, reasoning = contents_of(delta)
        if reasoning:
            self._splitter.reasoning_elsewhere()
            whole = self._reasoning_tail.join(reasoning)
            if whole:
                self._note([ReasoningDelta(whole)], items)
        if text:
            self._say_text(self._text_tail.join(text), items)

    def _say_text(self, text: str, items: list[StreamItem]) -> None:
        if text:
            self._note(self._splitter.feed(text), items)

    def _note(self, new: list[StreamItem], items: list[StreamItem]) -> None:
        for item in new:
            if isinstance(item, TextDelta):
                self._has_text = self._has_text or bool(item.text.strip())
                self._characters += len(item.text)
            elif isinstance(item, ReasoningDelta):
                self._has_reasoning = self._has_reasoning or bool(item.text.strip())
                self._characters += len(item.text)
            elif isinstance(item, TextWasReasoning):
                self._has_reasoning = self._has_reasoning or self._has_text
                self._has_text = False
            items.append(item)

    def _take_finish_reason(self, value: Any) -> None:
        if not isinstance(value, str) or not value.strip():
            return
        reason = value.strip().lower()[:64]
        reason = _FINISH_NAMES.get(reason, reason)
        if reason in _BROKEN_OFF:
            self._fail(ServerFailed(f"The server broke the reply off ({reason})."))
            return
        self.finish_reason = reason if reason.isascii() and reason.isprintable() else "unknown"

    def _take_bare_json(self, items: list[StreamItem]) -> None:
        """Some servers ignore ``stream`` and answer with one JSON object; an error often comes so."""
        payloads, fault = payloads_in(self._decoder.stray.decode("utf-8", "replace").strip())
        if fault or len(payloads) != 1:
            return
        payload = payloads[0]
        error = reported_error(payload, is_error_event=False)
        if error is not None:
            self._junk = without_key(error.message, self._key)
            if type(error) is not ServerFailed:
                self._fail(error)
            return
        choice = first_choice(payload.get("choices"))
        if choice is not None and isinstance(choice.get("message"), dict):
            self._events += 1
            self._done = True
            self._take_payload(payload, "", items)
            self._note(self._splitter.finish(), items)


_EMPTY_MESSAGES = {
    "length": "The output limit (max_tokens) was used up before the answer began. Raise the limit.",
    "content_filter": "The provider's content filter held the answer back.",
    "tool_calls": "The model asked for a tool instead of answering.",
    "stop": "The server ended the reply in an orderly way, but it holds no text.",
}


def _joined(items: Iterable[StreamItem]) -> list[StreamItem]:
    """The items with neighbouring deltas of one kind made into one: fewer events, same text."""
    joined: list[StreamItem] = []
    run: list[str] = []
    kind: type[TextDelta | ReasoningDelta] | None = None
    for item in items:
        if isinstance(item, TextDelta | ReasoningDelta):
            if kind is not None and type(item) is not kind:
                joined.append(kind("".join(run)))
                run = []
            kind = type(item)
            run.append(item.text)
            continue
        if kind is not None:
            joined.append(kind("".join(run)))
            kind, run = None, []
        joined.append(item)
    if kind is not None:
        joined.append(kind("".join(run)))
    return joined
