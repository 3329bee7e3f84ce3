"""The Windows setup in Wine, from the silent installation to the last trace removed; heavy, so outside the
usual run. The tests follow one another. What Wine cannot show stands in packaging/README.md.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import project
import pytest
from machines import screenshot

sys.path.insert(0, str(project.ROOT / "packaging" / "windows"))

import wine as wine_machine
from wine import DATA, HOME, PROGRAM, PROGRAM_IN_WINDOWS, PYTHON, Wine

from desktop_app.core.domain.conversation import Conversation, Message, Role
from desktop_app.core.exchange.imported import ImportedConversation
from desktop_app.core.exchange.pack import SUFFIX, write_pack

pytestmark = pytest.mark.windows

PACKS = f"{HOME}/Documents/交接 文件"
OPEN = f'"{PROGRAM_IN_WINDOWS}\\python\\Throughline.exe" "%1"'
KEYS = """
import asyncio, sys
from desktop_app.core.secrets.keychain import SystemKeychain

async def main(what, account, *key):
    print(await getattr(SystemKeychain(), what)(account, *key))

asyncio.run(main(*sys.argv[1:]))
"""

PATIENT_SELF_CHECK = """
from desktop_app import self_check
from desktop_app.__main__ import main

self_check.MODEL_SECONDS = 600.0  # Wine runs the model slowly, and on a busy machine very slowly
raise SystemExit(main(["--self-check"]))
"""


@pytest.fixture(scope="module")
def wine(display: str, windows_setup: Path) -> Iterator[Wine]:
    root = project.BUILD / "chroots" / "wine"
    made = wine_machine.prepare(root, display, windows_setup)
    made.file("/root/keys.py").write_text(KEYS)
    made.file("/root/check.py").write_text(PATIENT_SELF_CHECK)
    yield made
    made.run("wineserver -k")
    shutil.rmtree(root, ignore_errors=True)


@pytest.fixture(scope="module")
def setup(windows_setup: Path) -> str:
    return f"wine /root/{windows_setup.name} /S"


def _uninstall(wine: Wine, *switches: str) -> None:
    """Plainly silent it returns at once and works on from a copy; run in place it can be waited for."""
    wine.run(f"wine {PROGRAM}/Uninstall.exe /S {' '.join(switches)} '_?={PROGRAM_IN_WINDOWS}'")


def _write_pack(wine: Wine, name: str, title: str, text: str) -> None:
    conversation = Conversation(id="c", title=title, created_at=1.0, updated_at=1.0, active_leaf_id="m")
    message = Message(id="m", conversation_id="c", parent_id=None, role=Role.USER, text=text, created_at=1.0)
    folder = wine.file(PACKS)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(write_pack(ImportedConversation(conversation, (message,))))


def test_it_installs_silently_for_one_user(wine: Wine, setup: str):
    wine.run(setup)

    assert project.version() in wine.run(f"{PYTHON} -m desktop_app --version")
    listed = wine.registry(r"Software\Microsoft\Windows\CurrentVersion\Uninstall\Throughline")
    assert listed["DisplayVersion"] == project.version()
    assert listed["QuietUninstallString"] == f'"{PROGRAM_IN_WINDOWS}\\Uninstall.exe" /S'
    assert "Start Menu/Programs/Throughline.lnk" in wine.run("find /root/wine/drive_c -name '*.lnk'")


def test_packs_belong_to_it(wine: Wine):
    classes = r"Software\Classes"

    assert wine.registry(rf"{classes}\{SUFFIX}")[""] == "Throughline.Pack"
    assert "Throughline.Pack" in wine.registry(rf"{classes}\{SUFFIX}\OpenWithProgids")
    assert wine.registry(rf"{classes}\Throughline.Pack")["FriendlyTypeName"] == "Throughline conversation"
    icon = wine.registry(rf"{classes}\Throughline.Pack\DefaultIcon")[""]
    assert icon == f"{PROGRAM_IN_WINDOWS}\\pack.ico"
    assert wine.registry(rf"{classes}\Throughline.Pack\shell\open\command")[""] == OPEN
    place = wine.registry(r"Software\RegisteredApplications")["Throughline"]
    assert wine.registry(rf"{place}\FileAssociations") == {SUFFIX: "Throughline.Pack"}


def test_every_part_works(wine: Wine):
    said = wine.run(f"{PYTHON} /root/check.py")

    print(said)
    assert "All parts work." in said
    assert "Windows Credential Manager: a test key was stored" in said


def test_a_key_passes_from_one_process_to_another_by_the_vault(wine: Wine):
    for account in ("first", "second"):  # the second one makes keyring rename the first
        assert "persistent=True" in wine.run(f"{PYTHON} /root/keys.py set {account} sk-of-{account}")

    for account in ("first", "second"):
        assert wine.run(f"{PYTHON} /root/keys.py get {account}").strip() == f"sk-of-{account}"
        wine.run(f"{PYTHON} /root/keys.py delete {account}")
        assert wine.run(f"{PYTHON} /root/keys.py get {account}").strip() == "None"


def test_a_double_click_opens_a_pack(wine: Wine, display: str):
    _write_pack(wine, "会话 一.throughline", "从别处来的对话", "第一句话")
    trap = 'open(__file__ + ".ran", "w")'  # a folder of downloads may hold anything
    for name in ("desktop_app.py", "sqlite3.py", "PySide6.py"):
        wine.file(f"{PACKS}/{name}").write_text(trap)

    wine.join_classes()
    wine.open(PACKS, "会话 一.throughline")
    wine.await_text("第一句话")
    assert "从别处来的对话" in wine.texts()
    time.sleep(5)
    print(screenshot(display, "windows-wine"))

    _write_pack(wine, "会话 二.throughline", "第二个对话", "第二句话")
    wine.open(PACKS, "会话 二.throughline")
    wine.await_text("第二句话")
    assert len(wine.processes()) == 1, "the second pack was not handed to the program that runs"
    assert not list(wine.file(PACKS).glob("*.ran"))


def test_it_is_not_replaced_while_it_runs(wine: Wine, setup: str):
    assert "ended with 2" in wine.run(f"{setup}; echo ended with $?")

    wine.close_program()
    assert project.version() in wine.run(f"{PYTHON} -m desktop_app --version")


def test_installing_over_it_keeps_the_data_and_nothing_else(wine: Wine, setup: str):
    left_over = wine.file(f"{PROGRAM}/Lib/__pycache__/of_an_older_version.pyc")
    left_over.parent.mkdir(exist_ok=True)
    left_over.touch()

    wine.run(setup)

    assert not left_over.exists()
    assert "第二句话" in wine.texts()


def test_uninstalling_leaves_the_data_and_nothing_of_itself(wine: Wine):
    wine.run(f"{PYTHON} /root/keys.py set first sk-of-first")

    _uninstall(wine)

    assert wine.run(f"ls {PROGRAM}").split() in ([], ["Uninstall.exe"])  # NSIS leaves it when run in place
    assert "Throughline" not in wine.run("find /root/wine/drive_c -name '*.lnk'")
    assert wine.registry(rf"Software\Classes\{SUFFIX}") == {}
    assert wine.registry(r"Software\Classes\Throughline.Pack\shell\open\command") == {}
    assert "Throughline" not in wine.registry(r"Software\RegisteredApplications")
    assert "第二句话" in wine.texts()


def test_an_extension_that_another_program_took_stays_with_it(wine: Wine, setup: str):
    key = rf"Software\Classes\{SUFFIX}"
    wine.run(f"wine reg add 'HKCU\\{key}' /ve /d Other.Pack /f")

    wine.run(setup)
    assert "Throughline.Pack" in wine.registry(rf"{key}\OpenWithProgids")
    assert wine.registry(key)[""] == "Other.Pack"

    _uninstall(wine)
    assert wine.registry(key)[""] == "Other.Pack"
    wine.run(f"wine reg delete 'HKCU\\{key}' /f")


def test_data_and_keys_go_when_that_is_asked_for(wine: Wine, setup: str):
    wine.run(setup)
    assert wine.run(f"{PYTHON} /root/keys.py get first").strip() == "sk-of-first"
    wine.run(f"{PYTHON} /root/keys.py set second sk-of-second")

    _uninstall(wine, "/DROPDATA")

    assert not wine.file(DATA).exists()
    assert "Throughline" not in wine.run(
        "wine reg query 'HKCU\\Software\\Wine\\Credential Manager' /s || true"
    )
