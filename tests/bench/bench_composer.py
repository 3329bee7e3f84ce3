"""The composer under a paste of 1 MB, in any shape: CPU seconds until the window answers again."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtTest import QTest

from desktop_app.ui.chat.composer import Composer
from desktop_app.ui.resources import apply_theme

SHAPES = {
    "one line": "x" * 1_000_000,
    "words": "word " * 200_000,
    "20,000 lines": ("line of text" * 4 + "\n") * 20_000,
    "chinese": "汉字" * 500_000,
    "json": '{"a":[1,2,3],"b":"ccc"},' * 42_000,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_paste_and_typing_stay_quick(benchmark, qtbot, qapp, shape):
    apply_theme(qapp, "light")
    composer = Composer()
    qtbot.addWidget(composer)
    composer.resize(800, 300)
    composer.show()
    qtbot.waitExposed(composer)
    data = QMimeData()
    data.setText(SHAPES[shape])

    def timed(act):
        started = time.process_time()
        act()
        composer.grab()
        return time.process_time() - started

    paste = timed(lambda: composer.edit.insertFromMimeData(data))
    key = max(timed(lambda: QTest.keyClicks(composer.edit, "a")) for _ in range(3))
    benchmark.pedantic(lambda: QTest.keyClicks(composer.edit, "b"), rounds=3)
    benchmark.extra_info.update(paste_cpu=round(paste, 3), key_cpu=round(key, 3))

    assert composer.text().startswith(SHAPES[shape])
    assert paste <= 0.2
    assert key <= 0.05
