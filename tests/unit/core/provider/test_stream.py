"""The reader over bytes cut anywhere: same items, same end. Fixed seeds come from tests/conftest.py."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.domain.errors import (
    Action,
    ConnectionFailed,
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
    TextDelta,
    TextWasReasoning,
    UsageReported,
)
from desktop_app.core.provider import stream
from desktop_app.core.provider.stream import ReplyReader
from tests.faults.wire import END, F, K, R, T, U, chunk, event


def read(*blocks):
    """(text, reasoning, usage, how it ended) of an answer."""
    reader = ReplyReader()
    items = []
    for block in blocks:
        items += reader.feed(block)
        if reader.ended:
            break
    items += reader.finish()
    try:
        end = reader.verdict()
    except ProviderError as error:
        end = (type(error), error.message)
    text, reasoning, usage = "", "", None
    for item in items:
        match item:
            case TextDelta(new):
                text += new
            case ReasoningDelta(new):
                reasoning += new
            case TextWasReasoning():
                text, reasoning = "", reasoning + text
            case UsageReported(new):
                usage = new
    return text, reasoning, usage, end


KNOWN = [
    *(R, END, K("r"), K("\ud83d"), F("stop"), F("length"), F(""), U(3), U(0), chunk(None)),
    *map(T, ["Hel", "<thi", "nk>", "</think>", "\ud83d", "\ude00", "汉字🔥\n", None, ""]),
    *(event({"choices": []}), event({"error": "x"}), event({"message": "x"}, kind="error")),
    *(b": ping\n\n", b"data:\n\n", b"data: {bad\n\n", b"data: [[[\n\n", b"data: \xff\xfe\n\n"),
    *(b"\r\n", b"\r", b"<html>\n"),
]
PIECES = st.sampled_from(KNOWN) | st.text(max_size=5).map(T) | st.binary(max_size=12)
NAMES = st.sampled_from(
    [
        "choices",
        "delta",
        "content",
        "error",
        "usage",
        "message",
        "prompt_tokens",
        "completion_tokens",
        "index",
        "finish_reason",
        "text",
        "thinking",
        "timings",
        "cache_n",
        "prompt_n",
        "predicted_n",
        "code",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)


@given(st.lists(PIECES, max_size=20).map(b"".join), st.data())
def test_cutting_changes_nothing_and_nothing_else_is_raised(data, draw):
    edges = [0, *sorted(draw.draw(st.lists(st.integers(0, len(data)), max_size=10))), len(data)]

    blocks = [data[a:b] for a, b in itertools.pairwise(edges)]

    whole = read(data)
    assert read(*blocks) == whole
    json.dumps([whole[0], whole[1]], ensure_ascii=False).encode()  # never a lone surrogate


@given(JSON)
def test_any_json_is_survived(payload):
    text, _, usage, end = read(event(payload), T("a"), F("stop"), END)

    assert isinstance(text, str)
    assert usage is None or usage.prompt_tokens > 0
    assert isinstance(end, ReplyFinished | tuple)


def test_neighbouring_deltas_are_joined():
    reader = ReplyReader()

    assert reader.feed(T("a") + T("b") + K("c") + K("d") + T("e")) == [
        TextDelta("ab"),
        ReasoningDelta("cd"),
        TextDelta("e"),
    ]


def test_a_reply_without_an_end_is_cut_off(monkeypatch):
    monkeypatch.setattr(stream, "MAX_REPLY_CHARACTERS", 100)

    text, _, _, end = read(*[T("x" * 30)] * 10)

    assert len(text) == 120
    assert end[0].__name__ == "StreamInterrupted"


def test_a_long_model_name_is_cut():
    reader = ReplyReader()
    reader.feed(event({"model": "m" * 5000, "choices": []}) + T("a") + F("stop"))

    assert len(reader.verdict().model) == 200


LOST = ConnectionFailed("The connection was lost.")
SILENT = TimedOut("No more text came.")


@pytest.mark.parametrize(
    ("blocks", "broke", "end"),
    [
        ([T("a"), F("stop"), END], None, "stop"),
        ([T("a"), F("stop")], None, "stop"),
        ([T("a"), END], None, None),
        ([T("a"), F("stop")], LOST, "stop"),
        ([T("a")], None, StreamInterrupted),
        ([T("a")], LOST, StreamInterrupted),
        ([K("a")], LOST, StreamInterrupted),
        ([T("a")], SILENT, TimedOut),
        ([R], None, StreamInterrupted),
        ([R], LOST, ConnectionFailed),
        ([], LOST, ConnectionFailed),
        ([], None, NotAStream),
        ([b"<html>"], None, NotAStream),
        ([F("stop"), END], None, EmptyReply),
        ([T(" "), F("length")], None, EmptyReply),
        ([K("a"), F("stop"), END], None, EmptyReply),
        ([event({"error": "x"}), T("a"), F("stop"), END], None, ServerFailed),
        ([T("a"), event({"error": "x"}), F("stop"), END], None, StreamInterrupted),
    ],
)
def test_complete_interrupted_and_failed_are_told_apart(blocks, broke, end):
    reader = ReplyReader()
    for block in blocks:
        reader.feed(block)
    reader.finish()

    try:
        told = reader.verdict(broke).finish_reason
    except ProviderError as error:
        told = type(error)
    assert told == end


def test_only_an_interruption_with_output_can_be_continued():
    actions = []
    for blocks in ([T("a")], [R]):
        reader = ReplyReader()
        for block in blocks:
            reader.feed(block)
        reader.finish()
        with pytest.raises(StreamInterrupted) as caught:
            reader.verdict()
        actions.append(caught.value.action)

    assert actions == [Action.CONTINUE, Action.RETRY]
