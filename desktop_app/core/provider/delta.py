"""The JSON of one stream event taken apart, whatever form a server gives it."""

from __future__ import annotations

import json
import re
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")


def payloads_in(data: str) -> tuple[list[dict[str, Any]], bool]:
    """The JSON objects in the data of an event, and whether the data cannot be read."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        lines = data.split("\n")
        if len(lines) == 1:
            return [], True
        found: list[dict[str, Any]] = []
        for line in lines:
            more, fault = payloads_in(line.strip()) if line.strip() else ([], False)
            if fault:
                return [], True
            found += more
        return found, False
    if isinstance(value, dict):
        return [value], False
    if isinstance(value, list):
        return [entry for entry in value if isinstance(entry, dict)], False
    return [], False


def first_choice(choices: Any) -> dict[str, Any] | None:
    """The choice with index 0, or one without an index; we never ask for more than one."""
    if not isinstance(choices, list):
        return None
    for choice in choices:
        if isinstance(choice, dict) and choice.get("index") in (0, None):
            return choice
    return None


def contents_of(delta: dict[str, Any]) -> tuple[str, str]:
    """Text and reasoning of a delta or message, whatever the form."""
    text, thought = _from_content(delta.get("content"))
    if not text and isinstance(delta.get("refusal"), str):
        text = delta["refusal"]
    for name in ("reasoning_content", "reasoning", "thinking"):
        value = delta.get(name)
        if isinstance(value, str) and value:
            return text, value + thought
    return text, thought


def _from_content(content: Any) -> tuple[str, str]:
    if isinstance(content, str):
        return content, ""
    if not isinstance(content, list):
        return "", ""
    texts: list[str] = []
    thoughts: list[str] = []
    for part in content:
        if not isinstance(part, dict):
            continue
        if isinstance(part.get("text"), str):
            texts.append(part["text"])
        thinking = part.get("thinking")
        if isinstance(thinking, str):
            thoughts.append(thinking)
        elif isinstance(thinking, list):
            thoughts += [
                p["text"] for p in thinking if isinstance(p, dict) and isinstance(p.get("text"), str)
            ]
    return "".join(texts), "".join(thoughts)


class SurrogateJoiner:
    """Joins surrogate halves that a server cut into two pieces; a lone one becomes U+FFFD."""

    def __init__(self) -> None:
        self._held = ""

    def join(self, text: str) -> str:
        """The text that can be shown now, with the half held back before put in front."""
        text = self._held + text
        self._held = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            self._held = text[-1]
            text = text[:-1]
        return without_surrogates(text)

    def finish(self) -> str:
        """What was held back, at the end of the answer."""
        rest, self._held = self._held, ""
        return without_surrogates(rest)


def without_surrogates(text: str) -> str:
    """Text that can be stored and shown: halves joined or replaced, no NUL characters."""
    if not text.isascii() and _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", "\ufffd")
