"""What summaries cost and what they save: arithmetic over the ledger's entries and prices.

Nothing here guesses a price or mixes currencies: without a price there are tokens only, and sums are
kept apart by currency. A saved token would have been sent again, mostly from the provider's cache;
so savings come as a pair: at the cached price (the least) and at the fresh price (the most).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_app.core.domain.conversation import Usage
from desktop_app.core.domain.summary import LedgerEntry

_PER = 1_000_000


class Rates(Protocol):
    """Prices per million tokens; None where unknown. ``PriceSettings`` is one."""

    @property
    def currency(self) -> str:
        """ISO 4217 code."""
        ...

    @property
    def input(self) -> float | None:
        """Per million fresh prompt tokens."""
        ...

    @property
    def cached_input(self) -> float | None:
        """Per million prompt tokens from the cache."""
        ...

    @property
    def output(self) -> float | None:
        """Per million tokens of an answer."""
        ...


RatesOf = Callable[[LedgerEntry], Rates | None]
"""The prices that held for an entry; None when its profile is gone or has none."""


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in one currency (ISO 4217)."""

    amount: float
    currency: str


@dataclass(frozen=True, slots=True)
class Saving:
    """What not sending tokens saved, between two bounds of one currency.

    Attributes:
        least: Had all of them come from the cache.
        most: Had none of them come from the cache.
    """

    least: float
    most: float
    currency: str


@dataclass(frozen=True, slots=True)
class SummaryAccount:
    """One summary's balance.

    Attributes:
        spent_tokens: Prompt and completion of its run, retries included.
        cost: Of its run; None when a price is unknown.
        requests: Chat requests since it came into force.
        saved_tokens: Tokens those did not carry.
        savings: One for each currency the requests were priced in.
        break_even_tokens: Number of the request, from 1, at which saved tokens reached spent ones;
            None while they have not.
        break_even_least: The same in money, savings at the cached price; None while not, or when
            cost and savings cannot be compared.
        break_even_most: The same with savings at the fresh price.
    """

    summary_id: str
    conversation_id: str
    at: float
    model: str
    spent_tokens: int
    cost: Money | None
    requests: int
    saved_tokens: int
    savings: tuple[Saving, ...]
    break_even_tokens: int | None
    break_even_least: int | None
    break_even_most: int | None


@dataclass(frozen=True, slots=True)
class Total:
    """Sums of one currency.

    Attributes:
        spent: On requests of every kind.
        spent_on_summaries: The part of it that summaries cost.
        saved: What summaries saved.
    """

    currency: str
    spent: float
    spent_on_summaries: float
    saved: Saving


@dataclass(frozen=True, slots=True)
class Point:
    """The balance after a request, for a plot.

    Attributes:
        request: Number of the chat request, from 1; 0 stands before the first.
        tokens: Saved minus spent tokens so far.
        least: Saved minus spent money so far, at the cached price; None when a price is unknown.
        most: The same at the fresh price.
    """

    request: int
    at: float
    tokens: int
    least: float | None
    most: float | None


@dataclass(frozen=True, slots=True)
class Ledger:
    """The whole balance of one conversation or of all.

    Attributes:
        accounts: One for each summary that made a request, oldest first.
        totals: One for each currency, by its code.
        spent_tokens: Tokens of summary runs.
        saved_tokens: Tokens that chat requests did not carry.
        unpriced: Requests without a known price; they count in tokens only.
        series: For a plot; money is None in it when prices are unknown or currencies differ.
    """

    accounts: tuple[SummaryAccount, ...]
    totals: tuple[Total, ...]
    spent_tokens: int
    saved_tokens: int
    unpriced: int
    series: tuple[Point, ...]


def request_cost(usage: Usage, rates: Rates | None) -> Money | None:
    """What a request cost; None when the price of a part that it used is unknown.

    Cached tokens without a price of their own count as fresh ones.
    """
    if rates is None:
        return None
    cached = min(usage.cached_tokens or 0, usage.prompt_tokens)
    fresh_price = rates.input
    cached_price = rates.cached_input if rates.cached_input is not None else fresh_price
    parts = (
        (usage.prompt_tokens - cached, fresh_price),
        (cached, cached_price),
        (usage.completion_tokens, rates.output),
    )
    if any(tokens and price is None for tokens, price in parts):
        return None
    return Money(math.fsum(tokens * (price or 0.0) for tokens, price in parts) / _PER, rates.currency)


def saving(tokens: int, rates: Rates | None) -> Saving | None:
    """What it saved not to send these tokens; None when the fresh price is unknown."""
    if rates is None or rates.input is None:
        return None
    cached_price = rates.cached_input if rates.cached_input is not None else rates.input
    low, high = sorted((cached_price, rates.input))
    return Saving(tokens * low / _PER, tokens * high / _PER, rates.currency)


def balance(entries: Iterable[LedgerEntry], rates_of: RatesOf) -> Ledger:
    """Everything the ledger screen shows.

    Args:
        entries: Of one conversation or of all, in any order.
        rates_of: The prices for an entry.
    """
    ordered = sorted(entries, key=lambda entry: entry.at)
    runs, later = _by_summary(ordered)
    accounts = tuple(
        _account(summary_id, runs[summary_id], later[summary_id], rates_of) for summary_id in runs
    )
    summaries = [entry for entry in ordered if entry.kind == "summary"]
    return Ledger(
        accounts=accounts,
        totals=_totals(ordered, rates_of),
        spent_tokens=sum(entry.usage.total_tokens for entry in summaries),
        saved_tokens=sum(entry.saved_tokens for entry in ordered if entry.kind == "chat"),
        unpriced=sum(request_cost(entry.usage, rates_of(entry)) is None for entry in ordered),
        series=_series(ordered, rates_of),
    )


