"""The small parts of the builders."""

from __future__ import annotations

import plistlib
import struct
import tarfile
import zipfile
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import bundle
import desktop_files
import icons
import project
import pytest
import windows_setup

from desktop_app.core.exchange.pack import SUFFIX


def test_the_version_has_one_place():
    from desktop_app import __version__

    assert project.version() == __version__


def test_the_icons_of_windows_and_macos_hold_the_pictures_they_list(tmp_path: Path):
    icons.write_ico(tmp_path / "a.ico")
    icons.write_icns(tmp_path / "a.icns")
    ico, icns = (tmp_path / "a.ico").read_bytes(), (tmp_path / "a.icns").read_bytes()
    count = struct.unpack("<H", ico[4:6])[0]

    assert count == 6
    for number in range(count):
        size, offset = struct.unpack("<II", ico[6 + 16 * number + 8 : 6 + 16 * number + 16])
        assert ico[offset : offset + 8] == b"\x89PNG\r\n\x1a\n"
        assert offset + size <= len(ico)
    assert icns[:4] == b"icns"
    assert struct.unpack(">I", icns[4:8])[0] == len(icns)


def test_an_archive_with_another_hash_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    archive = tmp_path / "python.zip"
    archive.write_bytes(b"PK something else")
    monkeypatch.setenv("PYTHON_EMBED_ZIP", str(archive))
    monkeypatch.setenv("PYTHON_EMBED_SHA256", "0" * 64)

    with pytest.raises(SystemExit, match="another SHA-256"):
        windows_setup._embeddable_python()


@pytest.mark.parametrize(("magic", "compiled"), [(MAGIC_NUMBER, True), (b"none", False)])
def test_byte_code_comes_only_from_a_python_that_writes_the_kind_windows_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, magic: bytes, compiled: bool
):
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    for name in ("python", "Lib", "app"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.py").write_text("WORD = 1\n")
    with zipfile.ZipFile(tmp_path / "python" / "python313.zip", "w") as library:
        library.writestr("os.pyc", magic + bytes(12))

    windows_setup._compile(tmp_path)

    written = sorted(tmp_path.glob("*/__pycache__/*.pyc"))
    assert len(written) == (2 if compiled else 0)
    assert all(file.read_bytes()[4:8] == b"\1\0\0\0" for file in written)  # never compared with the source


def test_packs_have_one_suffix():
    assert windows_setup.SUFFIX == SUFFIX


def test_what_is_settled_packs_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    archives = []
    for name in ("one", "two"):
        folder = tmp_path / name / "tree"
        (folder / "sub").mkdir(parents=True)
        (folder / "sub" / "file").write_text("content")
        project.settle(folder)
        with tarfile.open(tmp_path / f"{name}.tar", "w", format=tarfile.USTAR_FORMAT) as archive:
            archive.add(folder, "tree")
        archives.append((tmp_path / f"{name}.tar").read_bytes())

    assert archives[0] == archives[1]


def test_the_update_address_is_part_of_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("THROUGHLINE_UPDATE_ADDRESS", "https://example.invalid/version")
    bundle.write_build_facts(tmp_path / "build.json")

    assert "https://example.invalid/version" in (tmp_path / "build.json").read_text()


def test_the_settings_for_macos_can_be_read():
    macos = project.ROOT / "packaging" / "macos"
    info = plistlib.loads((macos / "Info.plist").read_bytes())
    [exported] = info["UTExportedTypeDeclarations"]
    [document] = info["CFBundleDocumentTypes"]

    assert plistlib.loads((macos / "entitlements.plist").read_bytes())
    assert exported["UTTypeTagSpecification"]["public.mime-type"] == [project.PACK_TYPE]
    assert document["LSItemContentTypes"] == [exported["UTTypeIdentifier"]]
    compile((macos / "dmg_settings.py").read_text(), "dmg_settings.py", "exec")
    compile((project.ROOT / "packaging" / "throughline.spec").read_text(), "throughline.spec", "exec")


def test_a_file_manager_knows_a_pack_by_its_suffix(tmp_path: Path):
    desktop_files.write(tmp_path)
    share = tmp_path / "share"
    kind = (share / "mime/packages/throughline.xml").read_text(encoding="utf-8")
    entry = (share / "applications/throughline.desktop").read_text(encoding="utf-8").splitlines()
    pictures = sorted((share / "icons").rglob("application-vnd.throughline.pack+zip.*"))

    assert f'<mime-type type="{project.PACK_TYPE}">' in kind
    assert f'<glob pattern="*{SUFFIX}"' in kind
    assert f"MimeType={project.PACK_TYPE};" in entry
    assert "Exec=throughline %F" in entry
    assert len(pictures) == len(icons.SIZES) + 1
    assert all("/mimetypes/" in str(picture) for picture in pictures)
