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
from project import BUILD, DIST, ROOT, need, run, version

MACOS = ROOT / "packaging" / "macos"
ENTITLEMENTS = MACOS / "entitlements.plist"


def make() -> Path:
    """Build ``Throughline.dmg``; signed and notarised when ``MACOS_IDENTITY`` names a certificate."""
    plistlib.loads(ENTITLEMENTS.read_bytes())
    compile((MACOS / "dmg_settings.py").read_text(encoding="utf-8"), "dmg_settings.py", "exec")
    if sys.platform != "darwin":
        icons.write_icns(BUILD / "icons" / "throughline.icns")
        sys.exit("The macOS application can be built on macOS only; its settings were checked.")
    need(["codesign", "dmgbuild"])
    app = bundle.make().parent / "Throughline.app"
    identity = os.environ.get("MACOS_IDENTITY", "-")
    sign = ["--force", "--deep", "--options", "runtime", "--entitlements", ENTITLEMENTS]
    run("codesign", *sign, "--sign", identity, app)
    DIST.mkdir(exist_ok=True)
    target = DIST / f"Throughline-{version()}.dmg"
    settings = MACOS / "dmg_settings.py"
    run("dmgbuild", "-s", settings, "-D", f"app={app}", f"Throughline {version()}", target)
    if identity != "-":
        run("xcrun", "notarytool", "submit", target, "--keychain-profile", "throughline", "--wait")
        run("xcrun", "stapler", "staple", target)
    return target
