"""What a reply names is neither fetched nor read nor opened, in the real window."""

from __future__ import annotations

import asyncio
import ctypes
import os
import sys

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QTextBrowser

from desktop_app.core.domain.settings import ProfileSettings
from tests.faults.hostile_server import HostileServer
from tests.faults.wire import END, F, T, head

IN_ACCESS, IN_OPEN = 0x1, 0x20
REPLY = """
![picture]({url}/a.png) ![local](file://{file}) ![bare]({file}) <img src="{url}/b.png"><img src='{file}'>
<link rel=stylesheet href="{url}/c.css"><style>@import "{url}/d.css"; p {{ background: url({url}/e) }}</style>
<script src="{url}/f.js"></script><iframe src="file://{file}"></iframe><object data="{url}/g"></object>

[link]({url}/h) <{url}/i> [file](file://{file}) [ref]

[ref]: {url}/j "title"

| ![cell]({url}/k) | <img src="{url}/l"> |
|---|---|
| [m]({url}/m) | $\\includegraphics{{{file}}}$ |

```html
<img src="{url}/n">
```
"""


class Watched:
    """A file, and whether anybody opened or read it (inotify)."""

    def __init__(self, path):
        path.write_bytes(b"secret")
        self.path = path
        libc = ctypes.CDLL(None, use_errno=True)
        self._descriptor = libc.inotify_init1(os.O_NONBLOCK)
        libc.inotify_add_watch(self._descriptor, bytes(path), IN_ACCESS | IN_OPEN)

    def touched(self):
        try:
            return bool(os.read(self._descriptor, 4096))
        except BlockingIOError:
            return False


@pytest.fixture
def watched(tmp_path):
    if sys.platform != "linux":
        pytest.skip("inotify")
    control = Watched(tmp_path / "control.png")
    control.path.read_bytes()
    assert control.touched()
    return Watched(tmp_path / "a.png")


@pytest.fixture
def opened(monkeypatch):
    """Addresses that the program asked the system to open."""
    addresses = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: addresses.append(url.toString()))
    return addresses


async def say(person, server, text):
    """Send, with this text as reasoning-free answer, title and everything else."""
    profile = ProfileSettings(id="far", name="far", base_url=server.base_url, model="m")
    await person.app.preferences.update(lambda s: s.changed(profiles=(profile,), default_profile_id="far"))
    conversation = await person.app.library.create(profile_id="far")
    await person.app.show_conversation(conversation.id)
    server.play((head() + T(text) + F("stop") + END,))
    reply = await person.say("Go")
    await asyncio.sleep(0.3)
    return reply


async def test_nothing_in_a_reply_is_fetched_or_read(program, watched, opened):
    connected = []
    listener = await asyncio.start_server(lambda _r, w: (connected.append(1), w.close()), "127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    text = REPLY.format(url=url, file=watched.path)
    async with HostileServer() as server, program() as person:
        reply = await say(person, server, text)
        person.window.resize(500, 900)
        for view in person.window.transcript.canvas.widgets().values():
            view.body.complete()
            view.grab()
        person.window.action("viewerAction").trigger()
        await asyncio.sleep(0.3)
        person.window.transcript.canvas.scroll_to_end()
        listener.close()

    assert reply.text == text
    assert connected == []
    assert opened == []
    assert not watched.touched()


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("https://example.com/a?b=c", ["https://example.com/a?b=c"]),
        ("mailto:a@example.com", ["mailto:a@example.com"]),
        ("file:///etc/passwd", []),
        ("javascript:alert(1)", []),
        ("data:text/html,x", []),
        ("smb://h/s", []),
        ("vbscript:x", []),
        ("ms-settings:", []),
        ("\\\\h\\s\\x.exe", []),
        ("#anchor", []),
        ("../relative.sh", []),
        ("HTTPS://example.com/A", ["HTTPS://example.com/A"]),
        ("java\tscript:alert(1)", []),
        ("ftp://h/x", []),
    ],
)
async def test_only_web_and_mail_links_reach_the_system(program, provider, opened, href, expected):
    provider.play(f"before [x](<{href}>) after")
    provider.play("t", purpose="title")
    async with program(provider) as person:
        reply = await person.say("Go")
        await person.until(lambda: reply.id in person.window.transcript.canvas.widgets())
        body = person.window.transcript.canvas.widgets()[reply.id].body
        body.complete()
        before = body.visible_text()
        for view in body.findChildren(QTextBrowser):
            for number in range(len(view.toPlainText())):
                cursor = view.textCursor()
                cursor.setPosition(number + 1)
                if cursor.charFormat().isAnchor():
                    view.anchorClicked.emit(cursor.charFormat().anchorHref())
                    break
        await asyncio.sleep(0.01)

        assert [address.lower() for address in opened] == [address.lower() for address in expected]
        assert body.visible_text() == before
