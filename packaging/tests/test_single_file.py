"""The one-file program on a machine that has Qt's system libraries and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import project
from machines import Machine

LIBRARIES = "libgl1 libegl1 libxcb1 libx11-6 libdbus-1-3 libfontconfig1 libxkbcommon0 ca-certificates"


def test_it_unpacks_once_and_works(machine: Machine, single_file: Path):
    machine.run(f"DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends {LIBRARIES}")
    program = machine.copy(single_file)
    machine.run(f"chmod +x {program}")

    first = machine.run(f"{program} --version")
    cache = machine.run("ls /root/.cache/throughline").split()
    stamp = machine.run("stat -c %Y.%i /root/.cache/throughline/*")
    again = machine.run(f"{program} --version")

    assert project.version() in first
    assert again == first
    assert len(cache) == 1
    assert re.fullmatch(rf"throughline-{re.escape(project.version())}-[0-9a-f]{{12}}", cache[0])
    assert machine.run("stat -c %Y.%i /root/.cache/throughline/*") == stamp


def test_every_part_works_without_a_keychain(machine: Machine, single_file: Path):
    said = machine.run(f"/root/{single_file.name} --self-check")

    print(said)
    assert "FAIL" not in said


def test_it_can_be_unpacked_by_hand(machine: Machine, single_file: Path):
    machine.run(f"/root/{single_file.name} --extract /opt/throughline")

    assert project.version() in machine.run("/opt/throughline/AppRun --version")
