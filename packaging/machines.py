"""Clean machines to install packages on, and pictures of what runs there.

A clean machine is a fresh debootstrap chroot. It shares the network with this one, so programs in it reach
an X server of this machine by its abstract socket; mounts live in a private namespace and vanish with it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import project

BARE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
SCREENSHOTS = project.BUILD / "screenshots"


class Machine:
    """A Debian with nothing on it but its base system."""

    def __init__(self, suite: str, root: Path) -> None:
        self.suite = suite
        self.root = root

    def run(self, script: str, *, check: bool = True, timeout: float = 600, **variables: str) -> str:
        """Run a shell script inside; what it printed."""
        done = subprocess.run(
            self._command(script, variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
            check=False,
        )
        assert not check or done.returncode == 0, done.stdout[-4000:]
        return done.stdout

    def start(self, script: str, **variables: str) -> subprocess.Popen[str]:
        """Start a shell script inside and leave it running."""
        return subprocess.Popen(
            self._command(script, variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _command(self, script: str, variables: dict[str, str]) -> list[str]:
        inside = [f"{name}={value}" for name, value in {**BARE, **variables}.items()]
        mounts = (
            'mount --bind /dev "$0/dev" && mount -t proc proc "$0/proc" && mkdir -p "$0/dev/shm"'
            ' && exec chroot "$0" env -i "$@"'
        )
        private = ["unshare", "--mount", "--propagation", "private"]
        return [*private, "sh", "-c", mounts, str(self.root), *inside, "sh", "-c", script]

    def interrupt(self, program: str) -> None:
        """Tell the processes of that name in here to end; the machine sees all processes of this one."""
        ours = self.root.stat()
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                named = (process / "comm").read_text().strip() == program
                if named and os.path.samestat((process / "root").stat(), ours):
                    os.kill(int(process.name), signal.SIGINT)

    def copy(self, file: Path, place: str = "/root") -> str:
        """Copy a file in; its path inside."""
        shutil.copyfile(file, self.root / place.strip("/") / file.name)
        return f"{place}/{file.name}"

    def files(self) -> set[str]:
        """Every file outside the caches and the places where a system notes what it did."""
        ignored = ("proc", "dev", "sys", "run", "tmp", "var", "root", "etc")
        found: set[str] = set()
        for top in sorted(self.root.iterdir()):
            if top.name not in ignored and not top.is_symlink():
                found.update(str(path.relative_to(self.root)) for path in top.rglob("*"))
        return found


def may_mount() -> bool:
    """Whether this process may give a clean machine its mounts; containers often forbid it."""
    command = ["unshare", "--mount", "--propagation", "private", "mount", "-t", "tmpfs", "none", "/mnt"]
    return os.geteuid() == 0 and subprocess.run(command, check=False, capture_output=True).returncode == 0


def base_archive(suite: str) -> Path:
    """A debootstrap of the suite, kept as an archive for the next run."""
    archive = project.BUILD / "chroots" / f"{suite}.tar"
    if not archive.exists():
        fresh = project.fresh(project.BUILD / "chroots" / f"{suite}.new")
        project.run("debootstrap", "--variant=minbase", suite, fresh)
        project.run("tar", "-cf", f"{archive}.new", "-C", fresh, ".")
        Path(f"{archive}.new").replace(archive)
        shutil.rmtree(fresh)
    return archive


def screenshot(display: str, name: str) -> Path:
    """A picture of the whole screen; fails when it shows one colour only."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    target = SCREENSHOTS / f"{name}.png"
    project.run("import", "-display", display, "-window", "root", target)
    colours = int(project.run("identify", "-format", "%k", target).split()[0])
    assert colours > 20, f"{target} shows {colours} colours only"
    return target


def wait(holds: Callable[[], object], seconds: float) -> None:
    """Look every now and then until something holds; fails after ``seconds``."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.3)
