"""Cards survive import and export; hostile ones are refused in our words."""

from __future__ import annotations

import base64
import contextlib
import copy
import json
import zlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.persona import Persona
from desktop_app.core.personas import png
from desktop_app.core.personas.cards import export_card, export_card_json, export_card_png, import_card
from desktop_app.core.personas.documents import persona_from, to_document
from desktop_app.core.personas.request_text import card_name, closing_text, greeting, system_text
from tests.builders import Ids
from tests.unit.core.personas.card_samples import V1, V2, V3, chunk, encoded, picture, text_chunk


def load(card):
    return import_card(json.dumps(card, ensure_ascii=False).encode(), new_id=Ids())


@pytest.mark.parametrize("card", [V2, V3])
def test_every_field_survives_json_import_and_export(card):
    exported = json.loads(export_card_json(load(card).persona))

    assert exported == card
    assert json.dumps(exported) == json.dumps(card)  # order too


@pytest.mark.parametrize("card", [V2, V3])
def test_every_field_survives_a_png(card):
    keyword = "chara" if card is V2 else "ccv3"
    imported = import_card(picture(text_chunk(keyword, encoded(card))), new_id=Ids())
    data = export_card_png(imported.persona, imported.avatar)
    texts = png.read_texts(data, frozenset(("chara", "ccv3")))

    assert json.loads(base64.b64decode(texts[keyword])) == card
    again = import_card(data, new_id=Ids())
    assert again.avatar == imported.avatar == picture()


def test_known_fields_become_the_personas():
    persona = load(V2).persona
    data = V2["data"]

    assert persona.name == data["name"]
    assert persona.description == data["description"]
    assert persona.first_message == data["first_mes"]
    assert persona.examples == data["mes_example"]
    assert persona.system_prompt == data["system_prompt"]
    assert persona.closing_instructions == data["post_history_instructions"]
    assert persona.alternate_greetings == tuple(data["alternate_greetings"])


def test_an_edited_field_is_written_and_the_others_stay():
    persona = replace(load(V3).persona, personality="stormy", alternate_greetings=("one",))

    exported = export_card(persona)

    expected = copy.deepcopy(V3)
    expected["data"]["personality"] = "stormy"
    expected["data"]["alternate_greetings"] = ["one"]
    assert exported == expected


def test_old_flat_cards_become_version_two():
    exported = export_card(load(V1).persona)

    assert exported["spec"] == "chara_card_v2"
    assert {key: exported["data"][key] for key in V1} == V1
    assert exported["data"]["extensions"] == {}


def test_versions_convert_both_ways_and_keep_unknown_fields():
    up = export_card(load(V2).persona, version="v3")
    down = export_card(load(V3).persona, version="v2")

    assert (up["spec"], up["spec_version"]) == ("chara_card_v3", "3.0")
    assert up["data"]["group_only_greetings"] == []
    assert up["data"]["unknown_to_us"] == V2["data"]["unknown_to_us"]
    assert down["spec"] == "chara_card_v2"
    assert down["data"] == V3["data"]


def test_exporting_changes_nothing_in_the_persona():
    persona = load(V2).persona
    before = copy.deepcopy(dict(persona.extra))

    export_card(replace(persona, name="Other"), version="v3")

    assert persona.extra == before


def test_a_persona_made_here_becomes_a_whole_card():
    card = export_card(Persona("p", "Ada", description="d"))

    assert card["spec"] == "chara_card_v2"
    assert card["data"]["name"] == "Ada"
    assert set(V2["data"]) - set(card["data"]) == {"character_book", "unknown_to_us"}
    assert load(card).persona.description == "d"


def test_version_three_wins_where_a_picture_holds_both():
    data = picture(text_chunk("chara", encoded(V1)), text_chunk("ccv3", encoded(V3)))

    assert import_card(data, new_id=Ids()).persona.name == V3["data"]["name"]


@pytest.mark.parametrize(
    "packed",
    [
        chunk(b"zTXt", b"chara\0\0" + zlib.compress(encoded(V2))),
        chunk(b"iTXt", b"Chara\0\0\0en\0k\0" + encoded(V2)),
        chunk(b"iTXt", b"chara\0\1\0\0\0" + zlib.compress(encoded(V2))),
    ],
)
def test_packed_and_international_texts_are_read(packed):
    assert import_card(picture(packed), new_id=Ids()).persona.name == V2["data"]["name"]


def test_the_avatar_keeps_its_other_chunks():
    data = picture(text_chunk("Author", b"me"), text_chunk("chara", encoded(V2)))

    assert import_card(data, new_id=Ids()).avatar == picture(text_chunk("Author", b"me"))


BOMB = zlib.compress(b"\0" * (png.MOST_TEXT + 10_000))
DEEP = b'{"name": "x", "description": "y", "extra": ' + b"[" * 5000 + b"]" * 5000 + b"}"
NESTED = b'{"name": "x", "description": "y", "extra": ' + b"[" * 100 + b"]" * 100 + b"}"
CRC = chunk(b"tEXt", b"chara\0" + encoded(V2), crc=1)

