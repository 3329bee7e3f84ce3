"""Builds the RPM package from a bundle, with dependencies written by hand."""

from __future__ import annotations

import shutil
from pathlib import Path

import bundle
import desktop_files
from project import BUILD, DIST, ROOT, fast, fill, fresh, need, run, settle, version

_MACROS = {
    "_buildhost": "reproducible",
    "use_source_date_epoch_as_buildtime": "1",
    "clamp_mtime_to_source_date_epoch": "1",
    "_build_id_links": "none",
    "__os_install_post": "%{nil}",
    "debug_package": "%{nil}",
}


def make(folder: Path) -> Path:
    """Pack a bundle as RPM."""
    need(["rpmbuild"])
    work = fresh(BUILD / "rpm")
    tree = work / "tree"
    shutil.copytree(folder, tree / "usr/lib/throughline", symlinks=True)
    (tree / "usr/bin").mkdir()
    (tree / "usr/bin/throughline").symlink_to("../lib/throughline/throughline")
    desktop_files.write(tree / "usr")
    licence = tree / "usr/share/licenses/throughline/LICENSE"
    licence.parent.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", licence)
    settle(tree)
    spec = work / "throughline.spec"
    floors = {name: bundle.symbol_floor(folder, name) for name in ("GLIBC", "GLIBCXX")}
    values = desktop_files.values() | floors | {"TREE": str(tree)}
    fill(desktop_files.LINUX / "throughline.spec.in", spec, values)
    payload = {"_binary_payload": "w1.zstdio" if fast() else "w15.zstdio"}
    macros = _MACROS | payload | {"_topdir": str(work)}
    defines = [f"--define={name} {value}" for name, value in macros.items()]
    run("rpmbuild", "-bb", "--quiet", *defines, spec)
    [built] = (work / "RPMS").rglob("*.rpm")
    DIST.mkdir(exist_ok=True)
    target = DIST / f"throughline-{version()}-1.x86_64.rpm"
    shutil.copyfile(built, target)
    return target
