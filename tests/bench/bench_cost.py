"""Figure 2: what 400 turns cost with our summaries, with a sliding window and with full history.

Everything that decides or builds a request is the real code: policy, span, engine, prompt,
``build_request``. Only the model is played: replies of 400 tokens, summaries of 300. The price of a
request is 1 for each fresh input token, 1/30 or 1/10 for each that an earlier request of the same
plan already held from its start on, and 2 for each token a summary run puts out. The replies' own
output is left out: it is the same for every plan. Run it with ``-s`` to see the table.

Measured, replies cached / fresh: at 1/30 0.225 / 0.402 of the sliding window, 0.134 / 0.215 of full history;
at 1/10 0.399 / 0.561 of the sliding window. A full dialogue review of 6,000 characters in each summary adds
about a quarter: 0.279 / 0.456 and 0.488 / 0.650 of the sliding window.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from desktop_app.core.context.assembly import RequestCache
from desktop_app.core.context.built import Frame
from desktop_app.core.context.request import build_request
from desktop_app.core.context.tokens import MESSAGE_TOKENS, TokenCounter, estimate_text
from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.domain.request import ChatMessage, ReplyFinished, TextDelta
from desktop_app.core.domain.settings import ProfileSettings, SummarySettings
from desktop_app.core.domain.summary import Reason, Summary
from desktop_app.core.summary import dialogue_review, policy, span
from desktop_app.core.summary.engine import run
from desktop_app.core.summary.plan import Layout, RunPlan, choose_layout
from desktop_app.core.summary.template import wording

TURNS = 400
QUESTION, REPLY, SUMMARY = 100, 400, 300
OUTPUT_PRICE = 2.0
SLIDING_TAIL, SLIDING_EVERY = 3, 5
PROFILE = ProfileSettings(id="p", model="m", system_prompt="You are a helpful assistant.")
PLANS = ("ours", "ours, separate layout", "ours, with dialogue review", "sliding window", "full history")
LIMITS = {
    # (cached price, replies cached): most times the cost of sliding window, of full history
    (1 / 30, True): (0.26, 0.16),
    (1 / 30, False): (0.45, 0.25),
    (1 / 10, True): (0.45, 1.0),
    (1 / 10, False): (0.60, 1.0),
}


def words(count, number):
    """A text of exactly ``count`` estimated tokens that no other number shares its start with."""
    return " ".join(
        [f"w{chr(97 + number % 26)}{chr(97 + number // 26 % 26)}{chr(97 + number // 676)}"] * count
    )


@dataclass
class Meter:
    """A provider's bill: longest cached prefix, fresh rest, and what summaries put out."""

    replies_cached: bool
    known: list[tuple[ChatMessage, ...]] = field(default_factory=list)
    fresh: float = 0
    cached: float = 0
    output: float = 0

    def charge(self, messages, answer, *, summary=False):
        total = sum(map(tokens, messages))
        served = max((shared(messages, earlier) for earlier in self.known), default=0)
        self.fresh += total - served
        self.cached += served
        if summary:
            self.output += estimate_text(answer)
        kept = (*messages, ChatMessage("assistant", answer)) if self.replies_cached else tuple(messages)
        self.known = [*self.known[-7:], kept]

    def cost(self, cached_price):
        return self.fresh + self.cached * cached_price + self.output * OUTPUT_PRICE


_weighed: dict[str, int] = {}


def tokens(message):
    if message.content not in _weighed:
        _weighed[message.content] = MESSAGE_TOKENS + estimate_text(message.content)
    return _weighed[message.content]


def shared(new, earlier):
    """Tokens at the start of a request that an earlier one held too."""
    total = 0
    for a, b in zip(new, earlier, strict=False):
        if a.role == b.role and a.content == b.content:
            total += tokens(a)
            continue
        if a.role == b.role:
            pairs = zip(a.content, b.content, strict=False)
            shorter = min(len(a.content), len(b.content))
            same = next((place for place, (x, y) in enumerate(pairs) if x != y), shorter)
            total += estimate_text(a.content[:same])
        break
    return total


def turn_messages(number, parent):
    question = Message(f"u{number}", "c", parent, Role.USER, words(QUESTION, number), number)
    return question, Message(
        f"a{number}", "c", question.id, Role.ASSISTANT, words(REPLY, number), number + 0.5
    )


def summary_text(number):
    title = f"[{wording(True).titles['core_task']}]\n"
    return title + words(SUMMARY - estimate_text(title), number)


def frame(text=""):
    return Frame(PROFILE.system_prompt, summary=text)


def ours(meter, *, layout="auto", review=False):
    """The real policy, span, engine and request over 400 turns."""
    settings = SummarySettings(layout=layout)
    path, summaries, cache, counter = [], [], RequestCache(), TokenCounter(PROFILE.model)
    for number in range(TURNS):
        question, answer = turn_messages(number, path[-1].id if path else None)
        path.append(question)
        force = span.in_force(summaries, path)
        build = {"covered": force.covered if force else 0, "counter": counter}
        shown = frame(force.summary.text if force else "")
        meter.charge(build_request(path, shown, cache=cache, **build).messages, answer.text)
        path.append(answer)
        if decides_to_run(path, summaries, force, build_request(path, shown, **build).tokens, settings):
            summaries.append(summarise(meter, path, summaries, force, settings, review, number))
    return len(summaries)


def decides_to_run(path, summaries, force, request_tokens, settings):
    last = span.last_run(summaries, path)
    counts = span.progress(path, last.created_at if last else None)
    cut = span.choose(path, force.covered if force else 0, settings.recent_n)
    situation = policy.Situation(
        request_tokens=request_tokens,
        window=None,
        reserved_output=policy.reserved_output(None, None),
        turns=counts.turns,
        new_turns=counts.new_turns,
        new_messages=counts.new_messages,
        user_messages=counts.user_messages,
        foldable=len(cut.folded),
    )
    return policy.decide(situation, settings).fires


