"""Fixtures for every test: coroutines run on a real qasync loop, unexpected warnings fail."""

from __future__ import annotations

import asyncio
import gc
import inspect
import itertools
import logging
import os
import sys

import hypothesis
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.pop("OPENAI_API_KEY", None)
_SLOW_MACHINE = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("tests", derandomize=True, **_SLOW_MACHINE)
hypothesis.settings.register_profile("fuzz", max_examples=5000, **_SLOW_MACHINE)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "tests"))
gc.disable()  # a collection on a worker thread would destroy Qt objects there, which crashes
_FULL_COLLECTION_EVERY = 25
_tests_run = itertools.count(1)


@pytest.fixture(autouse=True)
def collect_on_this_thread():
    """Collect garbage between tests, on the thread that owns the Qt objects."""
    yield
    gc.collect(2 if next(_tests_run) % _FULL_COLLECTION_EVERY == 0 else 1)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home folder of its own for every test, and no keychain, proxy or key from outside."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    return tmp_path


@pytest.fixture(autouse=True)
def no_unexpected_log(caplog, request):
    """Fail a test that logs a WARNING or worse, unless it is marked ``expects_log``."""
    caplog.set_level(logging.INFO)
    yield
    if request.node.get_closest_marker("expects_log"):
        return
    bad = [
        r for phase in ("setup", "call") for r in caplog.get_records(phase) if r.levelno >= logging.WARNING
    ]
    assert not bad, [f"{r.name}: {r.getMessage()}" for r in bad]


@pytest.fixture(autouse=True)
def english_again():
    """Take away the translations a test installed: they live in the application, not in its windows."""
    yield
    widgets = sys.modules.get("PySide6.QtWidgets")
    app = widgets.QApplication.instance() if widgets else None
    if app is not None:
        for translator in app.findChildren(sys.modules["PySide6.QtCore"].QTranslator):
            app.removeTranslator(translator)
            translator.deleteLater()


@pytest.fixture(scope="session")
def qapp_cls():
    """The program's own application class, for pytest-qt."""
    from desktop_app.ui.desktop_application import DesktopApplication

    return DesktopApplication


@pytest.fixture
def qloop(qapp):
    """A qasync loop; exceptions nobody looked at fail the test."""
    import qasync

    qapp.setQuitOnLastWindowClosed(False)
    loop = qasync.QEventLoop(qapp)
    asyncio.set_event_loop(loop)
    errors = []
    loop.set_exception_handler(lambda _loop, context: errors.append(context))
    yield loop
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks, timeout=2))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
    asyncio.set_event_loop(None)
    assert not errors, errors


@pytest.fixture
def until():
    """Wait in a coroutine until a condition holds (``qtbot.waitUntil`` would nest loops)."""

    async def wait(predicate, timeout=5.0):
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while not predicate():
            assert loop.time() < end, "until() timed out"
            await asyncio.sleep(0.005)

    return wait


def _uses_qt(item) -> bool:
    return "tests/unit/" not in item.path.as_posix()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run coroutine tests: on qasync outside ``tests/unit``, on plain asyncio inside it."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    limit = pyfuncitem.get_closest_marker("limit")
    seconds = limit.args[0] if limit else 30

    async def run():
        await asyncio.wait_for(pyfuncitem.obj(**arguments), seconds)

    if _uses_qt(pyfuncitem):
        pyfuncitem.funcargs["qloop"].run_until_complete(run())
    else:
        asyncio.run(run())
    return True


def pytest_collection_modifyitems(items):
    for item in items:
        if (
            inspect.iscoroutinefunction(getattr(item, "obj", None))
            and _uses_qt(item)
            and "qloop" not in item.fixturenames
        ):
            item.fixturenames.insert(0, "qloop")


def pytest_configure(config):
    config.addinivalue_line("markers", "expects_log: the test provokes log records on purpose")
    config.addinivalue_line("markers", "limit(seconds): time limit of a coroutine test")
