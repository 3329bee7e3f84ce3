"""Draws the icon in every size the systems ask for, from its one SVG; needs no image tool but Qt."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from project import ROOT

SOURCE = ROOT / "resources" / "icons" / "throughline.svg"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_ICO_SIZES = (16, 24, 32, 48, 64, 256)
_ICNS_TYPES = {128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10", 32: b"ic11", 64: b"ic12"}
_LARGEST_IN_A_BYTE = 256


def png(size: int) -> bytes:
    """The icon as PNG."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    if QGuiApplication.instance() is None:
        png.app = QGuiApplication([])  # type: ignore[attr-defined]
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(data.data())


def write_hicolor(folder: Path) -> None:
    """The freedesktop icon theme: SVG and PNGs under ``folder``/hicolor."""
    for size in SIZES:
        place = folder / "hicolor" / f"{size}x{size}" / "apps" / "throughline.png"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(png(size))
    scalable = folder / "hicolor" / "scalable" / "apps" / "throughline.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    scalable.write_bytes(SOURCE.read_bytes())


def write_ico(target: Path) -> None:
    """Windows: a directory of PNGs."""
    images = [(size, png(size)) for size in _ICO_SIZES]
    offset = 6 + 16 * len(images)
    head = struct.pack("<HHH", 0, 1, len(images))
    for size, data in images:
        edge = size % _LARGEST_IN_A_BYTE  # 0 stands for 256
        head += struct.pack("<BBBBHHII", edge, edge, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(head + b"".join(data for _, data in images))


def write_icns(target: Path) -> None:
    """MacOS: a list of typed PNGs."""
    chunks = b"".join(
        kind + struct.pack(">I", len(data) + 8) + data
        for kind, data in ((kind, png(size)) for size, kind in _ICNS_TYPES.items())
    )
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(b"icns" + struct.pack(">I", len(chunks) + 8) + chunks)
