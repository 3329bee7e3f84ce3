"""The Debian package on clean machines: installed, used, upgraded, removed.

The tests of one machine run in order: each goes on from where the one before it stopped.
"""

from __future__ import annotations

import contextlib
import dataclasses
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import project
import pytest
from machines import Machine, screenshot, wait

from desktop_app.core.exchange.imported import ImportedConversation
from desktop_app.core.exchange.pack import write_pack
from tests.builders import conversation, pairs

DATA = "/root/.local/share/throughline"
INSTALL = "DEBIAN_FRONTEND=noninteractive apt-get install -yqq"
FILE_MANAGER = "libglib2.0-bin xdg-utils"
SESSION = (
    "dbus-run-session -- sh -c 'echo | gnome-keyring-daemon --unlock --components=secrets >/dev/null; {}'"
)


@pytest.fixture(scope="module")
def older(deb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same package under a lower version."""
    folder = tmp_path_factory.mktemp("older")
    project.run("dpkg-deb", "--raw-extract", deb, folder / "tree")
    control = folder / "tree" / "DEBIAN" / "control"
    control.write_text(control.read_text().replace(f"Version: {project.version()}", "Version: 0.0.1"))
    target = folder / "throughline_0.0.1.deb"
    project.run("dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", folder / "tree", target)
    return target


def test_the_packages_have_no_fault_that_is_not_explained(deb: Path, small_deb: Path):
    project.run("lintian", "--allow-root", "--fail-on", "error,warning", deb, small_deb)


def test_menu_entry_and_metainfo_are_valid(deb: Path, tmp_path: Path):
    project.run("dpkg-deb", "--extract", deb, tmp_path)
    project.run("desktop-file-validate", tmp_path / "usr/share/applications/throughline.desktop")
    [metainfo] = (tmp_path / "usr/share/metainfo").glob("*.xml")
    project.run("appstreamcli", "validate", "--no-net", metainfo)


def test_it_installs_by_apt_alone_on_a_machine_without_python(machine: Machine, deb: Path, older: Path):
    assert "none" in machine.run("command -v python3 || echo none")
    machine.run(f"{INSTALL} {machine.copy(older)} dbus dbus-daemon", timeout=900)

    assert machine.run("dpkg-query -W -f '${Status} ${Version}' throughline") == "install ok installed 0.0.1"
    assert project.version() in machine.run("throughline --version")


def test_every_part_works_there_with_a_real_keychain(machine: Machine):
    said = machine.run(SESSION.format("throughline --self-check"))

    print(said)
    assert "FAIL" not in said
    assert "Secret Service" in said


def test_a_person_can_chat_with_the_built_in_model(machine: Machine, display: str):
    with running(machine, display, "throughline"):
        time.sleep(5)
        _type(display, "Say hello")
        wait(lambda: _messages(machine, "assistant", "complete"), 300)
        time.sleep(2)
        print(screenshot(display, f"deb-{machine.suite}"))

    assert _messages(machine, "user", "complete") == ["Say hello"]


def test_a_file_manager_knows_a_pack_and_the_program_for_it(machine: Machine):
    machine.run(f"{INSTALL} --no-install-recommends {FILE_MANAGER}")
    _put_pack(machine, "a pack", title="By a path with a space")

    known = machine.run("gio info -a standard::content-type,standard::icon '/root/a pack.throughline'")
    opens = machine.run(f"gio mime {project.PACK_TYPE}; xdg-mime query default {project.PACK_TYPE}")

    assert f"standard::content-type: {project.PACK_TYPE}" in known
    assert "application-vnd.throughline.pack+zip" in known
    assert opens.splitlines()[0].endswith(": throughline.desktop")
    assert opens.splitlines()[-1] == "throughline.desktop"


def test_packs_are_opened_at_the_start_and_by_the_running_program(machine: Machine, display: str):
    _put_pack(machine, "another", title="Handed over")
    _put_pack(machine, "third", title="By a double click")

    with running(machine, display, 'throughline "/root/a pack.throughline"'):
        wait(lambda: "By a path with a space" in _titles(machine), 180)
        machine.run("cd /root && throughline another.throughline", DISPLAY=display)
        wait(lambda: "Handed over" in _titles(machine), 180)
        machine.run("gio open /root/third.throughline", DISPLAY=display)
        wait(lambda: "By a double click" in _titles(machine), 180)
        wait(lambda: "By a double click" in _window(display), 120)
        print(screenshot(display, f"deb-{machine.suite}-packs"))

    assert _messages(machine, "assistant", "complete").count("A2") == 3


def test_an_upgrade_keeps_the_data(machine: Machine, deb: Path):
    before = machine.run(f"ls {DATA}")
    machine.run(f"{INSTALL} {machine.copy(deb)}", timeout=900)

    version = machine.run("dpkg-query -W -f '${Version}' throughline")
    assert version == project.version()
    assert machine.run(f"ls {DATA}") == before
    assert "FAIL" not in machine.run(SESSION.format("throughline --self-check"))


def test_removing_it_leaves_nothing_but_the_data(machine: Machine):
    machine.run("dpkg --purge throughline")

    left = [name for name in machine.files() if "throughline" in name.lower()]
    assert left == []
    assert "throughline.db" in machine.run(f"ls {DATA}")


def test_the_package_without_the_model_works_and_says_what_is_missing(
    machine: Machine, small_deb: Path, display: str
):
    machine.run(f"{INSTALL} {machine.copy(small_deb)}", timeout=900)
    said = machine.run(SESSION.format("throughline --self-check"))
    print(said)

    assert "warn  built-in model: this package comes without it;" in said
    assert "FAIL" not in said
    with running(machine, display, "throughline"):
        wait(lambda: "By a double click" in _window(display), 120)


def test_one_package_takes_the_place_of_the_other(machine: Machine, deb: Path, small_deb: Path):
    before = _titles(machine)
    machine.run(f"{INSTALL} /root/{deb.name}", timeout=900)
    assert "warn  built-in model" not in machine.run(SESSION.format("throughline --self-check"))
    machine.run(f"{INSTALL} /root/{small_deb.name}", timeout=900)

    installed = machine.run("dpkg-query -W -f '${Package} ${Status}\\n' 'throughline*'").splitlines()
    assert [line for line in installed if line.endswith(" installed")] == [
        "throughline-no-model install ok installed"
    ]
    assert project.version() in machine.run("throughline --version")
    assert _titles(machine) == before
    machine.run("dpkg --purge throughline-no-model")
    assert [name for name in machine.files() if "throughline" in name.lower()] == []


@contextlib.contextmanager
def running(machine: Machine, display: str, command: str) -> Iterator[None]:
    """The program in a session with a keychain, its window open; it must end quietly."""
    program = machine.start(SESSION.format(f"exec {command}"), DISPLAY=display, QT_QPA_PLATFORM="xcb")
    try:
        wait(lambda: "Throughline" in _window(display), 120)
        yield
    finally:
        machine.interrupt("throughline")
        said, _ = program.communicate(timeout=60)
    assert "Traceback" not in said, said


def _put_pack(machine: Machine, name: str, *, title: str) -> None:
    messages = pairs(2)
    head = dataclasses.replace(conversation(), title=title, active_leaf_id=messages[-1].id)
    pack = write_pack(ImportedConversation(head, tuple(messages)))
    (machine.root / "root" / f"{name}.throughline").write_bytes(pack)


def _messages(machine: Machine, role: str, state: str) -> list[str]:
    return _stored(machine, "SELECT text FROM messages WHERE role = ? AND state = ?", role, state)


def _titles(machine: Machine) -> list[str]:
    return _stored(machine, "SELECT title FROM conversations WHERE deleted_at IS NULL ORDER BY created_at")


def _stored(machine: Machine, query: str, *values: str) -> list[str]:
    """One column of the store, read as the user's backup program would: from the file."""
    file = machine.root / DATA.strip("/") / "throughline.db"
    if not file.exists():
        return []
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return [value for (value,) in database.execute(query, values)]


def _window(display: str) -> str:
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "Throughline", "getwindowname"],
        env={"DISPLAY": display, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout


def _type(display: str, text: str) -> None:
    """Click into the composer and type; without a window manager the window stands at the corner."""
    environment = {"DISPLAY": display}
    project.run("xdotool", "mousemove", "700", "664", "click", "1", "sleep", "1", env=environment)
    project.run("xdotool", "type", "--delay", "60", text, env=environment)
    project.run("xdotool", "sleep", "2", "key", "Return", env=environment)
