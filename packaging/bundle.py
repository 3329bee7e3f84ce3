"""Freezes the program into one folder with PyInstaller: no Python needed where it runs."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import icons
import licences
from project import BUILD, ROOT, fresh, need, run, settle, version


def make(*, with_model: bool = True) -> Path:
    """Build the folder and return it; the built-in model is left out without ``with_model``."""
    if sys.platform == "linux":
        need(["objdump", "strip"])
    name = "with-model" if with_model else "without-model"
    target = fresh(BUILD / "bundle" / name)
    write_build_facts(with_model=with_model)
    if sys.platform == "darwin":
        icons.write_macos(BUILD / "icons")
    work = fresh(BUILD / "pyinstaller" / name)
    options = ["--noconfirm", "--log-level", "WARN", "--distpath", target, "--workpath", work]
    spec = ROOT / "packaging" / "throughline.spec"
    model = {"THROUGHLINE_WITH_MODEL": "1" if with_model else "0"}
    run(sys.executable, "-m", "PyInstaller", *options, spec, env=model)
    folder = target / "throughline"
    licences.write(folder / "LICENCES.txt", folder)
    settle(folder)
    return folder


def write_build_facts(*, with_model: bool = True) -> None:
    """What the program knows about its own build: version, where a newer one is told, what it holds."""
    address = os.environ.get("THROUGHLINE_UPDATE_ADDRESS", "")
    facts = {"version": version(), "update_address": address, "model": with_model}
    BUILD.mkdir(exist_ok=True)
    (BUILD / "build.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def glibc_floor(folder: Path) -> str:
    """The oldest C library that has every symbol the bundle asks for, for example ``2.34``."""
    newest = (2, 17)
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink() and _is_elf(path):
            symbols = run("objdump", "-T", path)
            found = re.findall(r"GLIBC_(\d+)\.(\d+)", symbols)
            newest = max([newest, *((int(major), int(minor)) for major, minor in found)])
    return f"{newest[0]}.{newest[1]}"


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"
