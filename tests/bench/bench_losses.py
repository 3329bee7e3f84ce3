"""How many planted facts the loss check finds, and how many of its flags are false.

The conversations are not part of the project: set THROUGHLINE_LOCOMO to a folder of files
{messages: [{id, speaker, text}], session_summaries: [{summary}]}.
"""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.core.summary.losses import find_losses
from tests.bench.planted import plant

FOLDER = os.environ.get("THROUGHLINE_LOCOMO", "")
FILES = sorted(Path(FOLDER).glob("*.json")) if FOLDER else []
needs_conversations = pytest.mark.skipif(not FILES, reason="THROUGHLINE_LOCOMO names no conversations")


def load(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    speakers = data["speakers"]
    messages = [
        Message(
            m["id"], "c", None, Role.USER if m["speaker"] == speakers[0] else Role.ASSISTANT, m["text"], 0.0
        )
        for m in data["messages"]
    ]
    return messages, "\n".join(s["summary"] for s in data["session_summaries"])


def lower_words(paths):
    return {
        w
        for path in paths
        for m in load(path)[0]
        for w in re.findall(r"\b[a-z][a-z'’]+", m.text.split("[")[0])
    }


@needs_conversations
def test_planted_facts_are_found_and_flags_are_true(benchmark):
    ordinary = lower_words(FILES)
    planted = found = flags = false = 0
    for path in FILES:
        messages, summary = load(path)
        for seed in range(6):
            rng = random.Random(f"{path.name}-{seed}")
            texts = {m.id: m.text for m in messages}
            lost, kept = [], []
            for round_number in range(4):
                for fact in plant(rng):
                    target = rng.choice(messages).id
                    texts[target] += " " + fact.sentence
                    (lost if round_number % 2 else kept).append(fact)
            span = [Message(m.id, "c", None, m.role, texts[m.id], 0.0) for m in messages]
            carried = summary + "\n" + "\n".join(f"Noted: {fact.other}." for fact in kept)
            losses = find_losses(span, carried)
            timed = (span, carried)
            everything = "\n".join(loss.text for loss in losses).casefold()
            held = carried.casefold()
            for fact in lost:
                if fact.needle.casefold() in held or any(fact.needle == other.needle for other in kept):
                    continue
                planted += 1
                hit = fact.needle.casefold() in everything
                found += hit
                if not hit:
                    print("missed", fact)
            for loss in losses:
                flags += 1
                again = loss.text.strip('"“”`').casefold()
                returned = any(loss.text.strip("`") in (f.needle, f.other) for f in kept) and not any(
                    loss.text.strip("`") == f.needle for f in lost
                )
                word = loss.kind.value == "name" and all(w in ordinary for w in again.split())
                if re.search(rf"(?<!\w){re.escape(again)}(?!\w)", held) or word or returned:
                    false += 1
                    print("false", loss.kind, loss.text, "|", loss.context[:80])
    print(f"planted {planted}, found {found / planted:.3f}; flags {flags}, false {false / flags:.3f}")

    benchmark(find_losses, *timed)

    assert found >= 0.95 * planted
    assert false <= 0.05 * flags
