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
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    taken = {
        name: Path(source).resolve()
        for name, source in sorted(record.items())
        if not _is_file(name) or Path(name).name in present
    }
    places = _Places()
    packages: dict[str, list[str]] = defaultdict(list)
    foreign = {}
    for name, place in taken.items():
        if owner := places.python_owner(place):
            packages[owner].append(name)
        else:
            foreign[name] = place
    return Contents(packages, *_of_the_system(foreign))


def _of_the_system(
    foreign: Mapping[str, Path],
) -> tuple[dict[SystemPackage, list[str]], dict[SystemPackage, set[Path]]]:
    system: dict[SystemPackage, list[str]] = defaultdict(list)
    documents: dict[SystemPackage, set[Path]] = defaultdict(set)
    binaries = _binary_packages(foreign.values())
    if unknown := [f"{name} ({place})" for name, place in foreign.items() if place not in binaries]:
        sys.exit("Nobody is known to own, so no licence covers: " + ", ".join(unknown))
    sources = _source_packages(set(binaries.values()))
    for name, place in foreign.items():
        binary = binaries[place]
        system[sources[binary]].append(name)
        documents[sources[binary]].add(
            Path("/usr/share/doc", binary.partition(":")[0], "copyright").resolve()
        )
    return system, documents


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


def _binary_packages(places: Iterable[Path]) -> dict[Path, str]:
    """The Debian package that holds each file, of those that one holds."""
    asked = {}
    for place in places:
        asked[str(place)] = place
        if place.is_relative_to("/usr"):  # Debian knows some by their place before /usr was merged
            asked[str(Path("/") / place.relative_to("/usr"))] = place
    found = {}
    for line in _ask("dpkg", "--search", *asked).splitlines():
        owners, _, path = line.rpartition(": ")
        if path in asked:
            found[asked[path]] = owners.split(",")[0]
    return found


def _source_packages(binaries: Iterable[str]) -> dict[str, SystemPackage]:
    wanted = sorted(binaries)
    form = "${source:Package} ${source:Version}\\n"
    lines = [_ask("dpkg-query", "--show", f"--showformat={form}", binary) for binary in wanted]
    return {binary: SystemPackage(*line.split()) for binary, line in zip(wanted, lines, strict=True)}


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
