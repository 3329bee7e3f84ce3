"""A transcript that is fed like the presenter would feed it, and ways to look at it."""

from __future__ import annotations

import pytest

from desktop_app.core.domain.conversation import Message, Role
from desktop_app.ui.chat.transcript import Transcript


def message(id, role=Role.ASSISTANT, text="text", **changes):  # noqa: A002
    changes.setdefault("conversation_id", "c")
    return Message(id=id, parent_id=None, role=role, text=text, created_at=0.0, **changes)


def talk(count, *, conversation_id="c", text="Message number {n} with some words in it."):
    return [
        message(
            f"{conversation_id}-{n}",
            Role.USER if n % 2 == 0 else Role.ASSISTANT,
            text.format(n=n),
            conversation_id=conversation_id,
        )
        for n in range(count)
    ]


class Feeder:
    """Answers the transcript's requests from a list of messages, and records them."""

    def __init__(self, transcript):
        self.transcript = transcript
        self.messages = {}
        self.asked = []
        transcript.messages_requested.connect(self.answer)

    def answer(self, ids):
        self.asked.append(ids)
        self.transcript.provide([self.messages[i] for i in ids if i in self.messages])

    def show(self, messages, conversation_id="c"):
        self.messages.update({m.id: m for m in messages})
        self.transcript.show_path(conversation_id, [m.id for m in messages])


@pytest.fixture
def transcript(qtbot):
    made = Transcript()
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def feeder(transcript):
    return Feeder(transcript)


@pytest.fixture
def view_of(transcript):
    return lambda message_id: transcript.canvas.widgets()[message_id]


@pytest.fixture
def top_of(transcript):
    """Where a message's top is in the view, in pixels."""
    return lambda message_id: transcript.canvas.widgets()[message_id].y()
