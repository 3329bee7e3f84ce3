"""Token counts out of whatever a server reports; implausible ones count as not reported.

Forms read: OpenAI (``usage.prompt_tokens_details.cached_tokens``), DeepSeek
(``usage.prompt_cache_hit_tokens``), Moonshot (``usage.cached_tokens``, also inside the choice),
Groq (``x_groq.usage``) and llama.cpp (``timings``).
"""

from __future__ import annotations

from typing import Any

from desktop_app.core.domain.conversation import Usage

_MOST = 1_000_000_000
_NAMES = frozenset({"usage", "timings", "x_groq"})


def usage_of(payload: dict[str, Any]) -> Usage | None:
    """The plausible usage in one event of a stream, or None."""
    if not _NAMES & payload.keys() and not _in_choice(payload):
        return None
    timings = _from_timings(payload.get("timings"))
    for place in _places(payload):
        usage = _from_usage(place)
        if usage is None:
            continue
        if usage.cached_tokens is None and timings is not None and timings.cached_tokens is not None:
            return _with_cached(usage, timings.cached_tokens)
        return usage
    return timings


def _places(payload: dict[str, Any]) -> list[Any]:
    places = [payload.get("usage")]
    groq = payload.get("x_groq")
    if isinstance(groq, dict):
        places.append(groq.get("usage"))
    places.append(_in_choice(payload))
    return places


def _in_choice(payload: dict[str, Any]) -> Any:
    choices = payload.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        return choices[0].get("usage")
    return None


def _from_usage(value: Any) -> Usage | None:
    if not isinstance(value, dict):
        return None
    prompt = _count(value.get("prompt_tokens"))
    completion = _count(value.get("completion_tokens"))
    total = _count(value.get("total_tokens"))
    if completion is None and "completion_tokens" in value and value["completion_tokens"] is not None:
        return None  # a negative or senseless figure makes the others doubtful too
    if prompt and completion is None and total is not None and total >= prompt:
        completion = total - prompt
    if not prompt or completion is None:
        return None
    return _with_cached(Usage(prompt, completion), _cached(value))


def _cached(value: dict[str, Any]) -> int | None:
    details = value.get("prompt_tokens_details")
    candidates = [
        details.get("cached_tokens") if isinstance(details, dict) else None,
        value.get("prompt_cache_hit_tokens"),
        value.get("cached_tokens"),
    ]
    return next((count for count in map(_count, candidates) if count is not None), None)


def _from_timings(value: Any) -> Usage | None:
    if not isinstance(value, dict):
        return None
    fresh, written = _count(value.get("prompt_n")), _count(value.get("predicted_n"))
    cached = _count(value.get("cache_n"))
    if fresh is None or written is None or not fresh + (cached or 0):
        return None
    return Usage(fresh + (cached or 0), written, cached)


def _with_cached(usage: Usage, cached: int | None) -> Usage:
    if cached is not None and cached > usage.prompt_tokens:
        cached = None
    return Usage(usage.prompt_tokens, usage.completion_tokens, cached)


def _count(value: Any) -> int | None:
    """A number of tokens, or None for anything that cannot be one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not 0 <= value <= _MOST or value != int(value):
        return None
    return int(value)
