"""The one-file program on a machine that has Qt's system libraries and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import project
from machines import Machine, wait

LIBRARIES = "libgl1 libegl1 libx11-xcb1 libdbus-1-3 libfontconfig1 libxkbcommon-x11-0 ca-certificates"


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


def test_another_version_leaves_it_whole_while_it_runs(machine: Machine, single_file: Path):
    script, rest = single_file.read_bytes().split(b"\nname=throughline-0", 1)
    newer = machine.root / "root" / "newer.run"
    newer.write_bytes(script + b"\nname=throughline-9" + rest)
    newer.chmod(0o755)
    running = machine.start(f"exec /root/{single_file.name}", QT_QPA_PLATFORM="offscreen")
    wait((machine.root / "root/.local/share/throughline/throughline.db").exists, 180)

    machine.run("/root/newer.run --version")
    beside = machine.run("ls /root/.cache/throughline").split()
    machine.interrupt("throughline")
    said, _ = running.communicate(timeout=60)
    machine.run("/root/newer.run --version")

    assert len(beside) == 2
    assert "Traceback" not in said
    assert machine.run("ls /root/.cache/throughline").startswith("throughline-9")


def test_it_can_be_unpacked_by_hand(machine: Machine, single_file: Path):
    machine.run(f"/root/{single_file.name} --extract /opt/throughline")

    assert project.version() in machine.run("/opt/throughline/AppRun --version")