def _by_summary(
    ordered: Sequence[LedgerEntry],
) -> tuple[dict[str, list[LedgerEntry]], dict[str, list[LedgerEntry]]]:
    """The runs of each summary, and the chat requests it stood in.

    A chat entry names its summary, or belongs to the newest one of its conversation before it.
    """
    runs: dict[str, list[LedgerEntry]] = defaultdict(list)
    later: dict[str, list[LedgerEntry]] = defaultdict(list)
    newest: dict[str, str] = {}
    for entry in ordered:
        if entry.kind == "summary":
            summary_id = entry.summary_id or f"{entry.conversation_id}@{entry.at}"
            runs[summary_id].append(entry)
            newest[entry.conversation_id] = summary_id
        elif entry.kind == "chat" and (entry.summary_id or entry.saved_tokens):
            used = entry.summary_id or newest.get(entry.conversation_id)
            if used is not None:
                later[used].append(entry)
    return runs, later


def _account(
    summary_id: str, runs: Sequence[LedgerEntry], later: Sequence[LedgerEntry], rates_of: RatesOf
) -> SummaryAccount:
    cost = _sum_of([request_cost(entry.usage, rates_of(entry)) for entry in runs])
    spent = sum(entry.usage.total_tokens for entry in runs)
    steps = [saving(entry.saved_tokens, rates_of(entry)) for entry in later]
    comparable = cost is not None and all(
        step is not None and step.currency == cost.currency for step in steps
    )
    least = [step.least for step in steps if step is not None] if comparable else []
    most = [step.most for step in steps if step is not None] if comparable else []
    return SummaryAccount(
        summary_id=summary_id,
        conversation_id=runs[0].conversation_id,
        at=runs[-1].at,
        model=runs[-1].model,
        spent_tokens=spent,
        cost=cost,
        requests=len(later),
        saved_tokens=sum(entry.saved_tokens for entry in later),
        savings=_savings(steps),
        break_even_tokens=_break_even([entry.saved_tokens for entry in later], spent),
        break_even_least=_break_even(least, cost.amount if cost else 0.0),
        break_even_most=_break_even(most, cost.amount if cost else 0.0),
    )


def _sum_of(amounts: Sequence[Money | None]) -> Money | None:
    """The sum, None when one is unknown or they differ in currency."""
    known = [amount for amount in amounts if amount is not None]
    currencies = {amount.currency for amount in known}
    if len(known) < len(amounts) or len(currencies) != 1:
        return None
    return Money(math.fsum(amount.amount for amount in known), known[0].currency)


def _savings(steps: Iterable[Saving | None]) -> tuple[Saving, ...]:
    """Savings added up for each currency, by its code."""
    least: dict[str, list[float]] = defaultdict(list)
    most: dict[str, list[float]] = defaultdict(list)
    for step in steps:
        if step is not None:
            least[step.currency].append(step.least)
            most[step.currency].append(step.most)
    return tuple(Saving(math.fsum(least[code]), math.fsum(most[code]), code) for code in sorted(least))


def _break_even(gains: Sequence[float], cost: float) -> int | None:
    """Number of the gain, from 1, at which their sum reached the cost; None when it has not."""
    total = 0.0
    for number, gain in enumerate(gains, start=1):
        total += gain
        if total >= cost:
            return number
    return None


def _totals(ordered: Sequence[LedgerEntry], rates_of: RatesOf) -> tuple[Total, ...]:
    spent: dict[str, list[float]] = defaultdict(list)
    on_summaries: dict[str, list[float]] = defaultdict(list)
    steps = []
    for entry in ordered:
        rates = rates_of(entry)
        cost = request_cost(entry.usage, rates)
        if cost is not None:
            spent[cost.currency].append(cost.amount)
            if entry.kind == "summary":
                on_summaries[cost.currency].append(cost.amount)
        if entry.kind == "chat" and entry.saved_tokens:
            steps.append(saving(entry.saved_tokens, rates))
    saved = {sum_.currency: sum_ for sum_ in _savings(steps)}
    return tuple(
        Total(
            code,
            math.fsum(spent[code]),
            math.fsum(on_summaries[code]),
            saved.get(code, Saving(0.0, 0.0, code)),
        )
        for code in sorted({*spent, *saved})
    )


def _series(ordered: Sequence[LedgerEntry], rates_of: RatesOf) -> tuple[Point, ...]:
    """The balance after each chat request, summaries paid for when they were made."""
    relevant = [entry for entry in ordered if entry.kind in ("chat", "summary")]
    steps = [_step(entry, rates_of(entry)) for entry in relevant]
    currencies = {step.currency for step in steps if step is not None and (step.least or step.most)}
    in_money = None not in steps and len(currencies) <= 1
    points: list[Point] = []
    tokens, least, most, request = 0, 0.0, 0.0, 0
    for entry, step in zip(relevant, steps, strict=True):
        if in_money and step is not None:
            least, most = least + step.least, most + step.most
        if entry.kind == "summary":
            tokens -= entry.usage.total_tokens
            continue
        request += 1
        tokens += entry.saved_tokens
        points.append(
            Point(request, entry.at, tokens, least if in_money else None, most if in_money else None)
        )
    return tuple(points)


def _step(entry: LedgerEntry, rates: Rates | None) -> Saving | None:
    """What an entry adds to the balance in money; a summary's cost is negative."""
    if entry.kind == "chat":
        return saving(entry.saved_tokens, rates) if entry.saved_tokens else Saving(0.0, 0.0, "")
    cost = request_cost(entry.usage, rates)
    return None if cost is None else Saving(-cost.amount, -cost.amount, cost.currency)
