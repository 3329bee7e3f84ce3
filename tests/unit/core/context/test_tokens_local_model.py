"""The estimate against the built-in model's own count, with its real tokenizer."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from pathlib import Path

import pytest

from desktop_app.core.context.tokens import (
    MESSAGE_TOKENS,
    calibrated,
    estimate_text,
    update_ratio,
    weights_for,
)
from desktop_app.core.provider.local_engine import BUILT_IN_MODEL, GgufEngine

pytestmark = pytest.mark.local_model

SAMPLES = Path(__file__).parent / "samples"
CONVERSATIONS = {
    kind: (SAMPLES / f"{kind}.txt").read_text("utf-8").split("\n---\n")
    for kind in ("zh", "en", "code", "mixed")
}


async def counts(texts):
    """Tokens of each text, by the model's tokenizer."""
    engine = GgufEngine()
    try:
        endpoint = await engine.endpoint()

        def count(text):
            request = urllib.request.Request(
                endpoint.base_url.removesuffix("/v1") + "/tokenize",
                json.dumps({"content": text}).encode(),
                {"Authorization": f"Bearer {endpoint.key}", "Content-Type": "application/json"},
            )
            with urllib.request.urlopen(request, timeout=60) as answer:
                return len(json.load(answer)["tokens"])

        return await asyncio.to_thread(lambda: [count(text) for text in texts])
    finally:
        await engine.aclose()


@pytest.mark.limit(100)
async def test_estimates_are_within_35_percent_and_after_three_replies_within_15():
    texts = [text for conversation in CONVERSATIONS.values() for text in conversation]
    true = dict(zip(texts, await counts(texts), strict=True))
    weights = weights_for(BUILT_IN_MODEL)

    for kind, conversation in CONVERSATIONS.items():
        ratio, reports = 1.0, 0
        for length in range(1, 5):
            estimated = sum(MESSAGE_TOKENS + estimate_text(t, weights) for t in conversation[:length])
            reported = sum(5 + true[t] for t in conversation[:length])
            assert estimated == pytest.approx(reported, rel=0.35), kind
            if length == 4:
                assert calibrated(estimated, ratio) == pytest.approx(reported, rel=0.15), kind
            ratio, reports = update_ratio(ratio, reports, estimated=estimated, reported=reported)


@pytest.mark.limit(100)
async def test_even_weights_for_unknown_models_come_close_after_three_replies():
    texts = [text for conversation in CONVERSATIONS.values() for text in conversation]
    true = dict(zip(texts, await counts(texts), strict=True))

    for kind, conversation in CONVERSATIONS.items():
        ratio, reports = 1.0, 0
        for length in range(1, 5):
            estimated = sum(MESSAGE_TOKENS + estimate_text(t) for t in conversation[:length])
            reported = sum(5 + true[t] for t in conversation[:length])
            if length == 4:
                assert calibrated(estimated, ratio) == pytest.approx(reported, rel=0.15), kind
            ratio, reports = update_ratio(ratio, reports, estimated=estimated, reported=reported)
