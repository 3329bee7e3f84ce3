"""Formulas have ink, code has colours that can be read, and scripts stand on their side."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

from desktop_app.ui.chat.rendering.code_view import CodeView
from desktop_app.ui.chat.rendering.formulas import shared_formulas, typeset
from desktop_app.ui.chat.rendering.highlighting import COLOURS
from desktop_app.ui.chat.rendering.math_view import MathView
from desktop_app.ui.chat.rendering.text_view import TextView
from desktop_app.ui.resources import DARK, LIGHT
from tests.ui.chat.rendering.whole_body import WholeBody

FORMULAS = [
    "$x^2$",
    "$E = mc^2$",
    "\\(\\frac{a}{b}\\)",
    "$$\\sum_{i=0}^n i^2 = \\frac{n(n+1)(2n+1)}{6}$$",
    "\\[\\begin{pmatrix}1 & 2\\\\3 & 4\\end{pmatrix}\\]",
    "$\\mathbb{R}^n \\to \\mathcal{L}$",
    "$$\\int_0^\\infty e^{-x^2}\\,dx$$",
]


def luminance(colour):
    def channel(value):
        value /= 255
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (channel(value) for value in QColor(colour).getRgb()[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def ink(image, colour, *, tolerance=90):
    """Number of pixels near a colour."""
    wanted = QColor(colour)
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    return sum(
        abs(pixel.red() - wanted.red())
        + abs(pixel.green() - wanted.green())
        + abs(pixel.blue() - wanted.blue())
        < tolerance
        and pixel.alpha() > 128
        for y in range(image.height())
        for x in range(image.width())
        for pixel in (image.pixelColor(x, y),)
    )


@pytest.fixture
def body(qtbot):
    widget = WholeBody(LIGHT)
    qtbot.addWidget(widget)
    widget.resize(500, 300)
    return widget


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("source", FORMULAS)
def test_a_formula_has_ink_in_the_colour_of_the_text(qtbot, source, theme):
    formulas = shared_formulas()
    qtbot.waitUntil(lambda: formulas.picture(source, 15, 7, theme.text) is not None, timeout=20_000)

    picture = formulas.picture(source, 15, 7, theme.text)

    assert ink(picture.image, theme.text) > 20
    assert picture.width < 400
    assert picture.height < 150


@pytest.mark.parametrize(
    "source", ["$\\foo{x}$", "$\\frac{$", "$a_{$", "$\\text{中文}$", "$$" + "x" * 3_000 + "$$"]
)
def test_what_cannot_be_set_faithfully_stays_source(source):
    assert typeset(source) == ""


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "source",
    [
        f"${'{' * 22}x{'}' * 22}$",
        f"${'{' * 22}x$",
        "$" + r"\left(" * 14 + "x" + r"\right)" * 14 + "$",
        "$" + "x^{" * 18 + "x" + "}" * 18 + "$",
        "$" + r"\begin{matrix}" * 14 + "x$",
    ],
)
def test_deep_nesting_stays_source_since_the_library_takes_twice_as_long_for_each_level(source):
    """Found by the guided fuzz: twenty braces kept the thread busy, and no formula came any more."""
    assert typeset(source) == ""


def test_usual_nesting_is_set():
    source = (
        r"$$\left(\frac{\sqrt{x^{2}+\left[y_{i_{1}}\right]}}"
        r"{\sum_{k=1}^{n}{\left\{a_{k}\right\}}}\right)^{2}$$"
    )

    assert typeset(source)


def test_the_picture_comes_later_and_copies_carry_the_source(qtbot, body):
    body.set_markdown("Let $a_{17}$ be\n\n$$\nb^{17}\n$$")
    assert "$a_{17}$" in body.visible_text()
    views = [*body.findChildren(TextView), *body.findChildren(MathView)]
    qtbot.waitUntil(lambda: not any(view.waits for view in views), timeout=20_000)

    assert "\ufffc" in views[0].toPlainText()
    assert body.visible_text() == "Let $a_{17}$ be\n$$\nb^{17}\n$$"
    assert body.plain_text() == "Let $a_{17}$ be\n$$\nb^{17}\n$$"
    assert body.heightForWidth(500) > 0


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_code_colours_can_be_read(theme):
    for kind, colour in COLOURS[theme.name].items():
        assert contrast(colour, theme.code) >= 4.5, kind


def test_code_is_coloured_when_idle_and_stays_the_same_text(qtbot, body):
    code = "def f(x):\n\treturn 'ö 😀' + x  # note"
    body.set_markdown(f"```python\n{code}\n```")
    view = body.findChild(CodeView)
    plain = view.text.toHtml()
    qtbot.waitUntil(body._highlighter.is_idle, timeout=20_000)

    second = view.text.document().findBlockByNumber(1)
    colours = {span.format.foreground().color().name() for span in second.layout().formats()}
    assert {COLOURS["light"]["keyword"], COLOURS["light"]["string"], COLOURS["light"]["comment"]} <= colours
    assert view.text.toHtml() == plain
    assert view.code() == code


def test_unknown_languages_stay_plain(qtbot, body):
    body.set_markdown("```no-such-language\nx = 1\n```")
    qtbot.waitUntil(body._highlighter.is_idle, timeout=20_000)

    assert body.findChild(CodeView).text.document().firstBlock().layout().formats() == []


def test_direction_follows_the_first_strong_letter(body):
    body.set_markdown("English first, then עברית\n\n(42) שלום `code` text\n\n- עברית\n\n```\nשלום = 1\n```")
    view = body.findChild(TextView)
    directions = [view.document().findBlockByNumber(number).textDirection() for number in range(3)]

    assert directions == [
        Qt.LayoutDirection.LeftToRight,
        Qt.LayoutDirection.RightToLeft,
        Qt.LayoutDirection.RightToLeft,
    ]
    code = body.findChild(CodeView).text.document().firstBlock()
    assert code.textDirection() == Qt.LayoutDirection.LeftToRight


def test_right_to_left_text_stands_on_the_right(qtbot, body):
    body.set_markdown("שלום עולם")
    body.resize(500, body.heightForWidth(500))
    body.show()
    qtbot.waitExposed(body)
    image = body.grab().toImage()

    left = ink(image.copy(0, 0, image.width() // 2, image.height()), LIGHT.text)
    right = ink(image.copy(image.width() // 2, 0, image.width() // 2, image.height()), LIGHT.text)
    assert left == 0
    assert right > 20


def test_chinese_and_emoji_are_drawn_by_fonts_that_have_them(qtbot, body):
    """Missing letters would all be the same box."""
    pictures = []
    for letter in "汉字测":
        body.set_markdown(letter)
        body.resize(40, 30)
        pictures.append(body.grab().toImage())
    body.set_markdown("😀")
    body.resize(40, 30)
    emoji = body.grab().toImage()

    assert pictures[0] != pictures[1] != pictures[2]
    assert all(ink(picture, LIGHT.text, tolerance=200) > 10 for picture in pictures)  # thin at small sizes
    assert ink(emoji, "#ffcc33", tolerance=160) > 20
