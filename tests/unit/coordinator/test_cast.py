import json
from dataclasses import replace

import pytest

from desktop_app.core.domain.conversation import Role
from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.persona import WorldBook, WorldEntry
from desktop_app.core.domain.summary import Reason
from tests.unit.coordinator.room import GOOD_SUMMARY, open_room, profile


async def _group(room, *names):
    personas = []
    for name in names:
        persona = await room.cast.new_persona(name)
        persona = replace(
            persona, system_prompt=f"You are {name}. {{{{original}}}}", first_message=f"{name} waves."
        )
        await room.cast.save(persona)
        personas.append(persona)
    head = await room.library.create(profile_id="p", persona_ids=tuple(p.id for p in personas))
    return head.id, personas


async def test_one_persona_shapes_the_system_message_and_speaks_first(tmp_path):
    async with open_room(tmp_path, profile(system_prompt="Be brief.")) as room:
        cid, _ = await _group(room, "Ada")
        greeting = await room.chat.greet(cid)
        room.provider.play("Hello, I am Ada.")
        last = await room.say(cid, "Who are you?")
        sent = room.provider.requests_for("chat")[0].messages

    assert greeting.text == "Ada waves."
    assert greeting.role is Role.ASSISTANT
    assert sent[0].role == "system"
    assert "You are Ada. Be brief." in sent[0].text
    assert last.speaker == "Ada"


async def test_a_greeting_comes_once_and_only_into_an_empty_conversation(tmp_path):
    async with open_room(tmp_path) as room:
        cid, _ = await _group(room, "Ada")
        await room.chat.greet(cid)

        assert await room.chat.greet(cid) is None
        assert len(await room.store.path(cid)) == 1


async def test_a_group_talks_is_summarised_and_continued(tmp_path):
    async with open_room(tmp_path) as room:
        cid, personas = await _group(room, "Ada", "Bob", "Cleo")
        room.provider.play(*[f"answer number {n} with some words to fold" for n in range(12)])
        speakers = []
        for number in range(6):
            last = await room.say(cid, f"question number {number} with enough words")
            speakers.append(last.speaker)
        named = await room.say(cid, "Cleo, what do you say?")
        await room.chat.let_speak(cid, personas[0].id)
        await room.settle()
        chosen = (await room.store.path(cid))[-1]
        room.provider.play(GOOD_SUMMARY, purpose="summary")
        summary = await room.summaries.run(cid, Reason.MANUAL)
        packed = room.provider.requests_for("summary")[0].messages
        after = await room.say(cid, "And now?")
        sent = room.provider.requests_for("chat")[-1].messages

    assert speakers == ["Ada", "Bob", "Cleo"] * 2
    assert named.speaker == "Cleo"
    assert chosen.speaker == "Ada"
    assert summary is not None
    assert packed[-1].role == "user"
    assert "Ada: answer number 0" in packed[-1].text
    assert "Bob: answer number 1" in packed[-1].text
    assert after.speaker == "Bob"
    assert "Answered so far." in sent[0].text


async def test_each_request_of_a_group_shows_the_others_by_name(tmp_path):
    async with open_room(tmp_path) as room:
        cid, _ = await _group(room, "Ada", "Bob")
        room.provider.play("I like rain.", "I prefer sun.")
        await room.say(cid, "Weather?")
        await room.say(cid, "And you?")
        sent = room.provider.requests_for("chat")[1].messages

    assert "You are Bob." in sent[0].text
    assert any(m.role == "user" and "Ada: I like rain." in m.text for m in sent)
    assert all(m.role != "assistant" for m in sent)


async def test_a_persona_may_have_its_own_profile_and_parameters(tmp_path):
    async with open_room(tmp_path, profile("p"), profile("other")) as room:
        cid, personas = await _group(room, "Ada")
        await room.cast.save(
            replace(personas[0], profile_id="other", parameters={"temperature": 0.1, "bad": 1})
        )
        room.provider.play("ok")
        await room.say(cid, "Hello")
        request = room.provider.requests_for("chat")[0]

    assert request.profile.id == "other"
    assert request.profile.parameters.temperature == 0.1