HOSTILE = {
    "nothing": b"",
    "not a card": b"hello",
    "a list": b"[1]",
    "a number": b"7",
    "null": b"null",
    "no name": b'{"spec": "chara_card_v2", "data": {"description": "x"}}',
    "blank name": b'{"name": " ", "description": "x"}',
    "name of wrong type": b'{"name": 5, "description": "x"}',
    "data of wrong type": b'{"spec": "chara_card_v2", "data": []}',
    "not utf-8": b'{"name": "\xff\xfe", "description": ""}',
    "NaN": b'{"name": "x", "description": "", "n": NaN}',
    "Infinity": b'{"name": "x", "description": "", "n": -Infinity}',
    "huge number": b'{"name": "x", "description": "", "n": ' + b"9" * 6000 + b"}",
    "deep": DEEP,
    "nested": NESTED,
    "cut off": b'{"name": "x", "descr',
    "picture without card": picture(),
    "only the signature": png.SIGNATURE,
    "picture cut off": picture(text_chunk("chara", encoded(V2)))[:-20],
    "length beyond the end": png.SIGNATURE + b"\x7f\xff\xff\xfftEXtchara\0",
    "wrong check sum": picture(CRC),
    "not base64": picture(text_chunk("chara", b"!!! not base64 !!!")),
    "base64 of no json": picture(text_chunk("chara", base64.b64encode(b"nope"))),
    "zip bomb": picture(chunk(b"zTXt", b"chara\0\0" + BOMB)),
    "international zip bomb": picture(chunk(b"iTXt", b"chara\0\1\0\0\0" + BOMB)),
    "damaged packed text": picture(chunk(b"zTXt", b"chara\0\0nonsense")),
    "empty chunk": picture(chunk(b"tEXt", b"chara")),
    "jpeg": b"\xff\xd8\xff\xe0" + b"\0" * 50,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_in_our_words(data):
    with pytest.raises(ExchangeError) as caught:
        import_card(data, new_id=Ids())

    assert caught.value.message


def test_a_card_that_is_too_large_is_refused():
    with pytest.raises(ExchangeError):
        import_card(b'{"name": "x", "description": "' + b"a" * (17 * 2**20) + b'"}', new_id=Ids())


def test_wrongly_typed_fields_count_as_empty_and_come_back_as_they_were():
    card = copy.deepcopy(V2)
    card["data"].update({"description": None, "alternate_greetings": "no list", "first_mes": 7, "tags": {}})

    persona = load(card).persona

    assert (persona.description, persona.first_message, persona.alternate_greetings) == ("", "", ())
    assert export_card(persona) == card


def test_a_card_is_data_and_never_a_template():
    card = copy.deepcopy(V1)
    card["description"] = "{{ 7*7 }} {% for x in y %} {{char}} ${x} %s {0} {{USER}} {{user.__class__}}"
    persona = load(card).persona

    text = system_text(persona, user="{{char}} \\1", base="")

    assert "{{ 7*7 }} {% for x in y %} Old ${x} %s {0} {{char}} \\1 {{user.__class__}}" in text


def test_texts_are_filled_when_a_request_is_built():
    persona = load(V3).persona

    assert card_name(persona) == "Ada"
    assert system_text(persona, user="Bo", base="Be kind.").startswith("Be kind. Speak as Ada.\n\nAda keeps")
    assert closing_text(persona) == "Stay in character."
    assert greeting(persona, user="Bo") == "*waves*\n\nHello, Bo! 你好 🙂"
    assert greeting(persona, number=1) == "Second *greeting*"
    assert greeting(Persona("p", "x")) == ""
    assert system_text(Persona("p", "x"), base="Base") == "Base"


@settings(max_examples=150)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_card_or_refused(data):
    for candidate in (
        data,
        png.SIGNATURE + data,
        picture(data),
        picture(text_chunk("chara", base64.b64encode(data))),
    ):
        with contextlib.suppress(ExchangeError):
            import_card(candidate, new_id=Ids())


@settings(max_examples=100)
@given(st.integers(0, 2000), st.integers(1, 255))
def test_a_flipped_byte_is_noticed_or_harmless(place, flip):
    data = bytearray(picture(text_chunk("chara", encoded(V2))))
    data[place % len(data)] ^= flip
    try:
        imported = import_card(bytes(data), new_id=Ids())
    except ExchangeError:
        return
    assert imported.persona.name == V2["data"]["name"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
FIELDS = ["description", "personality", "scenario", "first_mes", "mes_example", "system_prompt",
          "post_history_instructions", "alternate_greetings", "character_book", "extensions", "tags",
          "stranger"]  # fmt: skip


@settings(max_examples=120)
@given(st.dictionaries(st.sampled_from(FIELDS), JSON), st.sampled_from(["chara_card_v2", "chara_card_v3"]))
def test_any_card_survives_import_store_and_export(fields, spec):
    card = {"spec": spec, "spec_version": "x", "data": {"name": "N", **fields}}
    if spec == "chara_card_v3":
        card["data"].setdefault("group_only_greetings", [])
    persona = load(card).persona

    stored = persona_from(json.loads(json.dumps(to_document(persona))))

    assert stored == persona
    assert json.loads(export_card_json(stored)) == card
