"""Fixtures of the package tests: what was built, and where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import project
from machines import Machine, base_archive, may_mount


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "windows: installs the Windows setup in Wine; heavy")


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def machine(request: pytest.FixtureRequest) -> Iterator[Machine]:
    """A clean machine of each Debian we name in the README."""
    if shutil.which("debootstrap") is None or not may_mount():
        pytest.skip("needs debootstrap, root and the right to mount")
    root = project.fresh(project.BUILD / "chroots" / request.param)
    project.run("tar", "-xf", base_archive(request.param), "-C", root)
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
    made = Machine(request.param, root)
    made.run("apt-get update -qq")
    yield made
    shutil.rmtree(root)


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """An X server that listens on its abstract socket."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x860x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as lines:
        number = lines.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="session")
def deb() -> Path:
    """The Debian package, as it lies in ``dist`` or built now."""
    return _built("deb", f"throughline_{project.version()}_*.deb")


@pytest.fixture(scope="session")
def small_deb() -> Path:
    """The Debian package without the built-in model."""
    return _built("deb-small", f"throughline-no-model_{project.version()}_*.deb")


@pytest.fixture(scope="session")
def rpm() -> Path:
    """The RPM package."""
    return _built("rpm", f"throughline-{project.version()}-*.rpm")


@pytest.fixture(scope="session")
def single_file() -> Path:
    """The one-file program."""
    return _built("appimage", f"Throughline-{project.version()}-*.run")


@pytest.fixture(scope="session")
def windows_setup() -> Path:
    """The Windows installer."""
    return _built("windows", f"Throughline-{project.version()}-Setup.exe")


def _built(target: str, pattern: str) -> Path:
    """The package in ``dist`` when it is newer than the sources, else built now."""
    sources = [
        *project.ROOT.glob("desktop_app/**/*.py"),
        *project.ROOT.glob("packaging/**/*"),
        project.ROOT / "requirements.lock",
    ]
    newest = max(path.stat().st_mtime for path in sources if path.is_file() and "tests" not in path.parts)
    for package in project.DIST.glob(pattern):
        if package.stat().st_mtime > newest:
            return package
    subprocess.run([sys.executable, str(project.ROOT / "packaging" / "build.py"), target], check=True)
    [package] = project.DIST.glob(pattern)
    return package
