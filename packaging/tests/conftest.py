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


PATTERNS = {
    "deb": f"throughline_{project.version()}_*.deb",
    "deb-small": f"throughline-no-model_{project.version()}_*.deb",
    "rpm": f"throughline-{project.version()}-*.rpm",
    "appimage": f"Throughline-{project.version()}-*.run",
    "windows": f"Throughline-{project.version()}-Setup.exe",
}
"""Target of build.py -> the package it leaves in ``dist``."""


@pytest.fixture(scope="session")
def debs() -> list[Path]:
    """The Debian packages with and without the model, made of one bundle."""
    return _built("deb", "deb-small")


@pytest.fixture(scope="session")
def deb(debs: list[Path]) -> Path:
    """The Debian package."""
    return debs[0]


@pytest.fixture(scope="session")
def small_deb(debs: list[Path]) -> Path:
    """The Debian package without the built-in model."""
    return debs[1]


@pytest.fixture(scope="session")
def rpm() -> Path:
    """The RPM package."""
    return _built("rpm")[0]


@pytest.fixture(scope="session")
def single_file() -> Path:
    """The one-file program."""
    return _built("appimage")[0]


@pytest.fixture(scope="session")
def windows_setup() -> Path:
    """The Windows installer."""
    return _built("windows")[0]


def _built(*targets: str) -> list[Path]:
    """The packages in ``dist`` when all are newer than the sources, else built now, packed quickly."""
    sources = [
        path
        for folder in ("desktop_app", "resources", "packaging")
        for path in (project.ROOT / folder).rglob("*")
        if path.is_file() and not {"tests", "__pycache__"} & set(path.parts)
    ]
    newest = max(path.stat().st_mtime for path in [*sources, project.ROOT / "requirements.lock"])
    if not all(any(path.stat().st_mtime > newest for path in _packages(target)) for target in targets):
        builder = project.ROOT / "packaging" / "build.py"
        environment = {"THROUGHLINE_FAST": "1", **os.environ}
        subprocess.run([sys.executable, str(builder), *targets], check=True, env=environment)
    return [max(_packages(target), key=lambda path: path.stat().st_mtime) for target in targets]


def _packages(target: str) -> list[Path]:
    return list(project.DIST.glob(PATTERNS[target]))
