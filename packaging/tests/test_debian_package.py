"""The Debian package on clean machines: installed, used, upgraded, removed.

The tests of one machine run in order: each goes on from where the one before it stopped.
"""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import time
from pathlib import Path

import project
import pytest
from machines import Machine, screenshot

DATA = "/root/.local/share/throughline"
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


def test_the_package_has_no_fault_that_is_not_explained(deb: Path):
    project.run("lintian", "--allow-root", "--fail-on", "error,warning", deb)


def test_menu_entry_and_metainfo_are_valid(deb: Path, tmp_path: Path):
    project.run("dpkg-deb", "--extract", deb, tmp_path)
    project.run("desktop-file-validate", tmp_path / "usr/share/applications/throughline.desktop")
    [metainfo] = (tmp_path / "usr/share/metainfo").glob("*.xml")
    project.run("appstreamcli", "validate", "--no-net", metainfo)


def test_it_installs_by_apt_alone_on_a_machine_without_python(machine: Machine, deb: Path, older: Path):
    assert "none" in machine.run("command -v python3 || echo none")
    machine.run(
        f"DEBIAN_FRONTEND=noninteractive apt-get install -yqq {machine.copy(older)} dbus dbus-daemon",
        timeout=900,
    )

    assert machine.run("dpkg-query -W -f '${Status} ${Version}' throughline") == "install ok installed 0.0.1"
    assert project.version() in machine.run("throughline --version")


def test_every_part_works_there_with_a_real_keychain(machine: Machine):
    said = machine.run(SESSION.format("throughline --self-check"))

    print(said)
    assert "FAIL" not in said
    assert "Secret Service" in said


def test_a_person_can_chat_with_the_built_in_model(machine: Machine, display: str):
    program = machine.start(SESSION.format("exec throughline"), DISPLAY=display, QT_QPA_PLATFORM="xcb")
    try:
        _wait(lambda: "Throughline" in _window(display), 120)
        time.sleep(5)
        _type(display, "Say hello")
        _wait(lambda: _messages(machine, "assistant", "complete"), 300)
        time.sleep(2)
        print(screenshot(display, f"deb-{machine.suite}"))
    finally:
        machine.run("pkill -INT -x throughline", check=False)
        said, _ = program.communicate(timeout=60)

    assert _messages(machine, "user", "complete") == ["Say hello"]
    assert "Traceback" not in said, said


def test_an_upgrade_keeps_the_data(machine: Machine, deb: Path):
    before = machine.run(f"ls {DATA}")
    machine.run(f"DEBIAN_FRONTEND=noninteractive apt-get install -yqq {machine.copy(deb)}", timeout=900)

    version = machine.run("dpkg-query -W -f '${Version}' throughline")
    assert version == project.version()
    assert machine.run(f"ls {DATA}") == before
    assert "FAIL" not in machine.run(SESSION.format("throughline --self-check"))


def test_removing_it_leaves_nothing_but_the_data(machine: Machine):
    machine.run("dpkg --purge throughline")

    left = [name for name in machine.files() if "throughline" in name.lower()]
    assert left == []
    assert "throughline.db" in machine.run(f"ls {DATA}")


def _messages(machine: Machine, role: str, state: str) -> list[str]:
    """Texts of the stored messages, read as the user's backup program would: from the file."""
    file = machine.root / DATA.strip("/") / "throughline.db"
    if not file.exists():
        return []
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        query = "SELECT text FROM messages WHERE role = ? AND state = ?"
        return [text for (text,) in database.execute(query, (role, state))]


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


def _wait(holds, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.3)
