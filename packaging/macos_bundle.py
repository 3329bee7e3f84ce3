"""Builds the macOS application and its disk image; runs on macOS only, and nobody has run it yet.

PyInstaller does not cross-build, so on other systems only the parts that can be looked at are made:
the icon, and a check of the settings. README.md says what is unverified.
"""

from __future__ import annotations

import os
import plistlib
import sys
from pathlib import Path

import bundle
import icons
import licences
from project import BUILD, DIST, ROOT, need, run, version

MACOS = ROOT / "packaging" / "macos"
ENTITLEMENTS = MACOS / "entitlements.plist"


def make() -> Path:
    """Build ``Throughline.dmg``; signed and notarised when ``MACOS_IDENTITY`` names a certificate."""
    for file in (ENTITLEMENTS, MACOS / "Info.plist"):
        plistlib.loads(file.read_bytes())
    compile((MACOS / "dmg_settings.py").read_text(encoding="utf-8"), "dmg_settings.py", "exec")
    if sys.platform != "darwin":
        icons.write_macos(BUILD / "icons")
        sys.exit("The macOS application can be built on macOS only; its settings were checked.")
    need(["codesign", "dmgbuild"])
    app = bundle.make().parent / "Throughline.app"
    licences.write(app / "Contents" / "Resources" / "LICENCES.txt", app)
    # PyInstaller has signed what is inside; the file just added asks for a new seal around it.
    identity = os.environ.get("MACOS_IDENTITY", "-")
    seal = ["--force", "--options", "runtime", "--entitlements", ENTITLEMENTS]
    run("codesign", *seal, "--sign", identity, app)
    DIST.mkdir(exist_ok=True)
    target = DIST / f"Throughline-{version()}.dmg"
    settings = MACOS / "dmg_settings.py"
    run("dmgbuild", "-s", settings, "-D", f"app={app}", f"Throughline {version()}", target)
    if identity != "-":
        run("xcrun", "notarytool", "submit", target, "--keychain-profile", "throughline", "--wait")
        run("xcrun", "stapler", "staple", target)
    return target
