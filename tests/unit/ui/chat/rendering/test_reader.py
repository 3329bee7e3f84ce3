"""Markdown to blocks: nothing is lost, and the way the text arrives makes no difference."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop_app.ui.chat.rendering.blocks import (
    CodeBlock,
    MathBlock,
    Style,
    TableBlock,
    TextBlock,
    plain_text,
)
from desktop_app.ui.chat.rendering.flatten import MAX_CELLS
from desktop_app.ui.chat.rendering.grammar import grammar
from desktop_app.ui.chat.rendering.reader import LONG_LINE, MOST_BRACKETS, WINDOW_LINES, Reader

PIECES = st.sampled_from(
    [
        "# Head\n",
        "para one two\n",
        "\n",
        "\n\n",
        "- item\n",
        "  - sub\n",
        "1. first\n",
        "2) second\n",
        "> quote\n",
        ">> deep\n",
        "```\n",
        "```py\n",
        "~~~\n",
        "code()\n",
        "\tindented\n",
        "    four\n",
        "| a | b |\n",
        "|---|---|\n",
        "| 1 | 2 | 3 |\n",
        "$$\n",
        "$$ x $$\n",
        "\\[\n",
        "\\]\n",
        "$x^2$ ",
        "\\(y\\) ",
        "$5 and $6 ",
        "**bold** ",
        "*it* ",
        "~~gone~~ ",
        "`code` ",
        "<br>",
        "<b>unclosed",
        "Vec<String> ",
        "<!-- note -->\n",
        "<details>\n",
        "&amp; ",
        "[text](http://host/x) ",
        "![alt](http://host/i.png) ",
        "[ref][one] ",
        "[one]: http://there\n",
        "[^1] ",
        "[^1]: foot\n",
        "---\n",
        "===\n",
        "- [ ] todo\n",
        "- [x] done\n",
        "#hash ",
        "\\",
        "*",
        "_",
        "`",
        "[",
        "]",
        "(",
        "|",
        "\u202e",
        "汉字。",
        "שלום ",
        "😀",
        "http://bare.example/x ",
        "-",
        "+ plus\n",
        "10. ten\n",
        "$$",
        "\r\n",
        "\x00",
    ]
)
SOURCES = st.one_of(st.lists(PIECES, max_size=14).map("".join), st.text(max_size=80))
EXAMPLES = settings(max_examples=120, deadline=None)


def read(source):
    reader = Reader()
    reader.feed(source)
    return reader.blocks()


def in_pieces(source, sizes):
    reader = Reader()
    position = 0
    for size in sizes:
        reader.feed(source[position : position + size])
        reader.blocks(final=False)
        position += size
    reader.feed(source[position:])
    return reader.blocks()


def words(text):
    return re.findall(r"\w+", text)


@given(SOURCES, st.lists(st.integers(1, 9), max_size=30))
@EXAMPLES
def test_a_streamed_source_gives_the_blocks_of_one_read_at_once(source, sizes):
    assert in_pieces(source, sizes) == read(source)


@given(
    st.lists(
        st.sampled_from(
            ["word ", "<T>", "</b>", "<br>", "a_b ", "x*y ", "\n", "\n\n", "- ", "> ", "| ", "# "]
        ),
        max_size=30,
    )
)
@example(["one<br>two", "\n\n", "three"])
@EXAMPLES
def test_every_visible_word_is_kept(pieces):
    source = "".join(pieces)

    shown = plain_text(read(source))

    missing = [word for word in words(source) if word not in shown]
    assert not missing


def test_html_is_text():
    for source in (
        "one<br>two\n\nthree",
        "use Vec<String> ok\n\nend",
        "<b>unclosed\n\nend",
        "| a<br>b | c |\n|---|---|\n| d | e |\n\nafter",
        "std::vector<int>",
        "<T>",
        "<think>",
        "<!-- x -->",
        "<details>",
        "- a<br>b",
    ):
        shown = plain_text(read(source))

        assert all(word in shown for word in re.findall(r"<[^>]*>|\w+", source)), source


def test_prices_are_no_formulas():
    for source in (
        "$5 and $6",
        "from $5-$6 a month",
        "costs US$5 or US$6",
        "$20,$30",
        "a $HOME/$USER b",
        "$ 5 $",
    ):
        [block] = read(source)

        assert not any(run.style & Style.MATH for run in block.runs), source


def test_formulas_are_found():
    for source in ("$x^2$", "so $a$ is", "\\(a+b\\)", "inline $$y$$ too", "cost $5$", "（$x$）"):
        [block] = read(source)

        assert any(run.style & Style.MATH for run in block.runs), source


def test_display_formulas_are_blocks_and_unclosed_ones_are_text():
    blocks = read("before\n$$\n\\frac{a}{b}\n$$\nafter\n\n\\[ x \\]\n\n$$\nopen")

    assert [type(block) for block in blocks] == [TextBlock, MathBlock, TextBlock, MathBlock, TextBlock]


@pytest.mark.parametrize("end", ["x", " x\n", "\n", "", "\n\nz"])
def test_a_closing_mark_may_turn_out_to_close_no_block(end):
    """Found by the guided fuzz: the paragraph before it was settled while its line could still grow."""
    source = f"n\n$$\n.\n$${end}"

    assert in_pieces(source, [1] * len(source)) == read(source)


@pytest.mark.parametrize("space", ["\x0b", "\x0c", "\x1c", "\x1f", "\x85"])
def test_a_line_of_nothing_but_odd_space_is_blank(space):
    """Found by the guided fuzz."""
    source = f"#\n{space}\n\nS\n\n"

    assert in_pieces(source, [1] * len(source)) == read(source)
    assert plain_text(read(source)).split() == ["S"]


def test_nested_code_keeps_its_place_and_tabs():
    blocks = read("1. step\n\n   ```make\n   all:\n   \tgo\n   ```\n2. next")

    assert [type(block) for block in blocks] == [TextBlock, CodeBlock, TextBlock]
    assert blocks[1].text == "all:\n\tgo"
    assert blocks[1].place.levels == "o"
    assert blocks[2].place.marker == "2."


def test_surplus_table_cells_stay_visible():
    [table] = read("| a | b |\n|---|---|\n| 1 | 2 | three | four |")

    assert isinstance(table, TableBlock)
    assert "three | four" in "".join(run.text for run in table.rows[1][1])


def test_deep_nesting_is_shown_as_written():
    for source in (
        "> " * 300 + "deep",
        "".join(" " * 2 * n + f"- level{n}\n" for n in range(80)),
        "[" * 500 + "x" + "]" * 500,
    ):
        shown = plain_text(read(source))

        assert all(word in shown for word in words(source))


def test_late_link_definitions_reach_back():
    reader = Reader()
    reader.feed("See [the page][p].\n\nMore.\n\nAnd more.\n\n")
    assert reader.feed("[p]: https://example.org\n\nend\n") == 0

    assert any(run.href == "https://example.org" for run in reader.blocks()[0].runs)


def test_a_long_line_is_cut_and_joined_again():
    source = "word " * 20_000

    blocks = read(source)

    assert max(len(run.text) for block in blocks for run in block.runs) <= LONG_LINE
    assert plain_text(blocks).split() == source.split()


@pytest.mark.parametrize(
    "source",
    [
        ("[" * 50 + "\n") * 300,
        "[" * 3900,
        "[[a] " * 2000,
        ("![" * 25 + "\n") * 100,
        "- [a](http://b.c)\n" * 500,
    ],
)
def test_many_brackets_are_read_in_time_and_lose_nothing(source):
    """The parser looks for the end of a link from each of them: this took ten times as long and more."""
    blocks = read(source)

    assert in_pieces(source, [997] * (len(source) // 997)) == blocks
    assert plain_text(blocks).count("[") == (0 if "](" in source else source.count("["))


def test_the_parser_never_meets_too_many_brackets(monkeypatch):
    seen = []
    parse = grammar().parse
    monkeypatch.setattr(
        grammar(), "parse", lambda text, env=None: seen.append(text.count("[")) or parse(text, env)
    )

    read(("[a" * 20 + "\n") * 200 + "[" * 9000)

    assert max(seen) <= 2 * MOST_BRACKETS


TABLE_HEAD = "|a|b|\n|-|-|\n"


def test_a_row_too_long_for_a_line_ends_the_table_and_is_read_to_its_end():
    """It was cut off with the head put before it again, for ever: the window stood still."""
    long = "x" * 5000
    blocks = read(f"{TABLE_HEAD}|c|d|\n|{long}|\nafter\n")

    assert isinstance(blocks[0], TableBlock)
    assert plain_text(blocks).replace("\n", "").count("x") == 5000
    assert "after" in plain_text(blocks)


def test_a_table_that_ends_with_the_window_gets_no_second_head():
    blocks = read(TABLE_HEAD + "|c|d|\n" * 398 + "\nafter\n")

    assert sum(len(block.rows) - 1 for block in blocks if isinstance(block, TableBlock)) == 398
    assert all(len(block.rows) > 1 for block in blocks if isinstance(block, TableBlock))


@pytest.mark.parametrize("end", ["|e|f|\n", "\nafter", "- item", "-", "|" + "y" * 5000])
def test_a_streamed_table_at_the_border_of_the_window_ends_as_one_read_at_once(end):
    source = TABLE_HEAD + "|c|d|\n" * 398 + end

    assert in_pieces(source, [len(source) - len(end)] + [1] * min(len(end), 9)) == read(source)


@pytest.mark.parametrize(("rows", "columns"), [(300, 4), (3, 60), (1, 64), (30, 40)])
def test_a_large_table_comes_in_parts_that_are_laid_out_quickly(rows, columns):
    blocks = read("|a" * columns + "|\n" + "|-" * columns + "|\n" + ("|c" * columns + "|\n") * rows)

    assert all(len(block.rows) * columns <= MAX_CELLS for block in blocks)
    assert {block.rows[0] for block in blocks} == {blocks[0].rows[0]}
    assert sum(len(block.rows) - 1 for block in blocks) == rows


def test_a_table_of_too_many_columns_is_shown_as_written():
    row = "|c" * 200 + "|"
    blocks = read(f"{'|a' * 200}|\n{'|-' * 200}|\n{row}\n")

    assert [type(block) for block in blocks] == [CodeBlock]
    assert row in blocks[0].text


def test_a_table_larger_than_the_window_keeps_its_columns():
    source = "| k | v |\n|---|---|\n" + "".join(f"| k{n} | v{n} |\n" for n in range(3 * WINDOW_LINES))

    blocks = read(source)

    assert all(isinstance(block, TableBlock) for block in blocks)
    shown = plain_text(blocks)
    assert all(f"v{n}" in shown for n in range(3 * WINDOW_LINES))


def test_an_open_fence_is_code_at_every_prefix():
    source = "```python\nprint(1)\n```\nafter"
    for size in range(len("```python\n"), len("```python\nprint(1)\n```")):
        reader = Reader()
        reader.feed(source[:size])

        [block] = reader.blocks(final=False)

        assert isinstance(block, CodeBlock)
        assert block.text in "print(1)"


def test_a_table_looks_like_one_as_soon_as_its_head_is_there():
    source = "Intro\n\n| one | two |\n|-----|:---:|\n| 1 | 2 |"
    for size in range(source.index("| one | two |") + len("| one | two |"), len(source)):
        reader = Reader()
        reader.feed(source[:size])

        blocks = reader.blocks(final=False)

        assert isinstance(blocks[-1], TableBlock), source[:size]
        assert len(blocks[-1].aligns) == 2
        assert "--" not in plain_text(blocks[-1:])
        assert len(blocks[-1].rows) <= 2


def test_stars_work_beside_chinese_punctuation():
    for source in (
        "**重点。**然后",
        "说**“引号”**后",
        "这是**《书名》**的",
        "**注意：**内容",
        "中文*斜体*中文",
    ):
        [block] = read(source)

        assert any(run.style & (Style.BOLD | Style.ITALIC) for run in block.runs), source
        assert "*" not in plain_text([block])


def test_a_carriage_return_split_from_its_newline_is_one_line_end():
    assert in_pieces("a\r\n\r\nb\rc", [2, 2]) == read("a\n\nb\nc")
