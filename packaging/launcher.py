"""Entry point of the bundle; the installed command ``throughline``."""

from __future__ import annotations

import sys

from desktop_app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
