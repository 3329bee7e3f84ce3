"""The lab: both sides streamed, cancelled, compared; kept or dropped."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtTest import QTest

from desktop_app.coordinator.settings_lab import Trial, TrialResult
from desktop_app.core.domain.conversation import Usage
from desktop_app.core.domain.errors import ConsentNeeded, SummaryRefused
from tests.builders import conversation


class Lab:
    """Answers like the real one, step by step."""

    def __init__(self):
        self.gate = asyncio.Event()
        self.refusal = None
        self.failure = None
        self.ran = []

    async def conversations(self):
        return [conversation("c")]

    async def prepare(self, conversation_id, profile_id, *, use_english):
        if self.refusal:
            raise self.refusal
        return Trial(conversation(conversation_id), None, None, (), use_english)

    async def run(self, trial, summary, listener):
        title = next((s.title for s in summary.en.sections), "default")
        self.ran.append(title)
        listener.on_text("half of ")
        await self.gate.wait()
        if self.failure:
            raise self.failure
        return TrialResult(f"{title}\nsame line", 12, Usage(900, 40), 1.5)


@pytest.fixture
def lab(qloop):
    return Lab()


async def opened(house, lab):
    dialog = house.dialog(lab=lab, use_english=True)
    dialog.open_page("summary", "a")
    dialog.summary.page.lab.click()
    window = dialog.findChild(object, "settingsLab")
    await house.settle()
    editor = window.sections["core_task"]
    editor.set_unfolded(True)
    QTest.keyClicks(editor.title, "Edited")
    return dialog, window


async def turns(count=10):
    for _ in range(count):
        await asyncio.sleep(0)


async def test_both_sides_run_at_once_and_are_compared(house, lab):
    _, window = await opened(house, lab)
    window.run.click()
    await turns()
    streamed = [pane.text.toPlainText() for pane in window.panes]
    lab.gate.set()
    await house.settle()

    assert streamed == ["half of ", "half of "]
    assert lab.ran == ["default", "Edited"]
    assert [pane.text.toPlainText() for pane in window.panes] == ["default\nsame line", "Edited\nsame line"]
    assert [len(pane.text.extraSelections()) for pane in window.panes] == [1, 1]
    assert window.panes[0].state.text() == ("1.5 s · about 12 tokens long · 900 tokens read, 40 written")
    assert window.run.isEnabled()


async def test_nothing_is_saved_until_the_edit_is_kept(house, lab):
    _, window = await opened(house, lab)
    house.time.advance(5000)
    await house.settle()
    before = len(house.store.saves)
    window.keep.click()
    await house.settle()

    assert before == 0
    assert house.store.stored.profile("a").summary.en.sections[0].title == "Edited"


async def test_dropped_edit_changes_nothing(house, lab):
    _, window = await opened(house, lab)
    window.drop.click()
    await house.settle()

    assert house.store.saves == []


async def test_cancel_stops_both(house, lab):
    _, window = await opened(house, lab)
    window.run.click()
    await turns()
    window.cancel.click()
    await house.settle()

    assert [pane.state.text() for pane in window.panes] == ["Cancelled.", "Cancelled."]
    assert (window.run.isEnabled(), window.cancel.isEnabled()) == (True, False)
    assert house.failures == []


async def test_refusals_are_told(house, lab):
    _, window = await opened(house, lab)
    lab.refusal = ConsentNeeded("Another provider.")
    window.run.click()
    await house.settle()
    consent = window.message.text()
    lab.refusal, lab.failure = None, SummaryRefused("It held no text.")
    lab.gate.set()
    window.run.click()
    await house.settle()

    assert "Another provider" in consent
    assert "It held no text." in window.panes[0].state.text()


async def test_closing_the_lab_stops_what_runs(house, lab):
    _, window = await opened(house, lab)
    window.run.click()
    await turns()
    window.close()
    await house.settle()

    assert len(house.tasks) == 0
    assert house.failures == []
