"""Builds the program as one executable file.

With the AppImage runtime at hand (``APPIMAGE_RUNTIME=/path/to/runtime-x86_64``), it is an AppImage: the
runtime followed by a squashfs of the AppDir. The runtime is in none of the package registries, so without
it the same AppDir goes behind a shell script that unpacks it once into the user's cache.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import desktop_files
from project import BUILD, DIST, fast, fill, fresh, need, run, settle, source_date, version

_APPRUN = '#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/usr/lib/throughline/throughline" "$@"\n'


def make(folder: Path) -> Path:
    """Pack a bundle into one file."""
    appdir = _appdir(folder)
    DIST.mkdir(exist_ok=True)
    runtime = os.environ.get("APPIMAGE_RUNTIME")
    return _appimage(appdir, Path(runtime)) if runtime else _self_extracting(appdir)


def _appdir(folder: Path) -> Path:
    appdir = fresh(BUILD / "Throughline.AppDir")
    shutil.copytree(folder, appdir / "usr/lib/throughline", symlinks=True)
    desktop_files.write(appdir / "usr")
    run_script = appdir / "AppRun"
    run_script.write_text(_APPRUN, encoding="utf-8")
    run_script.chmod(0o755)
    shutil.copyfile(appdir / "usr/share/applications/throughline.desktop", appdir / "throughline.desktop")
    icon = appdir / "usr/share/icons/hicolor/scalable/apps/throughline.svg"
    shutil.copyfile(icon, appdir / "throughline.svg")
    (appdir / ".DirIcon").symlink_to("throughline.svg")
    settle(appdir)
    return appdir


def _appimage(appdir: Path, runtime: Path) -> Path:
    need(["mksquashfs"])
    image = BUILD / "appdir.squashfs"
    image.unlink(missing_ok=True)
    run("mksquashfs", appdir, image, "-comp", "zstd", "-root-owned", "-noappend", "-quiet", "-no-progress")
    target = DIST / f"Throughline-{version()}-x86_64.AppImage"
    target.write_bytes(runtime.read_bytes() + image.read_bytes())
    target.chmod(0o755)
    return target


def _self_extracting(appdir: Path) -> Path:
    need(["tar", "gzip"])
    archive = BUILD / "appdir.tar"
    when = f"--mtime=@{source_date()}"
    plain = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", when]
    run("tar", "-cf", archive, *plain, "-C", appdir, ".")
    run("gzip", "-1nf" if fast() else "-9nf", archive)
    payload = archive.with_suffix(".tar.gz").read_bytes()
    digest = hashlib.sha256(payload).hexdigest()[:12]
    size = sum(path.lstat().st_size for path in appdir.rglob("*")) // 1_000_000 + 1
    values = {"VERSION": version(), "DIGEST": digest, "MEGABYTES": str(size)}
    target = DIST / f"Throughline-{version()}-x86_64.run"
    head, before = b"", None
    while head != before:  # the script holds its own length
        before = head
        lengths = {"OFFSET": str(len(head) + 1), "LENGTH": str(len(head) + len(payload))}
        fill(desktop_files.LINUX / "self-extract.sh.in", target, values | lengths)
        head = target.read_bytes()
    target.write_bytes(head + payload)
    target.chmod(0o755)
    return target
