"""An outcome that is either a value or an error to show beside the question."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from desktop_app.core.domain.errors import ThroughlineError

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Answer(Generic[_Value]):
    """Either ``value`` or ``error``; the other one is None."""

    value: _Value | None = None
    error: ThroughlineError | None = None


async def answer_of(question: Callable[[], Awaitable[_Value]]) -> Answer[_Value]:
    """Ask and await; one of our own errors becomes part of the answer, others are raised."""
    try:
        return Answer(value=await question())
    except ThroughlineError as error:
        return Answer(error=error)
