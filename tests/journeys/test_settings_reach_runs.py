"""What is typed in the settings dialog is what the automatic and the manual run send."""

from __future__ import annotations

from PySide6.QtTest import QTest

from desktop_app.core.domain.events import SummaryFinished
from desktop_app.core.domain.summary import Reason
from desktop_app.core.provider.catalog import Catalog
from desktop_app.ui.settings.dialog import SettingsDialog
from tests.ui.fake_time import FakeTime
from tests.unit.coordinator.room import open_room

TITLE = "Edited in the dialog"
ANSWER = f"[{TITLE}]\nUser asks questions.\n\n[Conversation Progress & Overview]\nAnswered so far."


def summary_prompts(room):
    return [
        "\n".join(message.text for message in request.messages)
        for request in room.provider.requests
        if request.purpose == "summary"
    ]


async def test_one_settings_object_reaches_the_automatic_and_the_manual_run(tmp_path, until):
    async with open_room(tmp_path) as room:
        conversation = await room.conversation(8)
        time = FakeTime()
        dialog = SettingsDialog(room.preferences, room.tasks, catalog=Catalog(), timer=time.timer)
        dialog.open_page("summary", "p")
        section = dialog.summary.page.sections["core_task"]
        section.set_unfolded(True)
        QTest.keyClicks(section.title, TITLE)
        dialog.summary.page.fields[(True, ("summary", "message_count"))].control.setValue(3)
        dialog.close()
        in_force = room.preferences.profile("p").summary
        room.provider.play(ANSWER, purpose="summary")
        await room.summaries.run(conversation, Reason.MANUAL)
        await room.extend(conversation, 9, 16)
        room.provider.play(ANSWER, purpose="summary")
        room.summaries.consider(conversation)
        await room.settle()
        dialog.deleteLater()

        finished = [event.summary for event in room.of(SummaryFinished)]
        assert [summary.reason for summary in finished] == [Reason.MANUAL, Reason.AUTO]
        assert len({summary.settings_hash for summary in finished}) == 1
        assert all(f"[{TITLE}]" in prompt for prompt in summary_prompts(room))
        assert len(summary_prompts(room)) == 2
        assert room.preferences.profile("p").summary is in_force
        assert room.settings_store.settings.profile("p").summary == in_force
