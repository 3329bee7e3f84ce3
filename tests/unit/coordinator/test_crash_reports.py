import asyncio
import sys
import threading

import pytest

from desktop_app.coordinator.crash_reports import CrashReports
from desktop_app.core.domain.errors import StorageError

pytestmark = pytest.mark.expects_log


def _raise(error):
    try:
        raise error
    except type(error) as caught:
        return caught


def test_equal_tracebacks_are_told_once():
    told = []
    reports = CrashReports(told.append)

    for _ in range(3):
        reports.take(_raise(ValueError("x")), where="slot")

    assert len(told) == 1


def test_a_report_holds_no_text_of_the_exception(caplog):
    told = []
    reports = CrashReports(told.append)

    reports.take(_raise(ValueError("sk-secret my diary")), where="slot")

    assert "sk-secret" not in told[0].text + told[0].title + caplog.text
    assert "diary" not in told[0].text + caplog.text
    assert "ValueError" in told[0].text
    assert "test_crash_reports.py" in told[0].text


def test_our_own_errors_keep_their_title():
    told = []
    CrashReports(told.append).take(_raise(StorageError("/home/someone")), where="task")

    assert "Could not save" in told[0].text
    assert "/home/someone" not in told[0].text


def test_cancellations_and_interrupts_are_no_crashes():
    told = []
    reports = CrashReports(told.append)

    reports.take(asyncio.CancelledError())
    reports.take(KeyboardInterrupt())
    reports.take(None)

    assert told == []


def test_a_late_listener_hears_what_came_before():
    told = []
    reports = CrashReports()
    reports.take(_raise(ValueError("x")))

    reports.listen(told.append)

    assert len(told) == 1


def test_hooks_catch_threads_and_slots(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    reports = CrashReports(told.append)
    reports.install()

    thread = threading.Thread(target=lambda: {}["missing"])
    thread.start()
    thread.join()
    error = _raise(TypeError("y"))
    sys.excepthook(type(error), error, error.__traceback__)

    assert [report.title.split()[0] for report in told] == ["KeyError", "TypeError"]


async def test_the_loop_hands_over_what_callbacks_raise():
    told = []
    reports = CrashReports(told.append)
    loop = asyncio.get_running_loop()
    reports.watch(loop)

    loop.call_soon(lambda: 1 / 0)
    loop.call_exception_handler({"message": "only words"})
    await asyncio.sleep(0.01)

    assert [report.title.split()[0] for report in told] == ["ZeroDivisionError"]
