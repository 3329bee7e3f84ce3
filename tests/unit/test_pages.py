"""What the pages for developers name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "SECURITY.md", "docs/architecture.md", "docs/settings.md", "packaging/README.md")
PLACES = (
    "",
    "packaging",
    "desktop_app",
    "desktop_app/ui/chat",
    "desktop_app/core",
    "desktop_app/core/summary",
)
FOLDERS = ("desktop_app/", "tests/", "core/", "coordinator/", "ui/", "packaging/", "docs/", "resources/")


def links(text: str) -> set[str]:
    """Targets of links to files of ours."""
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    return {target for target in targets if "://" not in target}


def named_files(text: str) -> set[str]:
    """Python files, and folders of ours, between back ticks."""
    quoted = re.findall(r"`([\w./]+)`", text)
    return {name for name in quoted if name.endswith(".py") or name.startswith(FOLDERS)}


def is_there(name: str) -> bool:
    if "/" in name:
        return any((ROOT / place / name).exists() for place in PLACES)
    return any(next((ROOT / top).rglob(name), None) for top in ("desktop_app", "tests", "packaging"))


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page):
    missing = {
        t for t in links((ROOT / page).read_text("utf-8")) if not (ROOT / page).parent.joinpath(t).exists()
    }

    assert missing == set()


@pytest.mark.parametrize("page", PAGES)
def test_named_modules_and_tests_exist(page):
    missing = {name for name in named_files((ROOT / page).read_text("utf-8")) if not is_there(name)}

    assert missing == set()
