import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.provider import sse
from desktop_app.core.provider.sse import EventTooLarge, ServerEvent, SseDecoder


def decode(*blocks):
    decoder = SseDecoder()
    events = [event for block in blocks for event in decoder.feed(block)]
    return [*events, *decoder.finish()]


def test_fields_and_comments():
    events = decode(b": hi\nid: 1\nretry: 5\nevent: error\ndata: a\ndata:b\n\ndata\n\n")

    assert events == [ServerEvent("error", "a\nb"), ServerEvent("", "")]


def test_the_type_belongs_to_one_event():
    assert decode(b"event: error\n\ndata: a\n\n") == [ServerEvent("", "a")]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_line_ends(end):
    data = b"data: a" + end + end + b"data: b" + end + end
    assert decode(data) == decode(*(bytes([b]) for b in data)) == [ServerEvent("", "a"), ServerEvent("", "b")]


def test_a_lone_carriage_return_ends_a_line_at_once():
    decoder = SseDecoder()

    assert list(decoder.feed(b"data: a\r\r")) == [ServerEvent("", "a")]
    assert list(decoder.feed(b"\ndata: b\n\n")) == [ServerEvent("", "b")]


def test_a_line_end_cut_by_the_network_is_one_line_end():
    assert decode(b"data: a\r", b"\ndata: b\r\n\r\n") == [ServerEvent("", "a\nb")]


def test_a_byte_order_mark_before_the_first_field_is_no_part_of_it():
    assert decode(b"\xef\xbb\xbfdata: a\n\n") == [ServerEvent("", "a")]


def test_events_without_a_blank_line_between_them():
    assert [e.data for e in decode(b'data: {"a":1}\ndata: {"b":"}"}\ndata: [DONE]\n')] == [
        '{"a":1}',
        '{"b":"}"}',
        "[DONE]",
    ]


def test_a_pretty_printed_object_stays_whole():
    assert [e.data for e in decode(b'data: {"a":{}\ndata: }\n\n')] == ['{"a":{}\n}']


def test_strays_are_kept_up_to_a_bound():
    decoder = SseDecoder()

    assert list(decoder.feed(b"<html>\n" + b"<p>x\n" * 50_000)) == []
    assert decoder.stray.startswith(b"<html>\n")
    assert len(decoder.stray) <= sse.MAX_STRAY_BYTES + 1


def test_bounds(monkeypatch):
    monkeypatch.setattr(sse, "MAX_EVENT_BYTES", 1000)

    with pytest.raises(EventTooLarge):
        list(SseDecoder().feed(b"data: " + b"x" * 2000))
    with pytest.raises(EventTooLarge):
        list(SseDecoder().feed((b"data: " + b"x" * 100 + b"\n") * 20))


PIECES = st.sampled_from(
    [
        *(b"data: ", b"data:{}", b"{", b"}", b'"', b"\\", b": x", b"event: e", b"[DONE]", b"\n\n\n" * 120),
        *(b"\r", b"\n", b"\n\n", b"\r\n", b"\xff", b"\xef\xbb\xbf", "é".encode()),
    ]
)


@given(st.lists(PIECES, max_size=30).map(b"".join), st.data())
def test_cutting_changes_nothing(data, draw):
    edges = [0, *sorted(draw.draw(st.lists(st.integers(0, len(data)), max_size=8))), len(data)]

    blocks = [data[a:b] for a, b in itertools.pairwise(edges)]

    assert decode(*blocks) == decode(data)
