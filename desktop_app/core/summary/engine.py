"""One summary run: builds the requests, streams the answer, reviews it, and changes nothing itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, cast

from desktop_app.core.awake_time import AwakeLimit
from desktop_app.core.domain.conversation import Message, Usage
from desktop_app.core.domain.errors import (
    ContextTooLong,
    EmptyReply,
    NothingToSummarize,
    StreamInterrupted,
    TimedOut,
)
from desktop_app.core.domain.request import (
    ChatMessage,
    ChatRequest,
    ModelLoading,
    ParameterDropped,
    ReasoningDelta,
    ReplyFinished,
    RetryScheduled,
    StreamItem,
    TextDelta,
    TextPart,
    TextWasReasoning,
    UsageReported,
)
from desktop_app.core.domain.summary import SummaryMode
from desktop_app.core.summary import dialogue, review
from desktop_app.core.summary.plan import Layout, Listener, RunPlan, RunResult
from desktop_app.core.summary.prompt import build_summary_system_prompt
from desktop_app.core.summary.sections import resolve_summary_sections
from desktop_app.core.summary.template import wording

Stream = Callable[[ChatRequest], AsyncIterator[StreamItem]]
"""``ChatProvider.stream``."""

_SMALLEST_BUDGET = 200
_SAFETY = 0.95
"""Share of the input limit that is planned for, since tokens are estimated."""


async def run(
    plan: RunPlan, stream: Stream, estimate: Callable[[str], int], listener: Listener | None = None
) -> RunResult:
    """Write one summary.

    Nothing is stored; cancelling the task ends the request at once.

    Args:
        plan: What to summarise and how.
        stream: Sends a request; its retries show as ``RetryScheduled``.
        estimate: Tokens of a text, by the estimator of the summary's model.
        listener: Told about text, resets and waits.

    Raises:
        NothingToSummarize: The plan holds no sendable message.
        SummaryRefused: Two answers in a row were not acceptable.
        TimedOut: The run took longer than the plan allows.
        ProviderError: The endpoint failed.
    """
    work = _Run(plan, stream, estimate, listener or Listener())
    try:
        async with AwakeLimit.after(plan.timeout):
            return await work.finish()
    except TimeoutError as error:
        message = f"The summary was not ready within {plan.timeout:g} seconds."
        raise TimedOut(message, title="The summary took too long") from error


class _Run:
    """The state of one run."""

    def __init__(
        self, plan: RunPlan, stream: Stream, estimate: Callable[[str], int], listener: Listener
    ) -> None:
        self._plan = plan
        self._stream = stream
        self._estimate = estimate
        self._listener = listener
        self._words = wording(plan.use_english)
        self._style = dialogue.DialogueStyle(self._words, plan.group, plan.redact)
        self._sections = resolve_summary_sections(plan.config.section_overrides, plan.use_english)
        self._layout = plan.layout if plan.chat and not plan.redact else Layout.SEPARATE
        self._message_limit = dialogue.MESSAGE_LIMIT
        self._text = "" if plan.mode is SummaryMode.REWRITE else plan.previous
        self._covered: list[Message] = []
        self._usage: Usage | None = None
        self._model = plan.profile.model
        self._requests = 0
        self._dropped: list[str] = []

    async def finish(self) -> RunResult:
        """Summarise piece after piece until all is covered or the server's window set an end."""
        waiting = dialogue.turns(self._plan.messages, group=self._plan.group)
        if not waiting:
            raise NothingToSummarize("There are no new messages since the last summary.")
        if self._layout is Layout.IN_PLACE and not self._fits_in_place():
            self._layout = Layout.SEPARATE
        while waiting:
            if self._covered:
                self._listener.on_reset()
            planned = len(waiting) if self._layout is Layout.IN_PLACE else self._how_many_fit(waiting)
            included = await self._piece(waiting, planned)
            waiting = waiting[included:]
            if included < planned and self._plan.mode is SummaryMode.UPDATE:
                break
        return RunResult(
            self._text,
            tuple(self._covered),
            self._usage,
            self._model,
            self._layout,
            self._requests,
            tuple(dict.fromkeys(self._dropped)),
        )

    async def _piece(self, waiting: Sequence[tuple[Message, ...]], planned: int) -> int:
        """Summarise the first ``planned`` turns, or fewer when the server finds them too long."""
        count = planned
        while True:
            messages = [message for turn in waiting[:count] for message in turn]
            try:
                self._text = await self._accepted(messages)
            except ContextTooLong:
                if not self._shrink(count):
                    raise
                count = max(1, count // 2)
                self._listener.on_reset()
                continue
            self._covered += messages
            return count

    def _shrink(self, count: int) -> bool:
        """Make the next try smaller; False when it cannot get any smaller."""
        if self._layout is Layout.IN_PLACE:
            self._layout = Layout.SEPARATE
            return True
        if count > 1:
            return True
        if self._message_limit <= dialogue.SMALLEST_CUT:
            return False
        self._message_limit = max(dialogue.SMALLEST_CUT, self._message_limit // 4)
        return True

    async def _accepted(self, messages: list[Message]) -> str:
        """Ask once, and once more with the fault named; returns the text of an acceptable answer."""
        prompt = build_summary_system_prompt(self._text, self._plan.use_english, self._plan.config)
        source = self._source_tokens(messages)
        limit = self._plan.max_output_tokens
        fault: review.Fault | None = None
        for attempt in (1, 2):
            note = "" if fault is None else review.retry_note(fault, self._plan.use_english)
            answer = await self._ask(self._request(prompt, messages, note, limit))
            text = review.clean(answer.text)
            measure = review.Measure(
                self._sections,
                source,
                self._estimate(text),
                review.character_limit(self._plan.max_output_tokens),
            )
            fault = review.check(answer, measure, self._plan.use_english)
            if fault is None:
                return text
            if attempt == 1:
                self._listener.on_reset()
                limit = self._larger(limit) if fault.wants_more_output else limit
        raise review.refusal(cast("review.Fault", fault), limit)

    def _larger(self, limit: int) -> int:
        ceiling = self._plan.profile.output_limit
        return max(limit, min(2 * limit, ceiling)) if ceiling else 2 * limit

    def _request(self, prompt: str, messages: list[Message], note: str, limit: int) -> ChatRequest:
        if self._layout is Layout.IN_PLACE:
            sent = self._in_place(prompt, note)
        else:
            sent = self._separate(prompt, messages, note)
        return ChatRequest(
            self._plan.profile, sent, purpose="summary", max_output_tokens=limit, timeout=self._plan.timeout
        )

    def _in_place(self, prompt: str, note: str) -> tuple[ChatMessage, ...]:
        asked = "\n\n".join(filter(None, [self._words.in_place_lead, prompt, note]))
        last = self._plan.chat[-1]
        if last.role != "user":
            return (*self._plan.chat, ChatMessage("user", asked))
        if isinstance(last.content, str):
            return (*self._plan.chat[:-1], replace(last, content=f"{last.content}\n\n{asked}"))
        return (*self._plan.chat[:-1], replace(last, content=(*last.content, TextPart(asked))))

    def _separate(self, prompt: str, messages: list[Message], note: str) -> tuple[ChatMessage, ...]:
        first = self._plan.first_number + len(self._covered)
        written = dialogue.lines(messages, self._style, first=first, limit=self._message_limit)
        asked = "\n\n".join(filter(None, [dialogue.block(written, self._words), note]))
        role = self._plan.profile.system_role
        if role == "user":
            return (ChatMessage("user", f"{prompt}\n\n{asked}"),)
        return (ChatMessage(role, prompt), ChatMessage("user", asked))

    def _source_tokens(self, messages: list[Message]) -> int:
        return self._estimate(self._text) + sum(self._estimate(message.text) for message in messages)

    def _fits_in_place(self) -> bool:
        if self._plan.input_limit is None:
            return True
        prompt = build_summary_system_prompt(self._text, self._plan.use_english, self._plan.config)
        tokens = sum(self._estimate(message.text) + 4 for message in self._plan.chat)
        return tokens + self._estimate(prompt) <= self._plan.input_limit * _SAFETY

    def _how_many_fit(self, waiting: Sequence[tuple[Message, ...]]) -> int:
        """How many whole turns one request can hold; a turn too long by itself is cut to fit."""
        if self._plan.input_limit is None:
            return len(waiting)
        prompt = build_summary_system_prompt(self._text, self._plan.use_english, self._plan.config)
        frame = self._estimate(prompt) + self._estimate(dialogue.block((), self._words))
        budget = max(_SMALLEST_BUDGET, int(self._plan.input_limit * _SAFETY) - frame)
        self._message_limit = dialogue.MESSAGE_LIMIT
        while self._tokens_of(waiting[0]) > budget and self._message_limit > dialogue.SMALLEST_CUT:
            self._message_limit = max(dialogue.SMALLEST_CUT, self._message_limit // 2)
        used = count = 0
        for turn in waiting:
            used += self._tokens_of(turn)
            if count and used > budget:
                break
            count += 1
        return count

    def _tokens_of(self, turn: tuple[Message, ...]) -> int:
        written = dialogue.lines(turn, self._style, first=1, limit=self._message_limit)
        return sum(self._estimate(line) + 1 for line in written)

    async def _ask(self, request: ChatRequest) -> review.Answer:
        """Send one request; text received before a retry of the provider is void."""
        self._requests += 1
        bound = 4 * review.character_limit(self._plan.max_output_tokens)
        pieces: list[str] = []
        reasoned, length = False, 0
        try:
            async with aclosing(cast("Any", self._stream(request))) as items:
                async for item in items:
                    if isinstance(item, TextDelta):
                        pieces.append(item.text)
                        length += len(item.text)
                        self._listener.on_text(item.text)
                    elif isinstance(item, ReasoningDelta):
                        reasoned = True
                    elif isinstance(item, RetryScheduled):
                        pieces.clear()
                        reasoned, length = False, 0
                        self._listener.on_reset()
                    elif isinstance(item, TextWasReasoning):
                        pieces.clear()
                        reasoned, length = True, 0
                        self._listener.on_reset()
                    if isinstance(item, ReplyFinished):
                        self._model = item.model or self._model
                        return review.Answer("".join(pieces), item.finish_reason, reasoned)
                    self._note(item)
                    if length > bound:
                        # A server that ignores every limit: what is here is too long already.
                        return review.Answer("".join(pieces), "stop", reasoned)
        except EmptyReply as error:
            return review.Answer("", error.finish_reason, reasoned)
        except StreamInterrupted:
            return review.Answer("".join(pieces), None, reasoned, broken_off=True)
        return review.Answer("".join(pieces), None, reasoned, broken_off=True)

    def _note(self, item: StreamItem) -> None:
        if isinstance(item, (RetryScheduled, ModelLoading)):
            self._listener.on_wait(item)
        elif isinstance(item, ParameterDropped):
            self._dropped.append(item.name)
        elif isinstance(item, UsageReported):
            self._usage = _added(self._usage, item.usage)


def _added(sum_so_far: Usage | None, more: Usage) -> Usage:
    if sum_so_far is None:
        return more
    cached = [u.cached_tokens for u in (sum_so_far, more) if u.cached_tokens is not None]
    return Usage(
        sum_so_far.prompt_tokens + more.prompt_tokens,
        sum_so_far.completion_tokens + more.completion_tokens,
        sum(cached) if cached else None,
    )
