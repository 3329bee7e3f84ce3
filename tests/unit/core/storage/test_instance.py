"""The lock on a data folder."""

from __future__ import annotations

import errno
import os

import pytest

from desktop_app.core.domain.errors import DataDirUnusable
from desktop_app.core.storage import instance
from desktop_app.core.storage.instance import InstanceLock


def test_only_one_holds_the_lock(paths):
    first, second = InstanceLock(paths), InstanceLock(paths)
    assert first.acquire() is True
    assert first.acquire() is True
    assert second.acquire() is False

    first.release()
    first.release()
    assert second.acquire() is True
    assert (paths.data_dir / "instance.lock").read_text() == f"{os.getpid()}\n"
    second.release()


def test_a_lock_file_left_by_a_crash_is_no_lock(paths):
    paths.data_dir.mkdir()
    (paths.data_dir / "instance.lock").write_text("123456\n")
    lock = InstanceLock(paths)
    assert lock.acquire() is True
    lock.release()


def test_a_folder_that_cannot_be_made_is_named(paths):
    paths.data_dir.write_text("")
    with pytest.raises(DataDirUnusable, match=str(paths.data_dir)):
        InstanceLock(paths).acquire()


def test_a_file_system_without_locks_does_not_keep_the_program_out(paths, monkeypatch):
    def refuse(_descriptor):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(instance, "_lock", refuse)
    lock = InstanceLock(paths)
    assert lock.acquire() is True
    lock.release()


def test_a_full_disk_gives_the_lock_back(paths, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(instance.os, "pwrite", refuse)
    with pytest.raises(Exception, match="No space"):
        InstanceLock(paths).acquire()
    monkeypatch.undo()
    assert InstanceLock(paths).acquire() is True
