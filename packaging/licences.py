"""Collects the licences of everything in a bundle into one file, from the installed packages themselves.

Qt and PySide6 are used under the LGPL 3: they are shared libraries beside the program, which anyone can
replace by their own build, and the file says how.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from project import ROOT

_TEXT = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$|licenses/", re.IGNORECASE)
_BUILD_ONLY = {
    "bandit", "coverage", "hypothesis", "import-linter", "mypy", "pip-audit", "psutil", "pytest",
    "pytest-benchmark", "pytest-cov", "pytest-qt", "pytest-timeout", "pytest-xdist", "ruff", "pyinstaller",
    "pyinstaller-hooks-contrib", "pip", "setuptools", "wheel", "grimp", "execnet", "altgraph", "unearth",
}  # fmt: skip

QT_NOTICE = """\
Qt 6 and PySide6 (Qt for Python)
================================
Copyright (C) The Qt Company Ltd. and other contributors.
Used under the GNU Lesser General Public License, version 3 (text below, under PySide6-Essentials).
They are separate shared libraries: libQt6*.so*, Qt6*.dll, PySide6 and shiboken6 in the program's folder.
You may replace them by your own builds of the same version series; the program loads what lies there.
Source code: the Qt project and the PySide6 source packages of the same version number.
"""


def write(target: Path, folder: Path, *, installed_in: Path | None = None) -> None:
    """Write the licences of all run-time packages and name the system's libraries in a bundle.

    Args:
        target: The file to write.
        folder: The bundle.
        installed_in: Folder the packages were installed in; None: this Python's own.
    """
    parts = ["Throughline\n===========\n" + (ROOT / "LICENSE").read_text(encoding="utf-8"), QT_NOTICE]
    parts += [_section(package) for package in _packages(installed_in)]
    parts += [_system_libraries(folder)]
    target.write_text("\n\n".join(parts), encoding="utf-8")


def _packages(installed_in: Path | None) -> Iterator[Distribution]:
    places = {} if installed_in is None else {"path": [str(installed_in)]}
    found = {package.name.lower(): package for package in distributions(**places)}
    return (found[name] for name in sorted(found) if name not in _BUILD_ONLY)


def _section(package: Distribution) -> str:
    head = f"{package.name} {package.version}"
    meta = package.metadata
    terms = meta.get("License-Expression") or meta.get("License") or ""
    classifiers = [line for line in meta.get_all("Classifier") or [] if line.startswith("License ::")]
    lines = [head, "=" * len(head), *terms.splitlines()[:1], *classifiers]
    for file in package.files or []:
        path = Path(str(package.locate_file(file)))
        if _TEXT.search(str(file)) and path.is_file() and path.suffix not in {".py", ".pyc"}:
            lines += ["", f"--- {file} ---", path.read_text(encoding="utf-8", errors="replace").strip()]
    return "\n".join(lines)


def _system_libraries(folder: Path) -> str:
    """Libraries of the build system that came along; Debian keeps their terms under this path."""
    names = sorted(path.name for path in folder.rglob("lib*.so*") if "Qt6" not in path.name)
    notice = "Libraries of the build system (terms: /usr/share/doc/<package>/copyright on Debian)"
    return "\n".join([notice, "=" * len(notice), *dict.fromkeys(names)])
