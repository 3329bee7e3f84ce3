"""The program as a command: what it prints and how it ends."""

import os
import subprocess
import sys

import pytest

from desktop_app import __version__


def _run(*arguments, home, timeout=60):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "XDG_DATA_HOME": ""}
    return subprocess.run(
        [sys.executable, "-m", "desktop_app", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def test_the_version_is_one_line(tmp_path):
    done = _run("--version", home=tmp_path)

    assert (done.returncode, done.stdout) == (0, f"Throughline {__version__}\n")


def test_an_unknown_argument_is_refused(tmp_path):
    done = _run("--nonsense", home=tmp_path)

    assert done.returncode == 2
    assert "--nonsense" in done.stderr


def test_a_data_folder_that_is_a_file_is_named_and_the_exit_code_is_1(tmp_path):
    place = tmp_path / "a file"
    place.write_text("mine")
    done = _run("--data-dir", str(place), home=tmp_path)

    assert done.returncode == 1
    assert str(place) in done.stderr
    assert "Traceback" not in done.stderr
    assert place.read_text() == "mine"


@pytest.mark.local_model
@pytest.mark.limit(240)
@pytest.mark.timeout(280)
def test_the_self_check_names_each_part_and_leaves_the_users_folder_alone(tmp_path):
    done = _run("--self-check", home=tmp_path, timeout=270)
    lines = [line for line in done.stdout.splitlines() if line[:4].strip() in ("ok", "warn", "FAIL")]
    parts = {line[6:].partition(":")[0] for line in lines}

    assert done.returncode == 0, done.stdout + done.stderr
    assert "Exception" not in done.stderr
    assert {"resources", "store", "window", "keychain", "built-in model"} <= parts
    assert not list(tmp_path.rglob("*.sqlite*"))
    assert not (tmp_path / ".local" / "share" / "throughline").exists()
