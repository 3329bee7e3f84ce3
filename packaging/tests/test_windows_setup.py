"""The Windows setup in Wine 10, on a clean machine of a newer Debian; heavy, so outside the usual run.

What Wine cannot show stands in packaging/README.md.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import project
import pytest
from machines import Machine, base_archive, screenshot

sys.path.insert(0, str(project.ROOT / "packaging" / "windows"))

pytestmark = pytest.mark.windows

WINE = {
    "WINEPREFIX": "/root/wine",
    "WINEDEBUG": "-all",
    "WINEDLLOVERRIDES": "mscms=n;mshtml=;mscoree=",
    "PYTHONUTF8": "1",
    "PATH": "/usr/lib/wine:/usr/sbin:/usr/bin:/sbin:/bin",
}
PROGRAM = "/root/wine/drive_c/users/root/AppData/Local/Programs/Throughline"
PYTHON = f"wine {PROGRAM}/python/python.exe"


class Wine:
    """Windows programs on a clean machine; their input and output are pipes, or Python will not start."""

    def __init__(self, machine: Machine, display: str) -> None:
        self.machine = machine
        self._variables = WINE | {"DISPLAY": display}

    def run(self, script: str, *, timeout: float = 900) -> str:
        return self.machine.run(f"{{ {script}; }} </dev/null 2>&1 | cat", timeout=timeout, **self._variables)

    def start(self, script: str):
        return self.machine.start(f"{script} </dev/null 2>&1 | cat", **self._variables)


@pytest.fixture(scope="module")
def wine(display: str, windows_setup: Path) -> Iterator[Wine]:
    root = project.fresh(project.BUILD / "chroots" / "wine")
    project.run("tar", "-xf", base_archive("trixie"), "-C", root)
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
    machine = Machine("trixie", root)
    machine.run("apt-get update -qq")
    install = "DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends"
    machine.run(f"{install} wine wine64", timeout=1500)
    made = Wine(machine, display)
    made.run("wineboot -i")
    import wine_shims

    shims = project.fresh(project.BUILD / "wine-shims")
    for library in wine_shims.build(project.BUILD / "windows/Lib/PySide6/Qt6Core.dll", shims):
        shutil.copyfile(library, root / "root/wine/drive_c/windows/system32" / library.name)
    machine.copy(windows_setup)
    yield made
    made.run("wineserver -k")
    shutil.rmtree(root, ignore_errors=True)


def test_it_installs_silently_for_one_user(wine: Wine, windows_setup: Path):
    wine.run(f"wine /root/{windows_setup.name} /S")

    assert project.version() in wine.run(f"{PYTHON} -m desktop_app --version")
    key = r"HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Throughline"
    assert project.version() in wine.run(f"wine reg query '{key}' /v DisplayVersion")
    assert "Throughline.lnk" in wine.run("find /root/wine/drive_c -name '*.lnk'")


def test_every_part_works(wine: Wine):
    said = wine.run(f"{PYTHON} -m desktop_app --self-check")

    print(said)
    assert "FAIL" not in said
    assert "Windows Credential Manager: a test key was stored" in said


def test_its_window_opens(wine: Wine, display: str):
    program = wine.start(f"timeout 60 wine {PROGRAM}/python/pythonw.exe -m desktop_app")
    time.sleep(40)
    print(screenshot(display, "windows-wine"))
    program.wait(timeout=120)


def test_installing_over_it_and_uninstalling_keep_the_data(wine: Wine, windows_setup: Path):
    data = "/root/wine/drive_c/users/root/AppData/Local/throughline"
    wine.run(f"wine /root/{windows_setup.name} /S")
    wine.run(f"wine {PROGRAM}/Uninstall.exe /S '_?=C:\\users\\root\\AppData\\Local\\Programs\\Throughline'")

    assert wine.run(f"ls {PROGRAM}").split() in ([], ["Uninstall.exe"])  # NSIS leaves it when run by _?=
    assert "throughline.db" in wine.run(f"ls {data}")
