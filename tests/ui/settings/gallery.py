"""Draws every page of the settings dialog, for looking at: ``python -m tests.ui.settings.gallery FOLDER``.

One picture for each page, theme, language and scale; a tall one where the page scrolls.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import subprocess
import sys
from pathlib import Path

VARIANTS = tuple(itertools.product(("light", "dark"), ("en", "zh_CN"), ("1", "1.5")))
WIDTH, HEIGHT = 1120, 760
SMALL = (910, 470)
"""What is left of 1366 x 768 at 150 %."""


def draw_all(folder: Path) -> None:
    """Draw every variant, each in a process of its own, since the scale holds for a process."""
    folder.mkdir(parents=True, exist_ok=True)
    for scheme, language, scale in VARIANTS:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale}
        command = [sys.executable, "-m", "tests.ui.settings.gallery", str(folder), scheme, language, scale]
        subprocess.run(command, env=environment, check=True)


def draw(folder: Path, scheme: str, language: str, scale: str) -> None:
    """Draw one variant."""
    import qasync
    from PySide6.QtWidgets import QApplication

    from desktop_app.ui.resources import apply_theme, install_translations

    app = QApplication([])
    apply_theme(app, scheme)
    translators = install_translations(app, language)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(_draw_pages(folder, f"{scheme}-{language}-{scale}", small=scale != "1"))
    del translators


async def _draw_pages(folder: Path, name: str, *, small: bool) -> None:
    from tests.ui.settings.conftest import SettingsHouse

    house = SettingsHouse()
    dialog = house.dialog(data_dir="~/.local/share/throughline", use_english="-en-" in name)
    dialog.resize(*(SMALL if small else (WIDTH, HEIGHT)))
    await house.settle()
    for page_name in dialog.pages:
        dialog.open_page(page_name)
        if page_name == "summary":
            _edit_summary(dialog, small=small)
        await asyncio.sleep(0.1)
        dialog.grab().save(str(folder / f"{name}-{page_name}.png"))
        content = dialog.pages[page_name].widget()
        if content.height() > dialog.height():
            content.grab().save(str(folder / f"{name}-{page_name}-whole.png"))
    dialog.hide()
    await house.settle()


def _edit_summary(dialog, *, small: bool) -> None:
    page = dialog.summary.page
    section = page.sections["core_task"]
    section.set_unfolded(True)
    text = "Engineering state" if page.use_english else "工程现状"
    section.title.setText(text)
    section.title.textEdited.emit(text)
    page.sections["interaction"].enabled.click()
    dialog.summary.page.show_prompt.setChecked(not small)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    if len(sys.argv) > 2:
        draw(target, *sys.argv[2:])
    else:
        draw_all(target)
