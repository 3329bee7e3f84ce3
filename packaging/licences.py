"""Collects the licences of everything in a bundle into one file, from the installed packages themselves.

Qt and PySide6 are used under the LGPL 3: they are shared libraries beside the program, which anyone can
replace by their own build, and the file says how.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from project import ROOT

_TEXT = re.compile(r"(^|/)(LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$|licenses/", re.IGNORECASE)
_NAME = re.compile(r"^[A-Za-z0-9._-]+")
_TEXTS = ROOT / "packaging" / "licence_texts"

QT_NOTICE = """\
Qt 6 and PySide6 (Qt for Python)
================================
Copyright (C) The Qt Company Ltd. and other contributors.
Used under the GNU Lesser General Public License, version 3 (text at the end).
They are separate shared libraries: libQt6*.so*, Qt6*.dll, PySide6 and shiboken6 in the program's folder.
Qt's own texts in Chinese are in translations/qtbase_zh_CN.qm, under the same licence.
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
    parts += [path.read_text(encoding="utf-8") for path in sorted(_TEXTS.glob("*.txt"), reverse=True)]
    target.write_text("\n\n".join(parts), encoding="utf-8")


def _packages(installed_in: Path | None) -> Iterator[Distribution]:
    """The packages the program depends on, and theirs, as far as they are installed."""
    places = {} if installed_in is None else {"path": [str(installed_in)]}
    installed = {_plain(package.name): package for package in distributions(**places)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted, found = list(project["dependencies"]), {}
    while wanted:
        line = wanted.pop()
        name = _plain(_NAME.findall(line)[0])
        if name in installed and name not in found and "extra ==" not in line:
            found[name] = installed[name]
            wanted += installed[name].requires or []
    return (found[name] for name in sorted(found))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


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
