"""Builds the Debian package: a bundle under /usr/lib, a command, a menu entry, honest dependencies."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import bundle
import desktop_files
from project import BUILD, DIST, MAINTAINER, fast, fill, fresh, need, run, settle, source_date, version

NAMES = {True: "throughline", False: "throughline-no-model"}
CONTENTS = {
    True: "This package contains a small demonstration model.",
    False: "This package comes without the demonstration model.",
}
LIBRARIES = (
    "libgl1", "libegl1", "libxcb1", "libx11-6", "libx11-xcb1", "libxkbcommon0", "libxkbcommon-x11-0",
    "libdbus-1-3", "libfontconfig1", "libfreetype6", "libstdc++6", "libgcc-s1", "zlib1g", "ca-certificates",
)  # fmt: skip
"""What the bundle takes from the system; the C library is added with the version it needs."""


def make(folder: Path, *, with_model: bool) -> Path:
    """Pack a bundle.

    Args:
        folder: The bundle of ``bundle.make``.
        with_model: Which of the two packages it is.
    """
    need(["dpkg-deb", "du"])
    package = NAMES[with_model]
    root = fresh(BUILD / "deb" / package)
    shutil.copytree(folder, root / "usr/lib/throughline", symlinks=True)
    (root / "usr/bin").mkdir()
    (root / "usr/bin/throughline").symlink_to("../lib/throughline/throughline")
    desktop_files.write(root / "usr")
    _write_documents(root, package)
    fill(
        desktop_files.LINUX / "control",
        root / "DEBIAN" / "control",
        {
            "PACKAGE": package,
            "OTHER": NAMES[not with_model],
            "VERSION": version(),
            "ARCH": run("dpkg", "--print-architecture").strip(),
            "MAINTAINER": MAINTAINER,
            "SIZE": run("du", "-sk", "--apparent-size", root / "usr").split()[0],
            "DEPENDS": ", ".join([f"libc6 (>= {bundle.symbol_floor(folder, 'GLIBC')})", *LIBRARIES]),
            "CONTENTS": CONTENTS[with_model],
        },
    )
    _write_sums(root)
    settle(root)
    DIST.mkdir(exist_ok=True)
    target = DIST / f"{package}_{version()}_{run('dpkg', '--print-architecture').strip()}.deb"
    threads = {"DPKG_DEB_THREADS_MAX": "1"}  # more threads cut the stream elsewhere: other bytes
    compression = ["-Zgzip", "-z1"] if fast() else ["-Zxz"]
    run("dpkg-deb", "--root-owner-group", *compression, "--build", root, target, env=threads)
    return target


def _write_documents(root: Path, package: str) -> None:
    documents = root / "usr/share/doc" / package
    fill(desktop_files.LINUX / "copyright", documents / "copyright", {})
    changelog = documents / "changelog.gz"
    when = format_datetime(datetime.fromtimestamp(source_date(), UTC))
    changelog.with_suffix("").write_text(
        f"{package} ({version()}) unstable; urgency=medium\n\n"
        f"  * Release {version()}; see CHANGELOG.md of the project.\n\n -- {MAINTAINER}  {when}\n",
        encoding="utf-8",
    )
    desktop_files.compressed(changelog.with_suffix(""))
    overrides = root / "usr/share/lintian/overrides" / package
    fill(desktop_files.LINUX / "lintian-overrides", overrides, {"PACKAGE": package})


def _write_sums(root: Path) -> None:
    files = sorted(path for path in (root / "usr").rglob("*") if path.is_file() and not path.is_symlink())
    names = [os.path.relpath(path, root) for path in files]
    (root / "DEBIAN" / "md5sums").write_text(run("md5sum", *names, cwd=root), encoding="utf-8")
