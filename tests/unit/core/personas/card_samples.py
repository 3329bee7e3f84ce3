"""Cards with every field of the V2 and V3 specifications."""

from __future__ import annotations

import base64
import copy
import json
import struct
import zlib

from desktop_app.core.personas import png

BOOK = {
    "name": "Harbour lore",
    "description": "Places",
    "scan_depth": 6,
    "token_budget": 300,
    "recursive_scanning": True,
    "extensions": {"vendor/x": {"deep": [1, 2.5, None, True]}},
    "entries": [
        {
            "keys": ["lighthouse", "灯塔"],
            "content": "The lighthouse is {{char}}'s home.",
            "extensions": {"weight": 3},
            "enabled": True,
            "insertion_order": 10,
            "case_sensitive": False,
            "name": "Lighthouse",
            "priority": 5,
            "id": 77,
            "comment": "north shore",
            "selective": True,
            "secondary_keys": ["night", "storm"],
            "constant": False,
            "position": "before_char",
        },
        {
            "keys": [],
            "content": "It always rains.",
            "extensions": {},
            "enabled": True,
            "insertion_order": 1,
            "constant": True,
            "position": "after_char",
        },
    ],
}

V2 = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Ada  of the “Harbour”",
        "description": '{{char}} keeps the light.\r\nTwo lines, a tab\t, and \\ "quotes".',
        "personality": "calm",
        "scenario": "Fog. {{user}} arrives.",
        "first_mes": "*waves*\n\nHello, {{user}}! 你好 🙂",
        "mes_example": "<START>\n{{user}}: hi\n{{char}}: hello",
        "creator_notes": "Not for the prompt.",
        "system_prompt": "{{original}} Speak as {{char}}.",
        "post_history_instructions": "Stay in character.",
        "alternate_greetings": ["", "Second *greeting*", "第三"],
        "character_book": BOOK,
        "tags": ["sea", "calm"],
        "creator": "someone",
        "character_version": "1.2",
        "extensions": {"talkativeness": 0.5, "fav": True, "depth_prompt": {"prompt": "x", "depth": 4}},
        "unknown_to_us": {"keep": ["me", {"too": 1e-7}]},
    },
}

V3 = copy.deepcopy(V2)
V3["spec"], V3["spec_version"] = "chara_card_v3", "3.0"
V3["data"].update(
    {
        "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}],
        "nickname": "Ada",
        "creator_notes_multilingual": {"en": "n", "zh": "注"},
        "source": ["id:1", "https://example.com/card"],
        "group_only_greetings": ["Hello all"],
        "creation_date": 1700000000,
        "modification_date": 1700000001,
    }
)
V3["data"]["character_book"]["entries"][0]["use_regex"] = False
V3["top_level_stranger"] = [1]

V1 = {
    "name": "Old",
    "description": "d",
    "personality": "p",
    "scenario": "s",
    "first_mes": "f",
    "mes_example": "m",
}


def chunk(kind: bytes, data: bytes, *, crc: int | None = None) -> bytes:
    check = zlib.crc32(kind + data) if crc is None else crc
    return struct.pack(">I4s", len(data), kind) + data + struct.pack(">I", check)


def picture(*chunks: bytes) -> bytes:
    """A small PNG with more chunks before its end."""
    plain = png.plain_picture(4, 4)
    return plain[:-12] + b"".join(chunks) + plain[-12:]


def encoded(card) -> bytes:
    return base64.b64encode(json.dumps(card, ensure_ascii=False).encode())


def text_chunk(keyword: str, text: bytes) -> bytes:
    return chunk(b"tEXt", keyword.encode() + b"\0" + text)
