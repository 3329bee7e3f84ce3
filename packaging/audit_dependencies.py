"""Looks up known faults of the locked packages; says so when the advisory service is out of reach."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LOCK = Path(__file__).resolve().parent.parent / "requirements.lock"


def main() -> int:
    """Exit code 1 only for a known fault; without an answer nothing was found, and that is said."""
    command = ["-m", "pip_audit", "--disable-pip", "--no-deps", "--progress-spinner", "off", "-f", "json"]
    audit = subprocess.run(
        [sys.executable, *command, "-r", str(LOCK)], capture_output=True, text=True, check=False
    )
    try:
        packages = json.loads(audit.stdout)["dependencies"]
    except (ValueError, KeyError):
        print("Dependencies not audited: the advisory service cannot be reached from here.")
        return 0
    faults = [(package, fault) for package in packages for fault in package.get("vulns", [])]
    for package, fault in faults:
        fixed = ", ".join(fault["fix_versions"]) or "no version yet"
        print(f"{package['name']} {package['version']}: {fault['id']}, fixed in {fixed}")
    print(f"{len(packages)} dependencies audited, {len(faults)} known faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
