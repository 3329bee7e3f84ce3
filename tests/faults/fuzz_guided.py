"""Coverage-guided fuzz of everything that reads foreign bytes, with atheris.

Run: ``python -m tests.faults.fuzz_guided TARGET FOLDER [libFuzzer's options]``, for example
``stream build/fuzz -max_total_time=300``. atheris is no dependency of the project: install it into an
environment of its own that also sees the project's packages. Inputs that led to something wrong are kept in
FOLDER, one for each place.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import tempfile
import time
import traceback
from pathlib import Path

import atheris

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
with atheris.instrument_imports(include=["desktop_app", "markdown_it"]):
    from desktop_app.core.domain import settings_format  # noqa: F401 - else loaded late, without tracing
    from desktop_app.core.domain.address import parse_address
    from desktop_app.core.domain.errors import ExchangeError, SettingsInvalid
    from desktop_app.core.domain.paths import AppPaths
    from desktop_app.core.exchange.importing import import_conversations
    from desktop_app.core.personas.cards import import_card
    from desktop_app.core.personas.presets import import_presets
    from desktop_app.core.personas.world_books import import_book
    from desktop_app.core.storage.settings import SettingsFile
    from desktop_app.core.titles.characters import without_controls
    from desktop_app.core.titles.clean import clean_title
    from desktop_app.ui.chat.rendering.blocks import plain_text
    from desktop_app.ui.chat.rendering.formulas import typeset
    from desktop_app.ui.chat.rendering.reader import Reader
    from desktop_app.ui.single_instance import _message
    from tests.builders import FixedClock, Ids
    from tests.faults.fuzz_files import seeds
    from tests.faults.fuzz_stream import ODD, WORDS, Report, read_blocks

from tests.faults.wire import END, F, K, R, T, U, event

SLOW_SECONDS = 1.0
"""CPU of one input of some kilobytes, with the tracing of atheris, which costs three to five times."""
_IDS = Ids()


def stream(data: bytes) -> None:
    """The cutting changes nothing, only our errors come out, no half characters."""
    step, data = (data[0] % 64 + 1, data[1:]) if data else (1, data)
    whole, _ = read_blocks([data], Report())
    cut, _ = read_blocks([data[n : n + step] for n in range(0, len(data), step)], Report())
    assert cut == whole


def markdown(data: bytes) -> None:
    """A streamed text ends as one that came at once, and no word is lost."""
    step, text = (data[0] % 64 + 1, data[1:].decode("utf-8", "replace")) if data else (1, "")
    whole, streamed = Reader(), Reader()
    whole.feed(text)
    for start in range(0, len(text), step):
        streamed.feed(text[start : start + step])
        streamed.blocks(final=False)
    blocks = whole.blocks()
    assert streamed.blocks() == blocks
    shown = plain_text(blocks)
    for word in re.findall(r"[a-z]{2,}", re.sub(r"[\[\]()`~:/$&\\\n][^ ]*|~~~.*|```.*", "", text)):
        assert word in shown, word


def formula(data: bytes) -> None:
    """Whatever a model writes between dollar signs is set or left as it is."""
    typeset(data.decode("utf-8", "replace"))


def settings(data: bytes) -> None:
    """A damaged file gives settings and a notice; what was read can be saved and read again."""
    paths = _paths()
    paths.settings.write_bytes(data)
    file = SettingsFile(paths, clock=FixedClock())
    loaded, first = file.load()
    for backup in paths.backups.glob("*"):
        backup.unlink()
    file.save(loaded)
    again, notices = SettingsFile(paths, clock=FixedClock()).load()
    assert again == loaded, "saved settings read differently"
    assert len(notices) <= len(first), notices  # what a newer program wrote is kept and told again


def conversation(data: bytes) -> None:
    """Packs and exports are read or refused."""
    with contextlib.suppress(ExchangeError):
        import_conversations(data, "file", new_id=_IDS, now=0.0)


def card(data: bytes) -> None:
    """Character cards, as JSON and in PNG pictures."""
    with contextlib.suppress(ExchangeError):
        import_card(data, new_id=_IDS)


def book(data: bytes) -> None:
    """World books and prompt presets."""
    with contextlib.suppress(ExchangeError):
        import_book(data, new_id=_IDS)
    with contextlib.suppress(ExchangeError):
        import_presets(data, new_id=_IDS)


def title(data: bytes) -> None:
    """One line with something in it and without controls."""
    raw, _, message = data.decode("utf-8", "replace").partition("\0")
    cleaned = clean_title(raw, message)
    assert cleaned.strip()
    assert "\n" not in cleaned
    assert without_controls(cleaned) == cleaned, ascii(cleaned)


def instance(data: bytes) -> None:
    """A line of another start is understood or counts as a start without files."""
    identity, paths = _message(data)
    assert identity
    assert all(Path(path).is_absolute() for path in paths)


def address(data: bytes) -> None:
    """A base URL is accepted or refused with words, and an accepted one stays as it is."""
    with contextlib.suppress(SettingsInvalid):
        first = parse_address(data.decode("utf-8", "replace"))
        assert parse_address(first.base_url) == first


TARGETS = (stream, markdown, formula, settings, conversation, card, book, title, instance, address)


MARKDOWN = [
    "# a\n\n- b\n  1. c\n\n> d `e` **f**\n\n```py\ng\n```\n",
    "|a|b|\n|-|-|\n|c|d|\n",
    "$x^2$ $$\\frac{a}{b}$$ \\(y\\)",
    "[a](https://b.c) <http://d.e> ![f](g) [h]: i\n[^1]: note\n",
    "***a** b*~~c~~<b>d</b>&amp;\\*",
    "1. a\n\n   b\n2. c\n\n\td",
]
STREAMS = [
    R + T("Hi") + K("hm") + T("<think>a</think>b") + F("stop") + U(3) + END,
    event({"error": {"message": "no", "code": 429}}),
    event({"error": "x"}),
    *(R + T(word) + END for word in WORDS),
    *(R + odd for odd in ODD),
]
SEEDS = {
    "stream": [bytes([n]) + data for n, data in enumerate(STREAMS)],
    "markdown": [bytes([n]) + text.encode() for n, text in enumerate(MARKDOWN)],
    "formula": [
        rb"$\frac{a}{b}$",
        rb"$$\sum_{i=0}^n x_i^2$$",
        rb"\[\begin{pmatrix}a&b\\c&d\end{pmatrix}\]",
        rb"\(\text{a}\sqrt[3]{x}\)",
    ],
    "title": [
        b'"Title: X"',
        b"**X**\0message",
        b'{"title": "x"}',
        b"<think>a</think>X",
        "标题：“会议”".encode(),
    ],
    "instance": [json.dumps({"id": "a", "open": ["/x", "b"]}).encode() + b"\n"],
    "address": [b"https://h/v1?x=1", b"http://[::1]:11434/v1", b"h:8000/v1/chat/completions", b" ftp://h "],
}
"""Valid inputs to begin with; readers of files begin with ``fuzz_files.seeds``."""


def _paths() -> AppPaths:
    if not _PLACE:
        _PLACE.append(AppPaths(Path(tempfile.mkdtemp(prefix="fuzz", dir="/dev/shm"))))
    return _PLACE[0]


_PLACE: list[AppPaths] = []


class Finder:
    """Runs one target and keeps the inputs that went wrong, one for each place in the code."""

    def __init__(self, target, folder: Path) -> None:
        self.target, self.folder = target, folder
        self.known: set[str] = set()
        self.count = 0

    def __call__(self, data: bytes) -> None:
        self.count += 1
        started = time.thread_time()
        try:
            self.target(data)
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            last = traceback.extract_tb(error.__traceback__)[-1]
            self.keep(f"{type(error).__name__}-{Path(last.filename).stem}-{last.lineno}", data, error)
        if time.thread_time() - started > SLOW_SECONDS:
            self.keep("slow", data, f"{time.thread_time() - started:.1f} s for {len(data)} bytes")

    def keep(self, name: str, data: bytes, why: object) -> None:
        """Write an input down, once for each name."""
        if name not in self.known:
            self.known.add(name)
            (self.folder / f"{self.target.__name__}-{name}").write_bytes(data)
            print(f"WRONG {name}: {why!r}"[:500], flush=True)


def main() -> None:
    name, folder, *options = sys.argv[1:]
    target = next(target for target in TARGETS if target.__name__ == name)
    inputs = Path(folder) / name
    inputs.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(SEEDS.get(name) or seeds()):
        (inputs / f"seed{number}").write_bytes(data)
    finder = Finder(target, Path(folder))
    atheris.Setup(
        [sys.argv[0], str(inputs), "-max_len=4096", "-timeout=60", "-rss_limit_mb=3000", *options], finder
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
