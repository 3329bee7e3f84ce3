"""Recall of evidence on conversations with questions (LoCoMo's form), and its speed.

Give the folder of ``*.json`` files in ``THROUGHLINE_EVAL``; the data is not part of the project.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.core.context.recall import RecallIndex
from desktop_app.core.domain.conversation import Message, Role
from tests.builders import pairs

BUDGET = 2000
LEAST_RECALL = 0.80
"""Baselines with the same token count: newest messages 0.091, BM25 0.687, with neighbours 0.747."""


def tokens(message):
    """The count of the baselines."""
    return len(message.text) // 4 + 4


def measure(folder):
    """Share of all evidence that was chosen."""
    found = wanted = 0
    for file in sorted(Path(folder).glob("*.json")):
        data = json.loads(file.read_text("utf-8"))
        messages = [
            Message(m["id"], "c", None, Role.USER, m["text"], 0.0, speaker=m["speaker"])
            for m in data["messages"]
        ]
        index = RecallIndex(messages)
        for question in data["questions"]:
            chosen = {m.id for m in index.choose(question["question"], BUDGET, tokens)}
            wanted += len(question["evidence"])
            found += sum(evidence in chosen for evidence in question["evidence"])
    return found / wanted


@pytest.mark.skipif("THROUGHLINE_EVAL" not in os.environ, reason="set THROUGHLINE_EVAL to a folder")
def test_recall_of_evidence(benchmark, capsys):
    share = benchmark.pedantic(measure, args=(os.environ["THROUGHLINE_EVAL"],), rounds=1)

    with capsys.disabled():
        print(f"\nevidence found within {BUDGET} tokens: {share:.3f}")
    assert share >= LEAST_RECALL


def test_asking_among_2_000_messages(benchmark):
    index = RecallIndex([replace(m, text=m.text + " some more words here" * 8) for m in pairs(1000)])

    chosen = benchmark(index.choose, "What was fact-77?", BUDGET, tokens)

    assert any("fact-77" in message.text for message in chosen)
