"""Throws broken streams at the reader: ``python -m tests.faults.fuzz_stream [chunks] [seed]``.

Each stream is made of chunks (well-formed, odd, or with bytes flipped, cut, doubled), then cut into
blocks at random places. It must be read without any exception but ours at the verdict, the cutting
must change nothing, and no text may hold a lone surrogate. ``make fuzz`` runs it for 1,000,000 chunks.
"""

from __future__ import annotations

import collections
import json
import random
import sys
import time
from dataclasses import dataclass, field

from desktop_app.core.domain.errors import ProviderError
from desktop_app.core.domain.request import ReasoningDelta, TextDelta, TextWasReasoning, UsageReported
from desktop_app.core.provider.stream import ReplyReader
from tests.faults.wire import END, F, K, R, T, U, chunk, event

WORDS = [
    *("Hello", " world", "汉字", "🔥", "\n", "\n\n", "```\n", "`", "x" * 300, "", " ", "a\r\nb", "\u2028"),
    *("<think>", "</think>", "<thi", "nk>", "</", "<", "data: x\n\n", "[DONE]", "İ"),
    *("\ud83d", "\ude00", "\0"),
]
VALUES = [None, True, -1, 0, 3, 1e308, "", "stop", [], {}, [None], {"content": "x"}, "9" * 50]
NAMES = [
    *("choices", "delta", "content", "reasoning_content", "finish_reason"),
    *("error", "usage", "message", "index", "code"),
]
ODD = [
    *(b": ping\n\n", b"data:\n\n", b"data: : x\n\n", b"id: 1\n\n", b"event: ping\ndata: {}\n\n"),
    *(b"data: {bad\n\n", b"data: [[[[\n\n", b"data: null\n\n", b"data: \xc3\n\n", b"data: {\n"),
    *(b"\xff\xfe\n\n", b"<html>\n", b"{}\n", b"\n" * 400, b"\r", b"\r\n", b"\xef\xbb\xbf", b"data"),
    *(b"event: error\n", b"data: [DONE]\n"),
]


@dataclass
class Report:
    """What a run saw; ``chunks`` counts only those that were read before a stream ended."""

    chunks: int = 0
    blocks: int = 0
    streams: int = 0
    bytes: int = 0
    slowest_feed: float = 0.0
    endings: collections.Counter = field(default_factory=collections.Counter)


def run(chunks: int, seed: int = 1) -> Report:
    """Fuzz until this many chunks were read."""
    chance = random.Random(seed)
    report = Report()
    while report.chunks < chunks:
        gentle = chance.random() < 0.7  # else most streams would end at the first broken chunk
        pieces = [_piece(chance, gentle=gentle) for _ in range(chance.randrange(1, 40))]
        data = b"".join(pieces)
        whole, _ = read_blocks([data], report)
        blocks = _cut(data, chance)
        cut, _ = read_blocks(blocks, report)
        piecewise, read = read_blocks(pieces, report)
        assert cut == piecewise == whole, (seed, report.streams, data, blocks)
        report.chunks += read
        report.blocks += len(blocks)
        report.streams += 1
        report.bytes += len(data)
        report.endings[whole[-1].partition(":")[0]] += 1
    return report


def _piece(chance: random.Random, *, gentle: bool) -> bytes:
    kind = chance.random() * (0.65 if gentle else 1)
    if kind < 0.6:
        piece = chance.choice([T, T, T, K])(chance.choice(WORDS))
    elif kind < 0.7:
        endings = [R, F("stop"), F("length"), F(""), F(5), U(3)]
        piece = chance.choice(endings if gentle else [*endings, END, F("error")])
    elif kind < 0.8:
        piece = chance.choice(ODD)
    elif kind < 0.9:
        piece = event(_json(chance, 4), kind=chance.choice(["", "", "error", "ping"]))
    else:
        piece = chunk({chance.choice(NAMES): _json(chance, 2)}, chance.choice([None, "stop"]))
    return _damaged(piece, chance) if not gentle and chance.random() < 0.05 else piece


def _json(chance: random.Random, depth: int):
    if depth == 0 or chance.random() < 0.3:
        return chance.choice(VALUES)
    if chance.random() < 0.3:
        return [_json(chance, depth - 1) for _ in range(chance.randrange(3))]
    return {chance.choice(NAMES): _json(chance, depth - 1) for _ in range(chance.randrange(4))}


def _damaged(piece: bytes, chance: random.Random) -> bytes:
    data = bytearray(piece)
    if not data:
        return piece
    place = chance.randrange(len(data))
    match chance.randrange(4):
        case 0:
            data[place] = chance.randrange(256)
        case 1:
            del data[place : place + chance.randrange(1, 9)]
        case 2:
            data[place:place] = data[: chance.randrange(len(data))]
        case _:
            data[place:place] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9)))
    return bytes(data)


def _cut(data: bytes, chance: random.Random) -> list[bytes]:
    edges = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(12)))
    return [data[a:b] for a, b in zip([0, *edges], [*edges, len(data)], strict=True)]


def read_blocks(blocks: list[bytes], report: Report) -> tuple[tuple[str, str, str, str], int]:
    reader = ReplyReader()
    read = 0
    items = []
    for block in blocks:
        read += 1
        started = time.thread_time()  # CPU: a busy machine must not count
        items += reader.feed(block)
        report.slowest_feed = max(report.slowest_feed, time.thread_time() - started)
        if reader.ended:
            break
    items += reader.finish()
    try:
        end = str(reader.verdict().finish_reason)
    except ProviderError as error:
        end = f"{type(error).__name__}: {error.message}"
    text, reasoning, usage = "", "", ""
    for item in items:
        match item:
            case TextDelta(new):
                text += new
            case ReasoningDelta(new):
                reasoning += new
            case TextWasReasoning():
                text, reasoning = "", reasoning + text
            case UsageReported(new):
                usage = repr(new)
    json.dumps([text, reasoning], ensure_ascii=False).encode("utf-8")
    return (text, reasoning, usage, end), read


if __name__ == "__main__":
    began = time.perf_counter()
    done = run(
        int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, int(sys.argv[2]) if len(sys.argv) > 2 else 1
    )
    print(done, f"in {time.perf_counter() - began:.0f} s")
