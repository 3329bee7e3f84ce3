"""The whole program, for those who attack it."""

from __future__ import annotations

from tests.journeys.conftest import paths, program, provider  # noqa: F401 - fixtures
