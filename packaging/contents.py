"""Whose work each file of a bundle is: ours, Python's, a Python package's, or the build system's.

``throughline.spec`` writes where PyInstaller took each file and module from; that place tells the owner.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import Distribution, distributions
from pathlib import Path

from project import BUILD, ROOT

RECORD = BUILD / "contents.json"
"""Path in the bundle, or name of a module -> the file it was made of."""

OURS = "Throughline"
PYTHON = "Python"


@dataclass(frozen=True, order=True)
class SystemPackage:
    """A source package of Debian, of which the build system's libraries were copied."""

    source: str
    version: str


@dataclass(frozen=True)
class Contents:
    """The files of a bundle by owner.

    Attributes:
        packages: Python package -> its files and modules in the bundle.
        system: Source package of the build system -> its files in the bundle.
        documents: Source package -> the files with its terms.
    """

    packages: Mapping[str, list[str]]
    system: Mapping[SystemPackage, list[str]]
    documents: Mapping[SystemPackage, set[Path]]


def read(folder: Path) -> Contents:
    """Sort what was frozen into a folder; stops the build at a file that nobody owns."""
    present = {path.name for path in folder.rglob("*")}
    packages: dict[str, list[str]] = defaultdict(list)
    system: dict[SystemPackage, list[str]] = defaultdict(list)
    documents: dict[SystemPackage, set[Path]] = defaultdict(set)
    unknown = []
    places = _Places()
    for name, source in sorted(json.loads(RECORD.read_text(encoding="utf-8")).items()):
        if _is_file(name) and Path(name).name not in present:
            continue
        place = Path(source).resolve()
        if owner := places.python_owner(place):
            packages[owner].append(name)
        elif binary := _system_owner(place):
            package = _source_package(binary)
            system[package].append(name)
            documents[package].add(Path("/usr/share/doc", binary.partition(":")[0], "copyright").resolve())
        else:
            unknown.append(f"{name} ({source})")
    if unknown:
        sys.exit("Nobody is known to own, so no licence covers: " + ", ".join(unknown))
    return Contents(packages, system, documents)


class _Places:
    """Where this Python keeps what."""

    def python_owner(self, place: Path) -> str | None:
        """Ours, Python's or a package's name; None for a file from elsewhere."""
        if place in self._packages:
            return self._packages[place]
        if any(place.is_relative_to(folder) for folder in self._environment):
            return None
        if place.is_relative_to(ROOT):
            return OURS
        if place.is_relative_to(self._library) or place.name.startswith("libpython3"):
            return PYTHON
        return None

    @cached_property
    def _packages(self) -> dict[Path, str]:
        return {
            Path(str(package.locate_file(file))).resolve(): package.name
            for package in distributions()
            for file in package.files or []
        }

    @cached_property
    def _environment(self) -> list[Path]:
        return [Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")]

    @cached_property
    def _library(self) -> Path:
        return Path(sysconfig.get_path("stdlib")).resolve()


def installed() -> dict[str, Distribution]:
    """The packages of this Python by name."""
    return {package.name: package for package in distributions()}


def _system_owner(place: Path) -> str | None:
    """The binary package that holds a file; Debian knows some by their place before /usr was merged."""
    without = Path("/") / place.relative_to("/usr") if place.is_relative_to("/usr") else place
    for path in (place, without):
        if said := _ask("dpkg", "--search", str(path)):
            return said.split(": ", 1)[0].split(",")[0]
    return None


def _source_package(binary: str) -> SystemPackage:
    said = _ask("dpkg-query", "--show", "--showformat", "${source:Package} ${source:Version}", binary)
    return SystemPackage(*said.split())


def _ask(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:  # not a Debian
        return ""


def file_names(names: Iterable[str]) -> list[str]:
    """Those that are files of their own; modules lie together in the executable."""
    return [name for name in names if _is_file(name)]


def _is_file(name: str) -> bool:
    return "/" in name or ".so" in name
