"""The script in front of the one-file program, with a program of a few lines behind it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import single_file
from machines import may_mount

SLEEPER = '#!/bin/sh\necho started\nread -r _\ncat "$(dirname "$0")/later"\n'
TALKER = '#!/bin/sh\nprintf "<%s>" "$@"\n'


TOOLS = ("sh", "readlink", "wc", "tail", "tar", "gzip", "mkdir", "chmod", "mktemp", "mv", "rm", "df", "sed")


class Files:
    """Makes one-file programs, and runs them for a user with a cache of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(single_file, "BUILD", folder)
        monkeypatch.setattr(single_file, "DIST", folder)
        self._folder = folder
        self._monkeypatch = monkeypatch
        self.caches = folder / "caches of a user"
        self.cache = self.caches / "throughline"

    def make(self, version: str, program: str = TALKER, *, padding: int = 0) -> Path:
        self._monkeypatch.setenv("THROUGHLINE_VERSION", version)
        appdir = self._folder / "appdir"
        shutil.rmtree(appdir, ignore_errors=True)
        appdir.mkdir()
        (appdir / "AppRun").write_text(program)
        (appdir / "AppRun").chmod(0o755)
        (appdir / "later").write_text(f"{version} is whole\n")
        (appdir / "padding").write_bytes(os.urandom(padding))
        return single_file._self_extracting(appdir)

    def environment(self, **variables: str) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(self.caches), **variables}

    def run(self, file: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        command = [file, *arguments]
        return subprocess.run(
            command, env=self.environment(**variables), capture_output=True, text=True, check=False
        )

    def start(self, file: Path) -> subprocess.Popen[str]:
        program = subprocess.Popen(
            [file], env=self.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert program.stdout is not None
        assert program.stdout.readline() == "started\n"
        return program

    def unpacked(self) -> list[str]:
        return sorted(path.name.rpartition("-")[0] for path in self.cache.iterdir())


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    return Files(tmp_path, monkeypatch)


def limited(folder: Path, options: str, command: list[str]) -> list[str]:
    """The command with a small file system of its own at ``folder``."""
    if not may_mount():
        pytest.skip("needs the right to mount")
    folder.mkdir(parents=True)
    mount = f'mount -t tmpfs -o {options} none "$0" && exec "$@"'
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", mount, str(folder), *command]


def test_arguments_arrive_as_they_were_given(files: Files):
    done = files.run(files.make("1.0"), "--data-dir", "/a b", "", 'x"y')

    assert (done.stdout, done.stderr) == ('<--data-dir></a b><><x"y>', "")


def test_a_version_that_is_not_running_gives_way_to_another(files: Files):
    files.run(files.make("1.0"))
    left_by_a_crash = files.cache / "unpack.aBcDeF"
    left_by_a_crash.mkdir()

    files.run(files.make("2.0"))

    assert files.unpacked() == ["throughline-2.0"]
    assert not left_by_a_crash.exists()


def test_a_running_version_stays_whole_until_it_ends(files: Files):
    running = files.start(files.make("1.0", SLEEPER))
    newer = files.make("2.0")
    files.run(newer)
    assert files.unpacked() == ["throughline-1.0", "throughline-2.0"]

    said, _ = running.communicate("\n", timeout=20)
    files.run(newer)

    assert said == "1.0 is whole\n"
    assert files.unpacked() == ["throughline-2.0"]


def test_ten_first_starts_at_once_all_work(files: Files):
    file = files.make("1.0", SLEEPER, padding=2_000_000)
    running = [
        subprocess.Popen(
            [file], env=files.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(10)
    ]

    said = [program.communicate("\n", timeout=60)[0] for program in running]

    assert said == ["started\n1.0 is whole\n"] * 10
    assert files.unpacked() == ["throughline-1.0"]


def test_without_flock_it_starts_and_removes_nothing(files: Files, tmp_path: Path):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in TOOLS:
        (tools / name).symlink_to(shutil.which(name) or name)
    files.run(files.make("1.0"), PATH=str(tools))

    done = files.run(files.make("2.0"), "x", PATH=str(tools))

    assert (done.stdout, done.stderr) == ("<x>", "")
    assert files.unpacked() == ["throughline-1.0", "throughline-2.0"]


def test_a_folder_that_lost_its_program_is_filled_again(files: Files):
    file = files.make("1.0")
    files.run(file)
    [folder] = files.cache.iterdir()
    (folder / "AppRun").unlink()

    assert files.run(file, "x").stdout == "<x>"


@pytest.mark.parametrize(
    ("disk", "told"),
    [
        ("size=2m", "It takes 4 MB in {}, where 2 MB are free."),
        ("nr_inodes=5", "It cannot unpack in {} (tar: ./"),
    ],
)
def test_a_full_disk_is_told_and_nothing_is_left_on_it(files: Files, disk: str, told: str):
    file = files.make("1.0", padding=3_000_000)
    script = f"'{file}'; echo $?; ls -A '{files.cache}'"
    done = subprocess.run(
        limited(files.caches, disk, ["sh", "-c", script]),
        env=files.environment(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == "1\n"
    place = re.sub(r"unpack\.\w{6}", "unpack.", done.stderr)
    assert place.startswith("Throughline: " + told.format(files.cache / "unpack."))
    assert "XDG_CACHE_HOME" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_cache_where_programs_may_not_run_is_told(files: Files):
    command = limited(files.caches, "noexec", [str(files.make("1.0"))])
    done = subprocess.run(command, env=files.environment(), capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "mounted noexec" in done.stderr
    assert "--extract" in done.stderr


def test_a_half_downloaded_file_says_so(files: Files):
    file = files.make("1.0", padding=10_000)
    whole = file.read_bytes()
    file.write_bytes(whole[:-500])

    done = files.run(file)

    assert done.returncode == 1
    assert f"it has {len(whole) - 500} of {len(whole)} bytes" in done.stderr
    assert not list(files.cache.iterdir())


def test_a_user_without_a_home_is_told_what_to_set(files: Files):
    file = files.make("1.0")
    done = subprocess.run(
        [file], env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "Set XDG_CACHE_HOME" in done.stderr


def test_one_who_clicked_sees_the_fault_in_a_window(files: Files, tmp_path: Path):
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "zenity").write_text('#!/bin/sh\nfor word; do echo "$word"; done >"$SHOWN"\n')
    (tools / "zenity").chmod(0o755)
    shown = tmp_path / "shown"
    path = f"{tools}:{os.environ['PATH']}"

    files.run(files.make("1.0"), PATH=path, DISPLAY=":1", SHOWN=str(shown), XDG_CACHE_HOME="/dev/null")

    assert "--text=/dev/null/throughline cannot be made." in shown.read_text()


def test_it_unpacks_where_it_is_told(files: Files, tmp_path: Path):
    done = files.run(files.make("1.0"), "--extract", str(tmp_path / "a place" / "x"))

    assert done.returncode == 0
    assert (tmp_path / "a place" / "x" / "later").read_text() == "1.0 is whole\n"
    assert not files.cache.exists()
