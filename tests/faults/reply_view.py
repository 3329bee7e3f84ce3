"""What a person sees and presses beside a reply, and how a conversation with a server is begun."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton

from desktop_app.core.domain.settings import ProfileSettings, TitleSettings


async def talk_over(person, base_url, **profile):
    """A conversation with the model at an address; no titles, so each request is a reply."""
    made = ProfileSettings(id="far", name="far", base_url=base_url, model="m", **profile)
    await person.app.preferences.update(
        lambda s: s.changed(
            profiles=(*s.profiles, made), default_profile_id="far", titles=TitleSettings(enabled=False)
        )
    )
    conversation = await person.app.library.create(profile_id="far")
    await person.app.show_conversation(conversation.id)


async def words_beside(person) -> str:
    """The words beside the reply, once there are some."""

    def words():
        labels = person.window.findChildren(QLabel, "messageStatusText")
        return " ".join(label.text() for label in labels if label.isVisible())

    await person.until(words)
    return words()


async def press(person, name: str) -> None:
    """Press a button beside the reply."""

    def found():
        return [b for b in person.window.findChildren(QPushButton, name) if b.isVisible() and b.isEnabled()]

    await person.until(found)
    found()[-1].click()


async def retry_until_answered(person):
    """Press Retry; the new reply, complete or failed."""
    await press(person, "retryButton")
    await person.until(lambda: person.app.chat.busy(person.conversation_id))
    await person.finished()
    return (await person.messages())[-1]
