"""The Chinese translation is whole, keeps the gaps of every text, and is compiled as it is written."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

from desktop_app.ui.resources import resource_dir

ROOT = Path(__file__).parents[2]
SOURCE = resource_dir() / "translations" / "throughline_zh_CN.ts"
GAP = re.compile(r"\{+\w+\}+")
SAME_IN_BOTH = {"KWallet", "Markdown (*.md)", "Secret Service", "Top p", "developer"}


def messages(path: Path) -> dict[tuple[str, str], ET.Element]:
    """(context, text) -> translation element."""
    contexts = ET.parse(path).iter("context")  # noqa: S314 - our own files
    return {
        (context.findtext("name"), message.findtext("source")): message.find("translation")
        for context in contexts
        for message in context.iter("message")
    }


WRITTEN = messages(SOURCE)
PAIRS = [(context, source, target.text or "") for (context, source), target in WRITTEN.items()]


@pytest.fixture(scope="module")
def wanted(tmp_path_factory):
    """What the translation tool finds in the program as it is now."""
    target = tmp_path_factory.mktemp("translations") / "now.ts"
    tool = Path(sys.executable).parent / "pyside6-lupdate"
    files = sorted(map(str, (ROOT / "desktop_app" / "ui").rglob("*.py")))
    command = [str(tool), "-silent", "-locations", "none", *files, "-ts", str(target)]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True, timeout=120)
    return messages(target)


def test_every_text_of_the_program_is_translated_and_no_other(wanted):
    missing = sorted(wanted.keys() - WRITTEN.keys())
    superfluous = sorted(WRITTEN.keys() - wanted.keys())

    assert (missing, superfluous) == ([], []), "run `make translations` and translate what is new"


def test_no_translation_is_unfinished_or_blank():
    open_ones = [
        key for key, target in WRITTEN.items() if target.get("type") or not (target.text or "").strip()
    ]

    assert open_ones == []


def test_gaps_are_the_same_in_both_languages():
    assert [s for _, s, t in PAIRS if sorted(GAP.findall(s)) != sorted(GAP.findall(t))] == []


def test_translations_are_chinese_and_set_as_chinese():
    bare = {source: GAP.sub("", words) for _, source, words in PAIRS}
    latin = {
        s for s, t in bare.items() if re.search("[A-Za-z]{2}", t) and not re.search("[\u4e00-\u9fff]", t)
    }
    dots = [t for _, _, t in PAIRS if "..." in t]
    # ASCII marks right behind a Chinese character; a file filter keeps its brackets.
    marks = [t for _, _, t in PAIRS if re.search(r"[\u4e00-\u9fff][,;:!?.](?!\w)", t)]

    assert {text for text in latin if "token" not in text} <= SAME_IN_BOTH
    assert dots == []
    assert marks == []


def test_endings_match():
    """A colon, an ellipsis or a full stop at the end says what kind of text it is."""
    ends = {"…": "…", ".": "。", ":": "：", "?": "？"}
    wrong = [
        s
        for _, s, t in PAIRS
        if len(s) > 1 and s[-1] in ends and not t.rstrip("0123456789").endswith((ends[s[-1]], "}"))
    ]

    assert wrong == []


def test_the_compiled_file_says_the_same(qapp):
    translator = QTranslator(qapp)
    assert translator.load(str(SOURCE.with_suffix(".qm")))

    assert [s for context, s, t in PAIRS if translator.translate(context, s) != t] == []


def test_qt_speaks_chinese_in_its_own_dialogs(qapp):
    translator = QTranslator(qapp)

    assert translator.load(str(SOURCE.parent / "qtbase_zh_CN.qm"))
    assert translator.translate("QPlatformTheme", "Cancel") == "取消"
