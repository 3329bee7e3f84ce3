"""Figure 3: how long the prompt and the request take to build."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.context.assembly import RequestCache
from desktop_app.core.context.built import Frame
from desktop_app.core.context.request import build_request
from desktop_app.core.context.tokens import TokenCounter
from desktop_app.core.domain.summary import SECTION_IDS
from desktop_app.core.summary import (
    ConversationSummaryConfig,
    SummarySectionOverride,
    build_summary_system_prompt,
)
from tests.builders import pairs

PROMPT_LIMIT = 50e-6
REQUEST_LIMIT = 5e-3
READ_ANEW_LIMIT = 20e-3
"""Every text is compared when the objects are new; the store alone takes 18 ms to read them."""


def median(benchmark):
    """Median seconds; 0 when the timing is switched off."""
    return benchmark.stats["median"] if benchmark.stats else 0.0


def test_prompt_with_all_sections_edited(benchmark):
    overrides = tuple(
        SummarySectionOverride(
            section_id, title=f"Title {section_id}", instruction=f"Write about {section_id}."
        )
        for section_id in SECTION_IDS
    )
    config = ConversationSummaryConfig("Be exact.", overrides)

    benchmark(build_summary_system_prompt, "The previous summary.", True, config)

    assert median(benchmark) <= PROMPT_LIMIT


def long_path():
    return [replace(message, text=message.text + " and some more words" * 20) for message in pairs(5000)]


def prepared(path):
    """A cache and a counter as they stand after the first request of a conversation."""
    counter, cache = TokenCounter("m"), RequestCache()
    build_request(path[:-2], Frame("Be brief."), counter=counter, cache=cache)
    return counter, cache


def test_request_of_10_000_messages_after_the_first(benchmark):
    path = long_path()
    counter, cache = prepared(path)

    built = benchmark(build_request, path, Frame("Be brief."), counter=counter, cache=cache)

    assert len(built.messages) == 10_002
    assert median(benchmark) <= REQUEST_LIMIT


def test_request_of_10_000_messages_read_anew_from_the_store(benchmark):
    path = long_path()
    counter, cache = prepared(path)

    def fresh():
        copies = [replace(m, id="".join(m.id), text=m.text[:1] + m.text[1:]) for m in path]
        return (copies, Frame("Be brief.")), {"counter": counter, "cache": cache}

    benchmark.pedantic(build_request, setup=fresh, rounds=20)

    assert median(benchmark) <= READ_ANEW_LIMIT


def test_request_under_a_summary_of_10_000_messages(benchmark):
    path = long_path()
    counter, cache = TokenCounter("m"), RequestCache()
    frame = Frame("Be brief.", summary="What they said.")
    build_request(path[:-2], frame, covered=9990, counter=counter, cache=cache)

    built = benchmark(build_request, path, frame, covered=9990, counter=counter, cache=cache)

    assert len(built.messages) == 12
    assert median(benchmark) <= REQUEST_LIMIT
