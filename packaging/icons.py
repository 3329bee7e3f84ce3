"""Draws the icons in every size the systems ask for, from the one SVG; needs no image tool but Qt."""

from __future__ import annotations

import os
import re
import struct
from pathlib import Path

from project import PACK_TYPE, ROOT

SOURCE = ROOT / "resources" / "icons" / "throughline.svg"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_SHEET = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
  <title>Throughline hand-off pack</title>
  <path fill="#f7f8fa" stroke="#8a94a3" stroke-width="8" stroke-linejoin="round"
    d="M44 12 H160 L212 64 V244 H44 Z"/>
  <path fill="#d5dae1" stroke="#8a94a3" stroke-width="8" stroke-linejoin="round" d="M160 12 V64 H212 Z"/>
  <g transform="translate(55 88) scale(0.57)">{mark}</g>
</svg>
"""
_ICO_SIZES = (16, 24, 32, 48, 64, 256)
_ICNS_TYPES = {128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10", 32: b"ic11", 64: b"ic12"}
_LARGEST_IN_A_BYTE = 256


def pack_picture() -> str:
    """The icon of a hand-off pack as SVG: the program's own on a sheet of paper."""
    drawing = SOURCE.read_text(encoding="utf-8")
    mark = re.sub(r"<\?xml.*?\?>|</?svg[^>]*>|<title>.*?</title>", "", drawing, flags=re.DOTALL)
    return _SHEET.format(mark=mark.strip())


def png(size: int, drawing: str | None = None) -> bytes:
    """A drawing as PNG; None: the program's icon."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    if QGuiApplication.instance() is None:
        png.app = QGuiApplication([])  # type: ignore[attr-defined]
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    content = SOURCE.read_bytes() if drawing is None else drawing.encode()
    QSvgRenderer(QByteArray(content)).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(data.data())


def write_hicolor(folder: Path) -> None:
    """The freedesktop icon theme: SVG and PNGs under ``folder``/hicolor."""
    drawings = {
        "apps/throughline": SOURCE.read_text(encoding="utf-8"),
        f"mimetypes/{PACK_TYPE.replace('/', '-')}": pack_picture(),
    }
    for name, drawing in drawings.items():
        for size in SIZES:
            _write(folder / "hicolor" / f"{size}x{size}" / f"{name}.png", png(size, drawing))
        _write(folder / "hicolor" / "scalable" / f"{name}.svg", drawing.encode())


def write_ico(target: Path, drawing: str | None = None) -> None:
    """Windows: a directory of PNGs; of the program's icon when no drawing is given."""
    images = [(size, png(size, drawing)) for size in _ICO_SIZES]
    offset = 6 + 16 * len(images)
    head = struct.pack("<HHH", 0, 1, len(images))
    for size, data in images:
        edge = size % _LARGEST_IN_A_BYTE  # 0 stands for 256
        head += struct.pack("<BBBBHHII", edge, edge, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    _write(target, head + b"".join(data for _, data in images))


def write_icns(target: Path, drawing: str | None = None) -> None:
    """MacOS: a list of typed PNGs; of the program's icon when no drawing is given."""
    chunks = b"".join(
        kind + struct.pack(">I", len(data) + 8) + data
        for kind, data in ((kind, png(size, drawing)) for size, kind in _ICNS_TYPES.items())
    )
    _write(target, b"icns" + struct.pack(">I", len(chunks) + 8) + chunks)


def write_macos(folder: Path) -> None:
    """The icons that the macOS application and its Info.plist name."""
    write_icns(folder / "throughline.icns")
    write_icns(folder / "pack.icns", pack_picture())


def _write(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
