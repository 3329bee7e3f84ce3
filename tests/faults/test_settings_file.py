"""Whatever happens to the settings file, the program starts, tells it once and loses nothing."""

from __future__ import annotations

import errno
import json
import os
import threading
from pathlib import Path

import pytest

from desktop_app.core.domain.errors import DiskFull, SettingsInvalid, StorageError
from desktop_app.core.domain.ports import AppPaths
from desktop_app.core.domain.settings import (
    LOCAL_PROFILE_ID,
    SETTINGS_VERSION,
    AppearanceSettings,
    ProfileSettings,
    Settings,
    SummarySettings,
)
from desktop_app.core.domain.settings_format import MIGRATIONS
from desktop_app.core.storage.settings import SettingsFile
from tests.builders import FixedClock


@pytest.fixture
def paths(tmp_path):
    return AppPaths(tmp_path / "data")


@pytest.fixture
def file(paths):
    return SettingsFile(paths, clock=FixedClock())


def put(paths, content):
    paths.data_dir.mkdir(parents=True, exist_ok=True)
    raw = content if isinstance(content, bytes) else content.encode()
    paths.settings.write_bytes(raw)
    return raw


def backups(paths):
    return sorted(p.read_bytes() for p in paths.backups.glob("*")) if paths.backups.exists() else []


RICH = Settings(
    profiles=(
        ProfileSettings(
            id="a", name="<h1>名字 \U0001f525</h1>", window=4096, summary=SummarySettings(token_share=0.5)
        ),
        ProfileSettings(id="b", extra_headers={"X-Team": "blue"}, extra_body={"k": {"deep": [1, None]}}),
    ),
    default_profile_id="b",
    appearance=AppearanceSettings(color_scheme="dark", font_size=12),
)


def test_first_start_has_defaults_and_no_notice(file, paths):
    assert file.load() == (Settings(), ())
    assert not paths.settings.exists()


def test_settings_come_back_as_they_were_saved(file):
    file.save(RICH)

    assert file.load() == (RICH, ())


def test_only_differences_are_written(file, paths):
    file.save(RICH)

    data = json.loads(paths.settings.read_text("utf-8"))

    assert data["appearance"] == {"color_scheme": "dark", "font_size": 12}
    assert data["profiles"][0]["summary"] == {"token_share": 0.5}
    assert "titles" not in data
    assert data["version"] == SETTINGS_VERSION


