"""Command line: arguments, then bootstrap, then the exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from desktop_app import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Start the program.

    Args:
        argv: Arguments without the program's name; None takes the process's own.

    Returns:
        The exit code: 0 for a normal end, 1 when the program cannot work here.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["--local-engine"]:
        from desktop_app.core.provider import local_engine_process

        return local_engine_process.main(words[1:])
    options = _parser().parse_args(words)
    if options.self_check:
        from desktop_app.self_check import self_check

        return self_check()
    if options.demo is not None:
        from desktop_app.demo import demo

        return demo(options.demo)
    from desktop_app import bootstrap

    return bootstrap.run(options.data_dir, options.files)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="throughline",
        description="A desktop chat client for large language models that never loses the thread.",
    )
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="conversations to import: hand-off packs, or exports of ChatGPT, Claude or SillyTavern",
    )
    parser.add_argument(
        "--data-dir", type=Path, default=None, metavar="DIR", help="keep all data in this folder"
    )
    parser.add_argument("--version", action="version", version=f"Throughline {__version__}")
    parser.add_argument(
        "--self-check",
        action="store_true",
        help="try every part without touching your data, print one line per check, exit 0 or 1",
    )
    parser.add_argument("--demo", type=Path, default=None, metavar="DIR", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
