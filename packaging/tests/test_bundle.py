"""What lies in the bundle: nothing missing, nothing left over, and a licence for each part."""

from __future__ import annotations

import re
from pathlib import Path

import bundle
import contents
import debian
import licences
import project
import pytest

FROM_THE_SYSTEM = {
    "ld-linux-x86-64.so.2": "libc6",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libutil.so.1": "libc6",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1",
    "libz.so.1": "zlib1g",
}
"""Library -> the package that the Debian package depends on."""
OF_WAYLAND = {"libwayland-client.so.0", "libwayland-cursor.so.0", "libwayland-egl.so.1"}
"""Loaded by a plugin on Wayland only, where they are; the package recommends them."""
OPENED_LATE = {"libXcursor.so.1", "libpython3"}
"""Loaded by name when the program runs, so that no other library names them."""

TERMS = {
    "brotli": "MIT",
    "bzip2": "BSD",
    "e2fsprogs": "MIT (libcom_err)",
    "gcc": "GPL-3 with the runtime library exception (libgomp)",
    "glib2.0": "LGPL-2.1+",
    "keyutils": "LGPL-2+",
    "krb5": "MIT",
    "libffi": "MIT",
    "libxcb": "MIT",
    "libxcursor": "MIT",
    "libxfixes": "MIT",
    "libxrender": "MIT",
    "libzstd": "BSD",
    "openssl": "Apache-2.0",
    "pcre2": "BSD",
    "sqlite3": "public domain",
    "util-linux": "BSD (libuuid)",
    "xcb-util": "MIT",
    "xcb-util-cursor": "MIT",
    "xcb-util-image": "MIT",
    "xcb-util-keysyms": "MIT",
    "xcb-util-renderutil": "MIT",
    "xcb-util-wm": "MIT",
    "xz-utils": "public domain",
}
"""Source packages of the build system that somebody read the terms of: none asks for our source code."""


@pytest.fixture(scope="module")
def folder(deb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("bundle")
    project.run("dpkg-deb", "--extract", deb, place)
    return place / "usr/lib/throughline"


@pytest.fixture(scope="module")
def needs(folder: Path) -> dict[Path, set[str]]:
    """Each library -> the names of those it asks for."""
    asked = re.compile(r"NEEDED\s+(\S+)")
    return {path: set(asked.findall(project.run("objdump", "-p", path))) for path in bundle.libraries(folder)}


def test_each_library_finds_those_it_needs(needs: dict[Path, set[str]]):
    inside = {path.name for path in needs}
    missing = {name for names in needs.values() for name in names} - inside

    assert missing - OF_WAYLAND <= set(FROM_THE_SYSTEM)
    assert {FROM_THE_SYSTEM[name] for name in missing - OF_WAYLAND} <= {"libc6", *debian.LIBRARIES}
    assert inside.isdisjoint(FROM_THE_SYSTEM)


def test_no_library_lies_there_for_nothing(needs: dict[Path, set[str]]):
    wanted = {name for names in needs.values() for name in names}
    alone = {
        path.name
        for path in needs
        if path.name.startswith("lib") and "plugins" not in path.parts and path.name not in wanted
    }

    assert {name for name in alone if not name.startswith(tuple(OPENED_LATE))} == set()


def test_every_library_font_and_model_has_its_terms(folder: Path, needs: dict[Path, set[str]]):
    told = set((folder / "LICENCES.txt").read_text(encoding="utf-8").splitlines())
    data = [path for ending in ("*.ttf", "*.gguf") for path in folder.rglob(ending)]
    inside = {
        str(path.relative_to(folder / "_internal")) for path in [*needs, *data] if path.parent != folder
    }

    assert len(data) == 3
    assert inside - told == set()


def test_the_terms_of_every_system_library_were_read(folder: Path):
    copied = {re.sub(r"-\d+$", "", package.source) for package in contents.read(folder).system}

    assert copied <= set(TERMS)


def test_only_what_the_program_needs_was_taken_of_the_environment(folder: Path):
    installed = {licences.plain(name): package for name, package in contents.installed().items()}
    taken = {licences.plain(name) for name in contents.read(folder).packages}
    freezing = {"throughline", "python", "pyinstaller", "pyinstaller-hooks-contrib"}

    assert taken - licences.needed(installed) - freezing == set()