def summarise(meter, path, summaries, force, settings, review, number):
    covered = force.covered if force else 0
    cut = span.choose(path, covered, settings.recent_n)
    mode = policy.choose_mode(
        Reason.AUTO,
        has_previous=force is not None,
        runs_since_rewrite=span.runs_since_rewrite(force.summary if force else None, summaries),
        rewrite_every=settings.rewrite_every,
        raw_tokens=TokenCounter().messages(cut.covered),
        rewrite_budget=settings.rewrite_limit,
    )
    text = summary_text(number)

    async def stream(request):
        meter.charge(request.messages, text, summary=True)
        yield TextDelta(text)
        yield ReplyFinished("stop")

    chat = build_request(
        cut.covered, frame(force.summary.text if force else ""), covered=covered, closing=False
    ).messages
    plan = RunPlan(
        PROFILE,
        cut.folded if mode == "update" else cut.covered,
        use_english=True,
        mode=mode,
        layout=choose_layout(
            settings.layout, same_profile=True, raw_differs=mode == "rewrite" and covered > 0
        ),
        previous=force.summary.model_text if force else "",
        chat=chat,
        first_number=covered + 1,
    )
    result = asyncio.run(run(plan, stream, estimate_text))
    assert result.layout is plan.layout
    line = dialogue_review.build(cut.covered, True, limit=settings.dialogue_review_limit) if review else ""
    return Summary(
        f"s{number}",
        "c",
        cut.boundary_id,
        dialogue_review.attach(result.text, line),
        number + 0.6,
        span.span_hash(cut.covered),
        previous_id=force.summary.id if force else None,
        model_text=result.text,
        mode=mode,
    )


def sliding_window(meter):
    """A summary, the last 3 messages and the new one; the summary is updated every 5 messages."""
    path, folded, previous, runs = [], 0, "", 0
    for number in range(TURNS):
        question, answer = turn_messages(number, path[-1].id if path else None)
        for message in (question, answer):
            path.append(message)
            if message is question:
                tail = path[-SLIDING_TAIL - 1 :]
                meter.charge(build_request(tail, frame(previous)).messages, answer.text)
            if len(path) - SLIDING_TAIL - folded >= SLIDING_EVERY:
                previous = slide(meter, path[folded : folded + SLIDING_EVERY], previous, folded)
                folded += SLIDING_EVERY
                runs += 1
    return runs


def slide(meter, messages, previous, first):
    text = summary_text(first + 1000)

    async def stream(request):
        meter.charge(request.messages, text, summary=True)
        yield TextDelta(text)
        yield ReplyFinished("stop")

    plan = RunPlan(PROFILE, tuple(messages), True, layout=Layout.SEPARATE, previous=previous)
    return asyncio.run(run(replace(plan, first_number=first + 1), stream, estimate_text)).text


def full_history(meter):
    path, cache, counter = [], RequestCache(), TokenCounter(PROFILE.model)
    for number in range(TURNS):
        question, answer = turn_messages(number, path[-1].id if path else None)
        path.append(question)
        meter.charge(build_request(path, frame(), cache=cache, counter=counter).messages, answer.text)
        path.append(answer)
    return 0


def simulate(name, replies_cached):
    meter = Meter(replies_cached)
    plans = {
        "ours": lambda: ours(meter),
        "ours, separate layout": lambda: ours(meter, layout="separate"),
        "ours, with dialogue review": lambda: ours(meter, review=True),
        "sliding window": lambda: sliding_window(meter),
        "full history": lambda: full_history(meter),
    }
    return meter, plans[name]()


@pytest.mark.timeout(600)
def test_cost_of_400_turns(benchmark, capsys):
    meters = benchmark.pedantic(
        lambda: {(name, cached): simulate(name, cached) for cached in (True, False) for name in PLANS},
        rounds=1,
    )

    lines = [f"{'plan':28} {'replies':8} runs      fresh       cached   output    at 1/30    at 1/10"]
    for (name, cached), (meter, runs) in meters.items():
        head = f"{name:28} {'cached' if cached else 'fresh':8} {runs:>4}"
        sums = f"{meter.fresh:>10,.0f} {meter.cached:>12,.0f} {meter.output:>8,.0f}"
        lines.append(f"{head} {sums} {meter.cost(1 / 30):>10,.0f} {meter.cost(1 / 10):>10,.0f}")
    for (price, cached), (of_sliding, of_full) in LIMITS.items():
        costs = {name: meters[name, cached][0].cost(price) for name in PLANS}
        sliding, full = costs["sliding window"], costs["full history"]
        lines.append(
            f"cached input 1/{1 / price:.0f}, replies {'cached' if cached else 'fresh'}: "
            f"{costs['ours'] / sliding:.3f} x sliding (<= {of_sliding}), "
            f"{costs['ours'] / full:.3f} x full (<= {of_full}); against sliding the separate layout "
            f"{costs['ours, separate layout'] / sliding:.3f}, "
            f"with a dialogue review {costs['ours, with dialogue review'] / sliding:.3f}"
        )
    with capsys.disabled():
        print("\n" + "\n".join(lines))
    for (price, cached), (of_sliding, of_full) in LIMITS.items():
        costs = {name: meters[name, cached][0].cost(price) for name in PLANS}
        assert costs["ours"] <= of_sliding * costs["sliding window"]
        assert costs["ours"] <= of_full * costs["full history"]
