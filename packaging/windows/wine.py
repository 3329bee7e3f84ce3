"""A Windows to install on: Wine 10 on a clean machine of a newer Debian. For tests only."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen

import project
import wine_shims
from machines import Machine, base_archive
from windows_setup import SUFFIX

SUITE = "trixie"
PACKAGES = "wine wine64 fonts-dejavu-core fonts-wqy-microhei"
HOME = "/root/wine/drive_c/users/root"
PROGRAM = f"{HOME}/AppData/Local/Programs/Throughline"
PROGRAM_IN_WINDOWS = "C:\\users\\root\\AppData\\Local\\Programs\\Throughline"
DATA = f"{HOME}/AppData/Local/throughline"
PYTHON = f"wine {PROGRAM}/python/python.exe"
_VARIABLES = {
    "WINEPREFIX": "/root/wine",
    "WINEDEBUG": "-all",
    "WINEDLLOVERRIDES": "mscms=n;mshtml=;mscoree=",
    "PATH": "/usr/lib/wine:/usr/sbin:/usr/bin:/sbin:/bin",
}


class Wine:
    """Runs Windows programs; their input and output are pipes, or Python will not start."""

    def __init__(self, machine: Machine, display: str) -> None:
        self.machine = machine
        self._variables = _VARIABLES | {"DISPLAY": display}

    def run(self, script: str, *, timeout: float = 900) -> str:
        """Run a shell script; what it printed."""
        return self.machine.run(f"{{ {script}; }} </dev/null 2>&1 | cat", timeout=timeout, **self._variables)

    def start(self, script: str) -> Popen[str]:
        """Start a shell script and leave it running."""
        return self.machine.start(f"{{ {script}; }} </dev/null 2>&1 | cat", **self._variables)

    def file(self, path: str) -> Path:
        """Where a file of the machine lies here."""
        return self.machine.root / path.lstrip("/")

    def registry(self, key: str) -> dict[str, str]:
        """The values of a key of the current user, "" for the default one; empty where there is no key."""
        values = {}
        for line in self.run(f"wine reg query 'HKCU\\{key}'").splitlines():
            name, kind, value = (*line.strip().split("    ", 2), "", "")[:3]
            if kind.startswith("REG_"):
                values["" if name.startswith("(") else name] = value.strip()
        return values

    def texts(self) -> list[str]:
        """Titles of all conversations and texts of all messages in the store, looked at from outside."""
        with tempfile.TemporaryDirectory() as place:
            for part in self.file(DATA).glob("throughline.db*"):
                if not part.name.endswith("-shm"):
                    shutil.copyfile(part, Path(place) / part.name)
            store = sqlite3.connect(Path(place) / "throughline.db")
            try:
                rows = store.execute(
                    "SELECT title FROM conversations UNION ALL SELECT text FROM messages"
                ).fetchall()
            except sqlite3.OperationalError:  # not there yet
                rows = []
            finally:
                store.close()
        return [text for (text,) in rows]

    def await_text(self, text: str, *, seconds: float = 120) -> None:
        """Wait until the store holds it."""
        _await(lambda: text in self.texts(), seconds, f"{text} in the store")

    def open(self, folder: str, name: str) -> None:
        """What a double click does: the program of the file's type is started from the file's folder.

        Programs inherit the output, so it goes into a file, or nobody would see its end.
        """
        self.run(
            f"cd '{folder}' && wine start '{name}' >/tmp/start.log 2>&1 || {{ cat /tmp/start.log; false; }}"
        )

    def join_classes(self) -> None:
        """Give the machine the user's file types: Windows shows both as one, Wine 10.0 the machine's only."""
        for key in (SUFFIX, "Throughline.Pack"):
            place = rf"Software\Classes\{key}"
            self.run(rf"wine reg copy 'HKCU\{place}' 'HKLM\{place}' /s /f")

    def processes(self, *, with_engines: bool = False) -> list[str]:
        """Command lines of Throughline's processes on this machine; those of the engine only if asked for."""
        lines = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it may have ended
                line = (process / "cmdline").read_bytes().decode("utf-8", "replace")
                if (process / "root").readlink() == self.machine.root and "Throughline.exe" in line:
                    lines.append(line)
        return [line for line in lines if with_engines or "engine" not in line]

    def close_program(self, *, seconds: float = 60) -> None:
        """Ask the program to close as its window's cross does, and wait until it and its engine have."""
        self.run("wine taskkill /im Throughline.exe")
        _await(lambda: not self.processes(with_engines=True), seconds, "the program's end")


def prepare(root: Path, display: str, setup: Path) -> Wine:
    """A machine with Wine and the setup on it; nothing is installed yet."""
    project.run("tar", "-xf", base_archive(SUITE), "-C", project.fresh(root))
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
    machine = Machine(SUITE, root)
    machine.run("apt-get update -qq")
    install = "DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends"
    machine.run(f"{install} {PACKAGES}", timeout=1500)
    wine = Wine(machine, display)
    wine.run("wineboot -i")
    shims = project.fresh(project.BUILD / "wine-shims")
    for library in wine_shims.build(project.BUILD / "windows/Lib/PySide6/Qt6Core.dll", shims):
        shutil.copyfile(library, wine.file("/root/wine/drive_c/windows/system32") / library.name)
    machine.copy(setup)
    return wine


def _await(condition: Callable[[], bool], seconds: float, what: str) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"Waited {seconds:g} s for {what}.")
        time.sleep(1)
