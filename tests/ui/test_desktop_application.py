"""What desktops know the program by."""

from __future__ import annotations

import configparser
from pathlib import Path

from PySide6.QtWidgets import QApplication

from desktop_app.ui.resources import program_icon

ENTRY = Path(__file__).parents[2] / "packaging" / "linux" / "throughline.desktop"


def test_windows_belong_to_the_menu_entry_of_the_packages(qapp):
    entry = configparser.ConfigParser(interpolation=None, strict=False)
    entry.read(ENTRY, encoding="utf-8")

    assert QApplication.desktopFileName() == ENTRY.stem
    assert entry["Desktop Entry"]["StartupWMClass"] == ENTRY.stem


def test_the_programs_icon_is_drawn_in_every_size(qapp):
    for size in (16, 32, 256):
        image = program_icon().pixmap(size, size).toImage()
        assert image.pixelColor(image.width() // 2, image.height() // 8).alpha() > 200
