"""What every builder needs to know about the project, and the small steps they share."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
DIST = ROOT / "dist"
APP_ID = "io.github.throughline.Throughline"
PACK_TYPE = "application/vnd.throughline.pack+zip"
"""Media type of the hand-off pack; "+zip" tells what it is inside (RFC 6839)."""
MAINTAINER = "The Throughline developers <throughline@localhost>"


def version() -> str:
    """The version, from its one place."""
    text = (ROOT / "desktop_app" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    if found is None:
        sys.exit("desktop_app/__init__.py holds no version.")
    return os.environ.get("THROUGHLINE_VERSION", found[1])


def source_date() -> int:
    """Seconds since the epoch of the commit that is built: every time stamp inside a package."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def fast() -> bool:
    """Whether packages may be larger for a quicker build (``THROUGHLINE_FAST=1``, for tests)."""
    return os.environ.get("THROUGHLINE_FAST") == "1"


def environment() -> dict[str, str]:
    """The environment of tools that can build reproducibly."""
    return {
        **os.environ,
        "SOURCE_DATE_EPOCH": str(source_date()),
        "PYTHONHASHSEED": "1",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }


def run(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Run a tool quietly and return what it printed; show it and stop when it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd or ROOT,
        env={**environment(), **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(done.stdout[-8000:])
        sys.exit(f"Failed: {' '.join(map(str, command))}")
    return done.stdout


def need(commands: Iterable[str]) -> None:
    """Stop with one line when a tool is missing."""
    missing = [command for command in commands if shutil.which(command) is None]
    if missing:
        sys.exit(
            f"Missing tools: {', '.join(missing)}. 'sh packaging/linux/setup-machine packages' installs them."
        )


def tool(name: str) -> Path:
    """A command of this virtual environment."""
    return Path(sys.executable).parent / name


def fresh(folder: Path) -> Path:
    """The folder, empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def settle(folder: Path) -> None:
    """Give every file the commit's time and plain modes, so that two builds are alike."""
    when = source_date()
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            executable = path.is_dir() or os.access(path, os.X_OK)
            path.chmod(0o755 if executable else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)


def fill(template: Path, target: Path, values: dict[str, str]) -> None:
    """Write a template with each ``@NAME@`` replaced."""
    text = template.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def report(packages: Sequence[Path]) -> None:
    """Size and hash of what was built."""
    for package in packages:
        digest = hashlib.sha256(package.read_bytes()).hexdigest()
        print(f"{package.relative_to(ROOT)}  {package.stat().st_size / 1e6:.1f} MB  sha256 {digest}")
