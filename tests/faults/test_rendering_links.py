"""Hostile links, and text that wants to be markup."""

import socket

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop_app.ui.chat.rendering.text_view import TextView
from desktop_app.ui.resources import LIGHT
from tests.ui.chat.rendering.whole_body import WholeBody

REFUSED = [
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "smb://h/s",
    "ms-settings:",
    "#anchor",
    "relative/path",
    "vbscript:x",
    "JaVaScRiPt:x",
    "//host/path",
    "https:example",
    "http://",
    "https://[broken",
    "ftp://h/x",
    "C:/x.exe",
    "https:\\\\h\\s",
    "https://a\u202eb.com",
]
ALLOWED = [
    "https://example.com",
    "http://h/x?y=1#z",
    "mailto:a@b.c",
    "https://good.com@evil.com",
    "HTTPS://X.org",
]


@pytest.fixture
def body(qtbot):
    widget = WholeBody(LIGHT)
    qtbot.addWidget(widget)
    widget.resize(600, 100)
    widget.opened, widget.refused = [], []
    widget.link_activated.connect(widget.opened.append)
    widget.link_refused.connect(lambda target, reason: widget.refused.append((target, reason)))
    return widget


def click_first_word(body):
    view = body.findChild(TextView)
    body.resize(600, body.heightForWidth(600))
    body.show()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(6, 8))


@pytest.mark.parametrize("href", REFUSED)
def test_other_addresses_are_refused_with_a_reason(body, href):
    body.set_markdown(f"[word](<{href}>) rest")
    before = body.visible_text()
    click_first_word(body)

    assert body.opened == []
    assert len(body.refused) == 1
    assert body.refused[0][1]
    assert body.visible_text() == before


@pytest.mark.parametrize("href", ALLOWED)
def test_web_and_mail_addresses_are_passed_on_and_nothing_navigates(body, href):
    body.set_markdown(f"[word](<{href}>) rest")
    before = body.visible_text()
    click_first_word(body)

    assert body.opened == [href]
    assert body.refused == []
    assert body.visible_text() == before


@pytest.mark.parametrize(
    "source",
    [
        "[https://good.com](https://evil.com)",
        "[good.com](https://evil.com/x)",
        "[word](https://good.com@evil.com)",
    ],
)
def test_a_disguised_link_shows_where_it_leads(body, source):
    body.set_markdown(source)

    assert "→ evil.com" in body.visible_text()


@pytest.mark.parametrize(
    "source", ["[main.py](https://host/main.py)", "[www.a.org](https://a.org)", "[word](https://a.org)"]
)
def test_an_honest_link_stays_plain(body, source):
    body.set_markdown(source)

    assert "→" not in body.visible_text()


def test_pictures_are_neither_fetched_nor_read(qtbot, body, tmp_path):
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(0.2)
    port = server.getsockname()[1]
    picture = tmp_path / "a.png"
    picture.write_bytes(b"")
    body.set_markdown(
        f"![alt one](http://127.0.0.1:{port}/x.png)\n\n![alt two]({picture.as_uri()})\n\n"
        f"<img src='http://127.0.0.1:{port}/y.png'>\n\n<img src='{picture.as_uri()}'>"
    )
    body.show()
    qtbot.waitExposed(body)

    with pytest.raises(TimeoutError):
        server.accept()
    server.close()
    shown = body.visible_text()
    assert "alt one" in shown
    assert str(port) in shown
    assert "<img src=" in shown
    assert "\ufffc" not in shown
