"""A store in an own folder; coroutine tests here open and close it themselves."""

from __future__ import annotations

import contextlib

import pytest

from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.storage.store import SqliteStore
from tests.builders import FixedClock


@pytest.fixture
def paths(tmp_path):
    return AppPaths(tmp_path / "data")


@pytest.fixture
def opened(paths):
    """``async with opened() as store``: the store in ``paths``, closed afterwards."""

    @contextlib.asynccontextmanager
    async def open_store():
        store = SqliteStore(paths, clock=FixedClock(), busy_timeout=0.3)
        await store.open()
        try:
            yield store
        finally:
            await store.close()

    return open_store