def test_defaults_are_one_line_of_version(file, paths):
    file.save(Settings())

    assert json.loads(paths.settings.read_text("utf-8")) == {"version": SETTINGS_VERSION}


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'{"version": 1, "profiles": [',
        b"\0" * 4096,
        b'{"version": 1}\0\0\0\0',
        b"[]",
        b'"text"',
        b"17",
        b"null",
        b"true",
        b"\xff\xfe\xfa",
        b"\x89PNG\r\n\x1a\n",
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b'{"version": ' + b"9" * 5000 + b"}",
        b"<?xml version='1.0'?><a/>",
    ],
    ids=lambda raw: repr(raw[:14]),
)
def test_damaged_file_is_kept_aside_and_told_once(file, paths, raw):
    put(paths, raw)

    settings, notices = file.load()
    file.save(RICH)

    assert settings == Settings()
    assert len(notices) == 1
    assert str(paths.backups) in notices[0].message
    assert backups(paths) == [raw]
    assert file.load() == (RICH, ())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_file_saved_by_an_editor_in_another_encoding_is_read(file, paths, encoding):
    put(paths, '{"version": 1, "appearance": {"font_family": "宋体"}}'.encode(encoding))

    settings, notices = file.load()

    assert (settings.appearance.font_family, notices) == ("宋体", ())


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({"appearance": {"zoom": 99}}, "appearance.zoom"),
        ({"appearance": {"zoom": "big", "density": "compact"}}, "appearance.zoom"),
        ({"appearance": 5}, "appearance"),
        ({"appearance": None}, "appearance"),
        ({"titles": {"language": "fr"}}, "titles.language"),
        ({"version": "one"}, "version"),
        ({"version": -3}, "version"),
        ({"version": True}, "version"),
        ({"default_profile_id": "gone"}, "default_profile_id"),
        ({"profiles": [{"id": "keep", "name": "Keep", "summary": {"token_share": 7}}]}, "token_share"),
        ({"profiles": [{"id": "keep", "name": "Keep"}, 7, "x"]}, "profiles.1"),
        ({"profiles": [{"name": "Keep", "id": None}]}, "profiles.0.id"),
        ({"profiles": [{"id": "keep", "name": "Keep"}, {"id": "keep"}]}, "profiles.1.id"),
        ({"profiles": [{"id": "keep", "name": "Keep", "extra_headers": {"a": 1}}]}, "extra_headers.a"),
        ({"profiles": [{"id": "keep", "name": "Keep", "parameters": {"temperature": 9}}]}, "temperature"),
        ({"profiles": {"id": "keep"}}, "profiles"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_bad_value_falls_back_alone(file, paths, content, field):
    good = {"version": 1, "background": {"messages": 33}, "unknown": {"kept": [1, 2]}}
    raw = put(paths, json.dumps({**good, **content}))

    settings, notices = file.load()
    file.save(settings)
    again, no_notices = file.load()

    assert len(notices) == 1
    assert isinstance(notices[0], SettingsInvalid)
    assert field in notices[0].message
    assert settings.background.messages == 33
    assert settings.model_extra == {"unknown": {"kept": [1, 2]}}
    if isinstance(content.get("profiles"), list):
        assert settings.profiles[0].name == "Keep"
    if "density" in str(content):
        assert settings.appearance.density == "compact"
    assert backups(paths) == [raw]
    assert (again, no_notices) == (settings, ())


def test_a_hundred_bad_values_are_one_notice(file, paths):
    profiles = [{"id": f"p{n}", "name": f"P{n}", "window": "x", "vision": "?"} for n in range(50)]
    put(paths, json.dumps({"version": 1, "profiles": profiles}))

    settings, notices = file.load()

    assert [p.name for p in settings.profiles] == [f"P{n}" for n in range(50)]
    assert len(notices) == 1
    assert "and 97 more" in notices[0].message


def test_unknown_keys_survive_at_every_depth(file, paths):
    content = {
        "version": 1,
        "new": 1,
        "appearance": {"new": {"a": [1]}},
        "profiles": [{"id": "a", "new": "x", "summary": {"new": None, "zh": {"new": 0.5}}}],
    }
    put(paths, json.dumps(content))
    settings, _ = file.load()

    file.save(settings.changed(background=settings.background.changed(messages=3)))

    assert json.loads(paths.settings.read_text("utf-8")) == {**content, "background": {"messages": 3}}


def test_file_of_a_newer_version_is_read_backed_up_and_stays_newer(file, paths):
    raw = put(paths, json.dumps({"version": 99, "appearance": {"zoom": 1.5}, "later": True}))

    settings, notices = file.load()
    file.save(settings)

    assert settings.appearance.zoom == 1.5
    assert len(notices) == 1
    assert backups(paths) == [raw]
    assert json.loads(paths.settings.read_text("utf-8"))["version"] == 99


def test_version_is_one_more_than_the_number_of_migrations():
    assert len(MIGRATIONS) + 1 == SETTINGS_VERSION


def rename_messages(data):
    data["background"] = {"messages": data.pop("background_messages")}
    return data


def double_messages(data):
    data["background"]["messages"] *= 2
    return data


def test_migrations_run_in_order_after_a_backup(paths):
    raw = put(paths, json.dumps({"version": 1, "background_messages": 4, "unknown": 1}))
    file = SettingsFile(paths, clock=FixedClock(), migrations=(rename_messages, double_messages))

    settings, notices = file.load()
    file.save(settings)

    assert (settings.background.messages, settings.version) == (8, 3)
    assert len(notices) == 1
    assert backups(paths) == [raw]
    assert file.load() == (settings, ())


def test_failing_migration_keeps_what_can_be_read(paths):
    raw = put(paths, json.dumps({"version": 1, "appearance": {"zoom": 2.0}}))
    file = SettingsFile(paths, clock=FixedClock(), migrations=(rename_messages,))

    settings, notices = file.load()

    assert settings.appearance.zoom == 2.0
    assert len(notices) == 1
    assert backups(paths) == [raw]


def fail_with(number):
    def fail(*_args, **_kwargs):
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("step", ["open", "fsync"])
def test_full_disk_leaves_the_old_file(file, paths, monkeypatch, number, step):
    file.save(RICH)
    monkeypatch.setattr(os, step, fail_with(number))

    with pytest.raises(DiskFull):
        file.save(Settings())
    monkeypatch.undo()

    assert file.load() == (RICH, ())
    assert [p.name for p in paths.data_dir.iterdir()] == ["settings.json"]


def test_disk_that_fills_in_the_middle_of_the_write_leaves_the_old_file(file, paths, monkeypatch):
    file.save(RICH)
    real = os.fdopen

    def short(descriptor, *args, **kwargs):
        handle = real(descriptor, *args, **kwargs)
        write = handle.write

        class Short:
            def __enter__(self):
                return self

            def __exit__(self, *exc):
                handle.close()

            def write(self, data):
                write(data[: len(data) // 2])
                raise OSError(errno.ENOSPC, "full")

        return Short()

    monkeypatch.setattr(os, "fdopen", short)

    with pytest.raises(DiskFull):
        file.save(Settings())
    monkeypatch.undo()

    assert file.load() == (RICH, ())


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.EPERM, errno.EIO])
def test_folder_that_cannot_be_written_is_our_error(file, monkeypatch, number):
    file.save(RICH)
    monkeypatch.setattr(Path, "replace", fail_with(number))

    with pytest.raises(StorageError) as caught:
        file.save(Settings())
    monkeypatch.undo()

    assert not isinstance(caught.value, DiskFull)
    assert file.load() == (RICH, ())


def test_data_folder_that_is_a_file_is_our_error(paths):
    paths.data_dir.parent.mkdir(parents=True, exist_ok=True)
    paths.data_dir.write_text("not a folder")
    file = SettingsFile(paths, clock=FixedClock())

    settings, notices = file.load()

    assert settings == Settings()
    assert len(notices) == 1
    with pytest.raises(StorageError):
        file.save(RICH)


def test_settings_path_that_is_a_folder_is_never_replaced(file, paths):
    paths.settings.mkdir(parents=True)

    _, notices = file.load()

    assert len(notices) == 1
    with pytest.raises(StorageError):
        file.save(RICH)
    assert paths.settings.is_dir()


def test_unreadable_file_is_backed_up_before_it_is_overwritten(file, paths, monkeypatch):
    raw = put(paths, '{"version": 1, "titles": {"enabled": false}}')
    monkeypatch.setattr(Path, "read_bytes", fail_with(errno.EACCES))
    _, notices = file.load()
    with pytest.raises(StorageError):
        file.save(RICH)
    monkeypatch.undo()

    file.save(RICH)

    assert len(notices) == 1
    assert backups(paths) == [raw]


def test_damaged_file_without_room_for_a_backup_is_not_overwritten(file, paths, monkeypatch):
    raw = put(paths, "{")
    monkeypatch.setattr(Path, "mkdir", fail_with(errno.ENOSPC))
    _, notices = file.load()
    with pytest.raises(DiskFull):
        file.save(RICH)
    still = paths.settings.read_bytes()
    monkeypatch.undo()
    file.save(RICH)

    assert len(notices) == 1
    assert still == raw
    assert backups(paths) == [raw]


def test_the_same_damage_is_backed_up_once_however_often_it_is_read(file, paths):
    put(paths, "{")

    for _ in range(3):
        file.load()

    assert len(backups(paths)) == 1


def test_two_damages_in_one_second_are_both_kept(file, paths):
    for content in ("{", "["):
        put(paths, content)
        file.load()

    assert backups(paths) == [b"[", b"{"]


def test_linked_file_stays_a_link(file, paths, tmp_path):
    target = tmp_path / "dotfiles.json"
    target.write_text("{}")
    paths.data_dir.mkdir(parents=True)
    paths.settings.symlink_to(target)

    file.save(RICH)

    assert paths.settings.is_symlink()
    assert json.loads(target.read_text("utf-8"))["default_profile_id"] == "b"


def test_left_over_of_a_crash_is_no_hindrance(file, paths):
    put(paths, '{"version": 1}')
    paths.settings.with_name(".settings.json.part").write_bytes(b"half a fi")

    file.save(RICH)

    assert file.load() == (RICH, ())
    assert [p.name for p in paths.data_dir.iterdir()] == ["settings.json"]


def test_file_is_for_its_owner_only(file, paths):
    file.save(RICH)

    assert paths.settings.stat().st_mode & 0o077 == 0


def test_half_a_surrogate_pair_does_not_stop_the_save(file):
    broken = Settings(profiles=(ProfileSettings(id="a").model_copy(update={"name": "x\ud83d"}),))

    file.save(broken)
    settings, _ = file.load()

    assert settings.profiles[0].id == "a"


def test_folder_that_cannot_be_synced_is_no_error(file, monkeypatch):
    real = os.fsync

    def only_files(descriptor):
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):  # noqa: PTH112
            raise OSError(errno.EINVAL, "no sync of folders")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", only_files)

    file.save(RICH)

    assert file.load() == (RICH, ())


def test_threads_that_save_at_once_leave_a_whole_file(file):
    threads = [
        threading.Thread(target=file.save, args=(RICH.changed(default_profile_id=name),)) for name in "ab" * 8
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    settings, notices = file.load()

    assert notices == ()
    assert settings.default_profile_id in {"a", "b"}


def test_default_profile_that_is_built_in_needs_no_entry(file, paths):
    put(paths, json.dumps({"version": 1, "default_profile_id": LOCAL_PROFILE_ID}))

    assert file.load()[1] == ()
