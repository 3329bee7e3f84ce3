"""Token counts out of whatever a server reports."""

from __future__ import annotations

import pytest

from desktop_app.core.domain.conversation import Usage
from desktop_app.core.provider.usage import usage_of


def reported(**usage):
    return usage_of({"usage": usage})


@pytest.mark.parametrize(
    ("more", "cached"),
    [
        ({}, None),
        ({"prompt_tokens_details": {"cached_tokens": 8}}, 8),
        ({"prompt_tokens_details": None, "prompt_cache_hit_tokens": 7}, 7),
        ({"cached_tokens": 0}, 0),
        ({"cached_tokens": 10}, None),  # more than was sent
        ({"cached_tokens": -1}, None),
        ({"cached_tokens": True}, None),
    ],
)
def test_the_cached_part_is_found_where_vendors_put_it(more, cached):
    assert reported(prompt_tokens=9, completion_tokens=2, **more) == Usage(9, 2, cached)


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -9, "completion_tokens": 2},
        {"prompt_tokens": 9, "completion_tokens": -2},
        {"prompt_tokens": 0, "completion_tokens": 2},
        {"prompt_tokens": 9.5, "completion_tokens": 2},
        {"prompt_tokens": "9", "completion_tokens": 2},
        {"prompt_tokens": float("inf"), "completion_tokens": 2},
        {"completion_tokens": 2},
    ],
)
def test_what_cannot_be_a_count_is_not_reported(usage):
    assert reported(**usage) is None


def test_a_missing_part_is_told_by_the_sum():
    assert reported(prompt_tokens=9, total_tokens=12) == Usage(9, 3)
    assert reported(prompt_tokens=9, total_tokens=5) is None


@pytest.mark.parametrize(
    "payload",
    [
        {"x_groq": {"usage": {"prompt_tokens": 9, "completion_tokens": 2}}},
        {"choices": [{"usage": {"prompt_tokens": 9, "completion_tokens": 2}}]},
    ],
)
def test_other_places_are_looked_at(payload):
    assert usage_of(payload) == Usage(9, 2)


@pytest.mark.parametrize("payload", [{}, {"usage": []}, {"choices": [None]}, {"x_groq": "x", "choices": {}}])
def test_nothing_reported_is_none(payload):
    assert usage_of(payload) is None
