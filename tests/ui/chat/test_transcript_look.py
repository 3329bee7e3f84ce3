"""Theme, language, attachments, names: what the transcript shows and says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QCoreApplication, QEvent, QIODevice, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from desktop_app.core.domain.conversation import Attachment, MessageState, Role
from desktop_app.core.domain.summary import Summary
from desktop_app.ui.chat.attachment_chips import THUMBNAIL, size_text, thumbnail
from desktop_app.ui.chat.rich_paste import markdown_of
from desktop_app.ui.chat.row import SummaryCardData, SummaryRun
from desktop_app.ui.resources import DARK, LIGHT, apply_theme
from desktop_app.ui.widgets.context_gauge import ContextGauge, ContextUse, short_count
from tests.ui.chat.conftest import message, talk


@pytest.fixture
def themed(qapp):
    apply_theme(qapp, "light")
    yield qapp
    apply_theme(qapp, "light")
    qapp.setStyleSheet("")


def png(width=300, height=200):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#c02020"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def colours(widget):
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(image.height())}


def test_live_switch_of_theme_reaches_old_messages(qtbot, themed, transcript, feeder, view_of):
    feeder.show([message("u", Role.USER, "hello"), message("a", text="# Title")])
    assert LIGHT.user_bubble in colours(view_of("u"))

    apply_theme(themed, "dark")
    qtbot.waitUntil(lambda: transcript._views._theme is DARK)
    qtbot.wait(20)

    shown = colours(view_of("u"))
    assert DARK.user_bubble in shown
    assert LIGHT.user_bubble not in shown
    assert DARK.text in colours(view_of("a"))


def test_switch_of_theme_keeps_an_open_editor(qtbot, themed, transcript, feeder, view_of):
    feeder.show([message("u", Role.USER, "hello")])
    view_of("u").edit()
    view_of("u").findChild(QWidget, "inlineEdit").setPlainText("half")

    apply_theme(themed, "dark")
    qtbot.waitUntil(lambda: transcript._views._theme is DARK)

    assert view_of("u").findChild(QWidget, "inlineEdit").toPlainText() == "half"


def test_change_of_language_sets_words_again(qtbot, transcript, feeder, monkeypatch):
    feeder.show(talk(2))
    transcript.find_bar.field.setPlaceholderText("stale")

    QCoreApplication.sendEvent(transcript, QEvent(QEvent.Type.LanguageChange))

    assert transcript.find_bar.field.placeholderText() == "Find in this conversation"


def test_images_are_asked_for_and_shown_as_thumbnails(qtbot, transcript, feeder, view_of):
    picture = Attachment("d1", "a.png", "image/png", 1000)
    with qtbot.waitSignal(transcript.blob_requested) as asked:
        feeder.show([message("u", Role.USER, "look", attachments=(picture,))])
    assert asked.args == ["d1"]
    height = view_of("u").height()

    transcript.provide_blob("d1", png())
    qtbot.waitUntil(lambda: view_of("u").height() > height)

    chip = view_of("u").findChild(QWidget, "attachmentChip")
    assert "#c02020" in colours(chip)


def test_broken_images_stay_chips(qtbot, transcript, feeder, view_of):
    picture = Attachment("d1", "a.png", "image/png", 1000)
    feeder.show([message("u", Role.USER, "look", attachments=(picture,))])

    transcript.provide_blob("d1", b"no image")

    chip = view_of("u").findChild(QWidget, "attachmentChip")
    assert any(label.isVisible() and "a.png" in label.text() for label in chip.findChildren(QLabel))


def test_thumbnails_are_small_and_bombs_are_not_opened():
    assert max(thumbnail(png(4000, 100), 1.0).width(), 0) == THUMBNAIL
    header = png(20, 20)
    bomb = header[:16] + (60_000).to_bytes(4, "big") * 2 + header[24:]
    assert thumbnail(bomb, 1.0).isNull()
    assert thumbnail(b"", 1.0).isNull()


def test_sizes_are_written_for_people():
    assert [size_text(n) for n in (812, 14 * 1024, 2_400_000)] == ["812 B", "14 KB", "2.3 MB"]


def test_every_control_has_a_name_in_the_accessibility_tree(qtbot, transcript, feeder, view_of):
    feeder.show([*talk(3), message("a", state=MessageState.INTERRUPTED, reasoning="hm", model="m")])
    transcript.set_branches("a", 1, 2)
    transcript.open_find()
    transcript.set_background_card("text")

    controls = [b for b in transcript.findChildren(QAbstractButton) if b.isVisible()]

    assert len(controls) > 10
    for control in controls:
        interface = QAccessible.queryAccessibleInterface(control)
        assert interface.text(QAccessible.Text.Name), control.objectName()
        assert control.objectName(), interface.text(QAccessible.Text.Name)
    view = QAccessible.queryAccessibleInterface(view_of("c-0"))
    assert view.text(QAccessible.Text.Name) == "Message from You"


def test_labels_never_guess_their_format(transcript, feeder, view_of):
    tag = "<img src='file:///x.png'><b>x</b>"
    feeder.show(
        [
            message(
                "a",
                state=MessageState.FAILED,
                error=tag,
                speaker=tag,
                attachments=(Attachment("d", tag, "text/plain", 1),),
            )
        ]
    )

    labels = [label for label in transcript.findChildren(QLabel) if not label.objectName().startswith("qt_")]

    assert labels
    assert all(label.textFormat() == label.textFormat().PlainText for label in labels)


def test_target_of_a_link_is_shown_while_the_pointer_is_on_it(transcript, feeder, view_of):
    feeder.show([message("a", text="[https://good.com](https://evil.com)")])
    hint = transcript.findChild(QLabel, "linkHint")

    view_of("a").body.link_hovered.emit("https://evil.com/<b>x</b>")
    assert hint.isVisible()
    assert "evil.com/<b>x</b>" in hint.text()
    view_of("a").body.link_hovered.emit("")

    assert not hint.isVisible()


def test_files_dropped_on_the_conversation_are_told_unread(qtbot, transcript, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.txt")), QUrl("https://example.com")])
    at, copy = QPointF(50, 50), Qt.DropAction.CopyAction
    left, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), copy, data, left, keys)
    QApplication.sendEvent(transcript, enter)
    assert enter.isAccepted()

    with qtbot.waitSignal(transcript.files_dropped) as dropped:
        QApplication.sendEvent(transcript, QDropEvent(at, copy, data, left, keys))

    assert dropped.args == [[str(tmp_path / "a.txt")]]


def test_empty_conversation_says_so(transcript):
    transcript.show_path("new", [])
    assert transcript.findChild(QWidget, "transcriptEmpty").isVisible()
    assert not transcript.jump_button.isVisible()

    transcript.append(message("u", Role.USER, "hello", conversation_id="new"))

    assert not transcript.findChild(QWidget, "transcriptEmpty").isVisible()


def test_right_to_left_message_and_markdown_show_all_words(qtbot, transcript, feeder, view_of):
    feeder.show([message("a", text="שלום `code` (1)\n\n**bold** Vec<T> one<br>two")])

    text = view_of("a").body.plain_text()

    for word in ("שלום", "code", "bold", "Vec<T>", "two"):
        assert word in text


def test_nothing_is_arranged_while_nothing_happens(qtbot, themed, transcript, feeder, monkeypatch):
    feeder.show([*talk(4), message("a", state=MessageState.INTERRUPTED, reasoning="hm")])
    transcript.set_summary_run(SummaryRun("c-1", text="half a summary"))
    transcript.set_summaries([SummaryCardData(Summary("s", "c", "c-2", "text", 0.0, ""), stale=True)])
    qtbot.wait(150)
    moves = []
    transcript.canvas.moved.connect(lambda: moves.append(1))

    qtbot.wait(100)

    assert moves == []


# gauge
def test_gauge_tells_share_trigger_and_estimate(qtbot):
    gauge = ContextGauge()
    qtbot.addWidget(gauge)
    gauge.set_use(ContextUse(12_300, 32_000, 22_400, estimated=True, note="No <b>summary</b> yet."))

    assert gauge.text() == "≈ 12.3k / 32.0k"
    assert gauge.value() == round(12_300 / 32_000 * 1000)
    for words in ("38 %", "22,400", "Estimated", "‹b›"):
        assert words in gauge.accessibleDescription()


def test_gauge_with_unknown_window_says_so(qtbot):
    gauge = ContextGauge()
    qtbot.addWidget(gauge)
    gauge.set_use(ContextUse(950, None, estimated=False))

    assert gauge.text() == "950 tokens"
    assert "unknown" in gauge.toolTip()
    assert gauge.value() == 0


def test_counts_are_short():
    assert [short_count(n) for n in (0, 999, 1_000, 128_000, 1_250_000)] == [
        "0",
        "999",
        "1.0k",
        "128k",
        "1.2M",
    ]


# rich paste
@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h1>A</h1><p>b <b>c</b></p>", "# A\n\nb **c**"),
        ("<ol><li>one</li><li>two<ul><li>deep</li></ul></li></ol>", "1. one\n2. two\n  - deep"),
        ("<pre>x = 1\n  y</pre><p>z</p>", "```\nx = 1\n  y\n```\n\nz"),
        ('<a href="https://e.org">e</a>', "[e](https://e.org)"),
        (
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("<b style='font-weight:normal'><p>plain</p></b><i>x</i>", "plain\n\n*x*"),
        ("<div>only text</div>", None),
        ("", None),
    ],
)
def test_rich_text_becomes_markdown(html, markdown):
    result = markdown_of(html)

    assert (result and "\n".join(line.rstrip() for line in result.split("\n"))) == markdown


def test_unclosed_and_odd_html_loses_no_word():
    result = markdown_of("<h2>one <b>two<p>three <li>four</ul></table><script>bad()</script> five")

    assert all(word in result for word in ("one", "two", "three", "four", "five"))
    assert "bad" not in result


def test_words_of_an_empty_conversation_stand_whole_in_its_middle(qtbot, transcript):
    transcript.show_path("new", [])
    transcript.empty.set_demonstration(True)
    transcript.resize(700, 500)
    qtbot.wait(10)

    middle = transcript.canvas.viewport().rect().center().x()
    for label in transcript.empty.findChildren(QLabel):
        centre = label.mapTo(transcript.canvas.viewport(), label.rect().center())
        assert abs(centre.x() - middle) <= 2
        assert label.height() >= label.heightForWidth(label.width())


def test_only_the_demonstration_model_gets_the_hint(transcript):
    transcript.show_path("new", [])
    names = ("demonstrationWords", "emptyModelFileButton", "emptyProviderButton")
    hint = [transcript.findChild(QWidget, name) for name in names]
    assert not any(part.isVisible() for part in hint)

    transcript.empty.set_demonstration(True)

    assert all(part.isVisible() for part in hint)
    assert "demonstration model" in hint[0].text()
