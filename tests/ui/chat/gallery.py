"""Draws a conversation with every construct, to look at: ``python -m tests.ui.chat.gallery FOLDER``.

One picture for each theme and language; the ones kept are in ``resources/screenshots/gallery``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QEventLoop, QIODevice, QTimer
from PySide6.QtGui import QImage, QLinearGradient, QPainter
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from desktop_app.core.domain.conversation import Attachment, Message, MessageState, Role, Usage
from desktop_app.core.domain.summary import Summary
from desktop_app.ui.chat.composer import Composer, CompressState
from desktop_app.ui.chat.transcript import SummaryCardData, Transcript
from desktop_app.ui.resources import apply_theme, install_translations
from desktop_app.ui.widgets.context_gauge import ContextUse

SIZE = (1000, 1500)

EN = """# Sorting

Both are **stable**; *insertion sort* is quick for short lists, ~~bubble sort~~ never is. See
[the article](https://example.com/sorting) and `sorted()`.

1. Split the list
   - left half
   - right half
2. Sort each, then merge

- [x] explain
- [ ] measure

> A quote, with a formula $n \\log n$ in it and a price of $5 and $6.

$$\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}$$

```python
def insertion(items: list[int]) -> None:
\tfor i in range(1, len(items)):
\t\titems.insert(0, items.pop(i))  # not this way
```

| | time | memory |
|---|---:|---:|
| merge | n log n | n |
| insertion | n² | 1 |

---

שלום `code` (1), مرحبا.

Raw HTML stays text 👩‍💻 🎉: Vec<T>, <b>not bold</b>, one<br>two.

![a picture](https://example.com/a.png)
"""

ZH = """# 排序

两者都是**稳定**的；*插入排序*适合短列表，~~冒泡排序~~从不合适。
参见[文章](https://example.com/sorting)和 `sorted()`。

1. 把列表分成两半
   - 左半部分
   - 右半部分
2. 分别排序，然后合并

- [x] 解释
- [ ] 测量

> 一段引文，里面有公式 $n \\log n$，价格是 $5 和 $6。

$$\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}$$

```python
def insertion(items: list[int]) -> None:
\tfor i in range(1, len(items)):
\t\titems.insert(0, items.pop(i))  # 不要这样写
```

| | 时间 | 内存 |
|---|---:|---:|
| 归并 | n log n | n |
| 插入 | n² | 1 |
"""

WORDS = {
    "en": (
        "Can you compare the two sorting approaches for me?",
        "The user wants a short comparison.",
        "Here is a picture and a file. What about the cache when its prefix changes?",
        "The cache serves only a *prefix*: as soon as one early token changes, the rest is evaluated anew.",
        "The reply was interrupted: the connection was closed.",
        "And now?",
        "The API key was not accepted: 401",
        "## Core task\n\nCompare sorting approaches.",
    ),
    "zh": (
        "请帮我比较一下这两种排序方法，好吗？",
        "用户想要一个简短的比较。",
        "这里有一张图片和一个文件。前缀变化时缓存会怎样？",
        "缓存只服务于*前缀*：只要前面的一个词元发生变化，其后的一切都要重新计算。",
        "回复中断：连接已关闭。",
        "现在呢？",
        "API 密钥未被接受：401",
        "## 核心任务\n\n比较排序方法。",
    ),
}


def messages(language: str) -> list[Message]:
    """A question and answer for each state there is."""
    ask, thought, attach, answer, broken, again, failed, _ = WORDS[language]
    files = (
        Attachment("d1", "picture.png", "image/png", 120_000),
        Attachment("d2", "notes.txt", "text/plain", 3_400),
    )

    def make(number: int, role: Role, text: str, **more) -> Message:
        return Message(f"m{number}", "c", None, role, text, 0.0, **more)

    return [
        make(0, Role.USER, ask),
        make(
            1,
            Role.ASSISTANT,
            EN if language == "en" else ZH,
            reasoning=thought,
            reasoning_seconds=3.2,
            model="m",
            usage=Usage(1200, 340, 1000),
        ),
        make(2, Role.USER, attach, attachments=files),
        make(3, Role.ASSISTANT, answer, state=MessageState.INTERRUPTED, error=broken),
        make(4, Role.USER, again),
        make(5, Role.ASSISTANT, "", state=MessageState.FAILED, error=failed, error_action="open_profile"),
    ]


def picture() -> bytes:
    """A landscape of two colours, as a PNG."""
    image = QImage(640, 400, QImage.Format.Format_RGB32)
    shades = QLinearGradient(0, 0, 0, 400)
    shades.setColorAt(0, "#7fb2d9")
    shades.setColorAt(1, "#3d7a4a")
    painter = QPainter(image)
    painter.fillRect(image.rect(), shades)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def draw(app: QApplication, folder: Path, scheme: str, language: str) -> Path:
    """One picture."""
    apply_theme(app, scheme)
    translators = install_translations(app, "zh_CN" if language == "zh" else "en")
    known = {m.id: m for m in messages(language)}
    window, transcript, composer = QWidget(), Transcript(), Composer()
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(transcript, 1)
    column.addWidget(composer)
    window.resize(*SIZE)
    window.show()
    transcript.messages_requested.connect(lambda ids: transcript.provide([known[i] for i in ids]))
    transcript.blob_requested.connect(lambda digest: transcript.provide_blob(digest, picture()))
    transcript.show_path("c", list(known))
    transcript.set_branches("m3", 2, 3)
    summary = Summary(
        "s",
        "c",
        "m1",
        WORDS[language][-1],
        0.0,
        "",
        covered_count=2,
        tokens_before=12_300,
        tokens_after=1_800,
    )
    transcript.set_summaries([SummaryCardData(summary, stale=True, versions=2)])
    composer.set_compress_state(CompressState.READY)
    composer.gauge.set_use(ContextUse(12_300, 32_000, 22_400))
    loop = QEventLoop()
    QTimer.singleShot(4000, loop.quit)
    loop.exec()
    path = folder / f"{scheme}-{language}.png"
    window.grab().save(str(path))
    window.close()
    window.deleteLater()
    for translator in translators:
        app.removeTranslator(translator)
    return path


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    for scheme in ("light", "dark"):
        for language in ("en", "zh"):
            print(draw(app, folder, scheme, language))


if __name__ == "__main__":
    main()
