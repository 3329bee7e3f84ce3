"""The question about updates in the notice bar."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton

from desktop_app.ui.notices import NoticeBar
from desktop_app.ui.update_notice import UpdateNotice


class FakeUpdates:
    def __init__(self, *, due, newest=None):
        self.question_due = due
        self.newest = newest
        self.answers = []

    async def answer(self, *, allowed):
        self.answers.append(allowed)

    async def look(self):
        return self.newest


def begun(qtbot, updates):
    bar, parent = NoticeBar(), QObject()
    qtbot.addWidget(bar)
    tasks = []
    notice = UpdateNotice(updates, bar, lambda work, _name: tasks.append(asyncio.ensure_future(work)), parent)
    notice.begin()
    return bar, tasks, parent


async def test_closing_the_question_means_no(qtbot):
    updates = FakeUpdates(due=True, newest="9.0")
    bar, tasks, _parent = begun(qtbot, updates)
    await asyncio.gather(*tasks)

    assert updates.answers == [False]
    assert "Look for new versions?" in bar.texts()[0]


async def test_yes_is_kept_and_the_newer_version_told(qtbot):
    updates = FakeUpdates(due=True, newest="9.0")
    bar, tasks, _parent = begun(qtbot, updates)

    bar.findChild(QPushButton, "noticeButton").click()
    await asyncio.gather(*tasks)

    assert updates.answers == [False, True]
    assert any("Throughline 9.0 is available" in text for text in bar.texts())


async def test_nothing_is_told_when_there_is_nothing_newer(qtbot):
    bar, tasks, _parent = begun(qtbot, FakeUpdates(due=False))
    await asyncio.gather(*tasks)

    assert bar.texts() == []
