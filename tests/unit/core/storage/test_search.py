"""Search: every script, plain words only, hits where they are said to be."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.domain.conversation import Message, MessageState, Role
from desktop_app.core.storage.search import folded
from tests.builders import conversation


def message(id, text, **changes):  # noqa: A002
    values = {"conversation_id": "c", "parent_id": None, "role": Role.USER, "created_at": 1.0} | changes
    return Message(id=id, text=text, **values)


async def found(store, query, **options):
    return [hit.message_id for hit in await store.search(query, **options)]


@pytest.fixture
def filled(opened):
    async def fill(store, *texts):
        await store.save_conversation(conversation())
        for number, text in enumerate(texts):
            await store.add_message(message(f"m{number}", text))

    return fill


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("合同", ["m0"]),
        ("同", ["m0"]),
        ("签了一份合同", ["m0"]),
        ("合同 昨天", ["m0"]),
        ("合同 明天", []),
        ("VEC", ["m1"]),
        ("Vec<String>", ["m1"]),
        ("o", ["m3", "m1"]),
        ("ok", ["m1"]),
        ("zx-41", ["m2"]),
        ("🔥", ["m3"]),
        ("fire 🔥", ["m3"]),
        ("nothing of it", []),
        ("", []),
        (" \n ", []),
    ],
)
async def test_words_of_every_kind(opened, filled, query, expected):
    async with opened() as store:
        await filled(
            store,
            "昨天我们签了一份合同",
            "use Vec<String> ok",
            "The bucket is zx-41",
            "fire 🔥 now, so it goes",
        )
        assert await found(store, query) == expected


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "a AND",
        "NEAR(a b)",
        "text:x",
        "*",
        "-",
        "(((",
        "a OR b",
        "^a",
        "'; DROP TABLE x",
        "a\0bcd",
        "%",
        "_",
    ],
)
async def test_syntax_is_only_text(opened, filled, query):
    async with opened() as store:
        await filled(store, "plain words", f"so {query} is found")
        assert await found(store, query) == ["m1"]


async def test_a_hit_tells_where_it_is(opened, filled):
    async with opened() as store:
        await filled(store, "x" * 200 + "\nThe Needle\nis here " + "y" * 200)
        (hit,) = await store.search("needle is")

        assert hit.snippet[hit.start : hit.start + hit.length] == "Needle"
        assert "\n" not in hit.snippet
        assert len(hit.snippet) < 200
        (hit,) = await store.search("the needle")
        assert hit.snippet[hit.start : hit.start + hit.length] == "The Needle"


async def test_newest_first_limited_and_within_a_conversation(opened):
    async with opened() as store:
        for cid in ("c", "d"):
            await store.save_conversation(conversation(cid))
            for number in range(3):
                await store.add_message(message(f"{cid}{number}", "needle", conversation_id=cid))

        assert await found(store, "needle", limit=4) == ["d2", "d1", "d0", "c2"]
        assert await found(store, "needle", conversation_id="c") == ["c2", "c1", "c0"]
        assert await found(store, "ne", conversation_id="c", limit=1) == ["c2"]
        assert await found(store, "ne", limit=0) == []


async def test_deleted_messages_and_conversations_are_not_found(opened):
    async with opened() as store:
        await store.save_conversation(conversation())
        await store.add_message(message("m", "needle"))
        await store.save_message(message("m", "needle", deleted=True))
        await store.save_conversation(dataclasses.replace(conversation("d"), deleted_at=1.0))
        await store.add_message(message("n", "needle", conversation_id="d"))

        assert await found(store, "needle") == []


async def test_a_changed_text_is_found_by_its_new_words_only(opened):
    async with opened() as store:
        await store.save_conversation(conversation())
        await store.add_message(message("m", "before"))
        await store.revise_message("m", "afterwards", 1.0)
        assert (await found(store, "before"), await found(store, "afterwards")) == ([], ["m"])

        await store.save_message(message("m", "streaming anew", state=MessageState.STREAMING))
        await store.save_message(message("m", "at last", state=MessageState.COMPLETE))
        assert (await found(store, "anew"), await found(store, "last")) == ([], ["m"])


async def test_very_long_messages_are_found_too(opened, filled):
    async with opened() as store:
        await filled(store, "x" * 100_000 + " 针 needle", "short needle")
        assert await found(store, "needle") == ["m1", "m0"]
        assert await found(store, "针") == ["m0"]
        await store.revise_message("m0", "now short", 1.0)
        await store.revise_message("m1", "y" * 100_000 + " needle", 1.0)
        assert await found(store, "needle") == ["m1"]
        assert await found(store, "short") == ["m0"]


async def test_a_very_common_short_word_is_found(opened, monkeypatch):
    monkeypatch.setattr("desktop_app.core.storage.search._COMMON", 5)
    async with opened() as store:
        await store.save_conversation(conversation())
        for number in range(10):
            await store.add_message(message(f"m{number}", f"的{number}"))

        assert await found(store, "的", limit=3) == ["m9", "m8", "m7"]
        assert await found(store, "的3") == ["m3"]


async def test_a_huge_query_is_no_burden(opened, filled):
    text = " ".join(f"word{n}" for n in range(3000))
    async with opened() as store:
        await filled(store, text, "word1")
        assert await found(store, text) == ["m0"]
        assert await found(store, "w" * 1_000_000) == []


@given(st.text())
def test_folding_keeps_offsets(text):
    assert len(folded(text)) == len(text)
