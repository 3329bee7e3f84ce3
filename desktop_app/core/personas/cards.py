"""Character cards: version 1, 2 and 3, as JSON or inside a PNG, read into personas and written back.

A card is data from a stranger. Its known texts become the persona's; the whole card stays in
``Persona.extra`` so that unknown fields, types and order survive an export. Known fields come back
byte for byte unless the user changed them.

Sources: Character Card V2 (malfoyslastname/character-card-spec-v2) and V3
(kwaroran/character-card-spec-v3).
"""

from __future__ import annotations

import base64
import binascii
import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.persona import Persona, WorldBook
from desktop_app.core.domain.ports import NewId
from desktop_app.core.personas import png
from desktop_app.core.personas.safe_json import dump_json, load_json
from desktop_app.core.personas.world_books import book_to_json, parse_book

CardVersion = Literal["v2", "v3"]

_SPECS = {"v2": ("chara_card_v2", "2.0"), "v3": ("chara_card_v3", "3.0")}
_KEYWORDS = frozenset(("chara", "ccv3"))
_TEXT_FIELDS = {
    "name": "name",
    "description": "description",
    "personality": "personality",
    "scenario": "scenario",
    "first_mes": "first_message",
    "mes_example": "examples",
    "system_prompt": "system_prompt",
    "post_history_instructions": "closing_instructions",
}
_GREETINGS = "alternate_greetings"
_V1_FIELDS = ("name", "description", "personality", "scenario", "first_mes", "mes_example")
_EMPTY_V2: dict[str, Any] = {
    **dict.fromkeys(_V1_FIELDS, ""),
    "creator_notes": "",
    "system_prompt": "",
    "post_history_instructions": "",
    _GREETINGS: [],
    "tags": [],
    "creator": "",
    "character_version": "",
    "extensions": {},
}


@dataclass(frozen=True, slots=True)
class ImportedCard:
    """What a card file holds.

    Attributes:
        persona: Without an avatar digest: the caller stores the picture and sets it.
        avatar: The picture without the card in it; None for a JSON card.
        book: The card's world book; None without one.
    """

    persona: Persona
    avatar: bytes | None = None
    book: WorldBook | None = None


def import_card(data: bytes, *, new_id: NewId) -> ImportedCard:
    """Read a character card from the bytes of a JSON or PNG file.

    Raises:
        ExchangeError: The file is no card, is damaged, or is larger or deeper than any honest one.
    """
    if not png.is_png(data):
        return _imported(load_json(data, "character card"), new_id, avatar=None)
    texts = png.read_texts(data, _KEYWORDS)
    if not texts:
        raise ExchangeError("The picture holds no character card.")
    card = load_json(_decoded(texts.get("ccv3", texts.get("chara", b""))), "character card")
    return _imported(card, new_id, avatar=png.with_texts(data, {}, without=_KEYWORDS))


def _decoded(text: bytes) -> bytes:
    try:
        return base64.b64decode(b"".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ExchangeError("The character card in the picture is not Base64.") from error


def _imported(card: Any, new_id: NewId, avatar: bytes | None) -> ImportedCard:
    fields = _fields(card)
    name = _text(fields.get("name")).strip()
    if not name:
        raise ExchangeError("The character card has no name.")
    texts: dict[str, Any] = {attribute: _text(fields.get(key)) for key, attribute in _TEXT_FIELDS.items()}
    persona = Persona(id=new_id(), alternate_greetings=_greetings(fields), extra={"card": card}, **texts)
    raw_book = fields.get("character_book")
    book = parse_book(raw_book, book_id=new_id(), name=name) if isinstance(raw_book, dict) else None
    return ImportedCard(persona, avatar, book)


def _fields(card: Any) -> dict[str, Any]:
    """The object that holds a card's fields, whatever its version.

    Raises:
        ExchangeError: It is no character card.
    """
    if not isinstance(card, dict):
        raise ExchangeError("The file holds no character card.")
    data = card.get("data")
    if isinstance(data, dict) and "name" in data:
        return data
    if "name" in card and any(key in card for key in _V1_FIELDS[1:]):
        return card
    raise ExchangeError("The file holds no character card.")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _greetings(fields: Mapping[str, Any]) -> tuple[str, ...]:
    value = fields.get(_GREETINGS)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def export_card(
    persona: Persona, *, version: CardVersion | None = None, book: WorldBook | None = None
) -> dict[str, Any]:
    """A persona as the JSON object of a character card.

    Args:
        persona: One that was imported keeps the card's unknown fields; texts the user did not
            change come back as they were.
        version: None keeps the version of the card it came from, and is V2 for any other persona.
        book: Replaces the card's world book; None keeps what was there.
    """
    card = copy.deepcopy(persona.extra.get("card"))
    if not isinstance(card, dict):
        card = {}
    if not isinstance(card.get("data"), dict):  # version 1, or a persona made here
        card = {**card, "data": {**copy.deepcopy(_EMPTY_V2), **_only_fields(card)}}
    version = version or ("v3" if card.get("spec") == _SPECS["v3"][0] else "v2")
    spec, number = _SPECS[version]
    if card.get("spec") != spec:
        card = {**card, "spec": spec, "spec_version": number}
    data = card["data"]
    if version == "v3":
        data.setdefault("group_only_greetings", [])
    _overlay(card, data, persona)
    if book is not None:
        data["character_book"] = book_to_json(book)
    return card


def _only_fields(card: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in card.items() if key in _V1_FIELDS}


def _overlay(card: dict[str, Any], data: dict[str, Any], persona: Persona) -> None:
    """Write the persona's texts into the card where they differ from what it says."""
    for key, attribute in _TEXT_FIELDS.items():
        value = getattr(persona, attribute)
        if _text(data.get(key)) != value:
            data[key] = value
            if isinstance(card.get(key), str):  # some files repeat the fields for old readers
                card[key] = value
    if _greetings(data) != persona.alternate_greetings:
        data[_GREETINGS] = list(persona.alternate_greetings)


def export_card_json(
    persona: Persona, *, version: CardVersion | None = None, book: WorldBook | None = None
) -> bytes:
    """The bytes of a JSON card; see ``export_card``."""
    return dump_json(export_card(persona, version=version, book=book))


def export_card_png(persona: Persona, avatar: bytes | None = None, *, book: WorldBook | None = None) -> bytes:
    """The bytes of a PNG card that readers of both versions understand.

    Args:
        persona: See ``export_card``.
        avatar: A PNG picture; None puts the card into a plain grey one.
        book: See ``export_card``.

    Raises:
        ExchangeError: The avatar is no PNG.
    """
    versions: tuple[tuple[str, CardVersion], ...] = (("chara", "v2"), ("ccv3", "v3"))
    texts = {
        keyword: base64.b64encode(export_card_json(persona, version=version, book=book))
        for keyword, version in versions
    }
    return png.with_texts(avatar if avatar is not None else png.plain_picture(), texts)
