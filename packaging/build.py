"""Builds installers: ``packaging/build.py TARGET ...``; the packages land in ``dist/``.

Targets: deb, deb-small (without the built-in model), appimage, rpm, windows,
windows-small, macos.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bundle
import debian
import macos_bundle
import redhat
import single_file
import windows_setup
from project import BUILD, report


@functools.cache
def _bundle() -> Path:
    """The bundle of this run; a second target reuses it."""
    return bundle.make()


TARGETS: dict[str, Callable[[], list[Path]]] = {
    "deb": lambda: [debian.make(_bundle(), with_model=True)],
    "deb-small": lambda: [debian.make(bundle.without_model(_bundle()), with_model=False)],
    "appimage": lambda: [single_file.make(_bundle())],
    "rpm": lambda: [redhat.make(_bundle())],
    "windows": lambda: [windows_setup.make()],
    "windows-small": lambda: [windows_setup.make(with_model=False)],
    "macos": lambda: [macos_bundle.make()],
}


def main(argv: list[str] | None = None) -> int:
    """Build the named targets and print size and hash of each package."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="+", choices=sorted(TARGETS))
    targets = parser.parse_args(argv).targets
    BUILD.mkdir(exist_ok=True)
    for target in targets:
        report(TARGETS[target]())
    return 0


if __name__ == "__main__":
    sys.exit(main())
