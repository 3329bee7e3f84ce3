"""Files that are as they were or whole."""

from __future__ import annotations

import errno
import os
import stat
import sys

import pytest

from desktop_app.core.durable_files import replace_file

LONG_NAME = "名" * 80 + ".txt"
"""244 bytes in UTF-8; file systems take 255."""


@pytest.fixture
def disk_is_full(monkeypatch):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)


def test_a_new_and_a_former_file_hold_the_new_bytes(tmp_path):
    former = tmp_path / "former"
    former.write_bytes(b"a longer former content")

    replace_file(former, b"new")
    replace_file(tmp_path / LONG_NAME, b"new")

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "former": b"new",
        LONG_NAME: b"new",
    }


@pytest.mark.usefixtures("disk_is_full")
def test_a_full_disk_costs_no_former_file_and_leaves_nothing_beside(tmp_path):
    former = tmp_path / "former"
    former.write_bytes(b"former")

    with pytest.raises(OSError, match="No space left"):
        replace_file(former, b"new")

    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("former", b"former")]


@pytest.mark.skipif(sys.platform == "win32", reason="links and permissions of POSIX")
def test_a_link_stays_a_link_and_permissions_are_those_asked_for(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)

    replace_file(link, b"secret", mode=0o600)

    assert link.is_symlink()
    assert target.read_bytes() == b"secret"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
