"""The RPM package: what it asks for, what it holds, and that it comes and goes in one piece.

There is no RPM distribution here: it is unpacked on Debian by rpm itself, without its dependencies.
"""

from __future__ import annotations

from pathlib import Path

import project
from machines import Machine


def test_it_asks_for_system_libraries_only(rpm: Path):
    wanted = project.run("rpm", "-qp", "--requires", rpm)

    assert "libGL.so.1()(64bit)" in wanted
    assert "Qt6" not in wanted
    assert len(wanted.splitlines()) < 30


def test_it_is_unpacked_works_and_goes(machine: Machine, rpm: Path):
    if machine.suite != "bookworm":
        return
    libraries = "libgl1 libegl1 libx11-xcb1 libdbus-1-3 libfontconfig1 libxkbcommon-x11-0 ca-certificates rpm"
    machine.run(f"DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends {libraries}")
    machine.run(f"rpm --install --nodeps {machine.copy(rpm)}")

    assert project.version() in machine.run("throughline --version")
    machine.run("rpm --erase --nodeps throughline")
    left = [name for name in machine.files() if "throughline" in name.lower()]
    assert left == []
