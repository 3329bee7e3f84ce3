"""Long fuzz of everything that reads files: ``python -m tests.faults.fuzz_files COUNT [SEED]``.

Valid files of each kind are damaged at random (bytes flipped, cut, doubled, swapped between files).
Right: the file is read, or refused with ``ExchangeError``; nothing else comes out.
"""

from __future__ import annotations

import collections
import io
import itertools
import json
import random
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from desktop_app.core.domain.errors import ExchangeError
from desktop_app.core.domain.paths import AppPaths
from desktop_app.core.domain.persona import Persona, PromptPreset
from desktop_app.core.exchange.imported import ImportedConversation
from desktop_app.core.exchange.importing import import_conversations
from desktop_app.core.exchange.pack import write_pack
from desktop_app.core.exchange.tree_json import write_tree
from desktop_app.core.personas.cards import export_card_json, export_card_png, import_card
from desktop_app.core.personas.presets import export_presets, import_presets
from desktop_app.core.personas.world_books import import_book
from desktop_app.core.storage.settings import SettingsFile
from tests.builders import FixedClock, Ids, conversation, pairs

_CHATGPT = {
    "title": "t",
    "create_time": 1.0,
    "mapping": {
        "a": {
            "id": "a",
            "parent": None,
            "children": [],
            "message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["hi"]}},
        }
    },
}
_CLAUDE = {"uuid": "u", "name": "n", "chat_messages": [{"uuid": "m", "sender": "human", "text": "hi"}]}
_BOOK = {"entries": [{"keys": ["k"], "content": "c", "enabled": True, "insertion_order": 1}]}


def seeds() -> list[bytes]:
    """One valid file of each kind."""
    whole = ImportedConversation(conversation=conversation(), messages=tuple(pairs(3)))
    persona = Persona("p", "Mira", description="A cat.", first_message="Meow {{user}}")
    exported = io.BytesIO()
    with zipfile.ZipFile(exported, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps([_CHATGPT]))
    lines = [{"user_name": "U", "character_name": "C"}, {"name": "U", "is_user": True, "mes": "hi"}]
    return [
        write_pack(whole),
        write_tree(whole),
        json.dumps([_CHATGPT]).encode(),
        exported.getvalue(),
        json.dumps([_CLAUDE]).encode(),
        "\n".join(map(json.dumps, lines)).encode(),
        json.dumps({"messages": [{"role": "user", "content": "hi"}]}).encode(),
        export_card_json(persona),
        export_card_png(persona),
        export_presets([PromptPreset("i", "t", "x {{name:default}}")]),
        json.dumps(_BOOK).encode(),
        json.dumps(
            {"version": 1, "profiles": [{"id": "a", "window": 4096}], "appearance": {"zoom": 2}}
        ).encode(),
    ]


def damaged(data: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """A file with a few random faults, or none."""
    result = bytearray(data)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 5))):
        place = chance.randrange(len(result) + 1)
        kind = chance.randrange(6)
        if kind == 0 and result:
            result[place % len(result)] = chance.randrange(256)
        elif kind == 1:
            del result[place : place + chance.randint(1, 40)]
        elif kind == 2:
            result[place:place] = chance.randbytes(chance.randint(1, 20))
        elif kind == 3:
            result[place:place] = result[max(0, place - 60) : place]
        elif kind == 4:
            other = chance.choice(others)
            start = chance.randrange(len(other))
            result[place:place] = other[start : start + chance.randint(1, 80)]
        else:
            result = result[:place] or result
    return bytes(result)


def main(count: int, seed: int = 1) -> int:
    """Feed ``count`` damaged files to every reader; returns the number of wrong outcomes."""
    chance, new_id = random.Random(seed), Ids()
    files = seeds()
    outcomes: collections.Counter[str] = collections.Counter()
    wrong, slowest, began = 0, 0.0, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        paths = AppPaths(Path(folder))
        for number, data in zip(range(count), itertools.cycle(files), strict=False):
            content = damaged(data, files, chance)
            for name, read in _readers(paths, new_id).items():
                started = time.process_time()
                try:
                    read(content)
                    outcomes[f"{name} read"] += 1
                except ExchangeError:
                    outcomes[f"{name} refused"] += 1
                except Exception as error:  # noqa: BLE001 - that is what is looked for
                    wrong += 1
                    print(f"WRONG {name} on file {number}: {type(error).__name__}: {error}")
                slowest = max(slowest, time.process_time() - started)
    print(f"{count} files, seed {seed}, {time.monotonic() - began:.0f} s, slowest read {slowest:.2f} s CPU")
    print(", ".join(f"{key} {value}" for key, value in sorted(outcomes.items())))
    print(f"{wrong} wrong outcomes")
    return wrong


def _readers(paths: AppPaths, new_id: Ids):
    def settings(content: bytes) -> None:
        paths.settings.write_bytes(content)
        SettingsFile(paths, clock=FixedClock()).load()
        for backup in paths.backups.glob("*"):
            backup.unlink()

    return {
        "conversation": lambda data: import_conversations(data, "file", new_id=new_id, now=0.0),
        "card": lambda data: import_card(data, new_id=new_id),
        "presets": lambda data: import_presets(data, new_id=new_id),
        "book": lambda data: import_book(data, new_id=new_id),
        "settings": settings,
    }


if __name__ == "__main__":
    sys.exit(min(main(*(int(word) for word in sys.argv[1:])), 1))
