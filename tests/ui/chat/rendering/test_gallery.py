"""Every construct in one message, in both themes and at several widths, complete and without a scroll bar."""

import os
import re
from pathlib import Path

import pytest

from desktop_app.ui.chat.rendering.formulas import shared_formulas
from desktop_app.ui.chat.rendering.message_body import MessageBody
from desktop_app.ui.chat.rendering.text_view import TextView
from desktop_app.ui.resources import DARK, LIGHT

FOLDER = Path(__file__).parent / "gallery"
GALLERY = (FOLDER / "gallery.txt").read_text(encoding="utf-8")


@pytest.fixture
def show(qtbot):
    def make(theme, width):
        body = MessageBody(theme)
        qtbot.addWidget(body)
        palette = body.palette()
        palette.setColor(palette.ColorRole.Window, theme.surface)
        body.setPalette(palette)
        body.setAutoFillBackground(True)
        body.resize(width, 100)
        body.set_markdown(GALLERY)
        body.complete()
        qtbot.waitUntil(lambda: not any(v.waits for v in body._texts()), timeout=30_000)
        body.complete()
        body.resize(width, body.heightForWidth(width))
        body.show()
        qtbot.waitExposed(body)
        return body

    return make


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("width", [500, 760, 1000])
def test_the_gallery_is_whole(qtbot, show, theme, width):
    body = show(theme, width)
    shown = body.visible_text()

    prose = re.sub(r"\]\([^)]*\)|```\w+|\\\w+|\$[^$]*\$", " ", GALLERY)
    missing = [word for word in re.findall(r"\w+", prose) if word not in shown]
    assert missing == []
    assert all(view.verticalScrollBar().maximum() == 0 for view in body.findChildren(TextView))
    bottom = max(part.top + part.height for part in body.parts)
    assert bottom == body.height()
    if keep := os.environ.get("THROUGHLINE_SCREENSHOTS"):
        qtbot.waitUntil(body._highlighter.is_idle, timeout=30_000)
        body.grab().save(str(Path(keep) / f"gallery_{theme.name}_{width}.png"))


def test_the_gallery_streams_to_the_same_picture(qtbot, show):
    whole = show(LIGHT, 700)
    assert shared_formulas() is shared_formulas()
    streamed = MessageBody(LIGHT)
    qtbot.addWidget(streamed)
    streamed.resize(700, 100)
    for start in range(0, len(GALLERY), 37):
        streamed.append_markdown(GALLERY[start : start + 37])
        streamed._pump()
    streamed.finish()
    streamed.complete()

    assert streamed.html() == whole.html()
    assert streamed.heightForWidth(700) == whole.heightForWidth(700)
