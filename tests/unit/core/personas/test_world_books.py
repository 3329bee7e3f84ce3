"""World books: keywords bring in knowledge, within a budget, without running anybody's code."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.persona import WorldBook, WorldEntry
from desktop_app.core.personas.documents import book_from, to_document
from desktop_app.core.personas.world_books import (
    active_entries,
    book_to_json,
    import_book,
    parse_book,
    within_budget,
    world_text,
)
from tests.builders import Ids
from tests.unit.core.personas.card_samples import BOOK


def book(*entries, **changes):
    return WorldBook("b", "B", entries, **changes)


def entry(content, *keys, **changes):
    return WorldEntry(content, keys, **changes)


def contents(*args, **kwargs):
    return [e.content for e in active_entries(*args, **kwargs)]


def test_an_entry_counts_when_one_of_its_keys_comes_up():
    lore = book(entry("light", "lighthouse", "灯塔"), entry("sea", "ocean"))

    assert contents(lore, ["The LIGHTHOUSE is old"]) == ["light"]
    assert contents(lore, ["我去看灯塔了"]) == ["light"]
    assert contents(lore, ["nothing"]) == []


def test_case_counts_only_where_the_entry_says_so():
    lore = book(entry("x", "Rose", case_sensitive=True))

    assert contents(lore, ["a rose"]) == []
    assert contents(lore, ["Rose came"]) == ["x"]


def test_selective_entries_need_a_secondary_key_too():
    lore = book(entry("x", "house", selective=True, secondary_keys=("night", "storm")))

    assert contents(lore, ["the house"]) == []
    assert contents(lore, ["the house at Night"]) == ["x"]
    assert contents(book(entry("x", "house", selective=True)), ["the house"]) == ["x"]


def test_constant_entries_always_count_and_disabled_ones_never():
    lore = book(entry("always", constant=True), entry("off", "a", enabled=False), entry("", "a"))

    assert contents(lore, ["a"]) == ["always"]


def test_only_the_newest_messages_are_scanned():
    lore = book(entry("x", "dragon"))

    assert contents(lore, ["dragon", "b", "c"], scan_depth=2) == []
    assert contents(replace(lore, scan_depth=3), ["dragon", "b", "c"], scan_depth=1) == ["x"]


def test_entries_stand_in_insertion_order():
    lore = book(
        entry("late", "a", insertion_order=9),
        entry("early", "a", insertion_order=1),
        entry("mid", "a", insertion_order=5),
    )

    assert contents(lore, ["a"]) == ["early", "mid", "late"]


def test_recursion_brings_in_further_entries_and_ends():
    loop = (entry("cat chases dog", "mouse"), entry("dog chases bird", "cat"), entry("mouse and cat", "bird"))

    assert contents(book(*loop), ["mouse"]) == ["cat chases dog"]
    assert len(contents(book(*loop, recursive_scanning=True), ["mouse"])) == 3


def test_a_chain_longer_than_the_guard_is_cut():
    chain = [entry(f"key{n + 1}!", f"key{n}!") for n in range(50)]

    assert 1 < len(contents(book(*chain, recursive_scanning=True), ["key0!"])) < 10


def test_the_budget_drops_low_priorities_and_passes_over_what_does_not_fit():
    entries = [
        entry("aaaa", priority=1),
        entry("bbbbbbbbbb", priority=9),
        entry("cc", priority=5),
        entry("dd", constant=True),
    ]

    kept = within_budget(entries, 8, len)

    assert [e.content for e in kept] == ["aaaa", "cc", "dd"]
    assert [e.content for e in within_budget(entries, 3, len)] == ["dd"]  # what always holds goes first


def test_the_text_is_filled_joined_and_never_doubled():
    lore = book(
        entry("{{char}} knows {{user}}", "a"),
        entry("@@depth 4\n{{char}} knows {{user}}", "a"),
        entry("b", "a"),
    )

    text = world_text([lore, lore], ["a"], estimate=len, user="Bo", char="Ada")

    assert text == "Ada knows Bo\n\nb"
    assert world_text([lore], ["zzz"], estimate=len) == ""


def test_the_books_own_budget_comes_first():
    lore = book(entry("x" * 20, "a"), token_budget=10)

    assert world_text([lore], ["a"], estimate=len, token_budget=1000) == ""


def test_patterns_of_strangers_match_with_a_time_limit():
    lore = book(
        entry("ok", r"dra(g|k)on\b", use_regex=True),
        entry("slashes", r"/^dr.*n$/i", use_regex=True),
        entry("evil", r"(a|a)*$(a|a|b)*c", r"(x+x+)+y", use_regex=True),
        entry("broken", r"(((", use_regex=True),
    )

    assert contents(lore, ["drakon"]) == ["ok", "slashes"]
    assert contents(lore, ["x" * 5000 + "a" * 5000]) == []


def test_the_book_of_a_card_comes_back_as_it_was():
    assert book_to_json(parse_book(BOOK, book_id="b")) == BOOK


def test_an_edited_entry_is_written_with_its_unknown_fields():
    lore = parse_book(BOOK, book_id="b")
    edited = replace(lore, entries=(replace(lore.entries[0], content="new"), lore.entries[1]), name="N")

    exported = book_to_json(edited)

    assert exported["name"] == "N"
    assert exported["entries"][0]["content"] == "new"
    assert exported["entries"][0]["extensions"] == {"weight": 3}
    assert exported["entries"][0]["comment"] == "north shore"
    assert exported["entries"][1] == BOOK["entries"][1]


def test_an_edited_entry_keeps_its_other_fields_as_they_were_written():
    raw = {
        "entries": [{"keys": [" a ", "b"], "content": "x", "extensions": {}, "vendor": None}],
        "note": None,
    }
    lore = parse_book(raw, book_id="b")
    edited = replace(lore, entries=(replace(lore.entries[0], priority=3),))

    exported = book_to_json(edited)

    assert exported["entries"] == [raw["entries"][0] | {"priority": 3}]
    assert exported["note"] is None


def test_an_option_that_was_unset_is_not_written():
    exported = book_to_json(replace(parse_book(BOOK, book_id="b"), token_budget=None))

    assert "token_budget" not in exported
    assert exported["scan_depth"] == BOOK["scan_depth"]


def test_an_added_entry_takes_no_id_of_another():
    lore = parse_book(BOOK, book_id="b")
    added = replace(lore, entries=(*lore.entries, entry("new", "n")))

    exported = book_to_json(added)["entries"]

    assert exported[:2] == BOOK["entries"]
    assert exported[2]["id"] > 77
    assert parse_book({"entries": exported}, book_id="b").entries[2].content == "new"


def test_books_of_other_programs_are_read():
    raw = {
        "entries": {
            "0": {"key": ["a", "b"], "keysecondary": "c, d", "content": "x", "order": 3, "disable": False,
                  "caseSensitive": None, "comment": "A", "selective": True},
            "1": {"key": ["z"], "content": "y", "disable": True},
        }
    }  # fmt: skip
    lore = import_book(json.dumps(raw).encode(), new_id=Ids(), name="file")

    first, second = lore.entries
    assert (first.keys, first.secondary_keys, first.insertion_order, first.name) == (
        ("a", "b"),
        ("c", "d"),
        3,
        "A",
    )
    assert not second.enabled
    assert lore.name == "file"
    written = parse_book(book_to_json(lore), book_id="b")
    assert [e.content for e in written.entries] == ["x", "y"]
    assert not written.entries[1].enabled


def test_version_three_books_are_unwrapped():
    raw = {"spec": "lorebook_v3", "data": {"entries": [{"keys": ["a"], "content": "x"}]}}

    assert len(import_book(json.dumps(raw).encode(), new_id=Ids()).entries) == 1


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"entries": 5}', b"nope", b'{"data": {}}'])
def test_what_is_no_book_is_refused(data):
    with pytest.raises(ExchangeError):
        import_book(data, new_id=Ids())


def test_a_book_of_a_million_entries_is_refused():
    with pytest.raises(ExchangeError):
        parse_book({"entries": [{}] * 6000}, book_id="b")


def test_books_survive_the_store():
    lore = parse_book(BOOK, book_id="b")

    assert book_from(json.loads(json.dumps(to_document(lore)))) == lore


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-5, 500)
    | st.text(max_size=8)
    | st.lists(st.text(max_size=5), max_size=3)
)
LISTS = ("keys", "secondary_keys")
FLAGS = ("enabled", "constant", "selective", "case_sensitive", "use_regex")
ENTRY = st.dictionaries(
    st.sampled_from([*LISTS, *FLAGS, "content", "insertion_order", "priority", "name"]), VALUES
)


@settings(max_examples=100)
@given(st.lists(ENTRY | VALUES, max_size=6), st.lists(st.text(max_size=20), max_size=3))
def test_any_book_gives_a_text_within_its_budget(entries, texts):
    lore = parse_book({"entries": entries, "recursive_scanning": True}, book_id="b")

    text = world_text([lore], texts, estimate=len, token_budget=30)

    assert len(text) <= 30 + 2 * len(lore.entries)
    assert book_from(json.loads(json.dumps(to_document(lore)))) == lore