async def test_world_information_stands_with_the_newest_message(tmp_path):
    async with open_room(tmp_path) as room:
        cid, _ = await _group(room, "Ada")
        await room.cast.save(WorldBook("b", "World", (WorldEntry("The tower is red.", keys=("tower",)),)))
        room.provider.play("one", "two")
        await room.say(cid, "Hello")
        await room.say(cid, "Tell me of the tower")
        first, second = (r.messages for r in room.provider.requests_for("chat"))

    assert "tower is red" not in "".join(m.text for m in first)
    assert "tower is red" in second[-1].text
    assert second[:2] == first[:2]


async def test_a_conversation_whose_personas_are_gone_still_works(tmp_path):
    async with open_room(tmp_path) as room:
        cid, personas = await _group(room, "Ada")
        await room.cast.delete(personas[0])
        room.provider.play("ok")

        last = await room.say(cid, "Hello")

    assert last.text == "ok"
    assert last.speaker == ""


async def test_a_card_is_imported_with_its_book_and_exported_again(tmp_path):
    card = {
        "spec": "chara_card_v2",
        "spec_version": "2.0",
        "data": {
            "name": "Mira",
            "description": "A cat.",
            "first_mes": "Meow, {{user}}.",
            "character_book": {"entries": [{"keys": ["fish"], "content": "Mira loves fish."}]},
        },
    }
    source, target = tmp_path / "mira.json", tmp_path / "out.json"
    source.write_text(json.dumps(card))
    async with open_room(tmp_path) as room:
        persona = await room.cast.import_card(str(source))
        books = await room.cast.books()
        await room.cast.export_card(persona, str(target))
        await room.cast.export_card(persona, str(tmp_path / "out.png"))
        again = await room.cast.import_card(str(tmp_path / "out.png"))

    exported = json.loads(target.read_text())
    assert persona.name == again.name == "Mira"
    assert [entry.content for entry in books[0].entries] == ["Mira loves fish."]
    assert exported["data"]["first_mes"] == "Meow, {{user}}."


async def test_no_file_carries_whose_book_it_was(tmp_path):
    card = {
        "spec": "chara_card_v2",
        "spec_version": "2.0",
        "data": {"name": "Mira", "character_book": {"entries": [{"keys": ["fish"], "content": "f"}]}},
    }
    source, target, alone = tmp_path / "mira.json", tmp_path / "out.json", tmp_path / "book.json"
    source.write_text(json.dumps(card))
    async with open_room(tmp_path) as room:
        persona = await room.cast.import_card(str(source))
        owned = (await room.cast.books())[0]
        await room.cast.export_card(persona, str(target))
        await room.cast.export_book(owned, str(alone))
        written = json.loads(alone.read_text())
        alone.write_text(json.dumps(written | {"persona_id": "of an earlier version"}))
        again = await room.cast.import_book(str(alone))

    assert owned.extra["persona_id"] == persona.id
    assert "persona_id" not in written
    assert "persona_id" not in json.loads(target.read_text())["data"]["character_book"]
    assert "persona_id" not in again.extra


async def test_files_that_are_no_cards_are_refused_by_name(tmp_path):
    bad = tmp_path / "bad.png"
    bad.write_bytes(b"not a picture")
    async with open_room(tmp_path) as room:
        with pytest.raises(ExchangeError):
            await room.cast.import_card(str(bad))
        with pytest.raises(ExchangeError, match=r"missing\.json"):
            await room.cast.import_card(str(tmp_path / "missing.json"))


async def test_presets_are_kept_and_exchanged(tmp_path):
    async with open_room(tmp_path) as room:
        await room.cast.new_preset("Review", "Review {{text}}")
        await room.cast.export_presets(str(tmp_path / "presets.json"))
        count = await room.cast.import_presets(str(tmp_path / "presets.json"))
        titles = [preset.title for preset in await room.cast.presets()]

    assert count == 1
    assert titles == ["Review", "Review"]
