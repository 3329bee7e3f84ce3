"""The language changes in the running program: everything that is open speaks the new one."""

from __future__ import annotations

import contextlib
import re
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QTabWidget,
    QWidget,
)

from desktop_app.core.domain.persona import Persona, WorldBook, WorldEntry
from desktop_app.core.domain.summary import Summary, SummaryState
from desktop_app.core.provider.scripted import ScriptedProvider, reply
from desktop_app.ui.resources import resource_dir
from tests.journeys.test_look import look

PAGES = ("profiles", "summary", "tasks", "appearance", "privacy", "about")
WINDOWS = {
    "viewer_requested": "requestViewer",
    "facts_requested": "factsPanel",
    "ledger_requested": "savingsDialog",
    "personas_requested": "castDialog",
}


def texts_of_the_translation() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Expressions for every text of one language alone, the gaps filled with anything."""
    tree = ET.parse(resource_dir() / "translations" / "throughline_zh_CN.ts")  # noqa: S314 - our own file
    contexts = [c for c in tree.iter("context") if c.findtext("name") != "Errors"]
    pairs = {(m.findtext("source"), m.findtext("translation")) for c in contexts for m in c.iter("message")}
    english, chinese = {source for source, _ in pairs}, {words for _, words in pairs}
    return any_of(text for text in english - chinese if re.search("[A-Za-z]{3}", GAP.sub("", text))), any_of(
        text for text in chinese - english if re.search("[\u4e00-\u9fff]", GAP.sub("", text))
    )


def any_of(texts) -> re.Pattern[str]:
    return re.compile("|".join(".*".join(map(re.escape, GAP.split(text))) for text in texts))


GAP = re.compile(r"\{\w+\}")
ENGLISH, CHINESE = texts_of_the_translation()


def shown_words(window) -> dict[str, str]:
    """Every text a person can see or hear of in a window and its dialogs, with the widget it belongs to."""
    words: dict[str, str] = {}
    for widget in (window, *window.findChildren(QWidget)):
        place = f"{type(widget).__name__} {widget.objectName()}"
        for text in (widget.toolTip(), widget.accessibleName(), widget.windowTitle(), *words_on(widget)):
            words.setdefault(text, place)
        for action in widget.findChildren(QAction):
            words.setdefault(action.text(), f"action {action.objectName()} of {place}")
    return words


def words_on(widget) -> list[str]:
    match widget:
        case QLabel() | QAbstractButton():
            return [widget.text()]
        case QLineEdit():
            return [widget.placeholderText()]
        case QComboBox():
            return [widget.itemText(row) for row in range(widget.count())]
        case QTabWidget():
            return [widget.tabText(tab) for tab in range(widget.count())]
        case QListWidget():
            return [widget.item(row).text() for row in range(widget.count())]
    return []


async def speaks_no(person, language: re.Pattern[str]) -> None:
    """Wait until no text of a language is shown any more, and name the ones that stay."""
    with contextlib.suppress(AssertionError):
        await person.until(lambda: not left_over(person, language), timeout=2.0)

    assert left_over(person, language) == {}


def left_over(person, language: re.Pattern[str]) -> dict[str, str]:
    lines = {
        line: place
        for text, place in shown_words(person.window).items()
        for line in re.split(r"\n| · ", text)
    }
    return {line: place for line, place in lines.items() if language.fullmatch(line)}


@pytest.fixture
def english_program(program):
    """A started program with a reply; afterwards it speaks English, whatever went wrong."""

    @contextlib.asynccontextmanager
    async def start():
        provider = ScriptedProvider(default=lambda _request: reply("7", prompt_tokens=9, completion_tokens=1))
        async with program(provider) as person:
            await person.app.preferences.update(look(language="en"))
            await person.say("Hello")
            try:
                yield person
            finally:
                await person.app.preferences.update(look(language="en"))

    return start


async def switch(person, language: str) -> None:
    """Change the language; returns once the main window speaks it."""
    before = person.widget("newConversationButton", QAbstractButton).text()
    await person.app.preferences.update(look(language=language))
    await person.until(lambda: person.widget("newConversationButton", QAbstractButton).text() != before)


async def test_the_main_window_follows_both_ways(english_program):
    async with english_program() as person:
        await switch(person, "zh_CN")
        await speaks_no(person, ENGLISH)
        await switch(person, "en")
        await speaks_no(person, CHINESE)


@pytest.mark.parametrize("page", PAGES)
async def test_the_open_settings_follow_on_every_page(english_program, page):
    async with english_program() as person:
        person.app.open_settings(page)
        await switch(person, "zh_CN")
        await speaks_no(person, ENGLISH)
        await switch(person, "en")
        await speaks_no(person, CHINESE)


@pytest.mark.parametrize(("signal", "name"), list(WINDOWS.items()))
@pytest.mark.parametrize("is_open", [True, False])
async def test_other_windows_follow_open_or_closed(english_program, signal, name, is_open):
    async with english_program() as person:
        getattr(person.window, signal).emit()
        await person.until(lambda: person.window.findChild(QWidget, name) is not None)
        if not is_open:
            person.widget(name, QWidget).close()
        await switch(person, "zh_CN")
        if not is_open:
            getattr(person.window, signal).emit()
        await speaks_no(person, ENGLISH)

        assert person.widget(name, QWidget).isVisible()


async def with_summary(person, state=SummaryState.PENDING) -> None:
    cid = person.conversation_id
    ids = await person.app.library.path_ids(cid)
    text = "[Core]\nHello was said at 14:20."
    await person.app.store.add_summary(
        Summary("s", cid, ids[0], text, 5.0, "hash", model_text=text, model="m", covered_count=2, state=state)
    )


async def test_an_open_review_follows_with_what_was_typed(english_program):
    async with english_program() as person:
        await with_summary(person)
        person.window.transcript.summary_review_requested.emit("s")
        await person.until(lambda: person.window.findChild(QWidget, "summaryReview") is not None)
        review = person.widget("summaryReview")
        text = review.findChild(QPlainTextEdit, "reviewText")
        text.textCursor().insertText("typed ")
        review.findChild(QTabWidget, "reviewTabs").setCurrentIndex(2)
        await switch(person, "zh_CN")
        await speaks_no(person, ENGLISH)

        assert person.widget("summaryReview") is review
        assert text.toPlainText().startswith("typed ")
        assert text.document().isUndoAvailable()
        assert review.findChild(QTabWidget, "reviewTabs").currentIndex() == 2
        await switch(person, "en")
        await speaks_no(person, CHINESE)


async def test_open_versions_follow(english_program):
    async with english_program() as person:
        await with_summary(person)
        person.window.transcript.summary_versions_requested.emit("s")
        await person.until(lambda: person.window.findChild(QWidget, "versionsDialog") is not None)
        await switch(person, "zh_CN")
        await speaks_no(person, ENGLISH)


async def test_an_open_search_follows_with_its_words_and_hits(english_program):
    async with english_program() as person:
        person.window.conversations.search_requested.emit("Hello")
        await person.until(lambda: person.window.findChild(QListWidget, "searchHits") is not None)
        await person.until(lambda: person.widget("searchHits", QListWidget).count() == 1)
        person.widget("searchDialog", QWidget).setGeometry(40, 50, 500, 400)
        await switch(person, "zh_CN")
        await speaks_no(person, ENGLISH)
        await person.until(lambda: person.widget("searchHits", QListWidget).count() == 1)

        assert person.widget("searchField", QLineEdit).text() == "Hello"
        assert person.widget("searchDialog", QWidget).width() == 500


async def test_an_open_library_follows_at_the_same_entry_and_saves_first(english_program):
    async with english_program() as person:
        cast = person.app._parts.cast
        await cast.save(Persona("p", "Ann"))
        await cast.save(WorldBook("b", "Town", (WorldEntry("red", ("tower",)),)))
        person.window.personas_requested.emit()
        await person.until(lambda: person.window.findChild(QListWidget, "bookList") is not None)
        await person.until(lambda: person.widget("bookList", QListWidget).count() == 1)
        dialog = person.widget("castDialog")
        dialog.findChild(QTabWidget, "castTabs").setCurrentIndex(1)
        dialog.books.choose("b")
        dialog.findChild(QPlainTextEdit, "entry_content").setPlainText("green")
        await switch(person, "zh_CN")
        await speaks_no(person, ENGLISH)
        await person.until(lambda: person.widget("castDialog").books.current() is not None)

        assert person.widget("castTabs", QTabWidget).currentIndex() == 1
        await person.until(lambda: person.widget("entry_content", QPlainTextEdit).toPlainText() == "green")
        assert (await cast.books())[0].entries[0].content == "green"
