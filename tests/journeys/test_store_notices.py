"""The window tells what happened to the store, at the start and later."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from desktop_app.core.domain.errors import StoreDamaged


def shown_texts(person):
    return [label.text() for label in person.window.notices.findChildren(QLabel)]


async def test_a_damaged_store_is_told_of_and_the_program_goes_on(program, provider, paths):
    async with program(provider) as person:
        provider.play("Hello back.")
        provider.play("t", purpose="title")
        await person.say("Hello!")
    content = bytearray(paths.database.read_bytes())
    content[:100] = bytes(100)
    paths.database.write_bytes(content)

    async with program(provider) as person:
        assert any("set aside" in text for text in shown_texts(person))
        assert [m.text for m in await person.messages()] == ["Hello!", "Hello back."]


async def test_the_check_beside_work_is_told_of(program, provider, monkeypatch):
    async with program(provider) as person:

        async def check():
            return (StoreDamaged("A check found a hole."),)

        monkeypatch.setattr(person.app._parts.store, "check", check)
        person.app._on_store_check_due()
        await person.until(lambda: any("hole" in text for text in shown_texts(person)))
