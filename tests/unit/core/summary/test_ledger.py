"""The ledger counts money only where prices are known and never across currencies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import Usage
from desktop_app.core.domain.settings import PriceSettings
from desktop_app.core.domain.summary import LedgerEntry
from desktop_app.core.summary.ledger import Money, Saving, balance, request_cost, saving

USD = PriceSettings(currency="USD", input=3.0, cached_input=0.3, output=15.0)
CNY = PriceSettings(currency="CNY", input=20.0, cached_input=2.0, output=60.0)
NONE = PriceSettings()
PRICES = {"usd": USD, "cny": CNY, "none": NONE}


def rates(entry):
    return PRICES.get(entry.profile_id or "")


def chat(at, saved=0, profile="usd", conversation="c", summary_id=None):
    usage = Usage(1000, 100, 800)
    return LedgerEntry(conversation, "chat", at, profile, "m", usage, saved, summary_id)


def run(at, summary_id="s1", profile="usd", conversation="c", prompt=10_000, completion=1000):
    return LedgerEntry(conversation, "summary", at, profile, "m", Usage(prompt, completion), 0, summary_id)


def test_cached_tokens_are_paid_at_their_own_price():
    cost = request_cost(Usage(1_000_000, 100_000, 400_000), USD)

    assert cost == Money(pytest.approx(0.6 * 3 + 0.4 * 0.3 + 0.1 * 15), "USD")


def test_without_a_cached_price_they_count_as_fresh():
    price = PriceSettings(input=3.0, output=15.0)

    assert request_cost(Usage(1_000_000, 0, 400_000), price) == Money(3.0, "USD")
    assert saving(1_000_000, price) == Saving(3.0, 3.0, "USD")


@pytest.mark.parametrize("price", [None, NONE, PriceSettings(input=1.0), PriceSettings(output=1.0)])
def test_an_unknown_price_gives_no_amount(price):
    assert request_cost(Usage(10, 10), price) is None


def test_a_free_model_costs_nothing_and_is_known_to():
    assert request_cost(Usage(10, 10), PriceSettings(input=0.0, output=0.0)) == Money(0.0, "USD")


def test_more_cached_than_prompt_tokens_are_capped():
    assert request_cost(Usage(10, 0, 50), USD) == Money(pytest.approx(10 * 0.3 / 1e6), "USD")


def test_an_account_shows_cost_savings_and_break_even():
    entries = [run(1.0), *(chat(2.0 + n, saved=4000) for n in range(40))]

    (account,) = balance(entries, rates).accounts

    assert account.spent_tokens == 11_000
    assert account.cost == Money(pytest.approx(0.045), "USD")
    assert account.requests == 40
    assert account.saved_tokens == 160_000
    assert account.savings == (Saving(pytest.approx(0.048), pytest.approx(0.48), "USD"),)
    assert account.break_even_tokens == 3
    assert account.break_even_most == 4
    assert account.break_even_least == 38


def test_a_summary_that_has_not_paid_off_has_no_break_even():
    (account,) = balance([run(1.0), chat(2.0, saved=10)], rates).accounts

    assert account.break_even_tokens is account.break_even_least is account.break_even_most is None


def test_requests_count_for_the_summary_they_name_or_the_newest_before():
    entries = [
        chat(0.5),
        run(1.0, "s1"),
        chat(2.0, saved=10),
        run(3.0, "s2"),
        chat(4.0, saved=20),
        chat(5.0, saved=30, summary_id="s1"),
        chat(6.0, saved=40, conversation="other"),
    ]

    accounts = {account.summary_id: account.saved_tokens for account in balance(entries, rates).accounts}

    assert accounts == {"s1": 40, "s2": 20}


def test_retries_of_one_summary_add_up():
    (account,) = balance([run(1.0), run(1.5)], rates).accounts

    assert account.spent_tokens == 22_000
    assert account.cost == Money(pytest.approx(0.09), "USD")


def test_unknown_prices_leave_tokens_only():
    ledger = balance([run(1.0, profile="none"), chat(2.0, saved=20_000, profile="gone")], rates)

    assert ledger.totals == ()
    assert ledger.unpriced == 2
    assert (ledger.spent_tokens, ledger.saved_tokens) == (11_000, 20_000)
    assert ledger.accounts[0].cost is None
    assert ledger.accounts[0].break_even_tokens == 1
    assert ledger.accounts[0].break_even_most is None
    assert ledger.series[0].least is None
    assert ledger.series[0].tokens == 9000


def test_currencies_are_never_added_or_compared():
    ledger = balance([run(1.0, profile="cny"), chat(2.0, saved=10**9), chat(3.0)], rates)

    assert [total.currency for total in ledger.totals] == ["CNY", "USD"]
    assert ledger.totals[0].saved == Saving(0.0, 0.0, "CNY")
    assert ledger.accounts[0].break_even_most is None
    assert ledger.series[-1].most is None


def test_totals_tell_summaries_from_the_rest():
    (total,) = balance([run(1.0), chat(2.0, saved=1000)], rates).totals

    assert total.spent_on_summaries == pytest.approx(0.045)
    assert total.spent == pytest.approx(0.045 + (200 * 3 + 800 * 0.3 + 100 * 15) / 1e6)
    assert total.saved == Saving(pytest.approx(0.0003), pytest.approx(0.003), "USD")


def test_the_series_falls_with_each_run_and_climbs_with_each_request():
    ledger = balance([chat(0.0), run(1.0), chat(2.0, saved=20_000), chat(3.0, saved=20_000)], rates)

    assert [point.request for point in ledger.series] == [1, 2, 3]
    assert [point.tokens for point in ledger.series] == [0, 9000, 29_000]
    assert ledger.series[1].most == pytest.approx(0.06 - 0.045)
    assert ledger.series[1].least == pytest.approx(0.006 - 0.045)


def test_nothing_gives_an_empty_balance():
    ledger = balance([], rates)

    assert (ledger.accounts, ledger.totals, ledger.series, ledger.unpriced) == ((), (), (), 0)


ENTRIES = st.builds(
    LedgerEntry,
    conversation_id=st.sampled_from("ab"),
    kind=st.sampled_from(["chat", "summary", "title", "background"]),
    at=st.floats(0, 100),
    profile_id=st.sampled_from(["usd", "cny", "none", None]),
    model=st.just("m"),
    usage=st.builds(
        Usage, st.integers(1, 10**6), st.integers(0, 10**5), st.one_of(st.none(), st.integers(0, 10**6))
    ),
    saved_tokens=st.integers(0, 10**6),
    summary_id=st.sampled_from(["s1", "s2", None]),
)


@settings(max_examples=100)
@given(st.lists(ENTRIES, max_size=20))
def test_any_ledger_adds_up(entries):
    ledger = balance(entries, rates)

    assert ledger.spent_tokens == sum(account.spent_tokens for account in ledger.accounts)
    assert all(total.saved.least <= total.saved.most for total in ledger.totals)
    assert all(total.spent_on_summaries <= total.spent + 1e-9 for total in ledger.totals)
    assert len(ledger.series) == sum(entry.kind == "chat" for entry in entries)
    for account in ledger.accounts:
        if account.break_even_least is not None:
            assert account.break_even_most <= account.break_even_least <= account.requests
