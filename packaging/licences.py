"""Collects the licences of everything in a bundle into one file, from the installed packages themselves.

Qt and PySide6 are used under the LGPL 3: they are shared libraries beside the program, which anyone can
replace by their own build, and the file says how. What packages carry inside without a licence text of its
own (fonts, the model, parts of Qt and Python) has one in ``licence_texts``.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import Distribution, distributions
from pathlib import Path

import contents
from project import ROOT

_TEXT = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$|licenses/", re.IGNORECASE)
_NAME = re.compile(r"^[A-Za-z0-9._-]+")
_TEXTS = ROOT / "packaging" / "licence_texts"
_PARTS = ("Qt-parts", "Python", "llama.cpp", "SmolLM2", "STIX", "DejaVu")
_COMMON = Path("/usr/share/common-licenses")
_NAMED_COMMON = re.compile(rf"{_COMMON}/([A-Za-z]+(?:-[0-9]+(?:\.[0-9]+)?)?)")

QT_NOTICE = """\
Qt 6 and PySide6 (Qt for Python)
================================
Copyright (C) The Qt Company Ltd. and other contributors.
Used under the GNU Lesser General Public License, version 3 (text at the end).
They are separate shared libraries: libQt6*.so*, Qt6*.dll, PySide6 and shiboken6 in the program's folder.
Qt's own texts in Chinese are in translations/qtbase_zh_CN.qm, under the same licence.
You may replace them by your own builds of the same version series; the program loads what lies there.
Source code: the Qt project and the PySide6 source packages of the same version number
(https://download.qt.io/official_releases).
"""

_SYSTEM_NOTICE = """\
Libraries of the build system
=============================
Copies of shared libraries of Debian; no more was done than to strip their symbols. You may replace each by
your own build. Source code: the source package and version named here, at https://deb.debian.org/debian or
https://snapshot.debian.org."""


def write(target: Path, folder: Path, *, installed_in: Path | None = None) -> None:
    """Write the licences of all that a bundle holds.

    Args:
        target: The file to write.
        folder: The bundle.
        installed_in: Folder the packages were installed in; None: what PyInstaller took from this Python
            and this system.
    """
    parts = ["Throughline\n===========\n" + (ROOT / "LICENSE").read_text(encoding="utf-8"), QT_NOTICE]
    parts += [_own_text(name) for name in _PARTS]
    if installed_in is None:
        held = contents.read(folder)
        parts += _frozen_packages(held)
        parts += _system_packages(held)
    else:
        parts += [_section(package) for package in _packages(installed_in)]
    parts += [_own_text(name) for name in ("LGPL-3.0", "GPL-3.0")]
    parts += _common_licences(parts)
    target.write_text("\n\n".join(part.strip("\n") for part in parts) + "\n", encoding="utf-8")


def _own_text(name: str) -> str:
    return (_TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def _frozen_packages(held: contents.Contents) -> Iterator[str]:
    installed = contents.installed()
    for name in sorted(held.packages, key=str.lower):
        files = contents.file_names(held.packages[name])
        if name in installed:
            yield _section(installed[name], files)
        elif name == contents.PYTHON:
            yield "\n".join([*_heading("Python's files (terms: see Python above)"), *files])


def _system_packages(held: contents.Contents) -> Iterator[str]:
    yield _SYSTEM_NOTICE
    for package in sorted(held.system):
        lines = [*_heading(f"{package.source} {package.version}"), *held.system[package]]
        texts = (path.read_text(encoding="utf-8") for path in sorted(held.documents[package]))
        yield "\n\n".join(["\n".join(lines), *dict.fromkeys(texts)])


def _common_licences(parts: Iterable[str]) -> Iterator[str]:
    """The texts that Debian's own documents only name; the GPL 3 and LGPL 3 are there already."""
    named = {name for part in parts for name in _NAMED_COMMON.findall(part)}
    for name in sorted(named - {"GPL-3", "LGPL-3", "Apache-2.0"}):
        if (_COMMON / name).is_file():
            text = (_COMMON / name).read_text(encoding="utf-8")
            yield "\n".join([*_heading(str(_COMMON / name)), text])


def _packages(installed_in: Path) -> Iterator[Distribution]:
    """The packages the program depends on, and theirs, as far as they are installed."""
    installed = {plain(package.name): package for package in distributions(path=[str(installed_in)])}
    return (installed[name] for name in sorted(needed(installed)))


def needed(installed: dict[str, Distribution]) -> set[str]:
    """Plain names of the packages the program needs at run time, of those that are installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted, found = list(project["dependencies"]), set()
    while wanted:
        line = wanted.pop()
        name = plain(_NAME.findall(line)[0])
        if name in installed and name not in found and "extra ==" not in line:
            found.add(name)
            wanted += installed[name].requires or []
    return found


def plain(name: str) -> str:
    """A package's name in the one spelling that all of its spellings share."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _heading(text: str) -> list[str]:
    return [text, "=" * len(text)]


def _section(package: Distribution, files: Sequence[str] = ()) -> str:
    meta = package.metadata
    terms = meta.get("License-Expression") or meta.get("License") or ""
    classifiers = [line for line in meta.get_all("Classifier") or [] if line.startswith("License ::")]
    lines = [*_heading(f"{package.name} {package.version}"), *terms.splitlines()[:1], *classifiers, *files]
    for file in package.files or []:
        path = Path(str(package.locate_file(file)))
        if "dist-info/sboms/" in str(file) and path.suffix == ".json":
            lines += _compiled_in(path)
        elif _TEXT.search(str(file)) and path.is_file() and path.suffix not in {".py", ".pyc"}:
            lines += ["", f"--- {file} ---", path.read_text(encoding="utf-8", errors="replace").strip()]
    return "\n".join(lines)


def _compiled_in(bill: Path) -> Iterator[str]:
    """What a wheel's own bill of materials (CycloneDX) lists as compiled into it."""
    listed = json.loads(bill.read_text(encoding="utf-8")).get("components", [])
    for part in listed:
        terms = [
            entry.get("expression") or entry.get("license", {}).get("id")
            for entry in part.get("licenses", [])
        ]
        known = " ".join(filter(None, terms)) or "terms: see its source"
        yield f"compiled in: {part['name']} {part.get('version', '')}, {known}"
