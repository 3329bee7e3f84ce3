"""Long and streaming messages: CPU seconds, and the longest wait of the event loop in CPU seconds."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QScrollArea

from desktop_app.ui.chat.rendering.grammar import warm_up
from desktop_app.ui.chat.rendering.message_body import MessageBody
from desktop_app.ui.resources import apply_theme, current_theme

GALLERY = Path("tests/ui/chat/rendering/gallery/gallery.txt").read_text(encoding="utf-8")
LONG = {
    "1 MB of Markdown": (GALLERY * 400)[:1_000_000],
    "1,000,000 x": "x" * 1_000_000,
    "1,000,000 Chinese": "汉" * 1_000_000,
    "20,000 lines": "a line with some words in it\n" * 20_000,
    "20,000 lines of code": "```c\n" + "int x = 3;\n" * 20_000 + "```",
    "1 MB of JSON in a line": '```json\n{"a": 1' + ', "b": 2' * 120_000 + "}\n```",
}
STREAMS = {
    "mixed": (GALLERY * 20)[:60_000],
    "paragraph": ("word and more *words* here " * 2_300)[:60_000],
    "code": ("```python\n" + "def f(x):\n    return x + 1  # a longer note about it\n" * 1_200)[:60_000],
    "list": "".join(f"- item {n} with words\n" for n in range(2_600))[:60_000],
    "table": "| a | b | c |\n|---|---|---|\n" + "| one | **two** | some more words |\n" * 80,
}


class Watched:
    """A body in a scroll area, with a clock that ticks every 10 ms."""

    def __init__(self, qtbot):
        self.area = QScrollArea()
        qtbot.addWidget(self.area)
        self.area.resize(820, 700)
        self.body = MessageBody(current_theme())
        self.area.setWidget(self.body)
        self.body.height_changed.connect(self.fit)
        self.fit()
        self.area.show()
        qtbot.waitExposed(self.area)
        self.gaps = []
        self.timer = QTimer(self.area)
        self.timer.timeout.connect(self.tick)

    def fit(self):
        width = self.area.viewport().width()
        self.body.resize(width, self.body.heightForWidth(width))

    def tick(self):
        now = time.thread_time()  # formulas are set on another thread, which holds nobody up
        self.gaps.append(now - self.last)
        self.last = now

    def run(self, act, until):
        """CPU seconds of an action until something holds, and the longest wait meanwhile."""
        self.gaps.clear()
        started, self.last = time.process_time(), time.thread_time()
        self.timer.start(10)
        loop = QEventLoop()
        check = QTimer()
        check.timeout.connect(lambda: until() and loop.quit())
        check.start(20)
        act()
        loop.exec()
        self.timer.stop()
        return time.process_time() - started, max(self.gaps, default=0)


@pytest.fixture
def watched(qtbot, qapp):
    apply_theme(qapp, "light")
    warm_up().join()
    return Watched(qtbot)


@pytest.mark.parametrize("name", LONG)
def test_long_messages_block_nothing(benchmark, watched, name):
    body = watched.body
    first, gap = watched.run(lambda: body.set_markdown(LONG[name]), body.is_complete)
    rest, later = watched.run(body.show_all, body.is_complete)

    def narrow():
        watched.area.resize(640, 700)
        watched.fit()

    waited = []
    _, resized = watched.run(narrow, lambda: waited.append(1) or len(waited) > 30)
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info.update(
        first_cpu=round(first, 2),
        all_cpu=round(rest, 2),
        gap_ms=round(1000 * max(gap, later)),
        resize_gap_ms=round(1000 * resized),
    )

    assert first <= 1
    assert max(gap, later, resized) <= 0.1


@pytest.mark.parametrize("name", STREAMS)
def test_streams(benchmark, qtbot, watched, name):
    source, body, sent = STREAMS[name], watched.body, [0]
    feed = QTimer()

    def send():
        body.append_markdown(source[sent[0] : sent[0] + 20])
        sent[0] += 20
        if sent[0] >= len(source):
            feed.stop()
            body.finish()

    feed.timeout.connect(send)
    cpu, gap = watched.run(lambda: feed.start(1), lambda: sent[0] >= len(source) and body.is_complete())
    other = MessageBody(current_theme())
    qtbot.addWidget(other)
    other.resize(body.size())
    other.set_markdown(source)
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info.update(cpu=round(cpu, 2), gap_ms=round(1000 * gap))

    assert cpu <= 3
    assert gap <= 0.1
    assert body.plain_text() == other.plain_text()


def test_sixty_plain_messages(benchmark, qtbot, watched):
    texts = [f"Question number {n} about this and that, in plain words only. " * 3 for n in range(60)]

    def paint():
        started = time.process_time()
        bodies = [MessageBody(current_theme(), watched.area) for _ in texts]
        for number, (body, text) in enumerate(zip(bodies, texts, strict=True)):
            body.set_markdown(text)
            body.setGeometry(0, 60 * number, 700, body.heightForWidth(700))
            body.show()
        watched.area.grab()
        for body in bodies:
            body.deleteLater()
        return time.process_time() - started

    times = [paint() for _ in range(5)]
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info.update(cpu=round(min(times), 3))

    assert min(times) <= 0.25
