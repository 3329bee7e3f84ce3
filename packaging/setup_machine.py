"""Makes this machine able to run, test or package Throughline; does nothing when it is already.

Called by every target of the Makefile. Uses the standard library only. What is set up:

* the system libraries that Qt and the local engine load (by apt when root, else one line to run);
* ``.venv`` with exactly the packages of ``requirements.lock``, checked by hash;
* compiled translations.

A stamp in ``.venv`` remembers the lock's hash, so the next start needs no network.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
STAMP = VENV / ".throughline-setup"
TRANSLATIONS = ROOT / "resources" / "translations"

LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgomp.so.1": "libgomp1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""What Qt's platform plugins and the local engine load -> the Debian package that holds it."""

FONTS = {
    "run": {"": "fonts-dejavu-core"},
    "test": {
        "": "fonts-dejavu-core",
        ":lang=zh": "fonts-wqy-microhei",
        ":lang=und-zsye": "fonts-noto-color-emoji",
    },
}
"""What fontconfig is asked for -> a Debian package that has it. Qt's wheels carry no font at all; tests also
look at Chinese letters and emoji."""

COMMANDS = {
    "run": {},
    "test": {
        "Xvfb": "xvfb",
        "xauth": "xauth",
        "dbus-daemon": "dbus",
        "gnome-keyring-daemon": "gnome-keyring",
    },
    "packages": {
        "dpkg-deb": "dpkg",
        "mksquashfs": "squashfs-tools",
        "makeself": "makeself",
        "rpmbuild": "rpm",
        "makensis": "nsis",
        "lintian": "lintian",
        "debootstrap": "debootstrap",
        "desktop-file-validate": "desktop-file-utils",
        "appstreamcli": "appstream",
        "Xvfb": "xvfb",
        "objdump": "binutils",
        "import": "imagemagick",
        "xdotool": "xdotool",
        "dbus-daemon": "dbus",
        "gnome-keyring-daemon": "gnome-keyring",
    },
    "windows": {
        "makensis": "nsis",
        "debootstrap": "debootstrap",
        "Xvfb": "xvfb",
        "import": "imagemagick",
        "x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64",
    },
}
"""Programs a purpose needs -> their Debian packages."""
OPTIONAL = {"test"}
"""Purposes that go on without their programs: the tests that need one are skipped and say so."""


def main(argv: Sequence[str]) -> int:
    """Set up what is missing; exit code 1 when the user has to do something first."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("purpose", nargs="?", choices=sorted(COMMANDS), default="run")
    purpose = parser.parse_args(argv).purpose
    digest = _digest()
    if f"{digest} {purpose}" not in _stamps():
        started = time.monotonic()
        if not _system_is_ready(purpose):
            return 1
        if f"{digest} run" not in _stamps():
            _install_packages()
            _compile_bytecode(VENV / "lib")
        _add_stamp(digest, purpose)
        print(f"Set-up for '{purpose}' took {time.monotonic() - started:.0f} s.", flush=True)
    _compile_translations()
    _compile_bytecode(ROOT / "desktop_app")
    return 0


def _digest() -> str:
    """Changes with the locked packages, with this script, and with the Python in use."""
    content = LOCK.read_bytes() + Path(__file__).read_bytes() + sys.version.encode()
    return hashlib.sha256(content).hexdigest()[:32]


def _stamps() -> list[str]:
    try:
        return STAMP.read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def _add_stamp(digest: str, purpose: str) -> None:
    lines = [line for line in _stamps() if line.startswith(digest)]
    wanted = [f"{digest} run", f"{digest} {purpose}"]
    STAMP.write_text("\n".join(dict.fromkeys(lines + wanted)) + "\n", encoding="utf-8")


def _system_is_ready(purpose: str) -> bool:
    """Install missing Debian packages, or tell the one line that does."""
    if sys.platform != "linux":
        return True
    needed = _missing_libraries() + _missing_fonts(purpose) + ([] if _can_make_venv() else ["python3-venv"])
    wanted = [package for command, package in COMMANDS[purpose].items() if shutil.which(command) is None]
    missing = sorted({*needed, *wanted})
    if not missing:
        return True
    if shutil.which("apt-get") is None:
        print(f"Please install what your system calls these Debian packages: {' '.join(missing)}")
        return not needed
    if os.geteuid() != 0:
        print(f"Please run: sudo apt-get install -y {' '.join(missing)}")
        return not needed and purpose in OPTIONAL
    print(f"Installing system packages: {' '.join(missing)}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _run(["apt-get", "update", "-qq"], env=environment)
    _run(["apt-get", "install", "-yqq", "--no-install-recommends", *missing], env=environment)
    return True


def _missing_libraries() -> list[str]:
    return [package for name, package in LIBRARIES.items() if not _loads(name)]


def _missing_fonts(purpose: str) -> list[str]:
    wanted = FONTS.get(purpose, FONTS["run"])
    if shutil.which("fc-list") is None:
        return ["fontconfig", *wanted.values()]
    return [package for pattern, package in wanted.items() if not _has_font(pattern)]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_font(pattern: str) -> bool:
    listed = subprocess.run(["fc-list", pattern or ":"], capture_output=True, text=True, check=False)
    return bool(listed.stdout.strip())


def _can_make_venv() -> bool:
    return shutil.which("uv") is not None or importlib.util.find_spec("ensurepip") is not None


def _install_packages() -> None:
    """Make ``.venv`` anew and fill it from the lock; ``--no-deps`` since the lock names everything."""
    print("Installing the Python packages of requirements.lock into .venv ...", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    options = ["--no-deps", "--require-hashes", "-r", str(LOCK)]
    if uv := shutil.which("uv"):
        _run([uv, "venv", "--quiet", "--no-project", "--python", sys.executable, str(VENV)])
        python = str(_venv_python())
        if _runs([uv, "pip", "install", "--quiet", "--python", python, *options]):
            return
        shutil.rmtree(VENV)  # another resolver may know an index that this one does not
    _run([sys.executable, "-m", "venv", str(VENV)])
    pip = [str(_venv_python()), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    _run([*pip, "install", *options])


def _venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _compile_bytecode(folder: Path) -> None:
    """Write bytecode where it is missing or old.

    Python does so at imports, but not where PYTHONDONTWRITEBYTECODE is set; compiling the sources anew
    at every start would treble its CPU time. Files that do not compile are none of ours.
    """
    _runs([str(_venv_python()), "-m", "compileall", "-q", "-j", "0", str(folder)])


def _compile_translations() -> None:
    """Compile each ``.ts`` file that is newer than its ``.qm``; take Qt's own texts from the wheel."""
    for source in sorted(TRANSLATIONS.glob("*.ts")):
        target = source.with_suffix(".qm")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            lrelease = _venv_python().parent / "pyside6-lrelease"
            _run([str(lrelease), "-silent", str(source), "-qm", str(target)])
            language = source.stem.partition("_")[2]
            for qt in VENV.glob(f"lib/*/site-packages/PySide6/Qt/translations/qtbase_{language}.qm"):
                shutil.copyfile(qt, TRANSLATIONS / qt.name)


def _runs(command: Iterable[str]) -> bool:
    return subprocess.run(list(command), check=False, capture_output=True).returncode == 0


def _run(command: Sequence[str], *, env: dict[str, str] | None = None) -> None:
    """Run a command quietly; show what it said and stop when it fails."""
    done = subprocess.run(
        command, check=False, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != 0:
        print(done.stdout)
        sys.exit(f"Set-up failed: {' '.join(command)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
